"""Save tokens in requests: short numbered ids, and no fields that have one legal value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.answer.schema import Schema, resolve_reference
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, ToolCall
from questfoundry.domain.ids import SEPARATOR, kind_of
from questfoundry.domain.models.traits import ModelTraits

NUMBERED_KINDS = ("beat", "choice", "clue", "ending", "mark", "passage")
"""The kinds whose ids are made by code; ids made from names of a model or an author are kept."""

_ID = re.compile(rf"(?<![\w:-])(?:{'|'.join(NUMBERED_KINDS)}){SEPARATOR}[^\W_]+(?:-+[^\W_]+)*")

_Replace = Callable[[str], str]


@frozen
class ShortIds:
    """The short forms of the ids in a request: a kind and a number, such as ``passage::3``."""

    numbers: Mapping[str, str]

    @classmethod
    def from_request(cls, request: ChatRequest, traits: ModelTraits) -> ShortIds:
        """Return short forms of the ids in ``request``, numbered in the order of first occurrence.

        The result is empty for a model that cannot answer large requests: it understands the words
        of an id better than a number.
        """
        found: dict[str, None] = {}

        def note(text: str) -> str:
            found.update(dict.fromkeys(_ID.findall(text)))
            return text

        if traits.can_answer_many and _mentions_ids(request):
            _map_request(request, note)
        free = {kind: count(1) for kind in NUMBERED_KINDS}
        return cls(
            {
                each: f"{kind}{SEPARATOR}{next(free[kind])}"
                for each in found
                for kind in [kind_of(each)]
            }
        )

    def shorten(self, request: ChatRequest) -> ChatRequest:
        """Return ``request`` with every id in its short form."""
        if not self.numbers:
            return request
        return _map_request(request, _build_replacer(self.numbers))

    def expand(self, response: ChatResponse) -> ChatResponse:
        """Return ``response`` with each known short id replaced by the full id."""
        if not self.numbers:
            return response
        ids = _build_replacer({number: each for each, number in self.numbers.items()})
        return evolve(
            response,
            text=ids(response.text),
            tool_calls=tuple(_map_call(each, ids) for each in response.tool_calls),
        )


def _mentions_ids(request: ChatRequest) -> bool:
    """Return whether a text, schema or tool call of ``request`` may contain an id."""
    values = (request.response_schema, *(tool.parameters for tool in request.tools))
    return any(SEPARATOR in message.content for message in request.messages) or any(
        SEPARATOR in json.dumps(value)
        for value in (*values, *(c.arguments for m in request.messages for c in m.tool_calls))
    )


def _build_replacer(substitutes: Mapping[str, str]) -> _Replace:
    return lambda text: _ID.sub(lambda found: substitutes.get(found[0], found[0]), text)


def _map_request(request: ChatRequest, replace: _Replace) -> ChatRequest:
    return evolve(
        request,
        messages=tuple(_map_message(each, replace) for each in request.messages),
        response_schema=_map_value(request.response_schema, replace),
        tools=tuple(
            evolve(
                each,
                description=replace(each.description),
                parameters=_map_value(each.parameters, replace),
            )
            for each in request.tools
        ),
        about=request.about and request.about.map_ids(replace),
    )


def _map_message(message: Message, replace: _Replace) -> Message:
    calls = tuple(_map_call(each, replace) for each in message.tool_calls)
    return evolve(message, content=replace(message.content), tool_calls=calls)


def _map_call(call: ToolCall, replace: _Replace) -> ToolCall:
    malformed = None if call.malformed is None else replace(call.malformed)
    return evolve(call, arguments=_map_value(call.arguments, replace), malformed=malformed)


def _map_value(value: Any, replace: _Replace) -> Any:
    if isinstance(value, str):
        return replace(value)
    if isinstance(value, Mapping):
        return {replace(key): _map_value(each, replace) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_map_value(each, replace) for each in value]
    return value


def omit_single_values(schema: Schema) -> dict[str, Any]:
    """Return ``schema`` without the required texts that have one legal value.

    An object without any other field keeps them.
    """
    found: dict[str, Any] = {name: _omit(each) for name, each in schema.items()}
    single = _find_single_values(schema)
    if single and len(single) < len(schema["properties"]):
        fields = found["properties"]
        found["properties"] = {name: fields[name] for name in fields if name not in single}
        found["required"] = [name for name in schema["required"] if name not in single]
    return found


def _omit(value: Any) -> Any:
    if isinstance(value, Mapping):
        return omit_single_values(value)
    return [_omit(each) for each in value] if isinstance(value, list) else value


def fill_single_values(data: Any, schema: Schema, root: Schema | None = None) -> Any:
    """Return ``data`` with the values of ``schema`` that ``omit_single_values`` leaves out."""
    root = schema if root is None else root
    node = resolve_reference(schema, root)
    if isinstance(data, list) and isinstance(node.get("items"), Mapping):
        return [fill_single_values(each, node["items"], root) for each in data]
    if not isinstance(data, Mapping):
        return data
    fields, other = node.get("properties", {}), node.get("additionalProperties")
    other = other if isinstance(other, Mapping) else {}
    filled = {
        name: fill_single_values(each, fields.get(name, other), root) for name, each in data.items()
    }
    single = _find_single_values(node)
    return {**filled, **(single if len(single) < len(fields) else {})}


def _find_single_values(node: Schema) -> Mapping[str, str]:
    fields = node.get("properties")
    if not isinstance(fields, Mapping):
        return {}
    required = node.get("required", ())
    return {
        name: each["enum"][0]
        for name, each in fields.items()
        if name in required and each.get("type") == "string" and len(each.get("enum", ())) == 1
    }
