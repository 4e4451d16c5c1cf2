"""The tools of every discussion: numbered options for the author, and the signal to end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.run.run import Author
from questfoundry.domain.answer.payload import decoded
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import Message, Role, assistant, user
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.protocols import PromptRepository, Tool

READY = "ready_to_summarize"
"""The tool with which the model ends the discussion."""

DONE = "/done"
"""What the author types to end it."""

PRESENT_OPTIONS = "present_options"
MIN_OPTIONS, MAX_OPTIONS = 2, 5

_SHAPE = {"type": "object", "properties": {"options": {"type": "array"}}}

OptionsSink = Callable[[str, Sequence[str]], None]
"""Shows a question and its options to the author, numbered from 1."""


class ReadyToSummarize(Tool):
    """Takes note; the loop ends the turn."""

    def __init__(self, prompts: PromptRepository) -> None:
        self._wording = prompts.wording(f"tools/{READY}")

    @property
    def definition(self) -> ToolDefinition:
        """A tool without parameters."""
        return ToolDefinition(
            name=READY,
            description=str(self._wording["description"]),
            parameters={"type": "object", "properties": {}},
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Accept the signal, whatever came with it."""
        del arguments
        return Envelope(
            result=ToolStatus.ACCEPTED,
            action=str(self._wording["actions"]["accepted"]),
            ends_turn=True,
        )


class PresentOptions(Tool):
    """Shows the options and returns the author's next line as the choice.

    An author who is done ends the discussion here as anywhere else, and is shown no more.
    Without an author, or without a way to show options, it answers by itself that the
    model should choose. Several calls of one reply are put to the author one by one.
    """

    def __init__(
        self,
        prompts: PromptRepository,
        *,
        author: Author | None = None,
        on_options: OptionsSink | None = None,
    ) -> None:
        self._wording = prompts.wording(f"tools/{PRESENT_OPTIONS}")
        self._author = author
        self._on_options = on_options
        self._author_lock = asyncio.Lock()
        self._done = False

    @property
    def definition(self) -> ToolDefinition:
        """A question and two to five options."""
        parameters = self._wording["parameters"]
        return ToolDefinition(
            name=PRESENT_OPTIONS,
            description=str(self._wording["description"]),
            parameters={
                "type": "object",
                "properties": {
                    "question": {"type": "string", "description": parameters["question"]},
                    "options": {
                        "type": "array",
                        "items": {"type": "string"},
                        "minItems": MIN_OPTIONS,
                        "maxItems": MAX_OPTIONS,
                        "description": parameters["options"],
                    },
                },
                "required": ["question", "options"],
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """The author's choice, or words of the author's own, as they were typed."""
        decoded_arguments = decoded(dict(arguments), self.definition.parameters)
        question, options = decoded_arguments["question"], decoded_arguments["options"]
        if not _is_usable(question, options):
            problem = str(self._wording["problems"]["unusable"])
            return error(problem, action=self._get_action("unusable"))
        if self._author is None or self._on_options is None:
            return self._build_success({}, "alone")
        async with self._author_lock:
            if not self._done:
                self._on_options(question, options)
                line = await self._author() or ""
                self._done = is_done(line)
        return self._end_discussion() if self._done else self._build_answer(line, options)

    def _end_discussion(self) -> Envelope:
        return evolve(self._build_success({}, "settles"), ends_turn=True)

    def _build_answer(self, line: str, options: Sequence[str]) -> Envelope:
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(options):
            return self._build_success({"choice": options[int(number) - 1]}, "chosen")
        return self._build_success({"answer": line}, "answered")

    def _build_success(self, data: Mapping[str, str], action: str) -> Envelope:
        return success(data, action=self._get_action(action))

    def _get_action(self, name: str) -> str:
        return str(self._wording["actions"][name])


def is_done(line: str | None) -> bool:
    """Whether the author's line, or the end of input, ends the discussion."""
    return not line or line.strip() in ("", DONE)


def to_plain_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """What was said, as text alone: calls, and what tools found, are no part of it.

    What the discussion took from its research it says itself. Options that were put to the
    author are told with the choice. So Summarize is asked the same, whoever ended the talk.
    """
    plain: list[Message] = []
    for message in messages:
        match message.role:
            case Role.ASSISTANT:
                option_calls = [each for each in message.tool_calls if each.name == PRESENT_OPTIONS]
                text = "\n\n".join(
                    filter(None, (message.content.strip(), *map(_format_options, option_calls)))
                )
                plain += [assistant(text)] if text else []
            case Role.TOOL_RESULT:
                chosen = _extract_choice(message) if message.tool_name == PRESENT_OPTIONS else ""
                plain += [user(chosen)] if chosen else []
            case _:
                plain.append(message)
    return tuple(plain)


def _format_options(call: ToolCall) -> str:
    """The question and its options, as the author saw them."""
    arguments = decoded(dict(call.arguments), _SHAPE)
    question, options = arguments.get("question"), arguments.get("options")
    if not _is_usable(question, options):
        return ""
    lines = (f"{number}) {text}" for number, text in enumerate(options, start=1))
    return "\n".join((question, *lines))


def _extract_choice(result: Message) -> str:
    """What the author answered; empty where nobody did."""
    data = json.loads(result.content).get("data") or {}
    return "\n".join(map(str, data.values()))


def _is_usable(question: Any, options: Any) -> bool:
    if not isinstance(options, list) or not MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
        return False
    return all(isinstance(text, str) and text.strip() for text in (question, *options))
