"""Translators' files as gettext PO; the context of an entry is the line's id and its condition."""

import re

import polib

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import (
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
    TranslationState,
)

_SOURCE, _NEWEST = "X-Source-Language", "X-Newest-Line"
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
            _NEWEST: str(sheet.newest),
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
        newest = file.metadata.get(_NEWEST, "")
        if not (newest.isascii() and newest.isdecimal()):
            raise InputError(f"line 1: the header lacks {_NEWEST}. Export the file again.")
        return TranslationSheet(
            source_language=file.metadata.get(_SOURCE, ""),
            language=file.metadata.get("Language", ""),
            newest=int(newest),
            rows=[_build_row(each) for each in file if not each.obsolete],
        )


def _build_row(entry: polib.POEntry) -> TranslationRow:
    identifier, _, condition = (entry.msgctxt or "").partition(" ")
    state = TranslationState.DONE if entry.msgstr else TranslationState.NEW
    return TranslationRow(
        number=entry.linenum or 0,
        id=identifier,
        condition=condition,
        source=entry.msgid,
        text=entry.msgstr,
        state=TranslationState.STALE if _FUZZY in entry.flags else state,
    )
