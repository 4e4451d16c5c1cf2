"""The gamebook as values: numbered sections, and ways to turn to from each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.gamebook.numbering import codewords_of, numbers_of
from questfoundry.infra.export.gamebook.phrases import Phrases, phrases_for
from questfoundry.infra.export.shared import paragraphs, plain


@frozen(kw_only=True)
class Way:
    """A choice on paper: the codewords that it asks for, bars and gives, and where to turn."""

    choice: str
    label: str
    has: tuple[str, ...]
    lacks: tuple[str, ...]
    gives: tuple[str, ...]
    number: int


@frozen(kw_only=True)
class NumberedSection:
    """A passage with its number; ``ending`` is an ending's id and ``end`` its name."""

    number: int
    passage: str
    title: str
    paragraphs: tuple[str, ...]
    ways: tuple[Way, ...]
    ending: str
    end: str


@frozen(kw_only=True)
class Gamebook:
    """A whole book, its sections in the order of their numbers, and its plain words."""

    title: str
    hook: str
    content_notes: str
    language: str
    ifid: str
    phrases: Phrases
    has_codewords: bool
    sections: tuple[NumberedSection, ...]


def gamebook_of(edition: Edition) -> Gamebook:
    """The edition as a book; no section with an ending leads on."""
    numbers, codewords = numbers_of(edition), codewords_of(edition)
    sections = (
        NumberedSection(
            number=numbers[passage.id],
            passage=passage.id,
            title=plain(passage.title).strip(),
            paragraphs=paragraphs(edition.prose[passage.id]),
            ways=tuple(
                _way(choice, numbers, codewords) for choice in edition.structure.offered(passage.id)
            ),
            ending=passage.ending,
            end=plain(edition.ending_name(passage.ending)).strip() if passage.ending else "",
        )
        for passage in edition.structure.passages
    )
    return Gamebook(
        title=plain(edition.title).strip() or edition.ifid,
        hook=plain(edition.hook).strip(),
        content_notes=plain(edition.vision.content_notes).strip(),
        language=edition.language,
        ifid=edition.ifid,
        phrases=phrases_for(edition.language),
        has_codewords=bool(codewords),
        sections=tuple(sorted(sections, key=lambda section: section.number)),
    )


def _way(choice: Choice, numbers: Mapping[str, int], codewords: Mapping[str, str]) -> Way:
    def words(flags: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({codewords[flag] for flag in flags if flag in codewords}))

    return Way(
        choice=choice.id,
        label=plain(choice.label).strip(),
        has=words(choice.requires),
        lacks=words(choice.forbids),
        gives=words(choice.grants),
        number=numbers[choice.target],
    )
