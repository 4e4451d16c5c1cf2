"""A small reader of ChoiceScript, which plays scenes by the rules of its documentation.

It refuses everything that the documentation does not allow: unknown commands, variables and labels,
options that do not end with a jump, two operators without parentheses, and negative numerals. It is
no proof that ChoiceScript itself accepts a file.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from tests.support.seen import Seen, SeenPlaythrough, seen

INDENT = 4
SCENE_BREAK = "[i][/i]* * *"
_TOKEN = re.compile(r"\s*(>=|<=|[()]|and\b|or\b|not\b|[-+]|\d+|[a-z]\w*)")
_EXPANDED = re.compile(r"[$@]!{0,2}\{|\[/?(?:b|i|n|c|url)\b")


@frozen
class Line:
    """A line with its depth and the lines that are indented below it."""

    text: str
    below: tuple["Line", ...] = ()


@frozen
class Option:
    label: str
    is_open: bool
    body: tuple[Line, ...]


@frozen
class Page:
    """The lines of a page, and its options."""

    lines: tuple[str, ...]
    options: tuple[Option, ...] = ()


@frozen(kw_only=True)
class Game:
    """A scene that begins with its variables; ``labels`` are the places of jumps."""

    values: Mapping[str, int]
    lines: tuple[Line, ...]
    labels: Mapping[str, int]
    headers: Mapping[str, str] = field(factory=dict)

    def playthroughs(self, route: Sequence[int] | None = None) -> set[SeenPlaythrough]:
        """Return all playthroughs, or the one that takes the options at the places ``route``."""
        return set(self._ways(0, dict(self.values), (), route))

    def _ways(
        self,
        place: int,
        values: dict[str, int],
        before: tuple[Seen, ...],
        route: Sequence[int] | None,
    ) -> Iterator[SeenPlaythrough]:
        page = self._show(place, values)
        shown = [*map(plain, page.lines)]
        can = [each for each in page.options if each.is_open]
        labels = [plain(each.label) for each in can]
        closed = [plain(each.label) for each in page.options if not each.is_open]
        if not can:
            yield (*before, seen(shown, labels, None, closed))
        for number, option in enumerate(can):
            if route is not None and number != route[len(before)]:
                continue
            after, target = dict(values), ""
            for line in option.body:
                command, _, rest = line.text.partition(" ")
                assert command in {"*set", "*goto"}, line
                assert not target, line
                if command == "*set":
                    assign(rest, after)
                else:
                    target = rest
            here = (*before, seen(shown, labels, number, closed))
            yield from self._ways(self.labels[target], after, here, route)

    def _show(self, place: int, values: Mapping[str, int]) -> Page:
        """Return the page from ``place`` on, up to its choice or its end."""
        lines: list[str] = []
        while True:
            line = self.lines[place]
            command, _, rest = line.text.partition(" ")
            if command == "*finish":
                return Page(tuple(lines))
            if command == "*choice":
                return Page(tuple(lines), tuple(options(line.below, values)))
            if command == "*goto":
                place, lines = self.labels[rest], []
                continue
            lines += read_text([line], values)
            place += 1


def read_text(lines: Sequence[Line], values: Mapping[str, int]) -> Iterator[str]:
    for line in lines:
        command, _, rest = line.text.partition(" ")
        if command == "*if":
            yield from read_text(line.below if evaluate(rest, values) else (), values)
        elif command not in {"*label", "*line_break", "*comment"}:
            assert not line.text.startswith(("*", "#")), line
            assert not line.below, line
            if line.text != SCENE_BREAK:
                yield line.text


def options(lines: Sequence[Line], values: Mapping[str, int]) -> Iterator[Option]:
    for line in lines:
        if line.text.startswith("#"):
            assert line.below[-1].text.startswith("*goto "), line
            yield Option(line.text[1:], is_open=True, body=line.below)
        elif found := re.fullmatch(r"\*selectable_if (\(.*?\)) #(.*)", line.text):
            yield Option(found[2], bool(evaluate(found[1], values)), line.below)
        else:
            assert line.text.startswith("*if "), line
            yield from options(line.below if evaluate(line.text[4:], values) else (), values)


def assign(rest: str, values: dict[str, int]) -> None:
    name, _, value = rest.partition(" ")
    assert name in values, rest
    if value in {"true", "false"}:
        values[name] = int(value == "true")
    else:
        assert re.fullmatch(r"[+-]\d+", value), rest
        values[name] += int(value)


def evaluate(expression: str, values: Mapping[str, int]) -> int:
    tokens = _TOKEN.findall(expression)
    assert "".join(tokens) == re.sub(r"\s", "", expression), expression
    value = _value(tokens, values)
    assert not tokens, expression
    return value


def _value(tokens: list[str], values: Mapping[str, int]) -> int:
    """Read a number, a variable, or an operation of at most two values in parentheses."""
    token = tokens.pop(0)
    if token.isdigit():
        return int(token)
    if token != "(":
        return {"true": 1, "false": 0}[token] if token in {"true", "false"} else values[token]
    if tokens[0] == "not":
        tokens.pop(0)
        value = int(not _value(tokens, values))
    else:
        value = _value(tokens, values)
        if tokens[0] != ")":
            operator, other = tokens.pop(0), _value(tokens, values)
            value = {
                "and": lambda: int(bool(value and other)),
                "or": lambda: int(bool(value or other)),
                ">=": lambda: int(value >= other),
                "<=": lambda: int(value <= other),
                "-": lambda: value - other,
                "+": lambda: value + other,
            }[operator]()
    assert tokens.pop(0) == ")"
    return value


def plain(text: str) -> str:
    """Return a line as players see it; markup of the story's text must not become code."""
    shown = re.sub(r"\[i\]\[/i\]", "\0", text)
    shown = re.sub(r"\[/?[bi]\]", "", shown)
    assert not _EXPANDED.search(shown), text
    return shown.replace("\0", "")


