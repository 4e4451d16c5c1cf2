"""What players have read in inserts, told to whoever writes on for them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.shortening import beginning_of

SHOWN_OF_INSERT = 24
"""The words shown of an insert that some have read: its beginning."""


def having_read(briefing: Briefing, read: Mapping[str, str]) -> Briefing:
    """The briefing with what was ``read`` last in inserts, by their names."""
    last = {
        name: " ".join(beginning_of(text, SHOWN_OF_INSERT).split()) for name, text in read.items()
    }
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
