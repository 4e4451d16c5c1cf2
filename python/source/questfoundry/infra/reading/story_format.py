"""Which story format a Twee story is written for, where it does not say so itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from questfoundry.infra.reading.chapbook import Chapbook
from questfoundry.infra.reading.twee_passages import TweePassage

# Wide enough for macros of an author's own: where two formats may be meant, none is.
_MARKS = {
    "SugarCube": re.compile(r"<</?[A-Za-z=-]"),
    "Harlowe": re.compile(r"\([A-Za-z][\w-]*:"),
    "Chapbook": re.compile(
        rf"^\[(?!\[)[^\[\]\n]+\][ \t]*+$|\{{[A-Za-z]|{Chapbook.tokens['variables']}",
        re.MULTILINE,
    ),
    "Snowman": re.compile(r"<%"),
}
_CODE = {"script", "stylesheet"}


def format_by_marks(passages: Sequence[TweePassage]) -> str:
    """The only format whose marks stand in the passages; empty where several do, or none."""
    texts = [each.text for each in passages if _CODE.isdisjoint(each.tags)]
    found = [name for name, marks in _MARKS.items() if any(map(marks.search, texts))]
    return found[0] if len(found) == 1 else ""
