"""Find the object that a model submitted, also in an unexpected frame.

Models add prose around an object, wrap an object once more, repeat it, write it as a Python literal
or write a tool call as text. An answer that fits as it is costs one comparison of its fields.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from json import JSONDecoder
from typing import Any

from questfoundry.domain.answer.payload import decode_json
from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.chat.exchange import ChatResponse

_MAX_WRAPPINGS = 4
_MAX_OBJECTS = 20  # The most objects that are read from one text
_CALL_FIELDS = frozenset({"name", "tool", "function", "type", "id", "recipient_name"})
_CALL_ARGUMENTS = ("arguments", "parameters", "input", "args", "function")
_ARGUMENT_TAG = re.compile(  # in the calls of Qwen, MiniMax and GLM
    r"""<(?:parameter(?:=|\sname=")|arg_key>)(?P<name>[\w-]+)
    (?:</arg_key>\s*<arg_value|"?[^<>]*)>(?P<value>.*?)</(?:parameter|arg_value)>""",
    re.DOTALL | re.VERBOSE,
)
_NAME_END = re.compile(r"[^\w.:/-]")
_NAME_PARTS = re.compile(r"[.:/]")


def find_submission(response: ChatResponse, tool: str, schema: Schema) -> Mapping[str, Any] | None:
    """Return the object that ``response`` submits by the tool ``tool`` or as text, else ``None``.

    If there are several objects, the one with the most fields of ``schema`` counts.
    """
    options = alternatives(schema, schema)
    fields = {each for option in options for each in option.get("properties", ())}
    required = {*schema.get("required", ())}
    calls = [call for call in response.tool_calls if names_tool(call.name, tool)]
    if len(calls) == 1 and calls[0].malformed is None and fields & calls[0].arguments.keys():
        return calls[0].arguments
    found = [each for call in calls for each in _read_call(call.arguments, call.malformed, fields)]
    if not calls:
        others = [
            each
            for call in response.tool_calls
            for each in _read_call(call.arguments, call.malformed, fields)
        ]
        found = [each for each in others if required and required <= each.keys()]
    if not response.tool_calls:
        found = [*_read_text(response.text, fields)]
    return max(found, key=lambda each: len(fields & each.keys()), default=None)


def is_whole(response: ChatResponse) -> bool:
    """Return whether all calls, or else the text, of ``response`` are complete JSON objects."""
    if response.tool_calls:
        return all(each.malformed is None for each in response.tool_calls)
    return isinstance(decode_json(response.text), dict)


def names_tool(name: str, tool: str) -> bool:
    """Return whether ``name`` is ``tool``, maybe with a prefix or a mark that models add.

    Examples: ``functions.submit_dream`` and ``submit_dream<|channel|>json``.
    """
    return name == tool or tool in _NAME_PARTS.split(_NAME_END.split(name.strip())[0])


def _read_call(
    arguments: Mapping[str, Any], malformed: str | None, fields: set[str]
) -> Iterator[Mapping[str, Any]]:
    if malformed is None:
        return _unwrap_all([arguments], fields)
    return (each for each in _unwrap_all(find_objects(malformed), fields) if fields & each.keys())


def _read_text(text: str, fields: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield the JSON objects in ``text``.

    An object outside a code fence counts only if it has one of the names in ``fields``.
    """
    whole = decode_json(text)
    if isinstance(whole, dict):
        yield from _unwrap_all([whole], fields)
        return
    found = _unwrap_all([*find_objects(text), dict(_read_tags(text))], fields)
    is_fenced = "```" in text
    yield from (each for each in found if is_fenced or fields & each.keys())


def _read_tags(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each argument that a call in XML contains."""
    for found in _ARGUMENT_TAG.finditer(text) if "</" in text else ():
        if found["value"].strip() != "null":
            yield found["name"], found["value"].strip("\n")


def find_objects(text: str) -> Sequence[Any]:
    """Return the JSON objects and lists in ``text``; if the first one is damaged, repair it."""
    whole = decode_json(text)
    if isinstance(whole, dict | list):
        return [whole]
    start = min((at for mark in "{[" if (at := text.find(mark)) >= 0), default=-1)
    if start < 0:
        return []
    found, is_damaged = _scan(text, start)
    return (_repair(text[start:]) if is_damaged else []) or found


def _scan(text: str, start: int) -> tuple[list[Any], bool]:
    """Return the objects in ``text`` from ``start`` on, and whether the first one is damaged."""
    decoder = JSONDecoder(strict=False)
    found: list[Any] = []
    failures = 0
    while start >= 0 and len(found) + failures < _MAX_OBJECTS:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            failures += 1
            end = start + 1
        else:
            found.append(value)
        start = min((at for mark in "{[" if (at := text.find(mark, end)) >= 0), default=-1)
    return found, failures > 0


def _repair(text: str) -> list[Any]:
    """Return the object in ``text`` with trailing commas, Python literals or quotes mended.

    An object that was cut off counts as unreadable, because its last field is not whole.
    """
    import json_repair

    end = max(text.rfind("}"), text.rfind("]")) + 1
    if '"' in text[end:]:
        return []
    try:
        value = json_repair.loads(text[:end], skip_json_loads=True)
    except (ValueError, RecursionError):
        return []
    return [value] if isinstance(value, dict | list) else []


def _unwrap_all(values: Iterable[Any], fields: set[str]) -> Iterator[Mapping[str, Any]]:
    for value in values:
        unwrapped = _unwrap(value, fields, _MAX_WRAPPINGS)
        if isinstance(unwrapped, Mapping):
            yield unwrapped


def _unwrap(value: Any, fields: set[str], depth: int) -> Any:
    """Return ``value``, or the object inside it that has the fields which ``value`` lacks."""
    if isinstance(value, Mapping):
        is_call = value.keys() <= {*_CALL_FIELDS, *_CALL_ARGUMENTS}
        if fields & value.keys() and not (is_call and value.keys() & {*_CALL_ARGUMENTS}):
            return value
        parts: Iterable[Any] = value.values()
    elif isinstance(value, list):
        parts = value
    else:
        return value
    inner = [_unwrap(decode_json(each), fields, depth - 1) for each in parts] if depth else []
    found = [each for each in inner if isinstance(each, Mapping) and fields & each.keys()]
    own = len(fields & value.keys()) if isinstance(value, Mapping) else 0
    best = max(found, key=lambda each: len(fields & each.keys()), default=None)
    if best is None or len(fields & best.keys()) < own:
        return value[0] if isinstance(value, list) and len(value) == 1 else value
    return best
