"""A small Twine that reads the Twee export of each format, and plays it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from html.parser import HTMLParser

from attrs import evolve, frozen

from tests.support.seen import Seen, SeenPlaythrough, seen


@frozen
class TweePassage:
    """A passage as any reader finds it."""

    name: str
    tags: tuple[str, ...]
    text: str


@frozen
class Link:
    """A choice: the required values of variables, and the variables it sets.

    A player reads ``closed`` if the choice is not open and the test ``otherwise`` holds. ``adds``
    holds pairs of a variable and a signed number.
    """

    wanted: tuple[tuple[str, bool], ...]
    label: str
    target: str
    sets: tuple[str, ...]
    closed: str = ""
    otherwise: str = ""
    adds: tuple[tuple[str, int], ...] = ()

    def tells_closed(self, variables: Mapping[str, int]) -> bool:
        told = not self.otherwise or evaluate(self.otherwise, variables)
        return bool(self.closed) and not self.open(variables) and told

    def open(self, variables: Mapping[str, int]) -> bool:
        return all(is_true(test, variables) is value for test, value in self.wanted)


_COMPARED = re.compile(
    r"\(?\(?(?P<name>[\w$.]+)(?: \|\| 0\))? (?P<sign>gte|lte|>=|<=) (?P<number>-?\d+)\)?"
)


def is_true(test: str, variables: Mapping[str, int]) -> bool:
    """Return the value of a test: the name of a flag, or a comparison with a number."""
    if not (compared := _COMPARED.fullmatch(test)):
        return bool(variables.get(test))
    value, number = variables.get(compared["name"], 0), int(compared["number"])
    return value >= number if compared["sign"] in {"gte", ">="} else value <= number


_PARTS = re.compile(r"(?:\([\w.]+ \|\| 0\)|[\w$.]+) (?:gte|lte|>=|<=) -?\d+|&&|!|[()]|[\w$.]+|\s+")
_OPERATORS = {"&&": "and", "!": " not ", "and": "and", "not": "not"}


def evaluate(test: str, variables: Mapping[str, int]) -> bool:
    """Return the value of a test with operators and parentheses."""
    parts = [found[0] for found in _PARTS.finditer(test)]
    assert "".join(parts) == test, test
    values = (
        _OPERATORS[each]
        if each in _OPERATORS
        else each
        if each in "()" or each.isspace()
        else f" {is_true(each, variables)} "
        for each in parts
    )
    return bool(eval("".join(values).strip()))


Line = tuple[str, str]
"""The variable that a line requires, or an empty text, and the line."""

Reading = Callable[[str], tuple[list[Line], list[Link]]]
"""A format's reading of a passage: its lines and its links."""


def twee_passages(twee: str) -> list[TweePassage]:
    found = []
    for part in re.split("^::", twee, flags=re.MULTILINE)[1:]:
        header, _, text = part.partition("\n")
        named = re.fullmatch(r" ([^\[{]*?)(?: \[(.*?)\])?(?: (\{.*\}))?", header)
        assert named, header
        found.append(TweePassage(named[1], tuple((named[2] or "").split()), text.rstrip("\n")))
    return found


class Archive(HTMLParser):
    """The elements of Twine's archive, read as any HTML: tag, attributes, text."""

    def __init__(self, archive: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(archive)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)


def playthroughs_in_twee(twee: str, reading: Reading) -> set[SeenPlaythrough]:
    passages = twee_passages(twee)
    (data,) = [json.loads(each.text) for each in passages if each.name == "StoryData"]
    return ways_from(data["start"], passages, reading)


def playthroughs_in_archive(archive: str, reading: Reading) -> set[SeenPlaythrough]:
    """Return all playthroughs of a story as Twine imports it."""
    (_, story, _), *found = (each for each in Archive(archive).found if each[0] != "style")
    (start,) = [each["name"] for _, each, _ in found if each["pid"] == story["startnode"]]
    passages = [
        TweePassage(str(each["name"]), tuple(str(each["tags"]).split()), text.rstrip("\n"))
        for _, each, text in found
    ]
    return ways_from(str(start), passages, reading)


def ways_from(start: str, passages: list[TweePassage], reading: Reading) -> set[SeenPlaythrough]:
    told = {passage.name: evolve(passage, text=story_of(passage.text)) for passage in passages}
    assert len(told) == len(passages)
    return set(_ways(told, reading, _embedded(told, start)[0], {}, ()))


