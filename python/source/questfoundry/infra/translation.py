"""Read and write the files of translators: CSV, gettext PO and XLIFF 2.1."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

import polib
from lxml import etree  # type: ignore[import-untyped]

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import (
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
    TranslationState,
)
from questfoundry.domain.story.prose_markup import split_marks

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
            # Spreadsheets leave out the last separator where many last cells are empty.
            cells = [*row, ""] if len(row) == len(head) - 1 else row
            if len(cells) == len(head):
                found.append(_build_row(number, cells))
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


_SOURCE, _NEWEST_PO = "X-Source-Language", "X-Newest-Line"
_FUZZY = "fuzzy"
_LINE = re.compile(r"line (\d+)")


class PoTranslationFormat(TranslationFormat):
    """A PO file in which a stale translation is fuzzy."""

    def write(self, sheet: TranslationSheet) -> bytes:
        file = polib.POFile(wrapwidth=0)
        file.metadata = {
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Language": sheet.language,
            _SOURCE: sheet.source_language,
            _NEWEST_PO: str(sheet.newest),
        }
        for each in sheet.rows:
            file.append(
                polib.POEntry(
                    msgctxt=" ".join(filter(None, (each.id, each.condition))),
                    msgid=each.source,
                    msgstr=each.text,
                    flags=[_FUZZY] if each.state == TranslationState.STALE else [],
                    comment="\n".join((each.kind, *each.notes)),
                )
            )
        return f"{file}\n".encode()

    def read(self, content: bytes) -> TranslationSheet:
        try:
            # Without a line end, polib could take the content for the name of a file.
            file = polib.pofile(f"{content.decode('utf-8-sig')}\n")
        except UnicodeDecodeError as problem:
            line = content.count(b"\n", 0, problem.start) + 1
            raise InputError(f"line {line}: the file is not UTF-8. Save it as UTF-8.") from problem
        except OSError as problem:
            found = _LINE.search(str(problem))
            at = found[1] if found else "1"
            raise InputError(f"line {at}: the file is broken. {problem}") from problem
        newest = file.metadata.get(_NEWEST_PO, "")
        if not (newest.isascii() and newest.isdecimal()):
            raise InputError(f"line 1: the header lacks {_NEWEST_PO}. Export the file again.")
        return TranslationSheet(
            source_language=file.metadata.get(_SOURCE, ""),
            language=file.metadata.get("Language", ""),
            newest=int(newest),
            rows=[_read_entry(each) for each in file if not each.obsolete],
        )


def _read_entry(entry: polib.POEntry) -> TranslationRow:
    identifier, _, condition = (entry.msgctxt or "").partition(" ")
    state = TranslationState.DONE if entry.msgstr.strip() else TranslationState.NEW
    return TranslationRow(
        number=entry.linenum or 0,
        id=identifier,
        condition=condition,
        source=entry.msgid,
        text=entry.msgstr,
        state=TranslationState.STALE if _FUZZY in entry.flags else state,
    )


_SPACE = "urn:oasis:names:tc:xliff:document:2.0"
_IN = f"{{{_SPACE}}}"
_PRESERVE = {"{http://www.w3.org/XML/1998/namespace}space": "preserve"}
_PROTECTED = {"canCopy": "no", "canDelete": "no"}
_STALE = "qf:stale"
_NEWEST = "newest-line"


class XliffTranslationFormat(TranslationFormat):
    """An XLIFF file with one unit for each line."""

    def write(self, sheet: TranslationSheet) -> bytes:
        top = etree.Element(f"{_IN}xliff", nsmap={None: _SPACE}, version="2.1")
        top.set("srcLang", sheet.source_language)
        top.set("trgLang", sheet.language)
        file = etree.SubElement(top, f"{_IN}file", id="story")
        _add_notes(file, [str(sheet.newest)], category=_NEWEST)
        for each in sheet.rows:
            _add_unit(file, each)
        text: bytes = etree.tostring(top, encoding="utf-8", xml_declaration=True, pretty_print=True)
        return text

    def read(self, content: bytes) -> TranslationSheet:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
        try:
            top = etree.fromstring(content, parser)
        except etree.XMLSyntaxError as problem:
            raise InputError(
                f"line {problem.lineno or 1}: the XML is broken: {problem.msg}."
            ) from problem
        if top.tag != f"{_IN}xliff":
            raise InputError("line 1: this is no file in XLIFF 2. Export the file again.")
        newest = top.findtext(f".//{_IN}note[@category='{_NEWEST}']", "")
        if not (newest.isascii() and newest.isdecimal()):
            raise InputError(f"line 1: the note {_NEWEST!r} is missing. Export the file again.")
        rows, problems = [], []
        for each in top.iter(f"{_IN}unit"):
            try:
                rows.append(_read_unit(each))
            except InputError as problem:
                problems.append((each.sourceline or 0, str(problem)))
        return TranslationSheet(
            source_language=top.get("srcLang", ""),
            language=top.get("trgLang", ""),
            newest=int(newest),
            rows=rows,
            problems=problems,
        )


def _add_notes(parent: Any, notes: Iterable[str], **attributes: str) -> None:
    holder = etree.SubElement(parent, f"{_IN}notes")
    for each in notes:
        etree.SubElement(holder, f"{_IN}note", **attributes).text = each


def _add_unit(file: Any, row: TranslationRow) -> None:
    unit = etree.SubElement(file, f"{_IN}unit", id=row.id)
    if row.condition:
        unit.set("name", row.condition)
    _add_notes(unit, (row.kind, *row.notes))
    parts = (*split_marks(row.source), *split_marks(row.text))
    marks = dict.fromkeys(part for part, is_mark in parts if is_mark)
    data = {mark: f"d{number}" for number, mark in enumerate(marks, 1)}
    if data:
        holder = etree.SubElement(unit, f"{_IN}originalData")
        for mark, name in data.items():
            etree.SubElement(holder, f"{_IN}data", _PRESERVE, id=name).text = mark
    segment = etree.SubElement(unit, f"{_IN}segment")
    segment.set("state", "translated" if row.state == TranslationState.DONE else "initial")
    if row.state == TranslationState.STALE:
        segment.set("subState", _STALE)
    _add_text(etree.SubElement(segment, f"{_IN}source", _PRESERVE), row.source, data)
    if row.text:
        _add_text(etree.SubElement(segment, f"{_IN}target", _PRESERVE), row.text, data)


def _add_text(parent: Any, text: str, data: Mapping[str, str]) -> None:
    """Add ``text`` to a source or target; equal marks of both have equal ids."""
    parent.text, last = "", None
    seen = Counter[str]()
    for part, is_mark in split_marks(text):
        if is_mark:
            seen[part] += 1
            name = data[part]
            number = f"{name}-{seen[part]}"
            last = etree.SubElement(parent, f"{_IN}ph", _PROTECTED, id=number, dataRef=name)
            last.tail = ""
        elif last is None:
            parent.text += part
        else:
            last.tail += part


def _read_unit(unit: Any) -> TranslationRow:
    data = {each.get("id"): each.text or "" for each in unit.iter(f"{_IN}data")}
    # Tools may divide a unit into several segments.
    segments = [each for each in unit if each.tag in {f"{_IN}segment", f"{_IN}ignorable"}]
    own = [each for each in segments if each.tag == f"{_IN}segment"]
    if len({each.find(f"{_IN}target") is None for each in own}) > 1:
        raise InputError("A segment of the unit has no target. Translate it.")
    states = {*map(_read_state, own)}
    source, text = (
        "".join(_read_text(part, data) for each in segments for part in each.findall(_IN + name))
        for name in ("source", "target")
    )
    return TranslationRow(
        number=unit.sourceline or 0,
        id=unit.get("id", ""),
        condition=unit.get("name", ""),
        source=source,
        text=text,
        state=states.pop() if len(states) == 1 else TranslationState.NEW,
    )


def _read_text(element: Any, data: Mapping[str, str]) -> str:
    parts = [element.text or ""]
    for each in element:
        if each.tag == f"{_IN}ph":
            if each.get("dataRef") not in data:
                raise InputError(f"The placeholder {each.get('id')!r} has no data in this unit.")
            parts.append(data[each.get("dataRef")])
        else:
            parts.append(_read_text(each, data))
        parts.append(each.tail or "")
    return "".join(parts)


def _read_state(segment: Any) -> TranslationState:
    if segment.get("state", "initial") != "initial":
        return TranslationState.DONE
    is_stale = segment.get("subState") == _STALE
    return TranslationState.STALE if is_stale else TranslationState.NEW
