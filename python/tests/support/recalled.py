"""Callbacks that a model can choose, read from the request as a model must."""

import re
from collections.abc import Collection

MOST = 3
"""The number of callbacks for each passage: at least a third of all possible ones."""

_PLACE = re.compile(r"^(passage::\S+).* = ")
_FACT = re.compile(r"^- ((?:mark|level)::[^\s:]+): ")
_AGAIN = "- from above: "
_LEVEL = "level::"


def recalls_for(
    request: str, places: Collection[str], *, most: int = MOST
) -> dict[str, dict[str, list[str]]]:
    offered: dict[str, list[str]] = {}
    here: list[str] = []
    for line in request.splitlines():
        if place := _PLACE.match(line):
            here = offered.setdefault(place[1], [])
        elif fact := _FACT.match(line):
            here.append(fact[1])
        elif line.startswith(_AGAIN):
            here.extend(line.removeprefix(_AGAIN).split(", "))
    return {
        each: {
            "marks": [
                *[flag for flag in offered[each] if not flag.startswith(_LEVEL)][:most],
                *[flag for flag in offered[each] if flag.startswith(_LEVEL)],
            ]
        }
        for each in places
    }
