"""The studio of a project: sessions, and tasks for agents."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.app.runs.team import Agent
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.sessions import ListedSession, list_sessions
from questfoundry.app.session.transcript import begin_session
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.studio import build_run_executor, build_studio, list_agents
from questfoundry.domain.protocols import Approval, RunExecutor, Tool
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.task import DELEGATED

if TYPE_CHECKING:
    from questfoundry.composition.mcp import McpServer


@frozen
class ProjectStudio:
    """What one does with agents; ``agents`` that are given stand for those of ``project.yaml``."""

    container: ProjectContainer

    def session(
        self,
        session: str | None = None,
        *,
        title: str = "",
        approval: Approval | None = None,
        agents: Sequence[Agent] = (),
        tools: Sequence[Tool] = (),
        executor: RunExecutor | None = None,
    ) -> InteractiveSession:
        """A conversation over this project: a new one of that title, or the one of that id.

        ``approval`` is asked before runs begin and tools have effects; without it, what needs
        one is denied. ``executor`` stands for the one in this process; ``tools`` are the session's
        agent's besides its own.
        """
        found = build_studio(
            self.container, approval=approval, agents=agents, tools=tools, executor=executor
        )
        return InteractiveSession(found, session or begin_session(self.container.store(), title))

    def agents(self) -> tuple[str, ...]:
        """The ids of those who can work on what is delegated."""
        return tuple(each.id for each in list_agents(self.container))

    def sessions(self) -> tuple[ListedSession, ...]:
        """All conversations of this project, the oldest first."""
        return list_sessions(self.container.store())

    async def delegate(
        self, task: str, *, agents: Sequence[Agent] = (), key: str = "", **given: Any
    ) -> RunResult:
        """Have a task done by one or several agents, and wait for what comes of it.

        ``given`` are the other parameters of a :class:`RunSpec`. The same ``key`` again goes on
        with the same run. ``InputError`` for what cannot be asked for; whatever goes wrong later
        is told in the result.
        """
        executor = build_run_executor(self.container, agents)
        with self.container.store().lock.hold(DELEGATED):
            handle = await executor.start(RunSpec.from_dict({"task": task, **given}), key=key)
            return await handle.result()

    def mcp_server(
        self, *, agents: Sequence[Agent] = (), approves: bool = False
    ) -> AbstractAsyncContextManager[McpServer]:
        """The studio for other programs, by the Model Context Protocol.

        With ``approves``, or where the settings want no approval, no client's user is asked.
        ``SettingsError`` where ``questfoundry[mcp]`` is not installed.
        """
        from questfoundry.composition.mcp import mcp_server

        return mcp_server(self.container, agents=agents, approves=approves)
