"""The workbook of one language: the lines of the story with their translations."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen
from pydantic import TypeAdapter

from questfoundry.app.shipping.edition import build_edition, require_written
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import (
    Glossary,
    Translation,
    TranslationFiles,
    TranslationState,
)
from questfoundry.domain.remedy import Translate
from questfoundry.domain.run.inputs import LANGUAGE
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.story import Story
from questfoundry.domain.translation.line_book import LineBook, number_of
from questfoundry.domain.translation.lines import EditionTranslation, StoryLine, list_lines
from questfoundry.domain.translation.proof import LineFault, find_faults

_LINES, _GLOSSARY = "lines", "glossary"

Changes = Mapping[str, Translation | None]
"""New translations by line id; ``None`` removes one."""


@frozen(kw_only=True, slots=False)
class Workbook:
    """The lines of ``edition`` with their ids, and their translations to ``language``."""

    edition: Edition
    book: LineBook
    language: str
    translations: Mapping[str, Translation]

    def state_of(self, line: StoryLine) -> TranslationState:
        """Return the state of the translation of ``line``."""
        found = self.translations.get(line.id)
        if found is None:
            return TranslationState.NEW
        is_done = found.source == line.source
        return TranslationState.DONE if is_done else TranslationState.STALE

    def count(self, state: TranslationState) -> int:
        """Return the number of lines in ``state``."""
        return sum(self.state_of(each) is state for each in self.book.lines)

    @cached_property
    def open_lines(self) -> tuple[StoryLine, ...]:
        """The lines that are new or stale."""
        lines = self.book.lines
        return tuple(each for each in lines if self.state_of(each) is not TranslationState.DONE)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The finished translations by line id."""
        waiting = {each.id for each in self.open_lines}
        return {
            each.id: self.translations[each.id].text
            for each in self.book.lines
            if each.id not in waiting
        }

    def find_faults(self, texts: Mapping[str, str] | None = None) -> Sequence[LineFault]:
        """Return the faults of ``texts``, by line id, or else of all finished translations."""
        checked = self.texts if texts is None else texts
        return list(find_faults(self.edition, self.book.lines, checked))

    def repeat_labels(self) -> "Workbook":
        """Return the workbook; open titles and labels get the translation of an equal line.

        So players read the same words for a choice that several passages offer. A translation that
        would be faulty there is left out.
        """
        done = [each for each in reversed(self.book.lines) if each.id in self.texts]
        known = {(each.kind, each.text): self.texts[each.id] for each in done}
        new = {
            each.id: known[each.kind, each.text]
            for each in self.open_lines
            if each.kind is not TextKind.PROSE and (each.kind, each.text) in known
        }
        faulty = {each.line for each in self.find_faults({**self.texts, **new})}
        sources = {each.id: each.source for each in self.book.lines}
        found = {name: Translation(source=sources[name], text=text) for name, text in new.items()}
        return self.add({name: each for name, each in found.items() if name not in faulty})

    def add(self, translations: Changes) -> "Workbook":
        """Return the workbook with new ``translations``, sorted by the number in the id."""
        found = {**self.translations, **translations}
        ordered = ((name, found[name]) for name in sorted(found, key=number_of))
        return evolve(self, translations={name: each for name, each in ordered if each})


@frozen(kw_only=True)
class Translations:
    """The translations of a project, in all languages.

    ``source_language``: the language of the story. ``files``: the stored lines and translations.
    """

    registry: StageRegistry
    store: ProjectStore
    files: TranslationFiles
    source_language: str
    publication: Callable[[], Publication]

    def open(self, language: str) -> Workbook:
        """Return the workbook of ``language``; the ids of new lines are stored.

        Raise ``InputError`` if the language is the story's own or no language, or if the story is
        not written yet.
        """
        self._require_language(language)
        return self._open(language, self._update_book())

    def open_all(self) -> Sequence[Workbook]:
        """Return the workbooks of all languages that have translations."""
        languages = self.list_languages()
        found = self._update_book() if languages else None
        return [self._open(each, found) for each in languages] if found else []

    def list_languages(self) -> Sequence[str]:
        """Return the languages that have translations."""
        return [each for each in self.files.names() if re.fullmatch(LANGUAGE, each)]

    def save(self, workbook: Workbook) -> None:
        """Store the translations of ``workbook``."""
        found = workbook.translations.items()
        self.files.write(workbook.language, {name: each.model_dump() for name, each in found})

    def read_glossary(self) -> Glossary:
        """Return the author's glossary; empty if there is no file."""
        return self.files.read(_GLOSSARY, TypeAdapter(Glossary))

    def require_complete(self, language: str) -> EditionTranslation:
        """Return the translation to ``language``.

        Raise ``InputError`` if a line is new, stale or faulty.
        """
        workbook = self.open(language)
        new, stale = map(workbook.count, (TranslationState.NEW, TranslationState.STALE))
        if new or stale:
            raise InputError(
                f"The translation to {language!r} is not complete: {new} new and {stale} stale of "
                f"{len(workbook.book.lines)} lines.",
                remedies=(Translate(language),),
            )
        if faults := workbook.find_faults():
            place = self.files.place_of(language)
            head = f"The translation to {language!r} has faults. Correct them in {place!r}:"
            raise InputError("\n".join((head, *(f"  {each.line}: {each}" for each in faults))))
        return EditionTranslation(language, workbook.book.lines, workbook.texts)

    def load_story(self) -> Story:
        """Return the story; raise ``InputError`` if a passage is not written yet."""
        story = self.registry.story(self.store.artifacts)
        require_written(story)
        return story

    def _open(self, language: str, found: tuple[Edition, LineBook]) -> Workbook:
        edition, book = found
        translations = self.files.read(language, TypeAdapter(dict[str, Translation]))
        return Workbook(edition=edition, book=book, language=language, translations=translations)

    def _update_book(self) -> tuple[Edition, LineBook]:
        edition = build_edition(
            self.load_story(),
            ifid="",
            language=self.source_language,
            publication=self.publication(),
        )
        book = self.files.read(_LINES, TypeAdapter(LineBook)).update(list_lines(edition))
        self.files.write(_LINES, book.model_dump(mode="json"))
        return edition, book

    def _require_language(self, language: str) -> None:
        if not re.fullmatch(LANGUAGE, language):
            raise InputError(f"{language!r} is no language. Give a code, such as de or pt-BR.")
        if language.casefold() == self.source_language.casefold():
            raise InputError(
                f"The story itself is in {language!r}. Give the language of the translation."
            )
