"""Turn a story into a gamebook: numbered sections, codewords for flags, and section references.

Section numbers and codewords are sorted by a hash of the story's id (the IFID) and the name. If a
passage is added, the other passages keep their relative order.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain, count, product

from attrs import frozen

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.prose import ProseSpan, clean_text
from questfoundry.domain.story.publication import Cover, Theme
from questfoundry.infra.export.gamebook.reader_knowledge import label_flags, visit_flags
from questfoundry.infra.export.text import chapter_at, paragraphs
from questfoundry.infra.export.variables import conditional_text_flags
from questfoundry.infra.export.words import Words, words_for


@frozen(kw_only=True)
class Phrases:
    """The fixed texts of a gamebook; a codeword or a number takes the place of ``{}``."""

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
    """Return ``words`` as phrases; with ``pauses``, an ending says that the story pauses there."""
    phrases = dict(words.texts)
    pause = phrases.pop("pause")
    return Phrases(language=words.language, **phrases | ({"end": pause} if pauses else {}))


def read_data_file(name: str) -> str:
    """Return the text of a data file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


SECTIONS_A_PART = 50
"""The number of sections in a part; parts keep the contents and the EPUB files short."""


def part_title(phrases: Phrases, first: int, last: int) -> str:
    """Return the title of the part with the sections ``first`` to ``last``."""
    return phrases.sections.format(f"{first}\u2013{last}")


@frozen(kw_only=True)
class Guards:
    """The codewords that a reader must have or lack, and sections that must be ``unread``."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    unread: tuple[int, ...] = ()


@frozen(kw_only=True)
class NumberedChoice:
    """A choice as the book prints it; ``number`` is the section to turn to.

    ``untaken``: for a choice that can be taken only once, the conditions that hold until it is
      taken.
    ``closed``: the text for readers who meet ``untaken`` but not ``guards``.
    ``codewords``: the codewords that a reader receives by taking the choice.
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
    """A printed paragraph; a paragraph without spans is a scene break.

    Conditional text is for readers who have the ``codeword``, or have just taken the choice
    labelled ``chosen_label``.
    """

    spans: tuple[ProseSpan, ...]
    codeword: str = ""
    chosen_label: str = ""


@frozen(kw_only=True)
class NumberedSection:
    """A passage with its section number, and the chapter that begins, if any."""

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
    """A complete gamebook, with its sections sorted by number and its fixed phrases."""

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
    """Return the story in ``edition`` as a gamebook with numbered sections."""
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
    """Return the section number of each passage: the start is 1, the others are shuffled."""
    start = edition.structure.start
    others = (passage.id for passage in edition.structure.passages if passage.id != start)
    order = (start, *_shuffle(others, edition.ifid))
    return {passage: number for number, passage in enumerate(order, start=1)}


def codewords_of(edition: Edition) -> Mapping[str, str]:
    """Return the codeword of each flag that a reader must remember.

    A flag has none if no condition tests it, or if readers know it from the sections read
    (``visit_flags``) or the label just chosen (``label_flags``). Flags that are set by the same
    choices share a codeword.
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
    # If there are more groups than words, combinations of two words follow, then of three.
    rows = chain.from_iterable(product(words, repeat=length) for length in count(1))
    named = dict(zip(groups, rows, strict=False))
    return {flag: " ".join(named[str(by)]) for flag, by in grantors.items()}


def _shuffle(names: Iterable[str], key: str) -> list[str]:
    def hash_name(name: str) -> bytes:
        return sha256(f"{key}\n{name}".encode("utf-8", "surrogatepass")).digest()

    return sorted(names, key=hash_name)


def _load_codewords() -> Iterable[str]:
    return read_data_file("codewords.txt").split()
