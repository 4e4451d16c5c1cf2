"""The port to whoever agrees to what costs something or has effects."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol

from attrs import field, frozen

from questfoundry.domain.session.spec import RunSpec


@frozen(kw_only=True)
class RunEstimate:
    """What a run will take, about; ``cost`` in US dollars, ``None`` where a price is unknown."""

    calls: int
    tokens: int
    cost: Decimal | None = None


@frozen(kw_only=True)
class RunApproval:
    """A run that wants to begin: ``models`` by agent, and the ``files`` in their reach."""

    spec: RunSpec
    models: Mapping[str, str]
    files: tuple[str, ...]
    estimate: RunEstimate


@frozen(kw_only=True)
class ToolApproval:
    """A tool with effects that the studio's agent wants to call."""

    tool: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])


@frozen(kw_only=True)
class ApprovalAnswer:
    """Whether it may be; ``spec`` is the run as it was changed, ``reason`` why it may not."""

    approved: bool
    spec: RunSpec | None = None
    reason: str = ""


class Approval(Protocol):
    """Somebody, or a policy, that is asked before a run begins or a tool has effects."""

    @abstractmethod
    async def ask(self, wanted: RunApproval | ToolApproval) -> ApprovalAnswer:
        """The answer; must come also where nobody is there."""
