"""Record the request features that a server has refused, and leave them out from then on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.models.traits import Capabilities, ModelTraits

STREAMING = "streaming"
"""The name for refused streaming, beside the names of refused capabilities."""


@frozen
class Manner:
    """The request features that a server has refused; later requests leave these out.

    ``refused``: names of fields of ``Capabilities``, or ``streaming``, in the order of refusal.
    """

    refused: tuple[str, ...] = ()

    def drop(self, *names: str) -> Manner:
        """Return the manner with ``names`` added to the refused features."""
        return Manner(tuple(dict.fromkeys((*self.refused, *names))))

    def drop_changes(self, before: Capabilities, after: Capabilities) -> Manner:
        """Return the manner that also refuses the capabilities that the arguments do not share."""
        fields = type(before).model_fields
        return self.drop(
            *(each for each in fields if getattr(before, each) != getattr(after, each))
        )

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """Return ``traits`` without refused features; the output mode follows the capabilities."""
        lost = {name: False for name in self.refused if name in Capabilities.model_fields}
        if not lost:
            return traits
        return ModelTraits(
            capabilities=traits.capabilities.model_copy(update=lost),
            profile=traits.profile.model_copy(update={"structured_output": None}),
        )

    @classmethod
    def from_record(cls, models: Mapping[str, Any]) -> dict[str, Manner]:
        """Return the manners in ``models``, the stored models of a run, by ``provider/model``."""
        found: dict[str, Manner] = {}
        for each in models.values():
            if refused := each.get("manner"):
                found[each["model"]] = cls(tuple(refused))
        return found


NO_REFUSAL = Manner()
