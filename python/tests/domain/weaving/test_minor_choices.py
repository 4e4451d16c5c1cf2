"""Tests for minor choices, gated choices and hubs in a woven structure."""

import asyncio

import pytest
from hypothesis import given

from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.weaving.flag_availability import find_possible_flags, find_varying_flags
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub, find_hub_places, measure_limit
from questfoundry.domain.weaving.minor_choices import (
    GatedChoice,
    Option,
    add_gated_choice,
    add_minor_choices,
    has_no_decision,
)
from tests.strategies.structures import structures
from tests.support.deeds import with_deeds
from tests.support.naive_player import NaivePlayer
from tests.support.small_story import made_until, story_of
from tests.support.structures import choice, joined

OPTIONS = (Option(label="Run", flag="mark::run"), Option(label="Wait", flag="mark::wait"))


def out_of(structure: Structure, passage: str) -> tuple[Choice, ...]:
    return structure.outgoing_choices(f"passage::{passage}")


def test_each_option_of_an_act_leads_on_leaves_its_mark_and_is_answered() -> None:
    """A minor choice without an answer in the next passage would feel empty. (WEV-8.1)"""
    woven = add_minor_choices(
        joined(choice("on", "hall", "yard"), yard="out"), {"passage::hall": OPTIONS}
    )

    assert [(each.label, each.target, each.grants) for each in out_of(woven, "hall")] == [
        ("Run", "passage::yard", {"mark::run"}),
        ("Wait", "passage::yard", {"mark::wait"}),
    ]
    assert woven.passage("passage::yard").callback_flags == {"mark::run", "mark::wait"}
    assert not has_no_decision(woven, "passage::hall")


def test_where_the_next_passage_is_told_apart_each_option_is_there_for_each_variant() -> None:
    """An option that leads to the wrong variant would contradict earlier decisions. (WEV-8.1)"""
    woven = add_minor_choices(
        joined(
            choice("a", "start", "hall", grants=["a"]),
            choice("b", "start", "hall", grants=["b"]),
            choice("on-a", "hall", "yard-a", requires=["a"]),
            choice("on-b", "hall", "yard-b", requires=["b"]),
            **{"yard-a": "out", "yard-b": "out"},
        ),
        {"passage::hall": OPTIONS},
    )

    assert [(each.label, *each.requires) for each in out_of(woven, "hall")] == [
        ("Run", "flag::a"),
        ("Wait", "flag::a"),
        ("Run", "flag::b"),
        ("Wait", "flag::b"),
    ]
    assert not NaivePlayer(woven).breaches()


@pytest.mark.parametrize("takes", ["", "path::trust"])
def test_a_dare_stands_beside_its_siblings_and_leads_where_they_do(takes: str) -> None:
    """A gated choice is another way to take a path and must not open a new branch."""
    structure = add_minor_choices(
        joined(
            choice("on", "hall", "yard"),
            choice("trust", "yard", "deck", grants=["trust"]),
            choice("doubt", "yard", "hold", grants=["doubt"]),
            choice("end", "deck", "hold"),
            hold="out",
        ),
        {"passage::hall": OPTIONS},
    )
    forked = Structure(
        start=structure.start,
        passages=structure.passages,
        choices=tuple(
            each if each.id != "choice::trust" else _taking(each) for each in structure.choices
        ),
    )
    dare = GatedChoice(
        label="Knock", flag="mark::knock", needs="mark::run", closed="Knock (you wait)", takes=takes
    )
    at = "yard" if takes else "deck"
    woven = add_gated_choice(forked, {f"passage::{at}"}, dare)

    added = out_of(woven, at)[-1]

    assert added.requires == {"mark::run"}
    assert added.closed == "Knock (you wait)"
    assert added.target == out_of(forked, at)[0].target
    assert added.grants == ({"flag::trust", "mark::knock"} if takes else {"mark::knock"})
    assert "mark::knock" in woven.passage(added.target).callback_flags


def _taking(each: Choice) -> Choice:
    return Choice(
        id=each.id, source=each.source, target=each.target, takes="path::trust", grants=each.grants
    )


@given(structures())
def test_hubs_can_stand_where_no_ending_can_be_reached_without(structure: Structure) -> None:
    def ends_without(passage: str) -> bool:
        met = {structure.start} - {passage}
        for here in (waiting := list(met)):
            if structure.passage(here).ending:
                return True
            new = {way.target for way in structure.outgoing_choices(here)} - met - {passage}
            met |= new
            waiting += new
        return False

    met_by_all = [each for each in structure.passages if not ends_without(each.id)]
    assert list(find_hub_places(structure)) == [
        each for each in met_by_all if not each.ending and ends_without("")
    ]


