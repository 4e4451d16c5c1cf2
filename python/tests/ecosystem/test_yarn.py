"""Tests of the Yarn Spinner export, played through every playthrough by YarnBound."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.yarn import YarnExporter
from tests.docs.test_example_story import RECORDED
from tests.docs.test_example_story import edition as example_edition
from tests.strategies.engine_editions import engine_editions
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.support.ecosystem import run_node
from tests.support.editions import small_edition, with_chapters, with_deeds, with_inserts
from tests.support.examples import examples
from tests.support.seen import Seen, SeenPlaythrough, playthroughs_seen, random_playthroughs, seen
from tests.support.stat_story import stat_edition

pytestmark = pytest.mark.ecosystem


def played(
    stories: Sequence[Edition], routes: Sequence[Sequence[int]] | None = None
) -> list[list[SeenPlaythrough]]:
    """Return for each story what YarnBound shows on ``routes``, or else on every route."""
    given = [
        {"source": YarnExporter().export(story)[0].content.decode(), "routes": routes}
        for story in stories
    ]
    return [
        [tuple(map(shown, steps)) for steps in playthroughs]
        for playthroughs in run_node("play_yarn.mjs", given)
    ]


def shown(step: dict[str, Any]) -> Seen:
    lines = (line for line in step["lines"] if line.strip() != "* * *")
    return seen(lines, step["offered"], step["taken"], step["closed"])


def assert_played(stories: Sequence[Edition]) -> None:
    for edition, playthroughs in zip(stories, played(stories), strict=True):
        assert {*playthroughs} == playthroughs_seen(edition)


@pytest.mark.parametrize(
    "edition",
    [stat_edition(), with_inserts(dressed(with_chapters(with_deeds(small_edition())), EVERYTHING))],
    ids=["stats", "hostile"],
)
def test_yarn_bound_plays_what_the_solver_says(edition: Edition) -> None:
    """A game in Yarn Spinner offers exactly the proven playthroughs. (EXP-36.1)"""
    assert_played([edition])


HOSTILE = st.lists(editions(), min_size=4, max_size=4)
EVERY = st.lists(engine_editions(), min_size=10, max_size=10)


@given(st.tuples(HOSTILE, EVERY).map(lambda each: [*chain(*each)]))
@examples(2, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_yarn_bound_plays_any_story(stories: list[Edition]) -> None:
    """Characters with a meaning in Yarn must not change a story. (EXP-36.1)"""
    assert_played(stories)


def test_yarn_bound_plays_the_example() -> None:
    """A long story has more playthroughs than can be played, so 500 are drawn. (EXP-36.1)"""
    edition = example_edition(RECORDED)
    expected = [*random_playthroughs(edition, 500)]
    routes = [[step.taken for step in steps if step.taken is not None] for steps in expected]
    assert played([edition], routes) == [expected]
