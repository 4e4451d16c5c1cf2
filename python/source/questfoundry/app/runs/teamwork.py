"""Let the agents of a run work concurrently, and improve their drafts in rounds.

The drafts are shown without the names of their agents.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence

from attrs import field, frozen

from questfoundry.app.agent import Toolset, run_turn
from questfoundry.app.context import RequestKind
from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.run import Run
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, system, user
from questfoundry.domain.errors import AuthorLeft, BudgetReachedError, QuestFoundryError
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool, has_effects
from questfoundry.domain.run.inputs import ReadablePath
from questfoundry.domain.run.result import Candidate
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session import AgentMoved
from questfoundry.domain.text.digest import digest
from questfoundry.domain.writing.fitting import beginning_of

AGENT = "templates/studio/agent"

MAX_CALLS = 12
"""The maximum number of model calls of an agent in one part of its work."""


@frozen(kw_only=True)
class Worker:
    """An agent at work in a delegated run; while it plans, its tools have no side effects."""

    agent: Agent
    run: Run
    spec: RunSpec
    prompts: PromptRepository
    knowledge: str = ""
    files: tuple[ReadablePath, ...] = ()
    tools: Sequence[Tool] = ()

    async def answer(self, scope: str, *messages: Message, plan: str | None = None) -> str:
        """Return the agent's answer to its task and ``messages``; record the calls in ``scope``.

        An agent that executes a ``plan`` may also use tools with side effects.
        """
        planning = self.spec.planning_mode and plan is None
        provider = self.agent.providers.discuss
        able = provider.traits.capabilities.tools
        offered = [each for each in self.tools if able and not (planning and has_effects(each))]
        tools = self.run.bind_tools(offered, scope, excluded=())
        opening = self._build_opening(plan or "", planning=planning, tools=bool(tools))
        request = ChatRequest(
            messages=(*opening, *messages),
            temperature=temperature_of(Phase.DISCUSS, provider.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, provider.traits),
        )
        model = self.run.bind_model(provider, scope, kind=RequestKind.TALK)
        toolset = Toolset(tools, prompts=self.prompts, events=self.run.events)
        turn = await run_turn(model, request, toolset, max_calls=MAX_CALLS, always_answers=True)
        return turn.text.strip()

    def _build_opening(self, plan: str, *, planning: bool, tools: bool) -> tuple[Message, Message]:
        spec = self.spec
        prompt = self.prompts.render(
            AGENT,
            {
                "role": self.agent.prompt,
                "extra": spec.agent_system_prompts.get(self.agent.id, ""),
                "planning": planning,
                "tools": tools,
                "task": spec.task,
                "context": spec.context or "",
                "knowledge": self.knowledge,
                "files": self.files if tools else (),
                "plan": plan,
            },
            self.agent.providers.discuss.traits.profile.prompt_style,
        )
        return system(prompt["system"]), user(prompt["task"])


_WORDS_OF_A_TOKEN = 0.6


def shorten_drafts(texts: Sequence[str], traits: ModelTraits) -> list[str]:
    """Return ``texts``, shortened to fill together at most half of the model's context window.

    Each text keeps at least 40 words, even if all texts together are then longer.
    """
    max_words = traits.capabilities.context_window // 2 * _WORDS_OF_A_TOKEN
    return [beginning_of(each, max(40, int(max_words / len(texts)))) for each in texts]


def make_separator(drafts: Sequence[str]) -> str:
    """Return a code for the lines between ``drafts``, which the author of a draft cannot know."""
    return digest("\n".join(drafts))[:8]


Part = Callable[[Worker], Awaitable[None]]
"""A part of an agent's work, such as a draft; its result is written into the run's state."""


@frozen(kw_only=True)
class Team:
    """The agents of a delegated run, and the results of the run, which all agents share.

    With ``replays``, a stopped run is repeated from its recorded answers, without new calls.
    """

    run: Run
    spec: RunSpec
    workers: tuple[Worker, ...]
    state: RunState
    replays: bool = False

    @property
    def active_workers(self) -> tuple[Worker, ...]:
        """The workers (agents with their tools) that have neither failed nor stopped so far."""
        ended = {*self.state.problems, *self.state.stopped}
        return tuple(each for each in self.workers if each.agent.id not in ended)

    async def draft(self) -> None:
        """Let every agent write its first draft."""

        async def one(worker: Worker) -> None:
            name = worker.agent.id
            text = await worker.answer(f"draft:{name}")
            self.state.candidates[name] = Candidate(agent=name, text=text)

        await self.run_part("draft", one)

    async def execute(self, winner: Candidate) -> None:
        """Let the agent whose plan won the vote execute this plan."""
        planner = next(each for each in self.workers if each.agent.id == winner.agent)

        async def one(worker: Worker) -> None:
            text = await worker.answer(f"execute:{winner.agent}", plan=winner.text)
            self.state.executed = winner.model_copy(update={"text": text, "plan": winner.text})

        await self._run_worker_part("execute", planner, one, 0)

    async def run_part(self, name: str, part: Part, *, number: int = 0) -> None:
        """Run the part ``name`` of the work for all active agents concurrently.

        An agent that fails does no further work, but its earlier drafts remain. If the budget is
        used up or the author stops the run, the other agents finish this part before the error is
        raised.
        """
        work = [
            asyncio.ensure_future(self._run_worker_part(name, each, part, number))
            for each in self.active_workers
        ]
        try:
            ends = await asyncio.gather(*work, return_exceptions=True)
        finally:
            for each in work:
                each.cancel()
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        if self.replays and not self.active_workers:
            raise AuthorLeft

    async def _run_worker_part(self, name: str, worker: Worker, part: Part, number: int) -> None:
        agent = worker.agent.id
        self._emit_progress(agent, name, number)
        problem = ""
        try:
            await yield_to_loop()
            await part(worker)
        except AuthorLeft:
            if not self.replays:
                raise
            self.state.stopped.add(agent)
        except BudgetReachedError:
            raise
        except QuestFoundryError as error:
            problem = self.state.problems[agent] = str(error)
        self._emit_progress(agent, name, number, done=True, problem=problem)

    def _emit_progress(
        self, agent: str, part: str, number: int, *, done: bool = False, problem: str = ""
    ) -> None:
        self.run.events.emit(
            AgentMoved(
                run=self.run.id, agent=agent, part=part, round=number, done=done, problem=problem
            )
        )


REFINE = "templates/studio/refine"


async def refine(team: Team, rounds: int) -> None:
    """Run at most ``rounds`` rounds; stop after a round in which every agent keeps its draft.

    Agents see only the drafts of the previous round. Agents that do not understand texts keep their
    drafts.
    """
    unable = {each.agent.id for each in team.workers if not each.agent.can_comprehend}
    if len(unable) == len(team.workers):
        return
    for number in range(1, rounds + 1):
        refining = _Round(
            team=team, number=number, earlier_drafts=team.state.drafts, unchanged=set(unable)
        )
        await team.run_part("refine", refining.improve_draft, number=number)
        team.state.rounds = number
        if refining.unchanged >= {each.agent.id for each in team.active_workers}:
            return


@frozen(kw_only=True)
class _Round:
    team: Team
    number: int
    earlier_drafts: tuple[Candidate, ...]
    unchanged: set[str] = field(factory=set[str])

    async def improve_draft(self, worker: Worker) -> None:
        if not worker.agent.can_comprehend:
            return
        name, words = worker.agent.id, worker.prompts.wording("studio")
        drafts = {each.agent: each.text for each in self.earlier_drafts}
        others = [text for agent, text in drafts.items() if agent != name]
        own, *rest = shorten_drafts([drafts[name], *others], worker.agent.providers.discuss.traits)
        variables = {"others": rest, "keep": words["keep"], "separator": make_separator(rest)}
        prompt = worker.prompts.render(REFINE, variables)
        scope = f"refine:{name}:{self.number}"
        text = await worker.answer(scope, assistant(own), user(prompt["again"]))
        candidates = self.team.state.candidates
        if is_keep_answer(text, words["keep"]) or text == candidates[name].text:
            self.unchanged.add(name)
        else:
            candidates[name] = candidates[name].replace_text(text, self.number)


_MARKS = " \n\t.!*_#>\"'`([{:"
_MAX_REASON_WORDS = 60
"""The maximum number of words of an answer that gives its reason before the word ``keep``."""


def is_keep_answer(text: str, keep: str) -> bool:
    """Return whether an agent keeps its draft: it answers ``keep``, with or without a reason.

    The word ``keep`` is such an answer at the beginning of the text, alone in its last line, or in
    capitals in a short text. Two words in capitals, such as "KEEP OUT", are text of a draft.
    """
    said = text.strip(_MARKS)
    capitals = rf"(?<![A-Z] )\b{keep}\b(?! [A-Z]{{2}})"
    if re.match(capitals, said) or said.rpartition("\n")[2].strip(_MARKS) == keep:
        return True
    alone = rf"(?i:{keep})(?!\w| \w)"
    is_short = len(said.split()) <= _MAX_REASON_WORDS
    return is_short and bool(re.match(alone, said) or re.search(capitals, said))
