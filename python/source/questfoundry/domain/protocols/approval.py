"""Define the interface that asks for approval before a run spends money or a tool has effects."""

from abc import abstractmethod
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol

from attrs import field, frozen

from questfoundry.domain.run.spec import RunSpec


@frozen(kw_only=True)
class RunEstimate:
    """The expected number of model calls, the tokens and the cost in US dollars of a run.

    ``cost`` is ``None`` if the price of a model is unknown.
    """

    calls: int
    tokens: int
    cost: Decimal | None = None


@frozen(kw_only=True)
class RunApproval:
    """A request to approve a run before it begins.

    ``models`` contains the model of each agent, and ``files`` the project files that agents may
    read.
    """

    spec: RunSpec
    models: Mapping[str, str]
    files: tuple[str, ...]
    estimate: RunEstimate


@frozen(kw_only=True)
class ToolApproval:
    """A request to approve a tool call that has lasting effects."""

    tool: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])


@frozen(kw_only=True)
class ApprovalAnswer:
    """The answer to a request for approval.

    ``spec`` contains the run's parameters if they were changed with the approval, else ``None``.
    ``reason`` says why the request was refused.
    """

    approved: bool
    spec: RunSpec | None = None
    reason: str = ""


class Approval(Protocol):
    """A person or a policy that approves runs and tool calls before they begin."""

    @abstractmethod
    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the answer to ``request``.

        If no person can be asked, an implementation refuses the request or applies a policy.
        """
