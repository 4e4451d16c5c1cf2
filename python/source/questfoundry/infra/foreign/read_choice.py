"""Define the choices and click targets that are recorded while a passage is being read."""

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    Settings,
)


@frozen(kw_only=True)
class ReadChoice:
    """A choice of a passage, or the inclusion of another passage's text (``is_include``).

    ``settings``: for an inclusion, the variable values just before it.
    ``is_after_click``: whether a click reveals the included text.
    ``is_expanded``: whether the values that the included passage sets were already copied.
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
class ClickTarget:
    """A passage to which a clickable element jumps (``is_jump``) or reveals a link."""

    target: str
    label: str
    condition: Condition
    settings: Settings
    is_jump: bool


@define(kw_only=True)
class Click:
    """A clickable element that is being read; ``settings`` are the values set outside of it."""

    label: str
    line: int
    outer_condition: Condition
    settings: dict[str, Expression]
    targets: list[ClickTarget] = field(factory=list)
