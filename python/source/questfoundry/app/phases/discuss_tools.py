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
FEWEST_OPTIONS, MOST_OPTIONS = 2, 5

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
        self._one_by_one = asyncio.Lock()
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
                        "minItems": FEWEST_OPTIONS,
                        "maxItems": MOST_OPTIONS,
                        "description": parameters["options"],
                    },
                },
                "required": ["question", "options"],
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """The author's choice, or words of the author's own, as they were typed."""
        given = decoded(dict(arguments), self.definition.parameters)
        question, options = given["question"], given["options"]
        if not _is_usable(question, options):
            problem = str(self._wording["problems"]["unusable"])
            return error(problem, action=self._action("unusable"))
        if self._author is None or self._on_options is None:
            return self._success({}, "alone")
        async with self._one_by_one:
            if not self._done:
                self._on_options(question, options)
                line = await self._author() or ""
                self._done = is_done(line)
        return self._settled() if self._done else self._answer(line, options)

    def _settled(self) -> Envelope:
        return evolve(self._success({}, "settles"), ends_turn=True)

    def _answer(self, line: str, options: Sequence[str]) -> Envelope:
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(options):
            return self._success({"choice": options[int(number) - 1]}, "chosen")
        return self._success({"answer": line}, "answered")

    def _success(self, data: Mapping[str, str], action: str) -> Envelope:
        return success(data, action=self._action(action))

    def _action(self, name: str) -> str:
        return str(self._wording["actions"][name])


def is_done(line: str | None) -> bool:
    """Whether the author's line, or the end of input, ends the discussion."""
    return not line or line.strip() in ("", DONE)


def in_words(messages: Sequence[Message]) -> tuple[Message, ...]:
    """What was said, as text alone: calls, and what tools found, are no part of it.

    What the discussion took from its research it says itself. Options that were put to the
    author are told with the choice. So Summarize is asked the same, whoever ended the talk.
    """
    said: list[Message] = []
    for message in messages:
        match message.role:
            case Role.ASSISTANT:
                put = [each for each in message.tool_calls if each.name == PRESENT_OPTIONS]
                text = "\n\n".join(filter(None, (message.content.strip(), *map(_put, put))))
                said += [assistant(text)] if text else []
            case Role.TOOL_RESULT:
                chosen = _chosen(message) if message.tool_name == PRESENT_OPTIONS else ""
                said += [user(chosen)] if chosen else []
            case _:
                said.append(message)
    return tuple(said)


def _put(call: ToolCall) -> str:
    """The question and its options, as the author saw them."""
    given = decoded(dict(call.arguments), _SHAPE)
    question, options = given.get("question"), given.get("options")
    if not _is_usable(question, options):
        return ""
    lines = (f"{number}) {text}" for number, text in enumerate(options, start=1))
    return "\n".join((question, *lines))


def _chosen(result: Message) -> str:
    """What the author answered; empty where nobody did."""
    data = json.loads(result.content).get("data") or {}
    return "\n".join(map(str, data.values()))


def _is_usable(question: Any, options: Any) -> bool:
    if not isinstance(options, list) or not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        return False
    return all(isinstance(text, str) and text.strip() for text in (question, *options))
