"""Run one turn of a session, from an author's message to the answer, or show its request."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.agent import Toolset, TurnEnd, run_turn
from questfoundry.app.context import RequestKind
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.pipeline.preview import PromptPreview, preview_request
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.cooperative import Emit
from questfoundry.app.run.run import Run
from questfoundry.app.session.launching import (
    LAUNCH,
    Launcher,
    LaunchResult,
    LaunchRunTool,
    build_launch_definition,
)
from questfoundry.app.session.studio import SessionLedger, Studio
from questfoundry.app.session.tools import PinTool, build_session_tools
from questfoundry.app.session.transcript import SUBJECT, Transcript, list_sessions
from questfoundry.domain.chat.exchange import ChatRequest, estimate_message_tokens
from questfoundry.domain.chat.messages import (
    ChatMessage,
    Message,
    Role,
    ToolDefinition,
    assistant,
    system,
    user,
)
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import Budget
from questfoundry.domain.session import Compacted, TextWritten
from questfoundry.domain.writing.fitting import beginning_of

ANSWER = "answer"
TURN_KIND = RequestKind.BOOK
"""The rules by which the request of a turn is shortened to fit the model's window."""
MAX_CALLS = 24
"""The maximum number of model calls of the studio's agent in one turn."""

_TEMPERATURE = 0.5
TASK_COMMANDS = ("/run", "/coordinate")
"""Commands before a task, as in ``/run TASK``: they launch a run without asking the agent first."""


COMPACT = "templates/studio/compact"
_COMPACT_SCOPE = "compact"
_MAX_WORDS = 400
"""The maximum number of words of one message in the summary request."""


@frozen(kw_only=True)
class SessionTurn:
    """A turn of a session: one message of the author, and all objects needed to answer it.

    ``tools`` lacks the tool ``launch_run``, which the turn adds.
    """

    studio: Studio
    run: Run
    inputs: StudioInputs
    transcript: Transcript
    launcher: Launcher
    tools: Sequence[Tool]
    remaining: Budget | None
    emit: Emit

    async def answer(self) -> str:
        """Return the agent's answer, and store all messages of the turn, even after an error.

        If a run used up the budget, so that the agent cannot answer, return the run's answer.
        """
        inputs, before = await self._begin_or_resume()
        messages: list[Message] = []
        try:
            if (run := _find_run(inputs)) is None:
                try:
                    text = await self._converse(inputs, before, messages)
                except BudgetReachedError as problem:
                    if (result := self.launcher.last_result) is None:
                        raise
                    text = "\n\n".join((_describe_result(result), str(problem)))
                    messages.append(assistant(text))
            else:
                messages.append(user(inputs.message))
                text = _describe_launch(await self.launcher.launch(run))
                messages.append(assistant(text))
        finally:
            complete = _drop_unanswered_calls(messages) or [user(inputs.message)]
            self.transcript.store_messages(inputs.part, inputs.position, complete)
        # The journal holds the requests, so the record of an ended turn can stay small.
        ended = inputs.model_copy(update={"opening": "", "context": ""})
        self.run.record = evolve(self.run.record, inputs=ended)
        return text

    async def _begin_or_resume(self) -> tuple[StudioInputs, Sequence[ChatMessage]]:
        inputs = self.inputs
        if inputs.opening:
            before = self.transcript.list_before(inputs.part, inputs.position)
        else:
            inputs, before = await self._begin(inputs)
            self.run.record = evolve(self.run.record, inputs=inputs)
            self.studio.runs.store.runs.save(self.run.record)
        if inputs.context:
            self.studio.workspace.keep_context(inputs.context)
        return inputs, before

    async def _begin(self, inputs: StudioInputs) -> tuple[StudioInputs, Sequence[ChatMessage]]:
        part = self.transcript.get_newest_part()
        position = self.transcript.count_messages(part)
        before = self.transcript.list_before(part, position)
        knowledge, context = self.studio.workspace.context(), ""
        if is_window_half_full(self.studio, before):
            knowledge = context = await self._write_notes(before, knowledge)
            part, position = self.transcript.begin_next_part(part), 0
            self.emit(Compacted(messages=len(before)))
            before = ()
        opening = self.studio.build_system_message(
            knowledge=knowledge,
            pins=self.transcript.list_pins(),
            remaining=self.remaining,
            launches=self._can_call_tools,
        )
        begun = {"part": part, "position": position, "opening": opening, "context": context}
        return inputs.model_copy(update=begun), before

    async def _write_notes(self, messages: Sequence[ChatMessage], knowledge: str) -> str:
        """Return the project's context ``knowledge`` after the model added the conversation."""
        talk = [
            {"who": each.message.role.value, "text": beginning_of(each.message.content, _MAX_WORDS)}
            for each in messages
            if each.message.content.strip() and each.message.role is not Role.TOOL_RESULT
        ]
        provider, prompts = self.studio.agent.providers.summarize, self.studio.prompts
        prompt = prompts.render(COMPACT, {"knowledge": knowledge, "talk": talk})
        request = ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            temperature=0.3,
            max_tokens=max_tokens_of(Phase.SUMMARIZE, provider.traits),
        )
        model = self.run.bind_model(provider, _COMPACT_SCOPE)
        return (await request_answer(model, request, prompts=prompts)).text.strip()

    async def _converse(
        self, inputs: StudioInputs, before: Sequence[ChatMessage], messages: list[Message]
    ) -> str:
        question = user(inputs.message)
        messages.append(question)
        provider = self.studio.agent.providers.discuss
        request = build_request(self.studio, inputs.opening, before, question)
        model = self.run.bind_model(provider, ANSWER, kind=TURN_KIND)
        toolset = Toolset(self._build_tools(), prompts=self.studio.prompts, events=self.run.events)
        turn = await run_turn(
            model,
            request,
            toolset,
            max_calls=MAX_CALLS,
            always_answers=True,
            on_text=self._emit_text,
            on_message=messages.append,
        )
        return turn.text.strip() if turn.end is TurnEnd.ANSWERED else ""

    @property
    def _can_call_tools(self) -> bool:
        return self.studio.agent.providers.discuss.traits.capabilities.tools

    def _build_tools(self) -> tuple[Tool, ...]:
        if not self._can_call_tools:
            return ()
        launch = LaunchRunTool(self.launcher)
        return self.run.bind_tools((launch, *self.tools), ANSWER, excluded=())

    def _emit_text(self, text: str) -> None:
        self.emit(TextWritten(text=text))


