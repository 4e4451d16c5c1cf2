"""The studio of a project: chat sessions with an agent, and tasks for several agents."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.app.jobs import LiveParts
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.transcript import ListedSession, begin_session, list_sessions
from questfoundry.composition.wiring.finish import finish_job
from questfoundry.composition.wiring.studio import build_studio, list_agents
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.job import DelegatedJob
from questfoundry.domain.run.spec import RunSpec

if TYPE_CHECKING:
    from questfoundry.app.runs.team import Agent
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.composition.wiring.mcp import McpServer
    from questfoundry.domain.protocols.runs import Approval, RunExecutor
    from questfoundry.domain.protocols.workspace import Tool
    from questfoundry.domain.run.result import RunResult


@frozen
class ProjectStudio:
    """The studio of a project.

    An argument ``agents`` replaces the agents of ``project.yaml``, or chooses some of them by their
    ids. Methods raise ``InputError`` for an unknown id.
    """

    container: ProjectContainer

    def session(
        self,
        session: str | None = None,
        *,
        title: str = "",
        approval: Approval | None = None,
        agents: Sequence[Agent | str] = (),
        tools: Sequence[Tool] = (),
        executor: RunExecutor | None = None,
    ) -> InteractiveSession:
        """Return the session with the id ``session``, or a new session with ``title``.

        ``approval`` is asked before a run starts or a tool changes something; without it, these
        actions are denied. ``executor`` executes runs; by default they run in this process.
        ``tools`` are additional tools for the session's agent.
        """
        found = build_studio(
            self.container,
            approval=approval,
            agents=self._choose_agents(agents),
            tools=tools,
            executor=executor,
        )
        return InteractiveSession(found, session or begin_session(self.container.store(), title))

    def agents(self) -> tuple[str, ...]:
        """Return the ids of the agents that can work on delegated tasks."""
        return tuple(each.id for each in list_agents(self.container))

    def sessions(self) -> tuple[ListedSession, ...]:
        """Return all sessions of this project, oldest first."""
        return list_sessions(self.container.store())

    async def delegate(
        self, task: str, *, agents: Sequence[Agent | str] = (), key: str = "", **given: Any
    ) -> RunResult:
        """Give a task to one or several agents, wait, and return the result.

        ``given`` holds other fields of :class:`RunSpec`. A call with the ``key`` of an earlier call
        resumes the same run. Raise ``InputError`` for an invalid task; the result reports later
        errors.
        """
        chosen = self._choose_agents(agents)
        if agents and all(isinstance(each, str) for each in agents):
            # A worker has the agents of project.yaml, but not the objects of this process.
            given["agents"], chosen = [each.id for each in chosen], ()
        job = DelegatedJob(spec=RunSpec.from_dict({"task": task, **given}), task_key=key)
        live = LiveParts(agents=chosen)
        result: RunResult = await finish_job(self.container, job, live)
        return result

    def mcp_server(
        self, *, agents: Sequence[Agent | str] = (), approves: bool = False
    ) -> AbstractAsyncContextManager[McpServer]:
        """Return a context manager that offers the studio over the Model Context Protocol.

        With ``approves``, or if the settings require no approval, tool calls are approved
        automatically. Raise ``SettingsError`` if ``questfoundry[mcp]`` is not installed.
        """
        from questfoundry.composition.wiring.mcp import mcp_server

        chosen = self._choose_agents(agents)
        return mcp_server(self.container, agents=chosen, approves=approves)

    def _choose_agents(self, agents: Sequence[Agent | str]) -> tuple[Agent, ...]:
        """Return ``agents`` with the agent of ``project.yaml`` in place of each id."""
        if not any(isinstance(each, str) for each in agents):
            return tuple(each for each in agents if not isinstance(each, str))
        known = {each.id: each for each in list_agents(self.container)}
        for each in agents:
            if isinstance(each, str) and each not in known:
                raise InputError(f"There is no agent {each!r}. The agents are: {', '.join(known)}.")
        return tuple(known[each] if isinstance(each, str) else each for each in agents)
