"""Tests for the order of flags in decision diagrams."""

from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd import Zdd
from tests.support.quests import random_quests


def test_flags_that_hang_together_stand_together() -> None:
    """Ordered by first reading, these flags take 360,000 steps, so related flags must be
    neighbours.
    """
    assert Reachability(build_graph(random_quests(90)), Zdd(max_steps=30_000)).is_complete
