"""Define how an execution path of a turn of an ink story can end."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.infra.foreign.ink.state import State


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
    """The end of one execution path of a turn.

    ``token_key`` identifies the code that led to the next place; (0, 0) means that there is no such
    code.
    """

    stop: StopReason
    state: State
    token_key: tuple[int, int] = (0, 0)
