"""What can be said of the ways out of passages only once the whole story is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.infra.reading.sheet import Sheet

# SugarCube takes what is no passage's name for code.
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)", re.DOTALL)


def settle(sheets: Sequence[Sheet], names: AbstractSet[str]) -> None:
    """Leaves out of the ways, with a note, what is computed or uses variables as no flags.

    What is set where one passage shows another, and what a passage asks for that it sets
    itself, would depend on which comes first in the text.
    """
    shown = _targets(sheets, shows=True)
    for sheet in sheets:
        if sheet.grants and (sheet.passage.name in shown or not sheet.whole):
            sheet.line = sheet.passage.spot.line
            sheet.change_unknown(" ".join(sorted(sheet.grants)))
    spoiled = {name for sheet in sheets for name in sheet.spoiled}
    for sheet in sheets:
        _settle(sheet, spoiled, names)


def without_mere_text(sheets: Sequence[Sheet], start: str) -> list[Sheet]:
    """The passages in which a player can stand.

    What is shown inside others and leads nowhere is their text, and no way.
    """
    text = _targets(sheets, shows=True) - _leading_on(sheets)
    text &= {sheet.passage.name for sheet in sheets}
    for sheet in sheets:
        sheet.ways = [way for way in sheet.ways if not (way.shows and way.target in text)]
    inner = text - _targets(sheets, shows=False) - {start}
    return [sheet for sheet in sheets if sheet.passage.name not in inner]


def _settle(sheet: Sheet, spoiled: AbstractSet[str], names: AbstractSet[str]) -> None:
    sheet.grants = {flag for flag in sheet.grants if flag not in spoiled}
    ways = []
    for way in sheet.ways:
        sheet.line = way.line
        if way.target not in names and _CODE.fullmatch(way.target):
            sheet.target_unknown(way.target)
            continue
        asked = way.condition.requires | way.condition.forbids
        doubtful = {flag for flag in asked if flag in spoiled or flag in sheet.grants}
        if doubtful:
            sheet.condition_unknown(" ".join(sorted(doubtful)))
        grants = (way.grants | sheet.grants) - spoiled
        ways.append(evolve(way, condition=way.condition.without(doubtful), grants=grants))
    sheet.ways = ways


def _leading_on(sheets: Iterable[Sheet]) -> set[str]:
    """The passages with links, and those that show such ones, at any remove."""
    shown_in: dict[str, list[str]] = {}
    waiting = []
    for sheet in sheets:
        for way in sheet.ways:
            if way.shows:
                shown_in.setdefault(way.target, []).append(sheet.passage.name)
            else:
                waiting.append(sheet.passage.name)
    leading = set(waiting)
    while waiting:
        for name in shown_in.get(waiting.pop(), ()):
            if name not in leading:
                leading.add(name)
                waiting.append(name)
    return leading


def _targets(sheets: Iterable[Sheet], *, shows: bool) -> set[str]:
    return {way.target for sheet in sheets for way in sheet.ways if way.shows is shows}
