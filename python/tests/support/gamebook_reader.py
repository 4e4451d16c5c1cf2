"""A reader of gamebooks, who follows section numbers and notes codewords on paper."""

import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from io import BytesIO
from posixpath import basename
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from attrs import field, frozen

from questfoundry.infra.export.words import words_for
from tests.support.seen import Seen, SeenPlaythrough, seen

EMPTY = {"meta", "link", "br", "hr", "img"}


@frozen
class Asked:
    """Codewords that the reader must have or lack, and sections that must be unread."""

    has: frozenset[str]
    lacks: frozenset[str]
    unread: frozenset[str]
    least: frozenset[tuple[str, int]] = frozenset()
    most: frozenset[tuple[str, int]] = frozenset()

    def met(self, paper: "Paper") -> bool:
        return (
            self.has <= paper.words
            and not (self.lacks | self.unread) & paper.words
            and all(paper.ticks.get(name, 0) >= number for name, number in self.least)
            and all(paper.ticks.get(name, 0) <= number for name, number in self.most)
        )


@frozen
class Paper:
    """The reader's notes: codewords, read sections and chosen labels, and the ticked boxes."""

    words: frozenset[str] = frozenset()
    ticks: Mapping[str, int] = field(factory=dict[str, int])

    def with_words(self, *words: str) -> "Paper":
        return Paper(self.words | {*words}, self.ticks)

    def ticked(self, steps: Iterable[tuple[str, int]]) -> "Paper":
        ticks = dict(self.ticks)
        for name, step in steps:
            ticks[name] = ticks.get(name, 0) + step
        return Paper(self.words, ticks)


@frozen
class Turn:
    """A choice to another section, with its conditions on codewords and read sections.

    A reader who is not ``done`` with the choice, and cannot take it, reads ``closed``.
    """

    label: str
    done: Asked
    asks: Asked
    gives: frozenset[str]
    number: int
    closed: str
    ticks: frozenset[tuple[str, int]] = frozenset()


@frozen
class Page:
    """A printed section; ``end`` is the name of the ending."""

    prose: tuple[tuple[Asked, str], ...]
    """Each paragraph with the notes that it requires; labels count as codewords."""
    turns: tuple[Turn, ...]
    end: str

    def lines(self, paper: Paper) -> list[str]:
        read = [text for asked, text in self.prose if asked.met(paper)]
        return [*(line for each in read for line in each.split("\n")), self.end]