def _ways(
    told: Mapping[str, TweePassage],
    reading: Reading,
    name: str,
    variables: Mapping[str, int],
    before: tuple[Seen, ...],
) -> Iterator[SeenPlaythrough]:
    shown, links = reading(told[name].text)
    lines = [line for variable, line in shown if not variable or is_true(variable, variables)]
    offered = [link for link in links if link.open(variables)]
    labels = [link.label for link in offered]
    closed = [link.closed for link in links if link.tells_closed(variables)]
    if not offered:
        assert told[name].tags == ("ending",)
        yield (*before, seen(lines, labels, None, closed))
    for place, link in enumerate(offered):
        here = (*before, seen(lines, labels, place, closed))
        target, sets, adds = _embedded(told, link.target)
        after = {**variables, **dict.fromkeys([*link.sets, *sets], 1)}
        for name, step in (*link.adds, *adds):
            after[name] = after.get(name, 0) + step
        yield from _ways(told, reading, target, after, here)


def story_of(text: str) -> str:
    """Return a passage's text without the warnings above and the known facts below it."""
    text = text.removesuffix('\n\n<%= window.story.render("StoryKnown") %>')
    return re.sub(r'^<div class="opening">.*</div>\n\n', "", text)


_EMBEDS = re.compile(
    r'(?:(?P<sets>(?:[\w.]+: (?:true|false|0|\w+ [+-] \d+|"\{reveal link: .*\}")\n)+)--\n)?'
    r'\{embed passage: "(?P<name>[^"]*)"\}'
)


def _embedded(
    told: Mapping[str, TweePassage], name: str
) -> tuple[str, list[str], list[tuple[str, int]]]:
    found = _EMBEDS.fullmatch(told[name].text)
    if not found:
        return name, [], []
    sets = found["sets"] or ""
    return found["name"], re.findall(r"(\w+): true", sets), _added(r"(\w+): \1 ([+-]) (\d+)", sets)


def _added(pattern: str, text: str, variable: str = "{}") -> list[tuple[str, int]]:
    found = re.findall(pattern, text)
    return [(variable.format(name), int(f"{sign}{step}")) for name, sign, step in found]


