"""What players have read in inserts, told to whoever writes on for them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.shortening import beginning_of

SHOWN_OF_INSERT = 24
"""The words shown of an insert that some have read: its beginning."""


def shown_of_insert(text: str) -> str:
    """What is shown of an insert with that text, in one line."""
    return " ".join(beginning_of(text, SHOWN_OF_INSERT).split())


def having_read(briefing: Briefing, last: Mapping[str, str]) -> Briefing:
    """The briefing with what is shown of the inserts that were read ``last``, by their names."""
    return evolve(
        briefing,
        unsettled=tuple(evolve(each, read=last.get(each.name, "")) for each in briefing.unsettled),
        deeds=tuple(
            evolve(
                group,
                deeds=tuple(evolve(each, read=last.get(each.name, "")) for each in group.deeds),
            )
            for group in briefing.deeds
        ),
        done=tuple(evolve(each, read=last.get(each.name, "")) for each in briefing.done),
    )
