"""Tests for choices that move stats, compared with a player that carries plain numbers."""

from collections import Counter
from functools import lru_cache

import pytest
from hypothesis import assume, given, reject

from questfoundry.domain.checks.check import check
from questfoundry.domain.solver import Solver
from questfoundry.domain.solver.covering import find_covering_playthroughs
from questfoundry.domain.solver.dataflow import is_terminating
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.play_length import count_playthroughs, measure_play_length
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.shares import compute_ending_shares
from questfoundry.domain.solver.space import explore
from questfoundry.domain.solver.value_ranges import find_value_ranges
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import value_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub
from questfoundry.domain.writing.may_must import find_arrivals
from tests.domain.checks.test_whole_stories import Walked
from tests.domain.solver.test_play_length import walked
from tests.domain.solver.test_reach import assert_families_as_walked
from tests.domain.weaving.test_minor_choices import assert_flags_as_walked
from tests.strategies.stats import STATS, with_stats
from tests.strategies.structures import STORY
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, Position, playthroughs
from tests.support.structures import choice, joined
from tests.support.walked_laws import assert_as_walked

MOST_POSITIONS, MOST_PLAYTHROUGHS = 600, 3_000


@lru_cache(maxsize=2)
def walk(structure: Structure, story: Story = STORY) -> NaivePlayer:
    """Return the naive player of a structure that is small enough to walk and to enumerate."""
    try:
        player = NaivePlayer(structure, story, most=MOST_POSITIONS)
    except OverflowError:
        reject()
    return player


def count_walks(player: NaivePlayer) -> int:
    """Return the number of playthroughs of a structure in which every loop ends."""
    known: dict[Position, int] = {}
    waiting = [next(iter(player.ways))]
    while waiting:
        here = waiting[-1]
        ahead = [after for _, after in player.next[here]]
        left = [each for each in ahead if each not in known]
        if not left:
            known[waiting.pop()] = sum(known[each] for each in ahead) or 1
        waiting += left
    return known[here]


def count_visits(player: NaivePlayer) -> Counter[Position]:
    """Return how often a random player comes to each position on average."""
    visits = Counter[Position]({next(iter(player.ways)): 1.0})
    waiting = [(next(iter(player.ways)), 1.0)]
    assume(count_walks(player) <= MOST_PLAYTHROUGHS)
    for here, share in waiting:
        moves = player.next[here]
        for _, after in moves:
            visits[after] += share / len(moves)
            waiting.append((after, share / len(moves)))
    return visits


@examples(30)
@given(with_stats())
def test_laws_are_those_of_a_player_with_numbers(structure: Structure) -> None:
    """A threshold that is off by one would hide a stuck player or report a false one."""
    player = walk(structure)
    # Where loops move both stats without limit, pairs of values may exhaust the steps of advice.
    proven = [each for each in check(structure, story=STORY) if each.proven]
    assert_as_walked(proven, player, STORY)
    assert_families_as_walked(structure, player)


@examples(30)
@given(with_stats())
def test_flags_are_those_of_a_player_with_numbers(structure: Structure) -> None:
    """A writer has to know which levels the readers may have, and which they certainly have."""
    player = walk(structure)
    assert_flags_as_walked(structure, player)
    ranges, arrivals = find_value_ranges(structure), find_arrivals(structure)
    for position in player.ways:
        levels = {each for each in position.flags if each.startswith("level::")}
        for stat, values in ranges.get(position.passage, {}).items():
            assert values.least <= value_of(stat, levels) <= values.greatest
        arrival = arrivals[position.passage]
        assert {each for each in arrival.must if each.startswith("level::")} <= levels
        assert levels <= arrival.may


def test_a_topic_that_leads_into_a_hub_moves_a_stat_once() -> None:
    """A range that is too wide would cost the solver levels that no player has."""
    topics = [
        Topic(passage=f"passage::{at}", beat="", label="", flag=f"mark::{at}", moves={STATS[0]: 1})
        for at in range(3)
    ]
    hub = Hub(passage="passage::hall", topics=topics)
    structure = add_hub(joined(choice("on", "hall", "yard"), yard="out"), hub)
    assert find_value_ranges(structure)["passage::yard"] == {STATS[0]: (0, 3)}


@examples(30)
@given(with_stats())
def test_shares_and_counts_are_those_of_a_player_with_numbers(structure: Structure) -> None:
    """Authors judge a story by these figures, so a stat must not change how they add up."""
    player = walk(structure)
    shares = compute_ending_shares(Reachability(build_graph(structure), Zdd()))
    length, counts = measure_play_length(structure), count_playthroughs(structure)
    has_answers = any(each.takes for each in structure.choices)
    if player.goes_round():
        assert (shares, length) == (None, None)
        assert has_answers or counts is None
        return
    assume(count_walks(player) <= MOST_PLAYTHROUGHS)
    plays = walked(player)
    told = Counter(structure.passage(each.passage).ending for _, each, _ in plays)
    told = Counter(ending for _, ending in Walked(player).arcs) if has_answers else told
    assert shares is not None
    for ending, share in shares.items():
        ends = [each for each in plays if structure.passage(each[1].passage).ending == ending]
        assert share == pytest.approx(sum(each for each, _, _ in ends))
        assert counts
        assert counts.endings.get(ending, 0) == told[ending]
    if length:
        assert length.decisions.mean == pytest.approx(sum(s * n[1] for s, _, n in plays))


@examples(30)
@given(with_stats(loops=False))
def test_covering_playthroughs_show_what_a_player_with_numbers_reads(structure: Structure) -> None:
    """A reviewer must see each conditional text that some player reads, and each that they miss."""
    assert is_terminating(Reachability(build_graph(structure), Zdd()))

    def read(choices: tuple[str, ...]) -> set[tuple[str, str, bool]]:
        position, found = next(iter(player.ways)), set()
        for taken in (*choices, ""):
            for flag in ("", *structure.passage(position.passage).conditional_flags):
                found.add((position.passage, flag, not flag or position.held.has(flag)))
            moves = {choice.id: after for choice, after in player.next[position]}
            position = moves.get(taken, position)
        return found

    player = walk(structure)
    everything = set().union(*(read(taken) for _, taken in playthroughs(structure)))
    shown = set().union(*map(read, find_covering_playthroughs(explore(structure))))
    assert shown == everything


@examples(30)
@given(with_stats())
def test_values_of_random_players_are_those_of_a_player_with_numbers(structure: Structure) -> None:
    """A threshold divides the players only as well as the figures that it is chosen from."""
    player = walk(structure)
    measured = {stat: Solver(structure).measure_values(stat) for stat in STATS}
    if player.goes_round():
        assert set(measured.values()) == {None}
        return
    visits = count_visits(player)
    for stat, found in measured.items():
        expected = Counter[tuple[str, int]]()
        for position, share in visits.items():
            expected[position.passage, dict(position.held.values).get(stat, 0)] += share
        assert found is not None
        assert {
            (passage, value): share for passage in found for value, share in found[passage].items()
        } == pytest.approx(dict(expected))
