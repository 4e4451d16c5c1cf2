"""What can be said of the ways out of passages only once the whole story is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.infra.reading.sheet import Sheet, Way

# SugarCube takes what is no passage's name for code.
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)", re.DOTALL)


def settle(sheet: Sheet, spoiled: AbstractSet[str], names: AbstractSet[str]) -> None:
    """Leaves out of the ways, with a note, what is computed or uses variables as no flags.

    What a passage sets when it is come to, it must not itself ask for: that would depend on
    which stands first in its text.
    """
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


def mere_text(sheets: Mapping[str, Sheet]) -> set[str]:
    """The passages that are shown inside others, and from which nothing leads on."""
    shown_in: dict[str, list[str]] = {name: [] for name in sheets}
    for name, sheet in sheets.items():
        for target in _targets(sheet.ways, shows=True):
            if target in sheets:
                shown_in[target].append(name)
    waiting = [name for name, sheet in sheets.items() if any(_targets(sheet.ways, shows=False))]
    leading = set(waiting)
    while waiting:
        for name in shown_in[waiting.pop()]:
            if name not in leading:
                leading.add(name)
                waiting.append(name)
    return {name for name, inside in shown_in.items() if inside} - leading


def linked(sheets: Iterable[Sheet]) -> set[str]:
    """The passages that links lead to."""
    return {target for sheet in sheets for target in _targets(sheet.ways, shows=False)}


def _targets(ways: Iterable[Way], *, shows: bool) -> Iterator[str]:
    return (way.target for way in ways if way.shows is shows)
