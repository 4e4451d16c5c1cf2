"""Several short passages in one answer: each below a line with its title in double brackets.

::

    [[Under the stairs]]
    There is a bell without a clapper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.writing.briefing import Briefing

_TITLE = re.compile(r"^[ \t]*[#*_ \t]*\[\[([^\[\]\n]{1,300})\]\][*_ \t]*$", re.MULTILINE)


def written_together(briefings: Sequence[Briefing]) -> Briefing:
    """The first briefing with everybody whom any of them has, for a request for all of them."""
    first = briefings[0]
    entities = {each.id: each for briefing in briefings for each in briefing.entities}
    return evolve(first, entities=tuple(entities.values()), noted=())


def parted_by_title(text: str, titles: Mapping[str, str]) -> Mapping[str, str]:
    """The texts by passage; ``titles`` are those of the passages, by passage.

    A text without a line of its own title is not there.
    """
    named = {title.strip().casefold(): passage for passage, title in titles.items()}
    found: dict[str, str] = {}
    _, *parts = _TITLE.split(text)
    for title, prose in zip(parts[::2], parts[1::2], strict=True):
        passage = named.get(title.strip().casefold())
        if passage and prose.strip():
            found[passage] = prose.strip()
    return found
