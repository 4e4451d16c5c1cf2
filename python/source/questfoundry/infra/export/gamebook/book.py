"""The gamebook as values: numbered sections, codewords for flags, and where to turn from each.

Numbers and codewords are mixed up, and the same for the same story. What mixes them is a hash
of the IFID with each name: no generator that another version of Python could change, and a
passage that is added moves no other out of its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain, count, product

from attrs import frozen

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.prose import ProseSpan, clean_text
from questfoundry.domain.story.publication import Cover
from questfoundry.domain.story.theme import Theme
from questfoundry.infra.export.gamebook.reader_knowledge import label_flags, visit_flags
from questfoundry.infra.export.text import chapter_at, paragraphs
from questfoundry.infra.export.variables import conditional_text_flags
from questfoundry.infra.export.words import Words, words_for


@frozen(kw_only=True)
class Phrases:
    """What a gamebook says itself; ``{}`` stands for a codeword or a number."""

    language: str
    sections: str
    contents: str
    rules: str
    begin: str
    codewords: str
    content_notes: str
    condition: str
    has: str
    chose: str
    lacks: str
    unread: str
    both: str
    otherwise: str
    write: str
    turn: str
    end: str


def phrases_for(words: Words, *, pauses: bool = False) -> Phrases:
    """The words as phrases; a story that ``pauses`` does not call it the end."""
    phrases = dict(words.texts)
    pause = phrases.pop("pause")
    return Phrases(language=words.language, **phrases | ({"end": pause} if pauses else {}))


def read_data_file(name: str) -> str:
    """The text of a file of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


SECTIONS_A_PART = 50
"""A long book is cut into parts: contents are read, and files are loaded, one by one."""


def part_title(phrases: Phrases, first: int, last: int) -> str:
    """What the part from one number to another is called."""
    return phrases.sections.format(f"{first}\u2013{last}")


