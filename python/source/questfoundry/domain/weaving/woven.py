"""What weaving gives: the order of the beats, and the structure that holds them."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class Woven:
    """A woven story.

    ``beats`` are those of the plan and those that weaving made, in one order that no choice
    goes against. Titles and labels are empty; endings have ids, and no names yet.
    """

    beats: tuple[Beat, ...]
    structure: Structure
