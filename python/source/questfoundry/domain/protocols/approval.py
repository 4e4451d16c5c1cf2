"""Define the port that asks for approval before a run spends money or a tool has effects."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol

from attrs import field, frozen

from questfoundry.domain.session.spec import RunSpec


@frozen(kw_only=True)
class RunEstimate:
    """An estimate of a run: its model calls, its tokens, and its cost in US dollars.

    ``cost`` is ``None`` if the price of a model is unknown.
    """

    calls: int
    tokens: int
    cost: Decimal | None = None


@frozen(kw_only=True)
class RunApproval:
    """A request to approve a run before it begins.

    ``models``: for each agent, the model that it uses.
    ``files``: the project files that agents may read.
    """

    spec: RunSpec
    models: Mapping[str, str]
    files: tuple[str, ...]
    estimate: RunEstimate


@frozen(kw_only=True)
class ToolApproval:
    """A request to approve a call of a tool, because the call has lasting effects."""

    tool: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])


@frozen(kw_only=True)
class ApprovalAnswer:
    """The answer to a request for approval.

    ``spec``: the run's parameters as changed with the approval; ``None`` for no change.
    ``reason``: why the request is refused.
    """

    approved: bool
    spec: RunSpec | None = None
    reason: str = ""


class Approval(Protocol):
    """The port to a person or a policy that approves runs and tool calls before they begin."""

    @abstractmethod
    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the answer to ``request``.

        An implementation must always answer. If no person can be asked, it refuses or applies a
        policy.
        """
