"""Tests for minor choices, hubs, gated choices and conditional text, against a brute-force
walk.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub
from questfoundry.domain.weaving.minor_choices import Option, add_minor_choices
from tests.strategies.deeds import eventful
from tests.strategies.structures import Told, with_choice
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.planned_story import story_about
from tests.support.series import series
from tests.support.walked_laws import (
    assert_as_walked,
    assert_breaches,
    is_sound,
    of,
    sound_as_walked,
)


@examples(60)
@given(eventful())
def test_what_can_be_done_is_judged_as_walking_it_judges(told: Told) -> None:
    """Minor choices must not hide faults. (LAW-2.1, LAW-3.2, LAW-4.1)"""
    findings = check(told.structure, story=told.story)
    player = NaivePlayer(told.structure, told.story)
    assert_as_walked(findings, player, told.story)
    assert not of(findings, Law.LOOPS)
    assert not player.goes_round()
    assert is_sound(findings) == sound_as_walked(player, told.story)


HUB = add_hub(
    add_minor_choices(
        series(soft=2),
        {
            f"passage::d0-{arm}": [
                Option(label=f"Do {each}", flag=f"mark::{arm}-{each}") for each in "ab"
            ]
            for arm in "xy"
        },
    ),
    Hub(
        passage="passage::d0-after",
        topics=[
            Topic(passage=f"topic::{each}", beat="", label=each, flag=f"mark::{each}")
            for each in ("door", "desk", "lamp")
        ],
        exit_label="Leave",
        required_flag="mark::door",
    ),
)


TOLD = story_about(("d0", "d1"))


@pytest.mark.parametrize(
    "changes",
    [
        {"forbids": frozenset()},
        {"requires": frozenset()},
        {"grants": frozenset()},
        {"requires": {"flag::nobody"}},
    ],
    ids=["repeatable", "always open", "no grant", "never open"],
)
@examples(20)
@given(places=st.sets(st.integers(0, len(HUB.choices) - 1), min_size=1, max_size=3))
def test_broken_conditions_are_seen_as_walked(changes: Mapping[str, Any], places: set[int]) -> None:
    """A wrong condition in a hub is judged exactly as a walk judges it. (LAW-2.1)"""
    mutated = HUB
    for place in places:
        mutated = with_choice(mutated, place, **changes)
    findings, player = check(mutated, story=TOLD), NaivePlayer(mutated)
    assert_breaches(findings, player)
    assert bool(of(findings, Law.LOOPS)) == player.goes_round()


def test_a_mark_that_nothing_reads_any_more_is_told() -> None:
    """An author who deletes conditional text should learn that its choice flag is now useless."""
    passages = tuple(evolve(each, conditional_flags=()) for each in HUB.passages)
    told = of(check(evolve(HUB, passages=passages)), Law.FLAGS)
    assert {"mark::x-a", "mark::y-b"} <= {each.problem.split("'")[1] for each in told}
