"""A session in memory with a scripted studio agent, and agents that answer by part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.runs.team import Agent
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.studio import SessionSettings, Studio
from questfoundry.app.session.transcript import begin_session
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.events import Event
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.domain.protocols.runs import Approval, ApprovalAnswer, RunApproval, ToolApproval
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.spec import Budget
from questfoundry.domain.session import AgentReplied, SessionState, StateChanged
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.delegated import Bench, three
from tests.support.stage_runs import Workshop, one_provider

WIDE = ModelTraits(capabilities=Capabilities(context_window=64_000))


def launches(task: str = "Find a name.", *, id: str = "call-1", **given: Any) -> ChatResponse:
    return calls("launch_run", {"task": task, **given}, id=id)


class AskedAuthor(Approval):
    """An author with scripted answers, who records questions and may wait for ``may``."""

    def __init__(self, *answers: ApprovalAnswer, waits: bool = False) -> None:
        self._answers = list(answers)
        self.asked: list[RunApproval | ToolApproval] = []
        self.may = asyncio.Event()
        if not waits:
            self.may.set()

    async def ask(self, wanted: RunApproval | ToolApproval) -> ApprovalAnswer:
        self.asked.append(wanted)
        await self.may.wait()
        return self._answers.pop(0) if self._answers else ApprovalAnswer(approved=True)


class StudioBench:
    """A project in memory with a session, and the requests to every agent."""

    def __init__(
        self,
        replies: Iterable[Reply] = (),
        *,
        agent: ChatProvider | None = None,
        models: Mapping[str, ChatProvider] | None = None,
        approval: Approval | None = None,
        budget: str | None = None,
        require_approval: bool = True,
        tools: Sequence[Tool] = (),
        workshop: Workshop | None = None,
        files: InMemoryProjectFiles | None = None,
        session: str = "",
    ) -> None:
        self.model = agent or ScriptedChatProvider(replies, traits=WIDE)
        self.models = models if models is not None else three()
        self.bench = Bench(self.models, workshop=workshop, files=files)
        self.store = self.bench.workshop.store
        self.files, self.workspace = self.bench.files, self.bench.workspace
        self.approval = approval or PolicyApproval(approves=True)
        self.studio = Studio(
            runs=self.bench.runs,
            agent=Agent(id="studio", providers=one_provider(self.model)),
            agents=lambda: self.bench.agents,
            executor=self.bench.executor,
            workspace=self.workspace,
            prompts=self.bench.workshop.prompts,
            settings=SessionSettings(
                require_approval=require_approval, budget=Budget.parse(budget) if budget else None
            ),
            approval=self.approval,
            tools=lambda runs: tools,
        )
        self.session = InteractiveSession(self.studio, session or begin_session(self.store))

    def reopened(self, replies: Iterable[Reply] = (), **more: Any) -> StudioBench:
        return StudioBench(
            replies,
            workshop=self.bench.workshop,
            files=self.files,
            session=self.session.id,
            **{"models": three(), **more},
        )

    def evolved(self, **changes: Any) -> InteractiveSession:
        return InteractiveSession(evolve(self.studio, **changes), self.session.id)

    async def says(self, message: str) -> list[Event]:
        return [each async for each in self.session.chat(message)]


def states(events: Iterable[Event]) -> list[SessionState]:
    return [each.after for each in events if isinstance(each, StateChanged)]


def replies(events: Iterable[Event]) -> list[str]:
    return [each.text for each in events if isinstance(each, AgentReplied)]


async def drained(events: AsyncIterator[Event]) -> list[Event]:
    return [each async for each in events]
