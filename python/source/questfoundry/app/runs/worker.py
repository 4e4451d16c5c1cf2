"""Let one agent of a run work in a conversation of its own."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.agent.loop import TurnEnd, run_turn
from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.context.window import RequestKind
from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.run import Run
from questfoundry.app.runs.team import Agent
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import PromptRepository, Tool
from questfoundry.domain.run.spec import RunSpec

AGENT = "templates/studio/agent"

MAX_CALLS = 12
"""The maximum number of model calls of an agent in one part of its work."""


@frozen(kw_only=True)
class Worker:
    """An agent of a delegated run; while ``planning``, its tools have no side effects."""

    agent: Agent
    run: Run
    spec: RunSpec
    prompts: PromptRepository
    knowledge: str = ""
    files: tuple[str, ...] = ()
    tools: Sequence[Tool] = ()
    planning: bool = False

    async def answer(self, scope: str, *messages: Message, plan: str = "") -> str:
        """Return the agent's answer to its task, followed by ``messages`` in the request.

        ``plan`` is the plan to execute. The journal records the calls under the name ``scope``.
        """
        provider = self.agent.providers.discuss
        able = provider.traits.capabilities.tools
        offered = [each for each in self.tools if able and not (self.planning and each.effects)]
        tools = self.run.bind_tools(offered, scope, excluded=())
        opening = self._build_opening(plan, tools=bool(tools))
        request = ChatRequest(
            messages=(*opening, *messages),
            temperature=temperature_of(Phase.DISCUSS, provider.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, provider.traits),
        )
        model = self.run.bind_model(provider, scope, kind=RequestKind.TALK)
        toolset = Toolset(tools, prompts=self.prompts, events=self.run.events)
        turn = await run_turn(model, request, toolset, max_calls=MAX_CALLS)
        if turn.end is TurnEnd.ANSWERED:
            return turn.messages[-1].content.strip()
        last = evolve(request, messages=(*request.messages, *turn.messages))
        return (await request_answer(model, last, prompts=self.prompts)).text.strip()

    def _build_opening(self, plan: str, *, tools: bool) -> tuple[Message, Message]:
        spec = self.spec
        prompt = self.prompts.render(
            AGENT,
            {
                "role": self.agent.prompt,
                "extra": spec.agent_system_prompts.get(self.agent.id, ""),
                "planning": self.planning,
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

    def allow_effects(self) -> Worker:
        """Return a worker for the same agent that may also use tools with side effects."""
        return evolve(self, planning=False)
