"""Define a cache key that compares values by identity."""

from typing import Generic, TypeVar

from attrs import frozen

Value = TypeVar("Value")


@frozen(eq=False)
class IdentityKey(Generic[Value]):
    """A cache key for an object; two keys are equal only if they hold the same object.

    Cached functions use such keys for arguments that cannot be hashed, such as a JSON Schema. The
    object must not be changed.
    """

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
