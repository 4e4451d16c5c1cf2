"""What is known of a choice, and of something to click, while a passage is read."""

from __future__ import annotations

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    Settings,
)


@frozen(kw_only=True)
class ReadChoice:
    """What leads out of a passage; one that ``shows`` another puts its text into this one.

    ``condition`` and ``settings`` go by what variables hold when the passage is entered; of one
    that shows, what was set before it. One that shows by a click is ``late``, one that only sets
    what its host took over ``done``.
    """

    target: str
    label: str
    line: int
    condition: Condition = ALWAYS
    settings: Settings = field(factory=dict[str, Expression])
    is_include: bool = False
    is_after_click: bool = False
    is_expanded: bool = False


@frozen
class Lead:
    """Where a click leads; at once if it ``jumps``, else by another click."""

    target: str
    label: str
    condition: Condition
    settings: Settings
    is_jump: bool


@define(kw_only=True)
class Click:
    """Something to click that is being read: what happens then, by what variables hold then."""

    label: str
    line: int
    outer_condition: Condition
    settings: dict[str, Expression]
    leads: list[Lead] = field(factory=list)
