"""Offer tools in a discussion: one shows options to the author, one ends the discussion."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.context import shorten_results
from questfoundry.app.run.run import Author
from questfoundry.domain.answer.payload import decode_nested
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import (
    Message,
    Role,
    ToolCall,
    ToolDefinition,
    assistant,
    user,
)
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool

READY = "ready_to_summarize"
"""The name of the tool with which the model ends the discussion."""

DONE = "/done"
"""The line with which the author ends the discussion."""

UNDO = "/undo"
"""The line with which the author removes the last line and its answer."""

_COMMAND = re.compile(r"/[A-Za-z]+")

PRESENT_OPTIONS = "present_options"
MIN_OPTIONS, MAX_OPTIONS = 2, 5

_SHAPE = {"type": "object", "properties": {"options": {"type": "array"}}}

OptionsSink = Callable[[str, Sequence[str]], None]
"""A function that shows a question and its options, numbered from 1, to the author."""


class ReadyToSummarize(Tool):
    """A tool with which the model signals that the discussion can end."""

    def __init__(self, prompts: PromptRepository) -> None:
        self._wording = prompts.wording(f"tools/{READY}")

    @property
    def definition(self) -> ToolDefinition:
        """The definition of the tool, which has no parameters."""
        return ToolDefinition(
            name=READY,
            description=str(self._wording["description"]),
            parameters={"type": "object", "properties": {}},
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Return a success that ends the turn; the tool ignores ``arguments``, as it needs none."""
        del arguments
        return Envelope(
            result=ToolStatus.ACCEPTED,
            action=str(self._wording["actions"]["accepted"]),
            ends_turn=True,
        )


class PresentOptions(Tool):
    """A tool that shows options to the author and returns the author's next line as the choice.

    If there is no author, or no way to show options, the result tells the model to choose by
    itself. If one answer of the model calls the tool several times, the author sees the options of
    one call at a time. Once the author has ended the discussion, no more options are shown.
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
        """The definition of the tool, whose parameters are a question and two to five options."""
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
        """Show the options, and return the author's choice or line; ``/done`` ends the turn."""
        decoded_arguments = decode_nested(dict(arguments), self.definition.parameters)
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
    """Return whether ``line`` ends the discussion: it is empty, ``/done``, or the end of input."""
    return not line or line.strip() in ("", DONE)


def is_command(line: str) -> bool:
    """Return whether ``line`` begins with a slash command such as ``/done``, not with a path."""
    return bool(_COMMAND.fullmatch(line.split()[0])) if line.strip() else False


def refuse_unknown_commands(author: Author, on_refused: Callable[[str], None]) -> Author:
    """Return an author whose unknown slash commands are passed to ``on_refused``, not returned."""

    async def next_line() -> str | None:
        while True:
            line = await author()
            if line is None or not is_command(line) or line.strip() in (DONE, UNDO):
                return line
            on_refused(
                f"There is no command {line.strip()!r}. {DONE} finishes the discussion, and {UNDO} "
                "removes your last message and its answer."
            )

    return next_line


def to_plain_messages(
    messages: Sequence[Message], *, max_result_tokens: int = 0
) -> tuple[Message, ...]:
    """Return the discussion without the tools by which it is held.

    Options that were shown to the author become text, followed by the author's choice. The
    Summarize request is therefore the same whether or not a tool call ended the discussion. Calls
    of research tools are kept with their results, which share ``max_result_tokens`` tokens. With 0,
    these calls are left out, too.
    """

    def is_kept(tool: str | None) -> bool:
        return max_result_tokens > 0 and tool not in (PRESENT_OPTIONS, READY)

    plain: list[Message] = []
    for message in messages:
        match message.role:
            case Role.ASSISTANT:
                option_calls = [each for each in message.tool_calls if each.name == PRESENT_OPTIONS]
                text = "\n\n".join(
                    filter(None, (message.content.strip(), *map(_format_options, option_calls)))
                )
                calls = tuple(each for each in message.tool_calls if is_kept(each.name))
                plain += [assistant(text, calls)] if text or calls else []
            case Role.TOOL_RESULT if is_kept(message.tool_name):
                plain.append(message)
            case Role.TOOL_RESULT:
                chosen = _extract_choice(message) if message.tool_name == PRESENT_OPTIONS else ""
                plain += [user(chosen)] if chosen else []
            case _:
                plain.append(message)
    return shorten_results(plain, max_result_tokens)


def _format_options(call: ToolCall) -> str:
    arguments = decode_nested(dict(call.arguments), _SHAPE)
    question, options = arguments.get("question"), arguments.get("options")
    if not _is_usable(question, options):
        return ""
    lines = (f"{number}) {text}" for number, text in enumerate(options, start=1))
    return "\n".join((question, *lines))


def _extract_choice(result: Message) -> str:
    data = json.loads(result.content).get("data") or {}
    return "\n".join(map(str, data.values()))


def _is_usable(question: Any, options: Any) -> bool:
    if not isinstance(options, list) or not MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
        return False
    return all(isinstance(text, str) and text.strip() for text in (question, *options))
