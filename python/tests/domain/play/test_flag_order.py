"""The order of flags in diagrams."""

from __future__ import annotations

from questfoundry.domain.play.graph import build_graph
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.zdd import Zdd
from tests.support.quests import random_quests


def test_flags_that_hang_together_stand_together() -> None:
    """In the order of first reading these take 360,000 steps."""
    assert Reachability(build_graph(random_quests(90)), Zdd(max_steps=30_000)).is_complete
