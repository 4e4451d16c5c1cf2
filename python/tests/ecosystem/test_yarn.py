"""Tests of the Yarn Spinner export, played through every playthrough by YarnBound."""

from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.yarn import YarnExporter
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.strategies.stat_editions import few_ways, stat_editions
from tests.strategies.whole import whole_editions
from tests.support.ecosystem import run_node
from tests.support.editions import small_edition, with_chapters, with_deeds, with_inserts
from tests.support.examples import examples
from tests.support.seen import playthroughs_seen, seen
from tests.support.stat_story import stat_edition

pytestmark = pytest.mark.ecosystem


def assert_played(stories: Sequence[Edition]) -> None:
    sources = [YarnExporter().export(story)[0].content.decode() for story in stories]
    for edition, playthroughs in zip(stories, run_node("play_yarn.mjs", sources), strict=True):
        found = {
            tuple(
                seen(
                    (line for line in each["lines"] if line.strip() != "* * *"),
                    each["offered"],
                    each["taken"],
                    each["closed"],
                )
                for each in steps
            )
            for steps in playthroughs
        }
        assert found == playthroughs_seen(edition)


@pytest.mark.parametrize(
    "edition",
    [stat_edition(), with_inserts(dressed(with_chapters(with_deeds(small_edition())), EVERYTHING))],
    ids=["stats", "hostile"],
)
def test_yarn_bound_plays_what_the_solver_says(edition: Edition) -> None:
    """A game in Yarn Spinner offers exactly the proven playthroughs. (EXP-36.1)"""
    assert_played([edition])


HOSTILE = st.lists(editions(), min_size=4, max_size=4)
STATS = st.lists(stat_editions().filter(few_ways), min_size=6, max_size=6)
WHOLE = st.lists(whole_editions(), min_size=4, max_size=4)


@given(st.tuples(HOSTILE, STATS, WHOLE).map(lambda each: [*chain(*each)]))
@examples(2, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_yarn_bound_plays_any_story(stories: list[Edition]) -> None:
    """Characters with a meaning in Yarn must not change a story. (EXP-36.1)"""
    assert_played(stories)
