"""Where players can be said to be in a compiled story, and what leads out of there."""

from __future__ import annotations

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import Condition, Settings
from questfoundry.infra.reading.ink.compiled import Place
from questfoundry.infra.reading.ink.symbolic_values import InkText

CALLED = "called from"
"""The variable that says where a tunnel leads back to."""


@frozen(kw_only=True)
class InkLead:
    """A way out of a place: a choice with its label, or a divert without one.

    ``by`` is the token that it is of, and ``stack`` where its source was called from. ``promised``
    says whether its author wanted it taken; what is there in case nothing else is open is not.
    ``target`` is ``None`` where the story is over.
    """

    by: tuple[int, int]
    target: InkPlace | None
    label: InkText
    condition: Condition
    settings: Settings
    stack: str
    promised: bool = True


@define(eq=False, kw_only=True)
class InkPlace:
    """A place where players can be said to be, with all ways out of it."""

    place: Place
    name: str
    given: int = 0
    leads: list[InkLead] = field(factory=list)
    texts: dict[tuple[int, int], str] = field(factory=dict)
    looked_at: set[str] = field(factory=set)
    notes: dict[str, bool] = field(factory=dict)
    stacks: list[str] = field(factory=list)
    promised: bool = True
    runs_out: bool = False

    @property
    def word_count(self) -> int:
        """How many words players read there, whichever of them they meet."""
        return len(self.text.split())

    @property
    def text(self) -> str:
        """All that players may read there."""
        return "".join(self.texts.values()).strip()