def build_request(
    studio: Studio, opening: str, before: Sequence[ChatMessage], question: Message
) -> ChatRequest:
    """Return the first request of a turn, without tools.

    ``opening`` is the system message, and ``before`` the earlier messages of the conversation.
    """
    traits = studio.agent.providers.discuss.traits
    return ChatRequest(
        messages=(system(opening), *_select_messages(before), question),
        temperature=_TEMPERATURE,
        max_tokens=max_tokens_of(Phase.DISCUSS, traits),
    )


def is_window_half_full(studio: Studio, messages: Sequence[ChatMessage]) -> bool:
    """Return whether ``messages`` are so long that the agent must write notes instead."""
    capabilities = studio.agent.providers.summarize.traits.capabilities
    tokens = sum(estimate_message_tokens(each.message) for each in messages)
    return capabilities.comprehension and tokens > capabilities.context_window // 2


def parse_task(message: str) -> str | None:
    """Return the task in a message such as ``/run TASK``, or ``None`` for any other message."""
    command, _, task = message.strip().partition(" ")
    return task.strip() if command in TASK_COMMANDS else None


def _find_run(inputs: StudioInputs) -> Mapping[str, Any] | None:
    """Return the fields of the run that the message itself asks for, or ``None``."""
    if inputs.launch is not None:
        return inputs.launch.model_dump(mode="json")
    task = parse_task(inputs.message)
    return None if task is None else {"task": task}


def _describe_launch(launched: LaunchResult) -> str:
    if launched.result is None:
        return launched.refusal or launched.decline_reason
    return _describe_result(launched.result)


def _describe_result(result: RunResult) -> str:
    return "\n\n".join(filter(None, (result.answer, result.problem)))


def _select_messages(before: Sequence[ChatMessage]) -> list[Message]:
    """Return the messages without tool results at the start, whose calls are not included."""
    messages = [each.message for each in before]
    while messages and messages[0].role is Role.TOOL_RESULT:
        messages.pop(0)
    return messages


def _drop_unanswered_calls(messages: Sequence[Message]) -> list[Message]:
    complete: list[Message] = []
    waiting: list[Message] = []
    for message in messages:
        waiting.append(message)
        if len(waiting) > len(waiting[0].tool_calls):
            complete += waiting
            waiting = []
    return [each for each in complete if each.content.strip() or each.tool_calls]


async def preview_turn(studio: Studio, message: str) -> PromptPreview:
    """Return the request that ``message`` would cause in the newest session, or in a new session.

    The tools of MCP servers are part of the request, so the servers are started.
    """
    store, provider = studio.runs.store, studio.agent.providers.discuss
    sessions = list_sessions(store)
    session = f"{SUBJECT}/{sessions[-1].number}" if sessions else ""
    transcript = Transcript(store, session)
    before = transcript.list_newest() if session else ()
    left_out: tuple[str, ...] = ()
    if is_window_half_full(studio, before):
        left_out, before = ("the conversation: notes in CONTEXT.md replace it",), ()
    can_call_tools = provider.traits.capabilities.tools
    opening = studio.build_system_message(
        knowledge=studio.workspace.context(),
        pins=transcript.list_pins() if session else (),
        remaining=SessionLedger(studio.runs, session, studio.settings.budget).meter.get_remaining(),
        launches=can_call_tools,
    )
    request = build_request(studio, opening, before, user(message))
    tools = await _list_tools(studio) if can_call_tools else ()
    return preview_request(
        evolve(request, tools=tools),
        provider,
        TURN_KIND,
        based_on=session or None,
        left_out=left_out,
    )


async def _list_tools(studio: Studio) -> tuple[ToolDefinition, ...]:
    others = await studio.servers.tools() if studio.servers else ()
    added = (PinTool(lambda _: None, studio.prompts), *studio.tools(studio.runs), *others)
    words = studio.prompts.wording(f"tools/{LAUNCH}")
    return (
        build_launch_definition(words, [each.id for each in studio.agents()]),
        *(e.definition for e in build_session_tools(studio.workspace, studio.prompts, added)),
    )
