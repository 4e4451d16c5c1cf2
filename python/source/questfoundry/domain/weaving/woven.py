"""What weaving gives: the order of the beats, the structure, and what its parts stand for."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class Commitment:
    """What a choice of the player stands for: a path of a dilemma. Other choices lead on."""

    choice: str
    dilemma: str
    path: str


@frozen(kw_only=True)
class Trace:
    """A passage after a rejoined choice, and the path that it remembers.

    Heavy: the passage is told for this path only. Light: it holds nothing else. Cosmetic: it
    is told for all paths, and may hint at this one.
    """

    passage: str
    path: str
    residue: Residue


@frozen(kw_only=True)
class Woven:
    """A woven story.

    ``beats`` are those of the plan and those that weaving made, in one order that no choice
    goes against. Endings are named by their ids; titles and labels are empty.
    """

    beats: tuple[Beat, ...]
    structure: Structure
    commitments: tuple[Commitment, ...]
    traces: tuple[Trace, ...]
