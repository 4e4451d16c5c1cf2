"""The research tools that Discuss is offered, and those that it is not."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.protocols import Tool


@frozen(kw_only=True)
class ToolOffer:
    """The tools on offer; ``left_out`` says of each other one why it is not."""

    tools: tuple[Tool, ...] = ()
    left_out: Mapping[str, str] = field(factory=dict[str, str])
