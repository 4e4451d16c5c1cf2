"""Tests of the ink export, compiled and played by inkjs through every playthrough."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.ink import InkExporter
from tests.strategies.engine_editions import engine_editions
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.strategies.structures import sound
from tests.support.ecosystem import run_node
from tests.support.editions import (
    remembering_edition,
    small_edition,
    told,
    with_chapters,
    with_deeds,
    with_inserts,
)
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough, playthroughs_seen, seen
from tests.support.stat_story import stat_edition
from tests.support.structures import choice, joined

pytestmark = pytest.mark.ecosystem


def played(*stories: Edition) -> list[dict[str, Any]]:
    """Return what inkjs reports about each story, in one process."""
    sources = [InkExporter().export(story)[0].content.decode() for story in stories]
    answer: list[dict[str, Any]] = run_node("play_ink.mjs", sources)
    return answer


def playthroughs_in_ink(story: dict[str, Any]) -> set[SeenPlaythrough]:
    return {
        tuple(
            seen(map(without_marks, each["lines"]), each["offered"], each["taken"], each["closed"])
            for each in playthrough
        )
        for playthrough in story["playthroughs"]
    }


def assert_played(stories: Sequence[Edition]) -> None:
    for edition, story in zip(stories, played(*stories), strict=True):
        assert story["said"] == []
        assert playthroughs_in_ink(story) == playthroughs_seen(edition)


def beginning_with(prose: str) -> Edition:
    edition = small_edition()
    return evolve(edition, prose={**edition.prose, edition.structure.start: prose})


def without_marks(line: str) -> str:
    return re.sub(r"</?[bi]>|^\s*\* \* \*\s*$", "", line)


@pytest.mark.parametrize(
    "edition",
    [
        with_inserts(remembering_edition()),
        dressed(small_edition(), EVERYTHING),
        with_inserts(dressed(with_chapters(with_deeds(small_edition())), EVERYTHING)),
        stat_edition(),
        beginning_with(""),
        beginning_with("It is a long night. " * 5_000),
    ],
    ids=["flags", "hostile", "deeds", "stats", "empty", "long"],
)
def test_inkjs_plays_what_the_solver_says(edition: Edition) -> None:
    """Exports offer exactly the proven playthroughs. (EXP-6.1)"""
    assert_played([edition])


HOSTILE = st.lists(editions(), min_size=6, max_size=6)
CONDITIONAL = st.lists(sound().map(lambda each: told(each.structure)), min_size=4, max_size=4)
EVERY = st.lists(engine_editions(), min_size=12, max_size=12)


@given(st.tuples(HOSTILE, CONDITIONAL, EVERY).map(lambda each: [*chain(*each)]))
@examples(2, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_inkjs_plays_any_story(stories: list[Edition]) -> None:
    """Characters with a meaning in ink, conditions and all features together must not change a
    story. (EXP-6.1)
    """
    assert_played(stories)


def test_inkjs_offers_a_choice_again_when_its_passage_is_met_again() -> None:
    """Ink removes a choice after its first use unless the choice is sticky."""
    edition = told(
        joined(
            choice("cross", "quay", "bank", forbids=["twice"]),
            choice("stay", "quay", "home", requires=["twice"]),
            choice("back", "bank", "quay", forbids=["once"], grants=["once"]),
            choice("again", "bank", "quay", requires=["once"], grants=["twice"]),
            home="home",
        )
    )
    (story,) = played(edition)
    (playthrough,) = playthroughs_in_ink(story)
    assert [each.taken for each in playthrough] == [0, 0, 0, 0, 0, None]
    assert {playthrough} == playthroughs_seen(edition)
