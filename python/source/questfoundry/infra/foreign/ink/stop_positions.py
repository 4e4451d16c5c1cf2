"""Define how turns of an ink story end, and the stop positions at which turns start."""

from __future__ import annotations

from enum import StrEnum

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import Condition, Settings
from questfoundry.infra.foreign.ink.compiled import Place
from questfoundry.infra.foreign.ink.state import State
from questfoundry.infra.foreign.ink.symbolic_values import InkText

NO_TOKEN = (0, 0)
"""The key of no code."""


class EndlessInkError(Exception):
    """An error for a turn that exceeds the limits of the symbolic execution."""


class StopReason(StrEnum):
    """The reason why an execution path of a turn ended."""

    ENDED = "ended"
    DONE = "done"
    RAN_OUT = "ran out"
    CONTINUED = "went on"


@frozen(eq=False)
class TurnOutcome:
    """The end of one execution path; ``token_key`` identifies the code that led to it."""

    stop: StopReason
    state: State
    token_key: tuple[int, int] = NO_TOKEN


CALLED = "called from"
"""The variable with the call stack, which determines where a tunnel returns to."""


@frozen(kw_only=True)
class Transition:
    """A way from a stop position to the next: a choice with a label, or a divert (jump).

    ``token_key``: identifies the choice or divert in the compiled story.
    ``stack``: the name of the call stack with which players reached the source position.
    ``target``: the next stop position, or ``None`` at the end of the story.
    ``is_expected``: false for a fallback choice, which ink takes by itself.
    """

    token_key: tuple[int, int]
    target: StopPosition | None
    label: InkText
    condition: Condition
    settings: Settings
    stack: str
    is_expected: bool = True


@define(eq=False, kw_only=True)
class StopPosition:
    """A position at which a player can be between two turns, with all transitions out of it.

    ``stack_size``: the number of values on the evaluation stack.
    ``stacks``: the names of the call stacks with which players reach the position.
    """

    place: Place
    name: str
    stack_size: int = 0
    transitions: list[Transition] = field(factory=list)
    texts: dict[tuple[int, int], str] = field(factory=dict)
    read_names: set[str] = field(factory=set)
    notes: dict[str, bool] = field(factory=dict)
    stacks: list[str] = field(factory=list)
    is_expected: bool = True
    can_run_out: bool = False

    @property
    def word_count(self) -> int:
        """The number of words in all texts that a player may read at this position."""
        return len(self.text.split())

    @property
    def text(self) -> str:
        """The joined texts that players may read at this position, on any execution path."""
        return "".join(self.texts.values()).strip()
