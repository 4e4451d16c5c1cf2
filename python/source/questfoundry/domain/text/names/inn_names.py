"""Recognise names of inns that join two things, such as ``The Plough and Anchor``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from questfoundry.domain.text.names.stated_names import find_capitalised_runs
from questfoundry.domain.text.names.word_classes import PLACE_BEFORE

_AND = re.compile(r"and")
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_CONTEXT_LENGTH = 40

_Run = Sequence[re.Match[str]]


def join_inn_names(text: str) -> Iterator[_Run]:
    """Yield the sequences of capitalised words in ``text``, joining the two words of an inn's name.

    Two words name an inn if they follow an article and a preposition of place, and neither word is
    a name by itself elsewhere.
    """
    runs = [*find_capitalised_runs(text)]
    alone = [run[0][0] for run in runs if len(run) == 1]
    at = 0
    while at < len(runs):
        pair = runs[at : at + 2]
        if _is_inn(text, pair, alone):
            (first,), (second,) = pair
            link = _AND.match(text, first.end() + 1)
            yield [first, *([link] if link else ()), second]
            at += 2
        else:
            yield pair[0]
            at += 1


def _is_inn(text: str, pair: Sequence[_Run], alone: Sequence[str]) -> bool:
    if [len(run) for run in pair] != [1, 1]:
        return False
    (first,), (second,) = pair
    before = text[max(0, first.start() - _CONTEXT_LENGTH) : first.start()]
    return (
        text[first.end() : second.start()] == " and "
        and bool(_THE.search(before) and PLACE_BEFORE.search(before))
        and all(alone.count(word[0]) == 1 for word in (first, second))
    )
