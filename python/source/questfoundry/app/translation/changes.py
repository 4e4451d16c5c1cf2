"""Store the changes that people make to translations, and undo them.

Each change is an entry in the journal of a run without a model, one run for each file and one for
the desk. The entry contains the translations before and after it. So the program knows who
translated a line, and can restore what was there before.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.app.translation.workbook import Changes, Translations, Workbook
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import Translation
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.run.inputs import TranslationInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunRecord
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.text.digest import digest, to_canonical_json

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
