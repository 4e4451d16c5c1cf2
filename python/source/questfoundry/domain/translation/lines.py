"""List the lines of an edition that are translated, and put translations in their place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.field_types import Sparse
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.edition_texts import TextPlace, map_texts
from questfoundry.domain.story.hands import HandLedger
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.prose import (
    ProseParagraph,
    clean_text,
    index_flags_by_name,
    paragraphs_of,
)
from questfoundry.domain.story.publication import CustomWording
from questfoundry.domain.story.report import Edition
from questfoundry.domain.text.digest import digest, to_canonical_json


class StoryLine(Sparse):
    """A text that is translated as one: a paragraph, a label, a title or the like.

    ``id``: the line's id, as ``L12``; empty while the line has none.
    ``place``: the name of its place; all paragraphs of a passage have the same place.
    ``passage``: the id of its passage; empty for a text of the whole story.
    ``condition``: the name of the flag without which players do not read the line, or empty.
    ``former``: the sources that the line had before its text changed.
    """

    id: str = ""
    place: str
    kind: TextKind
    passage: str = ""
    condition: str = ""
    text: str
    former: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The text below its condition, as in prose; a translation belongs to this whole."""
        return join_condition(self.condition, self.text)


def join_condition(condition: str, text: str) -> str:
    """Return ``text`` as prose that only players with the flag named ``condition`` read."""
    return f"[{condition}]\n{text}" if condition else text


def list_lines(edition: Edition) -> tuple[StoryLine, ...]:
    """Return the lines of ``edition`` in the order of the story, without ids."""
    found: dict[str, list[StoryLine]] = {}

    def record(place: TextPlace, text: str) -> str:
        if place.name not in found:
            found[place.name] = [*_split_text(edition, place, text)]
        return text

    map_texts(edition, record)
    return tuple(line for lines in found.values() for line in lines)


@frozen
class EditionTranslation:
    """A translation to ``language``: ``texts`` by the ids of ``lines``, the lines of an edition.

    ``words``: the author's interface texts in the language.
    ``hands``: who translated the lines.
    """

    language: str
    lines: Sequence[StoryLine] = field(repr=False)
    texts: Mapping[str, str] = field(repr=False)
    words: CustomWording = field(factory=dict[str, Mapping[str, str]], repr=False)
    hands: HandLedger | None = field(default=None, repr=False)

    @property
    def digest(self) -> str:
        """A digest that differs if any translation differs."""
        return digest(to_canonical_json(dict(self.texts)))

    def apply(self, edition: Edition) -> Edition:
        """Return ``edition`` in the language, with the interface texts of this language.

        Raise ``UsageError`` if the translation would change the structure of the story.
        """
        by_place = defaultdict[str, list[StoryLine]](list)
        for each in self.lines:
            by_place[each.place].append(each)

        def convert(place: TextPlace, text: str) -> str:
            if place.kind is not TextKind.PROSE:
                found = by_place[place.name][0]
                return self.texts.get(found.id, found.text)
            waiting = iter(by_place[place.name])
            return "\n\n".join(
                self._translate(next(waiting), edition) if _is_translated(each) else _format(each)
                for each in _paragraphs_of(edition, text)
            )

        publication = evolve(edition.publication, words=self.words)
        changed = map_texts(evolve(edition, publication=publication), convert)
        changed = evolve(changed, language=self.language)
        translated = evolve(changed, structure=_add_conditional_flags(changed))
        if list(_list_structure(edition)) != list(_list_structure(translated)):
            raise UsageError("The translation changed more than texts. Report this as a bug.")
        return translated

    def _translate(self, line: StoryLine, edition: Edition) -> str:
        text = self.texts.get(line.id, line.text)
        has_variants = any(each.flag for each in _paragraphs_of(edition, text))
        return text if has_variants else join_condition(line.condition, text)


def _format(paragraph: ProseParagraph) -> str:
    return join_condition(slug_of(paragraph.flag) if paragraph.flag else "", paragraph.text)


def _paragraphs_of(edition: Edition, prose: str) -> tuple[ProseParagraph, ...]:
    return paragraphs_of(clean_text(prose), index_flags_by_name(edition.flags))


def _is_translated(paragraph: ProseParagraph) -> bool:
    """Return whether ``paragraph`` has words to translate, and is no scene break."""
    return not paragraph.is_scene_break and (paragraph.media is None or bool(paragraph.media.alt))


def _split_text(edition: Edition, place: TextPlace, text: str) -> Iterator[StoryLine]:
    if place.kind is not TextKind.PROSE:
        yield StoryLine(place=place.name, kind=place.kind, passage=place.passage, text=text)
        return
    for each in _paragraphs_of(edition, text):
        if _is_translated(each):
            yield StoryLine(
                place=place.name,
                kind=place.kind,
                passage=place.passage,
                condition=slug_of(each.flag) if each.flag else "",
                text=each.text,
            )


def _add_conditional_flags(edition: Edition) -> Structure:
    """Return the structure with the flags that the translated prose asks for."""
    structure = edition.structure
    return evolve(
        structure,
        passages=tuple(
            evolve(
                each, conditional_flags={part.flag for part in edition.paragraphs[each.id]} - {""}
            )
            for each in structure.passages
        ),
    )


def _list_structure(edition: Edition) -> Iterator[object]:
    """Yield what is equal in all languages: all but texts, and the flags that texts ask for."""
    structure = edition.structure
    yield structure.start
    for each in structure.passages:
        yield evolve(each, title="", conditional_flags=())
    for choice in structure.choices:
        copies = tuple(each.id for each in structure.list_copies(choice))
        yield evolve(choice, label="", closed=""), bool(choice.closed), copies
    yield edition.flags, [each.id for each in edition.endings]
    yield [each.id for each in edition.clues], [each.id for each in edition.stats]
