"""Exchange files with translators: write the lines, and read translations back after proof."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PureWindowsPath

from attrs import field, frozen

from questfoundry.app.translation.changes import ChangeTranslationsUseCase
from questfoundry.app.translation.workbook import Workbook
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import (
    Translation,
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
    TranslationState,
)
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.translation.context import ContextFinder, LineContext
from questfoundry.domain.translation.line_book import number_of
from questfoundry.domain.translation.lines import StoryLine, join_condition
from questfoundry.domain.translation.proof import FaultRule, find_surprising_lengths
from questfoundry.domain.translation.swaps import find_probable_shift, find_probable_swaps

_NAMES_SHOWN = 12
_EMPTY = (
    "The translation is empty, but the line is marked as done. Translate the line, or remove the "
    "mark."
)


@frozen(kw_only=True)
class ImportResult:
    """The result of an import: the number of lines that changed, and warnings with their lines."""

    changed: int
    warnings: Sequence[str]
    workbook: Workbook = field(repr=False)


@frozen(kw_only=True)
class TranslationSheetsUseCase:
    """A use case that exports the lines of a story for translators, and imports translations."""

    _changes: ChangeTranslationsUseCase
    _formats: Mapping[str, TranslationFormat]

    def export(self, language: str, form: str) -> bytes:
        """Return the content of a file with all lines, in the format named ``form``."""
        writer, workbook = self._choose_format(form), self._changes.translations.open(language)
        contexts = ContextFinder(workbook.edition)
        return writer.write(
            TranslationSheet(
                source_language=workbook.edition.language,
                language=language,
                newest=workbook.book.newest,
                rows=[
                    _build_row(workbook, each, contexts.find(each)) for each in workbook.book.lines
                ],
            )
        )

    def read_back(self, language: str, form: str, content: bytes, name: str) -> ImportResult:
        """Store the translations in ``content``, the content of the file ``name``.

        A line that the file leaves empty stays as it is, unless the file marks it as done.
        Raise ``InputError`` with the line and reason of each fault, and store nothing, if the file
        has a fault.
        """
        reader = self._choose_format(form)
        translations = self._changes.translations
        with translations.store.lock.hold("translate"):
            workbook = translations.open(language)
            try:
                sheet = reader.read(content)
            except InputError as problem:
                raise InputError(f"{name}, {problem}") from problem
            check = _SheetCheck(workbook, sheet)
            if faults := sorted(check.find_faults()):
                reasons = [*check.find_shift(), *faults]
                listed = (f"{name}, line {number}: {problem}" for number, problem in reasons)
                count = f"{len(faults)} faults" if len(faults) > 1 else "a fault"
                head = f"Nothing was imported, because the file has {count}:"
                raise InputError("\n".join((head, *listed)))
            found = check.build_translations()
            changed = sum(workbook.translations.get(each) != new for each, new in found.items())
            done = self._changes.apply(workbook, found, file=PureWindowsPath(name).name)
        warnings = [f"{name}, line {line}: {text}" for line, text in sorted(check.list_warnings())]
        return ImportResult(changed=changed, warnings=warnings, workbook=done)

    def _choose_format(self, form: str) -> TranslationFormat:
        if form not in self._formats:
            known = ", ".join(self._formats)
            raise InputError(f"There is no format {form!r} for translators. Choose from: {known}.")
        return self._formats[form]


def _build_row(workbook: Workbook, line: StoryLine, context: LineContext) -> TranslationRow:
    found = workbook.translations.get(line.id)
    state = workbook.state_of(line)
    before = found.source if found and state is TranslationState.STALE else ""
    return TranslationRow(
        id=line.id,
        kind=line.kind,
        condition=_format_condition(line),
        source=line.text,
        text=found.text if found else "",
        state=state,
        notes=[*_list_notes(context), *([f"Translated from: {before}"] if before else [])],
    )


def _list_notes(context: LineContext) -> Iterator[str]:
    if context.passage:
        yield f"In the passage “{context.passage}”"
    if context.reader:
        yield f"Read only if: {context.reader}"
    if context.after:
        yield f"After the choice {' or '.join(f'“{each}”' for each in context.after)}"
    if context.leads_to:
        yield f"The choice leads to “{context.leads_to}”"


def _format_condition(line: StoryLine) -> str:
    return f"[{line.condition}]" if line.condition else ""


def _read_text(row: TranslationRow) -> str:
    return clean_text(row.text).strip()


@frozen(slots=False)
class _SheetCheck:
    """The comparison of a translator's sheet with a workbook."""

    workbook: Workbook
    sheet: TranslationSheet

    @cached_property
    def _lines(self) -> Mapping[str, StoryLine]:
        return {each.id: each for each in self.workbook.book.lines}

    def find_faults(self) -> Iterator[tuple[int, str]]:
        """Yield the line number and the problem of each fault."""
        yield from self.sheet.problems
        if self.sheet.language != self.workbook.language:
            wanted, given = self.workbook.language, self.sheet.language
            yield 1, f"The file is for the language {given!r}, not for {wanted!r}."
        texts: dict[str, str] = {}
        seen: set[str] = set()
        for row in self.sheet.rows:
            if problem := self._check_row(row, seen):
                yield row.number, f"{row.id}: {problem}"
            elif row.id in self._lines and not self._is_former(row) and (text := _read_text(row)):
                texts[row.id] = text
            seen.add(row.id)
        yield from self._find_faulty_texts(texts)
        yield from self._find_missing(seen)

    def _find_faulty_texts(self, texts: Mapping[str, str]) -> Iterator[tuple[int, str]]:
        for fault in self.workbook.find_faults({**self.workbook.texts, **texts}):
            # A label that the file leaves as it is, or lacks, can equal a new label.
            if fault.line in texts or fault.rule is FaultRule.SAME_OPTION:
                number = self._rows[fault.line].number if fault.line in self._rows else 1
                yield number, f"{fault.line}: {fault}"

    def _find_missing(self, seen: set[str]) -> Iterator[tuple[int, str]]:
        numbers = {row.id: row.number for row in self.sheet.rows}
        before = 1
        for each in self.workbook.book.lines:
            before = numbers.get(each.id, before)
            if each.id not in seen and number_of(each.id) <= self.sheet.newest:
                kind = f"{each.kind} {_format_condition(each)}".rstrip()
                text = f"{each.id}: The line ({kind}) is missing after this one"
                yield before, f"{text}: {each.text[:60]!r}. Put it back."

    def _check_row(self, row: TranslationRow, seen: set[str]) -> str:
        """Return the problem of the id, source, condition or state of ``row``, or an empty text."""
        if row.id in seen:
            return "The id is used twice. Remove one of the two rows."
        line = self._lines.get(row.id)
        if line is None:
            is_removed = any(each.id == row.id for each in self.workbook.book.removed)
            return "" if is_removed else "No line has this id. Put the exported id back."
        source, is_former = clean_text(row.source), self._is_former(row)
        if not is_former and source != line.text:
            others = [e.id for e in self._lines.values() if e.text == source]
            swapped = f"It is the source of {others[0]}. " if others else ""
            return f"The source is not that of this id. {swapped}Put the exported source back."
        if not is_former and row.condition != _format_condition(line):
            wanted = _format_condition(line) or "empty"
            return f"The condition was changed. It must be {wanted}."
        is_empty = row.state == TranslationState.DONE and not _read_text(row)
        return _EMPTY if is_empty else ""

    def build_translations(self) -> Mapping[str, Translation]:
        """Return the translations of rows that have one; an unchanged stale row stays stale."""
        found: dict[str, Translation] = {}
        for row in self.sheet.rows:
            text = _read_text(row)
            if row.id not in self._lines or not text:
                continue
            line, before = self._lines[row.id], self.workbook.translations.get(row.id)
            is_same = before is not None and before.text == text
            if is_same and row.state == TranslationState.STALE:
                continue
            source = self._source_of(row) if self._is_former(row) else line.source
            found[row.id] = Translation(source=source, text=text)
        return found

    def list_warnings(self) -> Iterator[tuple[int, str]]:
        """Yield the line number and the text of each warning."""
        for row in self.sheet.rows:
            if row.id not in self._lines:
                yield row.number, f"{row.id}: The story no longer has this line."
            elif _read_text(row) and self._is_former(row):
                yield row.number, f"{row.id}: The source has changed since the export. It is stale."
        yield from self._list_kept()
        if shift := [*self.find_shift()]:
            yield from shift  # explains what the other warnings would be about
            return
        rows, texts = self._rows, self._texts
        for fault in find_surprising_lengths(self.workbook.book.lines, texts):
            yield rows[fault.line].number, f"{fault.line}: {fault}"
        for one, other in find_probable_swaps(self.workbook.book.lines, texts):
            yield (
                rows[one.id].number,
                f"{one.id}: The translation was probably swapped with that of {other.id}, in line "
                f"{rows[other.id].number}. Compare both.",
            )

    def _list_kept(self) -> Iterator[tuple[int, str]]:
        """Yield one warning for all lines that only the workbook has translations of."""
        known = self._lines.keys() & self.workbook.translations.keys()
        if kept := [name for name, text in self._texts.items() if name in known and not text]:
            more = f" and {len(kept) - _NAMES_SHOWN:,} more" if len(kept) > _NAMES_SHOWN else ""
            names = f"{', '.join(kept[:_NAMES_SHOWN])}{more}"
            first = self._rows[kept[0]].number
            yield first, f"Lines that are empty here keep their translations: {names}."

    def find_shift(self) -> Iterator[tuple[int, str]]:
        """Yield the line number and the text of a warning if translations are one line off."""
        if shift := find_probable_shift(self.workbook.book.lines, self._texts):
            side, move = ("before", "up") if shift.is_down else ("after", "down")
            yield (
                self._rows[shift.first.id].number,
                f"{shift.first.id}: From about here to {shift.last.id}, in line "
                f"{self._rows[shift.last.id].number}, each translation is probably that of the "
                f"line {side}. Compare, and move the translations {move} by one line.",
            )

    @cached_property
    def _rows(self) -> Mapping[str, TranslationRow]:
        return {row.id: row for row in self.sheet.rows}

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        return {name: _read_text(row) for name, row in self._rows.items()}

    def _is_former(self, row: TranslationRow) -> bool:
        """Return whether ``row`` has an earlier source of its line, exported before a change."""
        line = self._lines.get(row.id)
        return line is not None and self._source_of(row) in line.former

    def _source_of(self, row: TranslationRow) -> str:
        return join_condition(row.condition.strip("[]"), clean_text(row.source))
