"""Reads the text of one passage, in the words of its story's format."""

from __future__ import annotations

import re
from functools import cache

from questfoundry.infra.reading.chapbook import Chapbook
from questfoundry.infra.reading.dialect import Dialect
from questfoundry.infra.reading.harlowe import Harlowe
from questfoundry.infra.reading.sheet import Sheet
from questfoundry.infra.reading.snowman import Snowman
from questfoundry.infra.reading.sugarcube import SugarCube
from questfoundry.infra.reading.twine_markup import TwineMarkup

_DIALECTS: dict[str, type[Dialect]] = {
    "chapbook": Chapbook,
    "harlowe": Harlowe,
    "snowman": Snowman,
    "sugarcube": SugarCube,
}


def read_body(text: str, sheet: Sheet, story_format: str) -> None:
    """Fills the sheet; where the format is not known, the marks of all formats count."""
    kinds = _kinds(story_format.casefold())
    dialects = {mark: dialect for kind in kinds for dialect in [kind(sheet)] for mark in kind.marks}
    read = 0
    for mark in _marks(kinds).finditer(text):
        between = text[read : mark.start()]
        sheet.line += between.count("\n")
        if not sheet.hidden:
            sheet.words += len(between.split())
        if not sheet.hidden or mark.lastgroup == "modifier":
            dialects[str(mark.lastgroup)].take(mark)
        sheet.line += mark[0].count("\n")
        read = mark.end()
    if not sheet.hidden:
        sheet.words += len(text[read:].split())
    for dialect in dict.fromkeys(dialects.values()):
        dialect.close()


def _kinds(story_format: str) -> tuple[type[Dialect], ...]:
    known = _DIALECTS.get(story_format)
    return (TwineMarkup, known) if known else (TwineMarkup, *_DIALECTS.values())


@cache
def _marks(kinds: tuple[type[Dialect], ...]) -> re.Pattern[str]:
    marks = {name: mark for kind in kinds for name, mark in kind.marks.items()}
    each = "|".join(f"(?P<{name}>{mark})" for name, mark in marks.items())
    # To look at all marks at every letter of the prose would take ten times as long.
    return re.compile(rf"(?=[\[<{{(/]|\A)(?:{each})", re.MULTILINE)