@pytest.mark.parametrize("first", ["", "mark::lamp"])
def test_topics_are_read_once_each_lead_on_to_each_other_and_out(first: str) -> None:
    """A player must be able to read topics in any order and to leave the hub. (WEV-8.3)"""
    topics = [
        Topic(passage=f"passage::{name}", beat=f"beat::{name}", label=name, flag=f"mark::{name}")
        for name in ("lamp", "desk", "door")
    ]
    woven = add_hub(
        joined(choice("on", "hall", "yard"), yard="out"),
        Hub(passage="passage::hall", topics=topics, exit_label="Leave", required_flag=first),
    )
    player = NaivePlayer(woven)

    assert not player.breaches()
    assert [each.id for each in find_hub_places(woven)] == ["passage::hall"]
    ways = [way for at, way in player.ways.items() if player.ended(at)]
    assert min(map(len, ways)) == (2 if first else 1)
    assert max(len(way) for way in player.ways.values()) == len(topics) + 1
    leaving = [bool(out.requires) for out in woven.choices if out.label == "Leave"]
    assert leaving == ([False, True, True] if first else [False] * 4)


@pytest.mark.parametrize("first", ["", "mark::lamp"])
def test_in_a_limited_hub_there_is_time_for_two_topics(first: str) -> None:
    """A look at one thing has a price only if another thing remains unseen."""
    names = ("lamp", "desk", "door", "safe")
    topics = [
        Topic(passage=f"passage::{name}", beat=f"beat::{name}", label=name, flag=f"mark::{name}")
        for name in names
    ]
    woven = add_hub(
        joined(choice("on", "hall", "yard"), yard="out"),
        Hub(
            passage="passage::hall", topics=topics, exit_label="Leave", required_flag=first, limit=2
        ),
    )
    player = NaivePlayer(woven)

    assert not player.breaches()
    assert measure_limit(woven, "passage::hall") == 2
    read = [
        sum(woven.choice(each).label in names for each in way)
        for at, way in player.ways.items()
        if player.ended(at)
    ]
    assert {*read} == ({1, 2} if first else {0, 1, 2})


def test_the_small_story_with_deeds_keeps_the_laws() -> None:
    """Adding minor choices to a sound story must not make it unsound. (WEV-8.3)"""
    story = with_deeds(story_of(asyncio.run(made_until("grow"))))

    player = NaivePlayer(story.existing_structure, story)

    assert {law for law, _ in player.breaches()} <= {Law.LOOPS}
    assert set(story.flags) >= {
        mark for each in story.existing_structure.passages for mark in each.callback_flags
    }


@given(structures())
def test_what_some_hold_is_what_the_naive_player_finds(structure: Structure) -> None:
    """Conditional text for a flag that all players or none hold would be pointless."""
    assert_flags_as_walked(structure, NaivePlayer(structure))


def assert_flags_as_walked(structure: Structure, player: NaivePlayer) -> None:
    there: dict[str, list[frozenset[str]]] = {}
    for position in player.ways:
        there.setdefault(position.passage, []).append(position.flags)

    assert find_varying_flags(structure) == {
        passage: frozenset().union(*held) - held[0].intersection(*held)
        for passage, held in there.items()
    }
    assert find_possible_flags(structure) == {
        each.id: frozenset().union(
            *(held for held in there.get(each.source, ()) if each.is_open(held))
        )
        for passage in structure.passages
        for each in structure.selectable_choices(passage.id)
    }


def test_a_dare_leads_nowhere_that_nobody_can_go_who_holds_what_it_needs() -> None:
    """A gated choice must not lead to a variant that its flag makes impossible."""
    structure = joined(
        choice("trust", "hall", "yard", grants=["trust"]),
        choice("doubt", "hall", "yard", grants=["doubt"]),
        choice("kept", "yard", "deck", requires=["trust"]),
        choice("told", "yard", "hold", requires=["doubt"]),
        deck="out",
        hold="out",
    )
    dare = GatedChoice(label="Knock", flag="mark::knock", needs="flag::trust")
    woven = add_gated_choice(structure, {"passage::yard"}, dare)

    added = [each for each in woven.choices if dare.flag in each.grants]

    assert [each.target for each in added] == ["passage::deck"]
    assert woven.passage("passage::hold").callback_flags == frozenset()
    assert find_possible_flags(structure)["choice::told"] == {"flag::doubt"}
