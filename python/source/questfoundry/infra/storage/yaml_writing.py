"""Writing plain data as YAML that people like to read, with the comments they put there.

ruamel.yaml keeps a comment with the token before it, so a list that grows, or a long text
that changes, takes along or tears apart what was said of the value after it. Here a
comment belongs to the value that it precedes or stands beside; if that value is gone, it
moves up to what held it, and at last to the end of the file: none is ever lost.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from io import StringIO
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from questfoundry.infra.storage.yaml_reading import Place, YamlText, parse

_LONG = 80
"""Texts longer than this, in characters, stand as blocks of their own."""

_UNBROKEN = 1 << 30
_COMMENT = re.compile(r"^[ \t]*(?P<own>#.*|)$|(?<=[ \t])(?P<beside>#.*)$", re.MULTILINE)


@frozen(kw_only=True)
class Comment:
    """A comment, or a blank line where ``text`` is empty; a place of ``()`` is the end."""

    place: Place
    text: str
    beside: bool


def render(data: Mapping[str, Any], comments: list[Comment], name: str) -> str:
    """The text of file ``name``; equal data and comments give equal bytes."""
    stream = StringIO()
    yaml = YAML(plug_ins=[])
    yaml.default_flow_style = False
    yaml.width = _UNBROKEN
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.dump(_styled(data), stream)
    text = stream.getvalue()
    return _with_comments(parse(text, name), comments) if comments else text


def comments_of(file: YamlText) -> list[Comment]:
    """The comments and blank lines that somebody put into a file, from the top down."""
    masked = list(file.text)
    for stretch in file.scalars:
        masked[stretch.start : stretch.stop] = "x" * len(stretch)
    comments = []
    for found in _COMMENT.finditer("".join(masked)):
        if found.start() == len(file.text):
            break
        line = file.text.count("\n", 0, found.start())
        beside = found["own"] is None
        comments.append(
            Comment(
                place=_place_at(file.lines, line, beside=beside),
                text=found["beside"] if beside else found["own"],
                beside=beside,
            )
        )
    return comments


def _place_at(lines: dict[Place, int], line: int, *, beside: bool) -> Place:
    if beside:
        return next((place for place in reversed(lines) if lines[place] <= line), ())
    return next((place for place, start in lines.items() if start > line), ())


def _with_comments(file: YamlText, comments: list[Comment]) -> str:
    lines = file.text.split("\n")
    before: dict[int, list[str]] = defaultdict(list)
    for comment in comments:
        place = comment.place
        while place and place not in file.lines:
            place = place[:-1]
        at = file.lines.get(place, len(lines) - 1)
        if comment.beside and place and place == comment.place:
            lines[at] += f"  {comment.text}"
        else:
            before[at].append(comment.text)
    commented: list[str] = []
    for at, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        commented += [f"{indent}{text}".rstrip() for text in before[at]]
        commented.append(line)
    return "\n".join(commented)


def _styled(value: Any) -> Any:
    match value:
        case dict():
            return {_quoted(key): _styled(item) for key, item in value.items()}
        case list():
            return [_styled(item) for item in value]
        case str():
            return LiteralScalarString(value) if _is_better_as_block(value) else _quoted(value)
        case _:
            return value


def _is_better_as_block(text: str) -> bool:
    clear = _is_printable(text) and not text.startswith((" ", "\n")) and text[-2:] != "\n\n"
    return clear and ("\n" in text or len(text) > _LONG)


def _quoted(text: str) -> str:
    # Other quotes, or none, do not bring every character back.
    return text if _is_printable(text) else DoubleQuotedScalarString(text)


def _is_printable(text: str) -> bool:
    return text.replace("\n", "").isprintable()
