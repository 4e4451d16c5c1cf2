"""Tests of the Ren'Py export in Ren'Py itself, where Debian's package is installed."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given

from questfoundry.domain.story.report import Edition
from tests.docs.test_example_story import RECORDED
from tests.docs.test_example_story import edition as example_edition
from tests.strategies.hostile import EVERYTHING, dressed
from tests.strategies.stat_editions import few_ways, stat_editions
from tests.support.editions import small_edition, with_chapters, with_deeds, with_inserts
from tests.support.examples import examples
from tests.support.renpy_engine import as_in_renpy, lint, play_in_renpy
from tests.support.seen import SeenPlaythrough, playthroughs_seen, random_playthroughs
from tests.support.stat_story import stat_edition

pytestmark = pytest.mark.ecosystem


def assert_played(edition: Edition, playthroughs: list[SeenPlaythrough], folder: Path) -> None:
    routes = [[step.taken for step in each if step.taken is not None] for each in playthroughs]
    expected = [as_in_renpy(each) for each in playthroughs]
    assert play_in_renpy(edition, routes, folder) == expected


def test_ren_py_plays_the_example(tmp_path: Path) -> None:
    """A long story has more playthroughs than can be played, so 500 are drawn. (EXP-36.1)"""
    edition = example_edition(RECORDED)
    assert lint(edition, tmp_path / "lint") == ""
    assert_played(edition, [*random_playthroughs(edition, 500)], tmp_path)


@pytest.mark.parametrize(
    "edition",
    [stat_edition(), with_inserts(dressed(with_chapters(with_deeds(small_edition())), EVERYTHING))],
    ids=["stats", "hostile"],
)
def test_ren_py_plays_what_the_solver_says(edition: Edition, tmp_path: Path) -> None:
    """Characters with a meaning in Ren'Py must not change a story. (EXP-36.1)"""
    assert lint(edition, tmp_path / "lint") == ""
    assert_played(edition, [*playthroughs_seen(edition)], tmp_path)


@examples(3, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(stat_editions().filter(few_ways))
def test_ren_py_plays_any_story(tmp_path_factory: pytest.TempPathFactory, edition: Edition) -> None:
    """Random conditions find combinations that no example contains. (EXP-36.1)"""
    folder = tmp_path_factory.mktemp("story")
    assert_played(edition, [*playthroughs_seen(edition)], folder)
