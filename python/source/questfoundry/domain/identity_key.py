"""A value as a key by identity, so that what is made of it once can be kept."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

Value = TypeVar("Value")


@frozen(eq=False)
class IdentityKey(Generic[Value]):
    """Equal to another only where both hold the very same value, which nobody may change.

    For the arguments of cached functions that no hash can be made of, such as a JSON Schema.
    """

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
