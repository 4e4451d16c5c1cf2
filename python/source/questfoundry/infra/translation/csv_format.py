"""Translators' files as CSV, for spreadsheets."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import (
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
)

_COLUMNS = ("id", "state", "kind", "condition", "notes")
_END = "end"
"""The first cell of the last row, which shows that the file is whole."""


class CsvTranslationFormat(TranslationFormat):
    """A table with a row for each line; the last two columns are the languages."""

    def write(self, sheet: TranslationSheet) -> bytes:
        text = StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow((*_COLUMNS, sheet.source_language, sheet.language))
        for each in sheet.rows:
            notes = "\n".join(each.notes)
            table.writerow(
                (each.id, each.state, each.kind, each.condition, notes, each.source, each.text)
            )
        table.writerow((_END, sheet.newest, *[""] * len(_COLUMNS)))
        return text.getvalue().encode("utf-8-sig")  # the mark tells spreadsheets that it is UTF-8

    def read(self, content: bytes) -> TranslationSheet:
        rows = list(_read_rows(content))
        _, head = rows.pop(0) if rows else (1, [])
        if tuple(head[:-2]) != _COLUMNS:
            columns = ", ".join(_COLUMNS)
            raise InputError(f"line 1: the first row is not {columns} and two languages.")
        last, end = rows[-1] if rows else (1, [""])
        newest = end[1] if end[0] == _END and len(end) > 1 else ""
        is_whole = newest.isascii() and newest.isdecimal()
        problems = (
            []
            if is_whole
            else [(last, f"The file ends early: its last row, {_END!r}, is missing.")]
        )
        found = []
        for number, row in rows[:-1] if is_whole else rows:
            if len(row) == len(head):
                found.append(_build_row(number, row))
            else:
                problems.append((number, f"The row has {len(row)} cells instead of {len(head)}."))
        return TranslationSheet(
            source_language=head[-2],
            language=head[-1],
            newest=int(newest) if is_whole else 0,
            rows=found,
            problems=problems,
        )


def _read_rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the number of its first line."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError(
            f"line {line}: the file is not UTF-8. Save it as CSV in UTF-8."
        ) from problem
    head = text.partition("\n")[0]
    table = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    number = 1
    try:
        for row in table:
            if any(row):
                yield number, row
            number = table.line_num + 1
    except csv.Error as problem:
        raise InputError(f"line {number}: {problem}. Save it as CSV again.") from problem


def _build_row(number: int, row: Sequence[str]) -> TranslationRow:
    identifier, state, kind, condition, _, source, text = row
    return TranslationRow(
        number=number,
        id=identifier.strip(),
        state=state.strip(),
        kind=kind,
        condition=condition.strip(),
        source=source,
        text=text,
    )
