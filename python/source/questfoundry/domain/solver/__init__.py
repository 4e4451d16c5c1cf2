"""Prove exact facts about all playthroughs of a story; :class:`Solver` is the door to this room."""

from questfoundry.domain.solver.play_length import PlayLength, PlaythroughCounts, Spread
from questfoundry.domain.solver.solver import RandomWalk, Solver
from questfoundry.domain.solver.space import StateSpace
from questfoundry.domain.solver.zdd_ops import MAX_STEPS

__all__ = [
    "MAX_STEPS",
    "PlayLength",
    "PlaythroughCounts",
    "RandomWalk",
    "Solver",
    "Spread",
    "StateSpace",
]
