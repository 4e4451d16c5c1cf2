"""The order of flags in diagrams."""

from __future__ import annotations

from questfoundry.domain.play.graph import graph_of
from questfoundry.domain.play.reach import Reach
from questfoundry.domain.play.zdd import Families
from tests.support.quests import random_quests


def test_flags_that_hang_together_stand_together() -> None:
    """In the order of first reading these take 360,000 steps."""
    assert Reach(graph_of(random_quests(90)), Families(most=30_000)).complete