@frozen(kw_only=True)
class Guards:
    """Codewords that one must have and must not have, and sections not to have read."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    unread: tuple[int, ...] = ()


@frozen(kw_only=True)
class NumberedChoice:
    """A choice on paper: what it asks for, the codewords that it gives, and where to turn.

    ``closed`` is for those who are not ``done`` with it, and do not have what it ``asks`` for.
    """

    id: str
    label: str
    untaken: Guards
    guards: Guards
    closed: str
    codewords: tuple[str, ...]
    number: int


@frozen(kw_only=True)
class PrintedParagraph:
    """A paragraph on paper; no spans part scenes.

    An insert asks for a ``codeword``, or for the label that was ``chosen`` in the section before.
    """

    spans: tuple[ProseSpan, ...]
    codeword: str = ""
    chosen_label: str = ""


@frozen(kw_only=True)
class NumberedSection:
    """A passage with its number; ``ending`` is an ending's id and ``end`` its name.

    ``chapter`` is the title of the one that begins there, if one does.
    """

    number: int
    passage: str
    chapter: str
    title: str
    paragraphs: tuple[PrintedParagraph, ...]
    choices: tuple[NumberedChoice, ...]
    ending: str
    ending_name: str


@frozen(kw_only=True)
class Gamebook:
    """A whole book, its sections in the order of their numbers, and what it says itself."""

    title: str
    hook: str
    content_notes: str
    author: str
    description: str
    credits: str
    licence: str
    date: str
    cover: Cover | None
    theme: Theme
    language: str
    ifid: str
    phrases: Phrases
    has_codewords: bool
    sections: tuple[NumberedSection, ...]


def gamebook_of(edition: Edition) -> Gamebook:
    """The edition as a book; no section with an ending leads on."""
    paper = _References(edition)
    sections = (
        NumberedSection(
            number=paper.numbers[passage.id],
            passage=passage.id,
            chapter=chapter_at(edition, passage.id),
            title=clean_text(passage.title).strip(),
            paragraphs=tuple(
                PrintedParagraph(
                    spans=() if each.is_scene_break else each.spans,
                    codeword=paper.codewords.get(each.flag, ""),
                    chosen_label=paper.label_by_flag.get(each.flag, ""),
                )
                for each in paragraphs(edition, passage.id)
            ),
            choices=tuple(
                paper.number_choice(choice)
                for choice in edition.structure.selectable_choices(passage.id)
            ),
            ending=passage.ending,
            ending_name=clean_text(edition.ending_name(passage.ending)).strip()
            if passage.ending
            else "",
        )
        for passage in edition.structure.passages
    )
    return Gamebook(
        title=clean_text(edition.title).strip() or edition.ifid,
        hook=clean_text(edition.hook).strip(),
        content_notes=clean_text(edition.vision.content_notes).strip(),
        author=clean_text(edition.publication.author).strip(),
        description=clean_text(edition.description).strip(),
        credits=clean_text(edition.publication.credits).strip(),
        licence=clean_text(edition.publication.licence).strip(),
        date=edition.publication.date,
        cover=edition.publication.cover,
        theme=edition.publication.theme,
        language=edition.language,
        ifid=edition.ifid,
        phrases=phrases_for(
            words_for("gamebook", edition.language, edition.publication.words),
            pauses=edition.is_unfinished,
        ),
        has_codewords=bool(paper.codewords),
        sections=tuple(sorted(sections, key=lambda section: section.number)),
    )


class _References:
    """The numbers of passages, how readers know of flags, and choices that ask for them."""

    def __init__(self, edition: Edition) -> None:
        self.numbers = numbers_of(edition)
        self.codewords = codewords_of(edition)
        self.label_by_flag = label_flags(edition)
        self._visited_by_flag = visit_flags(edition.structure)

    def number_choice(self, choice: Choice) -> NumberedChoice:
        once = choice.one_time_flags if choice.closed else frozenset[str]()
        return NumberedChoice(
            id=choice.id,
            label=clean_text(choice.label).strip(),
            untaken=self._build_guards(frozenset(), once),
            guards=self._build_guards(choice.requires, choice.forbids - once),
            closed=clean_text(choice.closed).strip(),
            codewords=self._codewords_for(choice.grants & self.codewords.keys()),
            number=self.numbers[choice.target],
        )

    def _build_guards(self, requires: frozenset[str], forbids: frozenset[str]) -> Guards:
        by_number = forbids & self._visited_by_flag.keys()
        return Guards(
            has=self._codewords_for(requires),
            lacks=self._codewords_for(forbids - by_number),
            unread=tuple(sorted({self.numbers[self._visited_by_flag[flag]] for flag in by_number})),
        )

    def _codewords_for(self, flags: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({self.codewords[flag] for flag in flags}))


def numbers_of(edition: Edition) -> Mapping[str, int]:
    """The number of each passage: the start has 1, the others follow in a mixed order."""
    start = edition.structure.start
    others = (passage.id for passage in edition.structure.passages if passage.id != start)
    order = (start, *_shuffle(others, edition.ifid))
    return {passage: number for number, passage in enumerate(order, start=1)}


def codewords_of(edition: Edition) -> Mapping[str, str]:
    """A word for each flag that a reader must remember; one that nobody reads needs none.

    Neither does one that only bars those who read a certain section, or that is answered where
    its choice leads: they know. Flags that the same choices grant are never apart, so that one
    word stands for all of them.
    """
    structure = edition.structure
    choices, known = structure.choices, visit_flags(structure).keys()
    read = (frozenset(conditional_text_flags(edition)) - label_flags(edition).keys()).union(
        *(choice.requires | (choice.forbids - known) for choice in choices)
    )
    grantors: dict[str, list[str]] = {flag: [] for flag in sorted(read)}
    for choice in choices:
        for flag in choice.grants & read:
            grantors[flag].append(choice.id)
    groups = _shuffle({str(by) for by in grantors.values()}, edition.ifid)
    words = _shuffle(_load_codewords(), edition.ifid)
    # Were there ever more groups than words, rows of two words would follow, then of three.
    rows = chain.from_iterable(product(words, repeat=length) for length in count(1))
    named = dict(zip(groups, rows, strict=False))
    return {flag: " ".join(named[str(by)]) for flag, by in grantors.items()}


def _shuffle(names: Iterable[str], key: str) -> list[str]:
    def hash_name(name: str) -> bytes:
        return sha256(f"{key}\n{name}".encode("utf-8", "surrogatepass")).digest()

    return sorted(names, key=hash_name)


def _load_codewords() -> Iterable[str]:
    return read_data_file("codewords.txt").split()
