"""Parse an author's YAML into plain data with positions, and describe errors with their places.

Only JSON types are accepted. Tags and aliases are refused: no artifact needs them, and a malicious
file could use them to do harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.fast_yaml import UnsuitableError, compose_yaml, convert_scalar

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

_DEEPEST = 200


@frozen(kw_only=True)
class YamlProblem:
    """An error in a YAML file."""

    problem: str
    place: FilePlace

    def __str__(self) -> str:
        return f"line {self.place.line}, column {self.place.column}: {self.problem}"


def check_nesting(text: str) -> None:
    """Raise ``MarkedYAMLError`` if ``text`` nests brackets more than 200 levels deep.

    No genuine file nests so deeply. The parser's time is quadratic in the depth, so a malicious
    file could keep the parser busy.
    """
    depth = 0
    for found in re.finditer(r"[\[\]{}]", text):
        depth = max(0, depth + (1 if found[0] in "[{" else -1))
        if depth > _DEEPEST:
            line = text.count("\n", 0, found.start())
            column = found.start() - text.rfind("\n", 0, found.start()) - 1
            from ruamel.yaml.error import StringMark

            mark = StringMark("", found.start(), line, column, "", 0)
            raise _fault("values are nested too deeply", mark)


def problem_of(error: YAMLError | RecursionError, text: str, file: str) -> YamlProblem:
    """Return the message and the place of ``error``, which the YAML parser raised.

    ``text`` is the content of the file named ``file``. A message never quotes the values of a
    duplicate key, because they may be secrets.
    """
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    match error:
        case MarkedYAMLError() if mark := error.problem_mark or error.context_mark:
            # For a duplicate key the parser quotes both values, which may be secrets.
            problem = str(error.problem or error.context).partition(" with value ")[0]
            return YamlProblem(
                problem=_add_hint(problem), place=FilePlace(file, mark.line + 1, mark.column + 1)
            )
        case ReaderError(position=position):
            before = text[:position]
            return YamlProblem(
                problem=f"the character #x{ord(text[position]):04x} must be written as an escape",
                place=FilePlace(file, before.count("\n") + 1, position - before.rfind("\n")),
            )
        case RecursionError():
            return YamlProblem(problem="values are nested too deeply", place=FilePlace(file, 1, 1))
        case _:
            return YamlProblem(problem=str(error), place=FilePlace(file, 1, 1))


_HINTS = {
    "'\\t' that cannot start": "indent with spaces, not with tabs",
    "that cannot start": "put the text in quotes",
    "mapping values are not allowed": "put a text with a colon in quotes, and write a space after "
    "the colon of a key",
    "expected ':'": "write `key: value`, and indent the further lines of a text",
    "expected <block end>": "indent all keys of one level, and all items of one list, alike",
    "unexpected end of stream": "close the quotation marks",
    "expected ',' or": "close the bracket, or separate the values by commas",
}
"""The advice for a slip, by a part of the parser's message about it."""


def _add_hint(problem: str) -> str:
    hint = next((hint for part, hint in _HINTS.items() if part in problem), "")
    return f"{problem} ({hint})" if hint else problem


Place = tuple[str | int, ...]
"""Keys and list positions from the top of a file down to a value."""

_LONGEST_SHOWN = 500
_TAG = "tag:yaml.org,2002:"
_TEXT = {f"{_TAG}str", f"{_TAG}timestamp", f"{_TAG}value"}
_CONVERTED = {f"{_TAG}null", f"{_TAG}bool", f"{_TAG}int", f"{_TAG}float"}


@frozen(kw_only=True)
class YamlText:
    """The text and data of a YAML file, and the positions of its values.

    ``lines``: Maps the place of each key or list item to its line, counted from 0. A place consists
      of the keys and list positions from the top of the file down to the value.
    ``scalars``: The ranges of the text in which ``#`` does not begin a comment.
    """

    text: str
    data: dict[str, Any]
    lines: dict[Place, int]
    scalars: list[range]


