"""Find the differences between two texts, and accept them one by one."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from attrs import frozen

from questfoundry.domain.errors import InputError

_GAP = re.compile(r"\n[^\S\n]*\n\s*")


@frozen
class Difference:
    """The ``old`` paragraphs from number ``start`` (from 0), and the ``new`` ones instead."""

    start: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def list_differences(base: str, current: str, new: str) -> dict[int, Difference]:
    """Return the differences of ``new`` from ``base`` that are open in ``current``, by number.

    Numbers begin at 1 and stay the same while differences are accepted. Paragraphs that replace as
    many others are numbered singly.
    """
    found = _find_differences(_split(current), _split(new))
    open_differences = {(each.old, each.new): each for each in found}
    numbered = enumerate(_find_differences(_split(base), _split(new)), start=1)
    keys = ((number, (each.old, each.new)) for number, each in numbered)
    return {number: open_differences[key] for number, key in keys if key in open_differences}


def accept_difference(base: str, current: str, new: str, number: int) -> str:
    """Return ``current`` with the difference ``number`` of ``new``.

    Raise ``InputError`` if there is no such difference any more.
    """
    found = list_differences(base, current, new)
    if number not in found:
        left = ", ".join(map(str, found)) or "none"
        raise InputError(f"There is no change {number} to accept. The open changes are: {left}.")
    change, paragraphs = found[number], _split(current)
    paragraphs[change.start : change.start + len(change.old)] = change.new
    return "\n\n".join(paragraphs)


def _split(text: str) -> list[str]:
    return _GAP.split(text.strip())


def _find_differences(old: Sequence[str], new: Sequence[str]) -> Iterator[Difference]:
    for kind, a, b, c, d in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if kind == "replace" and b - a == d - c:
            for step in range(b - a):
                yield Difference(a + step, (old[a + step],), (new[c + step],))
        elif kind != "equal":
            yield Difference(a, tuple(old[a:b]), tuple(new[c:d]))
