"""Store the changes that people make to translations, undo them, and find out who translated.

Each change is an entry in the journal of a run without a model, one run for each file and one for
the desk. The entry contains the translations before and after it. So the program knows who
translated a line, and can restore what was there before.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.hand_sources import iterate_values, name_hand
from questfoundry.app.structure.hands import HandLedgerUseCase
from questfoundry.app.translation.translate_story import TASK as MODEL_TASK
from questfoundry.app.translation.workbook import Changes, Translations, Workbook
from questfoundry.domain.errors import InputError
from questfoundry.domain.prose.sentence_tracing import TracedText, trace_version, write_all
from questfoundry.domain.protocols.translations import Translation
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import Translate
from questfoundry.domain.run.inputs import TranslationInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunRecord
from questfoundry.domain.story.hands import (
    AUTHOR,
    UNKNOWN,
    Hand,
    HandKind,
    HandLedger,
    LedgerEntry,
    Sentence,
    Words,
)
from questfoundry.domain.story.player_texts import PlayerText, TextKind
from questfoundry.domain.story.prose import clean_text, find_conditional_names
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.domain.translation.lines import StoryLine, join_condition

TASK = "translation"
"""The task of the runs that contain the changes of people."""


@frozen(kw_only=True)
class TranslationChange:
    """Translations that a person changed at once, by line id; ``None`` for no translation.

    ``file``: the name of the translator's file; empty for the desk.
    ``is_undo``: whether the change takes back the one before it.
    """

    at: datetime
    file: str
    before: Changes
    after: Changes
    is_undo: bool


def list_changes(store: ProjectStore, language: str) -> list[TranslationChange]:
    """Return the changes that people made to the translations to ``language``, oldest first."""
    found = [
        TranslationChange(
            at=entry.recorded_at,
            file=inputs.file,
            before=_read(entry.request["before"]),
            after=_read(entry.response["after"]),
            is_undo=bool(entry.request["is_undo"]),
        )
        for run in store.runs.list(task=TASK)
        if isinstance(inputs := run.inputs, TranslationInputs) and inputs.language == language
        for entry in store.journal.entries(run.id)
    ]
    return sorted(found, key=lambda each: each.at)


@frozen(kw_only=True)
class ChangeTranslationsUseCase:
    """A use case that stores translations by people: from a file, or typed line by line."""

    translations: Translations
    _clock: Clock

    def translate_line(self, language: str, line: str, text: str, *, known: str) -> Workbook:
        """Store ``text`` as the translation of the line with the id ``line``.

        ``known`` is the translation that the person saw. Raise ``InputError`` if it is not the
        stored one, or with the faults of ``text``.
        """
        with self.translations.store.lock.hold("translate"):
            workbook = self.translations.open(language)
            found = next((each for each in workbook.book.lines if each.id == line), None)
            if found is None:
                raise InputError(f"The story has no line {line!r} any more. Reload the page.")
            before, text = workbook.translations.get(line), clean_text(text).strip()
            if known != (before.text if before else ""):
                raise InputError(f"Not saved: {line} was changed elsewhere. Reload the page.")
            # The labels of other choices belong to the proof: no two may be equal.
            faults = workbook.find_faults({**workbook.texts, line: text})
            if problems := [str(each) for each in faults if each.line == line]:
                raise InputError(f"Not saved: {' '.join(problems)}")
            return self.apply(workbook, {line: Translation(source=found.source, text=text)})

    def undo(self, language: str) -> tuple[Workbook, TranslationChange]:
        """Restore the translations before the newest change that is not undone, and return it.

        Raise ``InputError`` if there is no such change, or if one of its lines changed since.
        """
        with self.translations.store.lock.hold("translate"):
            workbook = self.translations.open(language)
            change = self.find_undoable(language)
            if change is None:
                raise InputError(
                    f"There is nothing to undo in the translation to {language!r}: no file was "
                    "imported, and no line was typed on the desk."
                )
            if any(workbook.translations.get(name) != each for name, each in change.after.items()):
                raise InputError("Cannot undo: lines of the last change were changed since.")
            return self.apply(workbook, change.before, file=change.file, is_undo=True), change

    def find_undoable(self, language: str) -> TranslationChange | None:
        """Return the change that :meth:`undo` takes back, or ``None``."""
        left: list[TranslationChange] = []
        for each in list_changes(self.translations.store, language):
            if each.is_undo:
                left.pop()
            else:
                left.append(each)
        return left[-1] if left else None

    def apply(
        self, workbook: Workbook, new: Changes, *, file: str = "", is_undo: bool = False
    ) -> Workbook:
        """Store ``new`` translations, which are proven, and the change; the caller has the lock."""
        before = {name: workbook.translations.get(name) for name in new}
        changed = {name: each for name, each in new.items() if each != before[name]}
        done = workbook.add(changed)
        if changed:
            earlier = {name: before[name] for name in changed}
            request = {"before": _to_data(earlier), "is_undo": is_undo}
            self._record(workbook.language, file, request, {"after": _to_data(changed)})
            self.translations.save(done)
        return done

    def _record(
        self, language: str, file: str, request: Mapping[str, Any], response: Mapping[str, Any]
    ) -> None:
        store = self.translations.store
        run = self._open_run(TranslationInputs(language=language, file=file))
        key = JournalKey(
            run_id=run.id,
            kind=EntryKind.RESULT,
            scope=language,
            digest=digest(to_canonical_json(dict(request))),
            occurrence=len(store.journal.entries(run.id)),
        )
        entry = JournalEntry(
            key=key, request=request, response=response, recorded_at=self._clock.now()
        )
        store.journal.record(entry)

    def _open_run(self, inputs: TranslationInputs) -> RunRecord:
        runs = self.translations.store.runs
        found = (each for each in runs.list(task=TASK) if each.inputs == inputs)
        return next(found, None) or runs.begin(
            TASK, inputs=inputs, models={}, started_at=self._clock.now(), complete=True
        )


def _to_data(changes: Changes) -> dict[str, Any]:
    return {name: each.model_dump() if each else None for name, each in changes.items()}


def _read(data: Mapping[str, Any]) -> Changes:
    return {name: Translation(**each) if each else None for name, each in data.items()}


@frozen(kw_only=True)
class TranslationHandsUseCase:
    """A use case that finds out who translated each line to a language."""

    _translations: Translations

    def execute(self, language: str) -> HandLedger:
        """Return the ledger of the translation to ``language``.

        Raise ``InputError`` if there is no such translation. A line has records if a stored answer
        or change contains it. Other words in such a line were typed into its file, so they are the
        author's. The writer of a line without records, as in a copy without its database, is
        unknown.
        """
        workbook, store = self._translations.open(language), self._translations.store
        if not workbook.translations:
            raise InputError(
                f"Nothing is translated to {language!r} yet.", remedies=(Translate(language),)
            )
        texts = _TracedLines(workbook)
        for _, hand, answer in sorted(_list_steps(store, language), key=lambda each: each[0]):
            texts.follow(answer, hand)
        now = {name: each.text for name, each in workbook.translations.items()}
        recorded = {name: text for name, text in now.items() if name in texts.state}
        texts.follow(recorded, AUTHOR)
        texts.follow({name: now[name] for name in now.keys() - recorded.keys()}, UNKNOWN)
        return HandLedger(
            language=language,
            original=HandLedgerUseCase(store=store).execute().totals,
            entries=tuple(
                LedgerEntry(text=texts.describe(line, now[line.id]), sentence=sentence)
                for line in workbook.book.lines
                if line.id in now
                for sentence in texts.state[line.id].sentences
            ),
        )


def _list_steps(
    store: ProjectStore, language: str
) -> Iterator[tuple[datetime, Hand, Mapping[str, str]]]:
    """Yield the answers of models and the changes of people, as texts by line id."""
    for run in store.runs.list(task=MODEL_TASK):
        is_ours = isinstance(run.inputs, TranslationInputs) and run.inputs.language == language
        for number, entry in enumerate(store.journal.entries(run.id) if is_ours else (), 1):
            if entry.key.kind is EntryKind.MODEL_CALL:
                found = dict(_find_lines(entry.response))
                yield entry.recorded_at, name_hand(entry, f"{run.id}/{number}"), found
    for change in list_changes(store, language):
        hand = Hand(HandKind.IMPORT, change.file) if change.file else AUTHOR
        yield change.at, hand, {name: each.text for name, each in change.after.items() if each}


def _find_lines(response: object) -> Iterator[tuple[str, str]]:
    for value in iterate_values(response):
        lines = value.get("lines") if isinstance(value, Mapping) else None
        for name, each in lines.items() if isinstance(lines, Mapping) else ():
            if isinstance(each, Mapping) and isinstance(each.get("text"), str):
                yield str(name), clean_text(each["text"]).strip()


class _TracedLines:
    """The translated lines of a workbook, followed through their earlier texts."""

    def __init__(self, workbook: Workbook) -> None:
        self.state: dict[object, TracedText] = {}
        self._lines = {each.id: each for each in workbook.book.lines}
        structure = workbook.edition.structure
        self._titles = {each.id: each.title for each in structure.passages}
        self._known: dict[Words, Sentence] = {}

    def follow(self, texts: Mapping[str, str], hand: Hand) -> None:
        """Replace the texts of lines by ``texts``, whose new sentences are by ``hand``."""
        new: dict[object, PlayerText] = {
            name: self.describe(self._lines[name], text)
            for name, text in texts.items()
            if name in self._lines
        }
        before = {name: each for name, each in self.state.items() if name in new}
        self.state |= trace_version(before, new, partial(self._write, hand=hand))
        for each in (each for name in new for each in self.state[name].sentences):
            self._known.setdefault(each.words, each)

    def _write(self, words: Words, *, hand: Hand) -> Sentence:
        return self._known.get(words) or write_all(words, hand)

    def describe(self, line: StoryLine, text: str) -> PlayerText:
        """Return the translation ``text`` of ``line`` with its place in the story."""
        if line.kind is TextKind.PROSE and not find_conditional_names(text):
            text = join_condition(line.condition, text)
        return PlayerText(
            stage="translation",
            path=(line.id,),
            kind=line.kind,
            passage=self._titles.get(line.passage, ""),
            text=text,
        )
