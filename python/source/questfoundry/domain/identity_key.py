"""A cache key that compares values by identity."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

Value = TypeVar("Value")


@frozen(eq=False)
class IdentityKey(Generic[Value]):
    """A key that equals another key only if both hold the same object, which must not be changed.

    Use it for unhashable arguments of cached functions, such as a JSON Schema.
    """

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
