"""Tests for played scenes: hubs with a limit of turns, closed by an attempt."""

from itertools import permutations

from attrs import evolve

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.stat import MOST_STEPS
from questfoundry.domain.weaving.attempts import (
    WovenAttempt,
    WovenOutcome,
    add_attempt,
    find_attempt_places,
)
from questfoundry.domain.weaving.hubs import TURNS, Hub, Topic, add_hub, measure_limit
from questfoundry.domain.weaving.readings import limit_moves
from tests.support.naive_player import NaivePlayer
from tests.support.structures import choice, joined

FORMS = tuple(
    Topic(
        passage=f"passage::{name}{form}",
        beat=f"beat::{name}{form}",
        label=f"{name}{form}",
        flag=f"mark::{name}{form}",
        needs=f"mark::{name}" if form else "",
        moves={"stat::trust": -1 if form else 1},
    )
    for name in ("ask", "offer", "threaten")
    for form in ("", "-again")
)
NEEDS = {each.label: each.needs.removeprefix("mark::") for each in FORMS}
HALL = "passage::hall"


def build_scene() -> Structure:
    structure = joined(choice("on", "hall", "yard"), yard="out")
    passages = (evolve(each, beats=(f"beat::{each.id}",)) for each in structure.passages)
    return add_hub(
        evolve(structure, passages=tuple(passages)),
        Hub(passage=HALL, topics=FORMS, exit_label="Leave", limit=TURNS, is_played=True),
    )


def close_scene(structure: Structure) -> Structure:
    success, setback = (
        WovenOutcome(passage=f"passage::{name}", beat=f"beat::{name}", flag=f"mark::{name}")
        for name in ("success", "setback")
    )
    attempt = WovenAttempt(
        passage=HALL,
        label="Close",
        stat="stat::trust",
        side="high",
        success=success,
        setback=setback,
    )
    return add_attempt(structure, attempt)


def list_plays(structure: Structure) -> set[tuple[str, ...]]:
    """Return the labels of the choices of each whole playthrough; no play may break a law."""
    player = NaivePlayer(structure)
    assert not player.breaches()
    return {
        tuple(structure.choice(each).label for each in way)
        for at, way in player.ways.items()
        if player.ended(at)
    }


def test_a_player_takes_up_to_three_turns_and_no_second_form_comes_first() -> None:
    """A scene is played if approaches return changed, and not all can be tried. (WEV-8.4)"""
    scene = build_scene()
    turns = [
        frozenset(each)
        for count in range(1, TURNS + 1)
        for each in permutations(NEEDS, count)
        if all(not NEEDS[label] or NEEDS[label] in each[:at] for at, label in enumerate(each))
    ]
    plays = list_plays(scene)
    assert {play[-1] for play in plays} == {"Leave"}
    assert {frozenset(play[:-1]) for play in plays} == {*turns}
    assert measure_limit(scene, HALL) == TURNS


def test_an_attempt_closes_the_scene_after_any_turn() -> None:
    """The result of a scene must follow from the stat that its turns moved. (WEV-8.4)"""
    scene = build_scene()
    assert find_attempt_places(scene, {HALL: "stat::trust"}) == {HALL: ["stat::trust"]}
    assert find_attempt_places(scene) == {}
    closed = close_scene(scene)
    assert {play[-1] for play in list_plays(closed)} == {"Leave", ""}
    player = NaivePlayer(closed)
    for form in FORMS:
        options = [each for each in closed.outgoing_choices(form.passage) if each.label == "Close"]
        states = [at.flags for at in player.ways if at.passage == form.passage]
        assert states
        assert {sum(each.is_open(flags) for each in options) for flags in states} == {1}
    for outcome in ("passage::success", "passage::setback"):
        assert [each.target for each in closed.outgoing_choices(outcome)] == ["passage::yard"]


def test_moves_before_a_scene_leave_room_for_its_turns() -> None:
    """At the greatest value of its stat, the turns of a scene would change nothing. (WEV-8.4)"""
    scene = build_scene()
    before = evolve(
        scene,
        start="passage::gate",
        passages=(Passage(id="passage::gate"), *scene.passages),
        choices=(
            evolve(choice("in", "gate", "hall"), moves={"stat::trust": MOST_STEPS - 2}),
            *scene.choices,
        ),
    )

    def list_moving(structure: Structure) -> set[str]:
        return {each.source for each in structure.choices if each.moves}

    assert list_moving(limit_moves(before)) == {"passage::gate"}
    assert list_moving(limit_moves(before, {HALL: "stat::trust"})) == {
        HALL,
        *(form.passage for form in FORMS),
    }


def test_a_topic_that_another_topic_opens_counts_for_the_bounds_of_its_stat() -> None:
    """After such a topic, a player could move a stat beyond its greatest value."""
    first, last = (
        evolve(each, needs=needs, moves={"stat::trust": MOST_STEPS // 2})
        for each, needs in ((FORMS[0], ""), (FORMS[1], FORMS[0].flag))
    )
    leaving = evolve(choice("on", "hall", "yard"), moves={"stat::trust": 1})
    hall = add_hub(joined(leaving, yard="out"), Hub(passage=HALL, topics=(first, last)))
    limited = limit_moves(hall)
    assert limited.outgoing_choices(first.passage)[0].moves == last.moves
    assert not limited.outgoing_choices(last.passage)[-1].moves