def parse(text: str, name: str, advice: str = "Correct the file.") -> YamlText:
    """Return the data and positions in ``text``, the content of the YAML file ``name``.

    If the text is not valid, raise ``InputError`` with the line and column of the problem.
    """
    try:
        check_nesting(text)
        return _read_quickly(text) or _read(text)
    except parser_errors() as problem:
        found = problem_of(problem, text, name)
        lines = text.split("\n")
        there = lines[found.place.line - 1][:_LONGEST_SHOWN].rstrip()
        shown = f"\n    {there}\n" if there.strip() else " "
        raise InputError(f"{name!r}, {found}.{shown}{advice}") from problem


def _read_quickly(text: str) -> YamlText | None:
    """Return the content of ``text``, or ``None`` if ruamel.yaml must read or refuse the text."""
    try:
        reader = _Reader(text, lambda node: convert_scalar(node.tag, node.value))
        return reader.read(compose_yaml(text))
    except (UnsuitableError, *parser_errors()):
        return None


def parser_errors() -> tuple[type[YAMLError], type[RecursionError]]:
    """Return the errors that ruamel.yaml raises for a text; call it only in an ``except`` line."""
    # Most files are valid and need nothing of ruamel.yaml, so only an error imports it.
    from ruamel.yaml.error import YAMLError

    return YAMLError, RecursionError


def _read(text: str) -> YamlText:
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True, plug_ins=[])
    return _Reader(text, yaml.constructor.construct_object).read(yaml.compose(text))


def _fault(problem: str, mark: Any) -> MarkedYAMLError:
    from ruamel.yaml.error import MarkedYAMLError

    return MarkedYAMLError(problem=problem, problem_mark=mark)


class _Reader:
    """A reader of nodes of ruamel.yaml or PyYAML, which have the same attributes."""

    def __init__(self, text: str, convert: Callable[[Any], Any]) -> None:
        self._text = text
        self._convert = convert
        self._lines: dict[Place, int] = {}
        self._scalars: list[range] = []
        self._node_ids: set[int] = set()

    def read(self, top: Any) -> YamlText:
        data = None if top is None else self._value(top, ())
        if not isinstance(data, dict):
            problem = "expected keys with values, such as genre: noir"
            raise _fault(problem, top and top.start_mark)
        return YamlText(text=self._text, data=data, lines=self._lines, scalars=self._scalars)

    def _value(self, node: Any, place: Place) -> Any:
        # An alias yields the same node object a second time.
        if id(node) in self._node_ids:
            raise _fault("aliases are not read; write the value out", node.start_mark)
        self._node_ids.add(id(node))
        match node.id, node.tag:
            case "mapping", tag if tag == f"{_TAG}map":
                return self._mapping(node, place)
            case "sequence", tag if tag == f"{_TAG}seq":
                return [self._item(item, (*place, at)) for at, item in enumerate(node.value)]
            case "scalar", _:
                return self._scalar(node)
            case _, tag:
                raise _fault(f"the tag {tag} is not read; remove it", node.start_mark)

    def _mapping(self, node: Any, place: Place) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, value in node.value:
            if key.tag != f"{_TAG}str":
                raise _fault("a key must be text; put it in quotes", key.start_mark)
            key_place = (*place, self._scalar(key))
            if key_place in self._lines:
                first = self._lines[key_place] + 1
                problem = f"the key {key.value!r} is used twice, first in line {first}"
                raise _fault(problem, key.start_mark)
            self._lines[key_place] = key.start_mark.line
            data[key.value] = self._value(value, key_place)
        return data

    def _item(self, node: Any, place: Place) -> Any:
        self._lines[place] = node.start_mark.line
        return self._value(node, place)

    def _scalar(self, node: Any) -> Any:
        start, end = node.start_mark.index, node.end_mark.index
        text = self._text[start:end]
        if node.style in ("|", ">"):
            # The indicator line may end in a comment, and blank lines may follow the block.
            start += text.find("\n") + 1
            end -= len(text) - len(text.rstrip())
        self._scalars.append(range(start, end))
        if node.tag in _TEXT:
            return node.value
        if node.tag not in _CONVERTED:
            raise _fault(f"the tag {node.tag} is not read; remove it", node.start_mark)
        try:
            return self._convert(node)
        except (ValueError, KeyError):
            kind = node.tag.removeprefix(_TAG)
            shown = node.value[:_LONGEST_SHOWN]
            raise _fault(f"{shown!r} is not a valid {kind}", node.start_mark) from None