class HtmlTree(HTMLParser):
    """An HTML page as a tree of elements; every element must be closed correctly."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._builder = ElementTree.TreeBuilder()
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []
        self.root: Element = self._builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._builder.start(tag, {name: value or "" for name, value in attrs})
        self._open.append(tag)
        if tag in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self._builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._builder.data(data)


def playthroughs_in_print(page: bytes) -> set[SeenPlaythrough]:
    root = HtmlTree(page.decode()).root
    return set(_ways(_pages({"": root}, root.attrib["lang"])))


def playthroughs_in_epub(archive: bytes) -> set[SeenPlaythrough]:
    trees = {}
    with zipfile.ZipFile(BytesIO(archive)) as files:
        for name in files.namelist():
            if name.endswith(".xhtml"):
                trees[basename(name)] = _without_namespaces(
                    ElementTree.fromstring(files.read(name))
                )
    return set(_ways(_pages(trees, trees["cover.xhtml"].attrib["lang"])))


def _without_namespaces(root: Element) -> Element:
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    return root


def _pages(trees: dict[str, Element], language: str) -> dict[int, Page]:
    sections = {
        f"{name}#{section.attrib['id']}": section
        for name, root in trees.items()
        for section in root.iter("section")
        if section.attrib["class"].startswith("passage")
    }
    numbers = {address: _number(section) for address, section in sections.items()}
    assert list(numbers.values()) == list(range(1, len(sections) + 1))
    return {
        numbers[address]: _page(
            section, address.partition("#")[0], numbers, words_for("gamebook", language, {}).texts
        )
        for address, section in sections.items()
    }


def _number(section: Element) -> int:
    return int(_text(_classed(section, "number")[0]))


def _page(section: Element, file: str, numbers: dict[str, int], phrases: Mapping[str, str]) -> Page:
    turns = []
    for item in section.iter("li"):
        labels = _classed(item, "label")
        label = _text(labels[0]) if labels else ""
        closed = "".join(map(_text, _classed(item, "closed")))
        turn = _turn(_text(_classed(item, "turn")[0]), label, closed, phrases)
        link = next(item.iter("a")).attrib["href"]
        assert numbers[f"{file}{link}" if link.startswith("#") else link] == turn.number
        turns.append(turn)
    ends = [_text(name) for end in _classed(section, "end") for name in _classed(end, "name")]
    assert (section.attrib["class"] == "passage ending") is bool(ends)
    prose = tuple(
        _paragraph(each, phrases)
        for each in section.findall("p")
        if each.attrib.get("class", "insert") in {"insert", "chapter"}
    )
    return Page(prose, tuple(turns), "".join(ends))


def _paragraph(paragraph: Element, phrases: Mapping[str, str]) -> tuple[Asked, str]:
    asked = "".join(map(_text, _classed(paragraph, "when")))
    assert bool(asked) is (paragraph.attrib.get("class") == "insert")
    text = _text(paragraph).removeprefix(f"{asked} ")
    told = asked[:1].lower() + asked[1:]
    for label in map(_text, _classed(paragraph, "label")):
        assert told == f"{phrases['condition']} {phrases['chose'].format(label)}:"
        return _asked_word(f"chosen: {label}"), text
    if not asked:
        return _asked_word(), text
    condition = told.removeprefix(f"{phrases['condition']} ").removesuffix(":")
    return _asked(condition, phrases), text


def _asked_word(*words: str) -> Asked:
    return Asked(frozenset(words), frozenset(), frozenset())


def _turn(sentence: str, label: str, closed: str, phrases: Mapping[str, str]) -> Turn:
    asked = rf"{phrases['condition']} (?P<{{}}>[^:;]+)"
    end = rf"; {phrases['otherwise']}:" if closed else r"\."
    form = rf"(?:{asked.format('done')}: )?(?:{asked.format('asks')}, )?(?P<acts>[^:;,]+){end}"
    found = re.fullmatch(form, sentence)
    assert found, sentence
    *given, turn = found["acts"].split(f" {phrases['both']} ")
    gives, ticks = _words(phrases["write"], given), _numbered(phrases["tick"], given)
    assert len(gives) + len(ticks) == len(given)
    number = re.fullmatch(phrases["turn"].format("([0-9]+)"), turn)
    assert number, turn
    done, asks = _asked(found["done"], phrases), _asked(found["asks"], phrases)
    return Turn(label, done, asks, gives, int(number[1]), closed, ticks)


def _asked(conditions: str | None, phrases: Mapping[str, str]) -> Asked:
    told = conditions.split(f" {phrases['both']} ") if conditions else []
    asked = Asked(
        _words(phrases["has"], told),
        _words(phrases["lacks"], told),
        _words(phrases["unread"], told),
        _numbered(phrases["at_least"], told),
        _numbered(phrases["at_most"], told),
    )
    parts = (asked.has, asked.lacks, asked.unread, asked.least, asked.most)
    assert sum(map(len, parts)) == len(told)
    return asked


def _numbered(phrase: str, sentences: list[str]) -> frozenset[tuple[str, int]]:
    """Return the names and numbers in those sentences that fill ``phrase``."""
    number = "(?P<number>[+\u2212]?[0-9]+)"
    wanted = re.compile(phrase.format(name="(?P<name>.+)", number=number, step=number))
    found = filter(None, map(wanted.fullmatch, sentences))
    return frozenset((each["name"], int(each["number"].replace("\u2212", "-"))) for each in found)


def _words(phrase: str, sentences: list[str]) -> frozenset[str]:
    wanted = re.compile(phrase.format("([A-Z ]+|[0-9]+)"))
    return frozenset(match[1] for each in sentences if (match := wanted.fullmatch(each)))


def _ways(
    pages: dict[int, Page], number: int = 1, paper: Paper = Paper(), before: tuple[Seen, ...] = ()
) -> Iterator[SeenPlaythrough]:
    page = pages[number]
    paper = paper.with_words(str(number))
    left = [turn for turn in page.turns if turn.done.met(paper)]
    can = [turn for turn in left if turn.asks.met(paper)]
    labels = [turn.label for turn in can]
    # Two turns with one label are one option: who can take either has not missed it.
    closed = [turn.closed for turn in left if turn.closed and turn.label not in labels]
    if not can:
        yield (*before, seen(page.lines(paper), labels, None, closed))
    for place, turn in enumerate(can):
        here = (*before, seen(page.lines(paper), labels, place, closed))
        known = paper.with_words(*turn.gives, f"chosen: {turn.label}").ticked(turn.ticks)
        yield from _ways(pages, turn.number, known, here)


def _classed(element: Element, name: str) -> list[Element]:
    return [each for each in element.iter() if name in each.attrib.get("class", "").split()]


def _text(element: Element) -> str:
    return "".join(element.itertext())
