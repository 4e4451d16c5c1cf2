"""Detect the story format of Twee passages, such as Harlowe, if the story does not name it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from questfoundry.infra.foreign.chapbook import Chapbook
from questfoundry.infra.foreign.twee_passages import TweePassage

# The patterns also match macros that authors define. If several formats match, the result is empty.
_SIGNATURES = {
    "SugarCube": re.compile(r"<</?[A-Za-z=-]"),
    "Harlowe": re.compile(r"\([A-Za-z][\w-]*:"),
    "Chapbook": re.compile(
        rf"^\[(?!\[)[^\[\]\n]+\][ \t]*+$|\{{[A-Za-z]|{Chapbook.tokens['variables']}",
        re.MULTILINE,
    ),
    "Snowman": re.compile(r"<%"),
}
_CODE_TAGS = {"script", "stylesheet"}


def detect_format(passages: Sequence[TweePassage]) -> str:
    """Return the name of the only story format whose markup occurs in ``passages``.

    The result is empty if no format is found, or if the markup of several formats occurs.
    """
    texts = [each.text for each in passages if _CODE_TAGS.isdisjoint(each.tags)]
    found = [name for name, marks in _SIGNATURES.items() if any(map(marks.search, texts))]
    return found[0] if len(found) == 1 else ""