def _parts(insert: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    end = 0
    for found in insert.finditer(text):
        yield "", text[end : found.start()]
        yield found["variable"], found["text"]
        end = found.end()
    yield "", text[end:]


@frozen(kw_only=True)
class Notation:
    """The notation of a format for choices, conditional text and lines; a call reads a passage."""

    link: str
    """The groups are ``condition``, a label, a target, ``setters``, ``unset`` and ``closed``."""
    insert: str
    joint: str
    negation: str
    setter: str = "(?!)"
    adder: str = "(?!)"
    variable: str = "{}"
    between_lines: str = "\n"
    label_of: Callable[[str], str]
    target_of: Callable[[str], str] = str

    def __call__(self, text: str) -> tuple[list[Line], list[Link]]:
        link = re.compile(self.link, re.MULTILINE)
        insert = re.compile(self.insert, re.DOTALL | re.MULTILINE)
        return [
            (variable, _shown(re.sub("</?(?:strong|em|h2)>|<hr>", "", line)))
            for variable, part in _parts(insert, link.sub("", text))
            for line in re.split(self.between_lines, part)
        ], [self._link(match.groupdict("")) for match in link.finditer(text)]

    def _link(self, found: Mapping[str, str]) -> Link:
        label = found["label"] or found.get("noting") or found.get("asking", "")
        target = found["target"] or found.get("noted") or found.get("asked", "")
        sets = re.findall(self.setter, found.get("setters", ""))
        return Link(
            _wanted(found["condition"], self.joint, self.negation),
            self.label_of(label),
            self.target_of(target),
            tuple(self.variable.format(name) for name in sets),
            _shown(found["closed"]),
            found["unset"] or "",
            tuple(_added(self.adder, found.get("setters", ""), self.variable)),
        )


_CLOSED = r'<span role="link" aria-disabled="true">(?P<closed>[^<]*)</span>'
_BETWEEN = "</?(?:p|br|strong|hr|h2)>"
_NESTED = "[^()]*"
for _ in range(4):
    _NESTED = rf"(?:[^()]|\({_NESTED}\))*"
_COMPARISON = r"[$\w.]+(?: (?:gte|lte|>=|<=) -?\d+)?"
sugarcube = Notation(
    link=r"(?:<<if (?P<condition>[^>]*)>>)?"
    r'\[\[(?P<label>"[^"]*")\|(?P<target>[^\]|]*)\](?:\[(?P<setters>[^\]]*)\])?\]\n?'
    rf"(?:<<else(?:if (?P<unset>[^>]*))?>>{_CLOSED}\n)?"
    r"(?:<</if>>)?",
    insert=rf"<<if (?P<variable>{_COMPARISON})>>(?P<text>.*?)<</if>>",
    joint=" and ",
    negation="not ",
    setter=r"(\$\w+) to true",
    adder=r"(\$\w+) ([+-])= (\d+)",
    label_of=json.loads,
)
snowman = Notation(
    link=rf"(?:<% if \((?P<condition>{_NESTED})\) \{{ %>)?"
    r'<p><a href="javascript:void\(0\)" data-passage="(?P<target>[^"]*)" '
    r'onclick="event.stopPropagation\(\); (?P<setters>[^"]*)'
    r'window.story.show\(this.dataset.passage\)">(?P<label>[^<]*)</a></p>\n*'
    rf"(?:<% \}} else (?:if \((?P<unset>{_NESTED})\) )?\{{ %><p>{_CLOSED}</p>\n*)?"
    r"(?:<% \} %>)?",
    insert=r"<% if \((?P<variable>s\.\w+|\(s\.\w+ \|\| 0\) [<>]= -?\d+)\) \{ %>"
    r"(?P<text>.*?)<% \} %>",
    joint=" && ",
    negation="!",
    setter=r"story\.state\.(\w+) = true;",
    adder=r"story\.state\.(\w+) = \(window\.story\.state\.\w+ \|\| 0\) ([+-]) (\d+);",
    variable="s.{}",
    between_lines=_BETWEEN,
    label_of=lambda text: _shown(text),
    target_of=unescape,
)
harlowe = Notation(
    link=rf"(?:\(if: (?P<condition>{_NESTED})\)\[)?"
    r'(?:\(link: "(?P<noting>[^"]*)"\)\[\(set: (?P<setters>[^)]*)\)\(go-to: "(?P<noted>[^"]*)"\)\]'
    r'|\(link-goto: "(?P<asking>[^"]*)", "(?P<asked>[^"]*)"\)'
    r"|\[\[(?P<label>[^\]]*)->(?P<target>[^\]]*)\]\])\n?\]?"
    rf"(?:\((?:else|else-if: (?P<unset>{_NESTED})|else:)\)\[{_CLOSED}\n\])?",
    insert=rf"\(if: (?P<variable>{_COMPARISON}|\({_COMPARISON}\))\)\[(?P<text>.*?)\]",
    joint=" and ",
    negation="not ",
    setter=r"(\$\w+) to true",
    adder=r"(\$\w+) to it ([+-]) (\d+)",
    label_of=lambda text: _shown(text),
)
chapbook = Notation(
    link=r"(?:^\[if (?P<condition>[^\]]*)\]\n)?"
    r"<p>(?:\[\[(?P<label>(?:(?!->|\]\]).)*)->(?P<target>[^\]]*)\]\]"
    r"|\{link to: '(?P<asked>[^']*)', label: '(?P<asking>[^']*)'\})</p>\n*"
    rf"(?:^\[(?:else|if !\({_NESTED}\) && (?P<unset>[^\]]*))\]\n<p>{_CLOSED}</p>\n*)?"
    r"(?:^\[continue\]\n?)?",
    insert=rf"^\[if (?P<variable>{_COMPARISON})\]\n(?P<text>.*?)^\[continue\]$",
    joint=" && ",
    negation="!",
    between_lines=_BETWEEN,
    label_of=lambda text: json.loads(f'"{text}"') if "\\" in text else text,
    target_of=lambda text: json.loads(f'"{text}"'),
)


def _wanted(condition: str, joint: str, negation: str) -> tuple[tuple[str, bool], ...]:
    plain = re.sub(r"\((not [^()]*)\)", r"\1", condition)
    parts = plain.split(joint) if plain else []
    return tuple((part.removeprefix(negation), not part.startswith(negation)) for part in parts)


def _shown(text: str) -> str:
    """Return the text with its character references decoded; other markup is an error."""
    assert not re.search(r"[<>\[\]{}|*/_~^=@`$\\]|''|--|\"\"|^[#!:>-]", text), text
    return unescape(text)
