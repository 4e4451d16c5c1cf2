"""Long ids, and the numbers by which a model reads and writes them.

The ids that code makes of what happened before (``passage::the-vault-default-tail-2``) tell a
reader of artifacts what they are. A request tells it beside each of them anyway, and names them
over and over: in its text, in its schema, and in what is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.tools import ToolCall
from questfoundry.domain.ids import SEPARATOR, kind_of
from questfoundry.domain.models.traits import ModelTraits

NUMBERED = ("beat", "choice", "clue", "ending", "mark", "passage")
"""The kinds whose ids code makes; the names that a model or an author gave stay."""

_ID = re.compile(rf"(?<![\w:-])(?:{'|'.join(NUMBERED)}){SEPARATOR}[^\W_]+(?:-+[^\W_]+)*")

_Told = Callable[[str], str]


@frozen
class ShortIds:
    """What stands for each id in one request: its kind and a number, ``passage::3``."""

    numbers: Mapping[str, str]

    @classmethod
    def of(cls, request: ChatRequest, traits: ModelTraits) -> ShortIds:
        """Numbers for the ids in it, in the order in which they come up.

        There are none for a model that is asked for little at once: a small one understands the
        words of an id better than what is said beside it.
        """
        found: dict[str, None] = {}

        def note(text: str) -> str:
            found.update(dict.fromkeys(_ID.findall(text)))
            return text

        if traits.can_answer_many:
            _request(request, note)
        free = {kind: count(1) for kind in NUMBERED}
        return cls(
            {
                each: f"{kind}{SEPARATOR}{next(free[kind])}"
                for each in found
                for kind in [kind_of(each)]
            }
        )

    def told(self, request: ChatRequest) -> ChatRequest:
        """The request with a number for every id."""
        return _request(request, _replacing(self.numbers))

    def meant(self, response: ChatResponse) -> ChatResponse:
        """The answer with the ids that its numbers stand for; any other number stays."""
        ids = _replacing({number: each for each, number in self.numbers.items()})
        return evolve(
            response,
            text=ids(response.text),
            tool_calls=tuple(_call(each, ids) for each in response.tool_calls),
        )


def _replacing(others: Mapping[str, str]) -> _Told:
    return lambda text: _ID.sub(lambda found: others.get(found[0], found[0]), text)


def _request(request: ChatRequest, told: _Told) -> ChatRequest:
    return evolve(
        request,
        messages=tuple(_message(each, told) for each in request.messages),
        response_schema=_value(request.response_schema, told),
        tools=tuple(
            evolve(
                each,
                description=told(each.description),
                parameters=_value(each.parameters, told),
            )
            for each in request.tools
        ),
    )


def _message(message: Message, told: _Told) -> Message:
    calls = tuple(_call(each, told) for each in message.tool_calls)
    return evolve(message, content=told(message.content), tool_calls=calls)


def _call(call: ToolCall, told: _Told) -> ToolCall:
    malformed = None if call.malformed is None else told(call.malformed)
    return evolve(call, arguments=_value(call.arguments, told), malformed=malformed)


def _value(value: Any, told: _Told) -> Any:
    """The same JSON in other words, keys included."""
    if isinstance(value, str):
        return told(value)
    if isinstance(value, Mapping):
        return {told(key): _value(each, told) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_value(each, told) for each in value]
    return value
