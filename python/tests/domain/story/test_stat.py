"""Tests that a stat, stored as levels, behaves as the number that it stands for."""

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from questfoundry.domain.story.stat import (
    MOST_STEPS,
    Level,
    Stat,
    levels_of,
    map_levels,
    move_stats,
    read_level,
    value_of,
)

TRUST = Stat(
    id="stat::wins-trust",
    name="Win's trust",
    question="Does Win trust you?",
    high="Win trusts you.",
    low="Win is wary of you.",
)
STEPS = st.lists(st.integers(-3, 3), max_size=MOST_STEPS // 3)


@given(STEPS, STEPS)
def test_levels_hold_exactly_as_the_numbers_say(trust: list[int], air: list[int]) -> None:
    """Conditions read levels, so a level that is off by one would open a wrong choice."""
    flags = frozenset({"mark::a"})
    for one, other in zip(trust, air, strict=False):
        flags = move_stats(flags, {"stat::trust": one, "stat::air": other})
    count = min(len(trust), len(air))
    values = {"stat::trust": sum(trust[:count]), "stat::air": sum(air[:count])}
    for stat, value in values.items():
        assert value_of(stat, flags) == value
        for at in range(1, 3 * MOST_STEPS + 1):
            assert (Level(stat, at).id in flags) == (value >= at)
            assert (Level(stat, -at).id in flags) == (value <= -at)
    assert "mark::a" in flags


def test_a_move_beyond_the_greatest_distance_stops_there() -> None:
    """Otherwise a loop would raise a stat without end, and no analysis of it would end."""
    flags = move_stats(frozenset(), {"stat::a": 2 * MOST_STEPS, "stat::b": -99})
    assert [value_of(stat, flags) for stat in ("stat::a", "stat::b")] == [MOST_STEPS, -MOST_STEPS]


@given(st.integers(1, 99), st.sampled_from(["trust", "going-up-2", "a"]))
def test_an_id_of_a_level_says_which_level_it_is(value: int, name: str) -> None:
    for each in (Level(f"stat::{name}", value), Level(f"stat::{name}", -value)):
        assert read_level(each.id) == each


def test_other_ids_are_no_levels() -> None:
    others = (
        "mark::trust-up-2",
        "level::trust",
        "level::up-2",
        "level::trust-up-0",
        "level::x-by-2",
    )
    assert [read_level(each) for each in others] == [None] * len(others)


def test_a_level_means_the_sentence_of_its_end() -> None:
    meanings = map_levels([TRUST])
    assert meanings["level::wins-trust-up-2"] == "Win trusts you."
    assert meanings["level::wins-trust-down-1"] == "Win is wary of you."
    assert (TRUST.describe(0), [*levels_of(TRUST.id, 0)]) == ("", [])


def test_a_playthrough_moves_stats() -> None:
    """A choice that requires a level opens for the players who raised the stat."""
    up = Choice(id="up", source="a", target="b", moves={TRUST.id: 1})
    down = Choice(id="down", source="a", target="b", moves={TRUST.id: -1})
    ask = Choice(id="ask", source="b", target="c", requires={Level(TRUST.id, 1).id})
    go = Choice(id="go", source="b", target="c")
    passages = (Passage(id="a"), Passage(id="b"), Passage(id="c", ending="end"))
    structure = Structure(start="a", passages=passages, choices=(up, down, ask, go))
    assert play(structure, ["up"]).open == (ask, go)
    assert play(structure, ["down"]).open == (go,)
    assert play(structure, ["down"]).flags == {"level::wins-trust-down-1"}
