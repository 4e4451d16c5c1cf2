"""Define a cache key that compares values by identity."""

from typing import Generic, TypeVar

from attrs import frozen

Value = TypeVar("Value")


@frozen(eq=False)
class IdentityKey(Generic[Value]):
    """A cache key for an object that cannot be hashed; equal only for the same object."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
