"""Delegated runs in memory: agents with model roles, and the executor over them."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from questfoundry.app.runs.coordinator import RunEnvironment
from questfoundry.app.runs.in_process import InProcessRunExecutor
from questfoundry.app.runs.team import Agent
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import RunSpec
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import calls, says
from tests.support.stage_runs import Workshop, one_provider

CRITERIA = ("It fits the task.", "It is true.", "It is well made.")
SCORE = re.compile(r"worth (\d+)")

Played = ChatResponse | Exception | str


def part_of(request: ChatRequest) -> str:
    names = {each.name for each in request.tools}
    if names & {"submit_rubric", "submit_vote"}:
        return "rubric" if "submit_rubric" in names else "vote"
    said = [each.content for each in request.messages if each.role is Role.USER]
    if "The plan that was chosen" in said[0]:
        return "execute"
    return "refine" if len(said) > 1 else "draft"


def drafts_in(request: ChatRequest) -> list[str]:
    """Return the drafts in a judge's request, in order."""
    shown = request.messages[-1].content
    return [
        each.strip()
        for each in re.split(r"--- (?:draft-\d+|End of the drafts) [0-9a-f]{8} ---", shown)[1:-1]
    ]


def judged(request: ChatRequest, score: Callable[[str], int]) -> ChatResponse:
    marks = {
        f"draft-{at}::criterion-{by}": {"reason": "It shows.", "score": score(draft)}
        for at, draft in enumerate(drafts_in(request), start=1)
        for by in range(1, len(CRITERIA) + 1)
    }
    return calls("submit_vote", {"marks": marks})


class AgentModel(ChatProvider):
    """A model that drafts ``worth N``, improves by one a round, and judges by that number.

    ``parts`` overrides single answers; ``waits`` names parts that wait for ``may``.
    """

    def __init__(
        self,
        worth: int,
        *,
        name: str = "scripted/model",
        parts: Mapping[str, Callable[[ChatRequest], Played] | Played] | None = None,
        waits: Sequence[str] = (),
        traits: ModelTraits | None = None,
    ) -> None:
        self.worth = worth
        self.requests: list[ChatRequest] = []
        self.may = asyncio.Event()
        self._ref = ModelRef.parse(name)
        self._parts = dict(parts or {})
        self._waits = waits
        self._traits = traits or ModelTraits(capabilities=Capabilities(context_window=32_768))

    @property
    def model(self) -> ModelRef:
        return self._ref

    @property
    def traits(self) -> ModelTraits:
        return self._traits

    def asked(self, part: str) -> list[ChatRequest]:
        return [each for each in self.requests if part_of(each) == part]

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        part = part_of(request)
        self.requests.append(request)
        await asyncio.sleep(0)
        if part in self._waits:
            await self.may.wait()
        played = self._parts.get(part, self._usual(part, request))
        if callable(played):
            played = played(request)
        if isinstance(played, Exception):
            raise played
        answer = says(played) if isinstance(played, str) else played
        if on_text is not None and answer.text:
            on_text(answer.text)
        return answer

    def _usual(self, part: str, request: ChatRequest) -> Played:
        match part:
            case "rubric":
                return calls("submit_rubric", {"criteria": list(CRITERIA)})
            case "vote":
                return judged(request, lambda draft: int(SCORE.search(draft)[1]))  # type: ignore[index]
            case "refine":
                self.worth = min(10, self.worth + 1)
                return f"Better, worth {self.worth}."
            case "execute":
                return "It is done."
            case _:
                return f"A draft worth {self.worth}."

    async def close(self) -> None:
        return


class Bench:
    """A project in memory with agents, and the executor of their runs."""

    def __init__(
        self,
        models: Mapping[str, ChatProvider],
        *,
        workshop: Workshop | None = None,
        prompts: Mapping[str, str] | None = None,
        research: Sequence[Tool] = (),
        files: InMemoryProjectFiles | None = None,
        stages: Any = None,
    ) -> None:
        self.workshop = workshop or Workshop()
        self.models = models
        self.files = files or InMemoryProjectFiles()
        self.workspace = FileProjectWorkspace(self.files)
        self.agents = tuple(
            Agent(id=name, providers=one_provider(model), prompt=(prompts or {}).get(name, ""))
            for name, model in models.items()
        )
        self.runs = self.workshop.opener(self.agents[0].providers)
        self.place = RunEnvironment(
            runs=self.runs,
            workspace=self.workspace,
            prompts=self.workshop.prompts,
            research=research,
            stages=stages(self) if stages else None,
        )
        self.executor = InProcessRunExecutor(self.place, agents=lambda: self.agents)

    async def run(self, task: str = "Find a name.", *, key: str = "", **given: Any) -> RunResult:
        handle = await self.executor.start(RunSpec.from_dict({"task": task, **given}), key=key)
        return await handle.result()

    def calls(self) -> int:
        return sum(
            len(each.requests) for each in self.models.values() if isinstance(each, AgentModel)
        )


def three(**more: Any) -> dict[str, AgentModel]:
    """Return the models of Ann, Ben and Cid; Ben drafts best."""
    return {
        "ann": AgentModel(4, **more),
        "ben": AgentModel(6, **more),
        "cid": AgentModel(5, **more),
    }


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks work until ``condition`` holds."""
    for _ in range(5_000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("It did not come to that.")


async def settled() -> None:
    """Wait for tasks that a killed process would not have."""
    others = asyncio.all_tasks() - {asyncio.current_task()}  # type: ignore[arg-type]
    await asyncio.gather(*others, return_exceptions=True)
