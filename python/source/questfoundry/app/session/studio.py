"""The environment that all sessions of a project share, and the status of a session."""

from collections.abc import Callable, Sequence

from attrs import field, frozen

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.runs.estimate import estimate_run
from questfoundry.app.runs.team import Agent
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.app.session.opening import Opening
from questfoundry.app.session.settings import SessionSettings
from questfoundry.domain.protocols import (
    Approval,
    ProjectWorkspace,
    PromptRepository,
    RunEstimate,
    RunExecutor,
    Tool,
    ToolSource,
)
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session.events import SessionState


@frozen(kw_only=True)
class Studio:
    """The environment that all sessions of a project share.

    ``agent`` talks with the author, and ``agents`` can take part in runs. ``tools`` returns
    additional tools, whose spending is charged to a session. ``servers`` provides those of external
    servers.
    """

    runs: RunOpener
    agent: Agent
    agents: Callable[[], Sequence[Agent]]
    executor: RunExecutor
    workspace: ProjectWorkspace
    prompts: PromptRepository
    settings: SessionSettings = field(factory=SessionSettings)
    approval: Approval = field(factory=PolicyApproval)
    tools: Callable[[RunOpener], Sequence[Tool]] = lambda _: ()
    stages: Callable[[], Sequence[str]] = tuple
    vision: Callable[[], str] = str
    servers: ToolSource | None = None

    def estimate(self, spec: RunSpec, agents: Sequence[Agent], briefing: str) -> RunEstimate:
        """Return the estimated calls, tokens and cost of a run of these agents."""
        runs = self.runs
        return estimate_run(spec, agents, briefing, store=runs.store, prices=runs.prices)

    def build_opening(self) -> Opening:
        """Return an object that builds the system message of the studio's agent."""
        return Opening(
            prompts=self.prompts,
            workspace=self.workspace,
            settings=self.settings,
            agents=self.agents,
            stages=self.stages,
            vision=self.vision,
        )


@frozen(kw_only=True)
class SessionStatus:
    """The status of a session; ``queued`` messages wait besides the current one."""

    session: str
    state: SessionState
    queued: int
    spent: Spending
    run: str = ""