def read_game(startup: str) -> Game:
    """Return the game in the scene ``startup``; the variables must come first."""
    headers: dict[str, str] = {}
    values: dict[str, int] = {}
    lines = nested(startup)
    place = 0
    while lines[place].text.startswith(("*title", "*author", "*scene_list", "*comment", "*create")):
        command, _, rest = lines[place].text.partition(" ")
        headers[command] = rest or ", ".join(each.text for each in lines[place].below)
        if command == "*create":
            name, value = rest.split(" ")
            assert name not in values, name
            assert re.fullmatch("[a-z][a-z0-9_]*", name), name
            values[name] = {"false": 0, "0": 0}[value]
        place += 1
    story = lines[place:]
    labels = [each.text[7:] for each in story if each.text.startswith("*label ")]
    assert len(labels) == len({*labels} - {*values}), labels
    places = {each.text[7:]: at for at, each in enumerate(story) if each.text.startswith("*label ")}
    start = next(at for at, each in enumerate(story) if each.text.startswith("*goto "))
    return Game(values=values, lines=story[start:], labels=_moved(places, start), headers=headers)


def _moved(places: Mapping[str, int], start: int) -> Mapping[str, int]:
    return {name: place - start for name, place in places.items()}


def nested(text: str) -> tuple[Line, ...]:
    """Return the lines of a scene as a tree; empty lines are left out."""
    root: list[Line] = [Line("")]
    for raw in filter(str.strip, text.split("\n")):
        depth, rest = divmod(len(raw) - len(raw.lstrip(" ")), INDENT)
        assert not rest, raw
        assert depth < len(root), raw
        while len(root) > depth + 1:
            done = root.pop()
            root[-1] = evolve(root[-1], below=(*root[-1].below, done))
        root.append(Line(raw.strip()))
    while len(root) > 1:
        done = root.pop()
        root[-1] = evolve(root[-1], below=(*root[-1].below, done))
    return root[0].below
