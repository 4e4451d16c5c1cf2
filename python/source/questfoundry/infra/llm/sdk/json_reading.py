"""Read the JSON of models and servers: events of a stream, and arguments of tool calls."""

import asyncio
import codecs
import io
import json
import re
from collections.abc import AsyncGenerator, AsyncIterable, Mapping
from contextlib import suppress
from math import isfinite
from typing import Any, NoReturn

from questfoundry.domain.answer.schema import Schema, child, types_of
from questfoundry.domain.answer.submission import find_objects
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.infra.llm.sdk.json_schema import inline_references

_DONE = "[DONE]"
_FIELD = "data:"
_CLOSE_WAIT = 0.5
"""The seconds to wait for the stream to end after ``[DONE]``, so the connection is reusable."""


async def iter_documents(pieces: AsyncIterable[bytes]) -> AsyncGenerator[Any, None]:
    """Yield each JSON document of an answer as it arrives; empty and null events are skipped.

    Raise ``ValueError`` if the answer contains no document.
    """
    data: list[str] = []
    other: list[str] = []
    found = False
    lines = _iter_lines(pieces)
    async for line in lines:
        if line.startswith(_FIELD):
            data.append(line.removeprefix(_FIELD).strip())
        elif line and not found:
            other.append(line)
        elif data and not line:
            events = _split_events(data)
            data.clear()
            for event in events:
                if event == _DONE:
                    await _read_to_end(lines)
                    return
                found = True
                if (document := _parse_event(event)) is not None:
                    yield document
    if not found:
        yield json.loads("\n".join(other))


async def _read_to_end(lines: AsyncIterable[str]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_CLOSE_WAIT):
            async for _ in lines:
                pass


def _split_events(data: list[str]) -> list[str]:
    """Return the events in ``data``, the lines of data before an empty line.

    By the standard they are one event, but some servers leave out the empty lines.
    """
    are_events = len(data) > 1 and all(map(_is_event, data))
    return list(data) if are_events else ["\n".join(data)]


def _is_event(line: str) -> bool:
    try:
        return line == _DONE or isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _parse_event(event: str) -> Any:
    """Return the document in the data of an event; a server may report an error as plain text."""
    try:
        return json.loads(event or "null")
    except ValueError:
        if event.startswith(("{", "[")):
            raise
        return {"error": event}


async def _iter_lines(pieces: AsyncIterable[bytes]) -> AsyncGenerator[str, None]:
    """Yield the lines of an answer that arrives in ``pieces``, and an empty line at the end.

    A line ends with LF, CR or both, and a byte order mark at the start is skipped, as the standard
    of server-sent events says.
    """
    characters = codecs.getincrementaldecoder("utf-8-sig")()
    decoder = io.IncrementalNewlineDecoder(characters, translate=True)
    begun: list[str] = []
    async for piece in pieces:
        *ended, last = decoder.decode(piece).split("\n")
        for line in ended:
            yield "".join((*begun, line))
            begun.clear()
        begun.append(last)
    for line in "".join((*begun, decoder.decode(b"", final=True))).split("\n"):
        yield line
    yield ""


def parse_tool_call(
    id: str,  # noqa: A002
    name: str,
    raw: str | Mapping[str, Any],
    parameters: Schema,
) -> ToolCall:
    """Return a tool call whose arguments are decoded from ``raw``, a JSON object or its text.

    If ``raw`` cannot be decoded, the tool call contains the raw text in the field ``malformed``. An
    empty text means no arguments, because some models send it for tools without parameters.
    """
    decoded: Any = raw
    if isinstance(raw, str):
        if (plain := _read_plain(raw)) is not None:
            return ToolCall(id=id, name=name, arguments=plain)
        decoded = decode_json(raw) if raw.strip() else {}
    is_text = isinstance(decoded, str)
    if isinstance(decoded, str):
        decoded = decode_json(decoded)
    if isinstance(decoded, list):
        decoded = next((each for each in decoded if isinstance(each, Mapping)), decoded)
    if not isinstance(decoded, Mapping):
        objects = (each for each in find_objects(str(raw)) if isinstance(each, Mapping))
        decoded = next(objects, decoded)
    with suppress(ValueError):
        if isinstance(decoded, Mapping):
            schema, clean = inline_references(parameters), clean_json(decoded)
            arguments = _decode_nested(clean, schema, schema)
            return ToolCall(
                id=id,
                name=name,
                arguments=arguments,
                is_decoded_twice=is_text or arguments != clean,
            )
    return ToolCall(
        id=id, name=name, malformed=clean_text(raw if isinstance(raw, str) else repr(raw))
    )


_UNCLEAN = re.compile(
    r"""
    \0 | [\ud800-\udfff] | \\u(?:0000|[dD][89a-fA-F])  # what clean_text removes
    | "(?:\s|\\[nrt])*[\[{]                            # a text of JSON
    """,
    re.VERBOSE,
)


def _read_plain(text: str) -> dict[str, Any] | None:
    """Return the object in the JSON ``text``, or ``None`` if it may need cleaning or decoding.

    For most answers, this function replaces the slower cleaning of each value.
    """
    if text.count("{") + text.count("[") > MAX_DEPTH or _UNCLEAN.search(text):
        return None
    try:
        value = json.loads(text, parse_constant=_reject_constant, parse_float=_parse_finite)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _parse_finite(number: str) -> float:
    value = float(number)
    return value if isfinite(value) else _reject_constant(number)


def decode_json(text: str) -> Any:
    """Return the value of the JSON ``text``, or ``text`` itself if it is not valid JSON."""
    try:
        return clean_json(json.loads(text, parse_constant=_reject_constant))
    except (ValueError, RecursionError):
        return text


def is_whole_object(arguments: str | Mapping[str, Any]) -> bool:
    """Return whether ``arguments`` are a JSON object, or the complete text of one."""
    return isinstance(decode_json(arguments) if isinstance(arguments, str) else arguments, Mapping)


def _decode_nested(value: Any, node: Schema, root: Schema) -> Any:
    types = types_of(node, root)
    if isinstance(value, str) and types & {"object", "array"} and "string" not in types:
        decoded = decode_json(value)
        return _decode_nested(decoded, node, root) if isinstance(decoded, dict | list) else value
    if isinstance(value, Mapping):
        return {
            key: _decode_nested(item, child(node, key, root) or {}, root)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_decode_nested(item, child(node, 0, root) or {}, root) for item in value]
    return value


def _reject_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


MAX_DEPTH = 64
"""The most levels of nested lists and objects; our own schemas need ten."""

_NUL = "\0"


def is_clean(text: str) -> bool:
    """Return whether ``text`` can be encoded as UTF-8."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def clean_text(text: str) -> str:
    """Return ``text`` without NUL characters and lone surrogates; surrogate pairs are joined."""
    if not is_clean(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace(_NUL, "") if _NUL in text else text


def clean_json(value: Any, depth_left: int = MAX_DEPTH) -> Any:
    """Return the JSON ``value`` with all texts and keys cleaned by ``clean_text``.

    Raise ``ValueError`` if ``value`` is nested more than ``MAX_DEPTH`` levels or contains a number
    that is not finite.
    """
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is not JSON.")
    if not isinstance(value, Mapping | list):
        return value
    if not depth_left:
        raise ValueError(f"It is nested more than {MAX_DEPTH} levels deep.")
    if isinstance(value, list):
        return [clean_json(item, depth_left - 1) for item in value]
    return {clean_text(str(key)): clean_json(item, depth_left - 1) for key, item in value.items()}
