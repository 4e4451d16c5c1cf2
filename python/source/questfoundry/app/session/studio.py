"""What all sessions of a project work with."""

from __future__ import annotations

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
from questfoundry.domain.session.result import Spending
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.session.state import SessionState


@frozen(kw_only=True)
class Studio:
    """What all sessions of a project work with; ``agent`` is the one that talks.

    ``tools`` are those of the project and of others, beside the ones that every session has; what
    they spend is the session's, whose opener they are given. ``servers`` have tools of others.
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
        """What a run of those agents will take, who are given that text."""
        runs = self.runs
        return estimate_run(spec, agents, briefing, store=runs.store, prices=runs.prices)

    def build_opening(self) -> Opening:
        """What an agent is told first."""
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
    """Where a session stands; ``queued`` counts messages that wait, ``run`` is what works now."""

    session: str
    state: SessionState
    queued: int
    spent: Spending
    run: str = ""
