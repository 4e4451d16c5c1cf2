"""Tests for the laws about stats, compared with a player that carries plain numbers."""

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from questfoundry.domain.story.stat import MOST_STEPS, Level, Stat, value_of
from tests.domain.solver.test_stats import STATS, count_visits, walk
from tests.strategies.stats import with_stats
from tests.strategies.structures import STORY
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, Position
from tests.support.walked_laws import of

TRUST = Stat(id=STATS[0], name="trust", question="Does Win trust you?", high="Yes.", low="No.")


def trusting(*steps: int, rounds: int = 1) -> Structure:
    """Return a structure with ``rounds`` choices in a row; each offers all ``steps`` of a stat."""
    places = [Passage(id=f"passage::{at}") for at in range(rounds)]
    end = Passage(id=f"passage::{rounds}", ending="ending::home")
    choices = (
        Choice(
            id=f"choice::{at}-{number}",
            source=f"passage::{at}",
            target=f"passage::{at + 1}",
            moves={STATS[0]: step},
        )
        for at in range(rounds)
        for number, step in enumerate(steps)
    )
    return Structure(start="passage::0", passages=(*places, end), choices=tuple(choices))


def list_readings(structure: Structure, passage: str) -> set[str]:
    conditions = [each.requires | each.forbids for each in structure.selectable_choices(passage)]
    read = structure.passage(passage).conditional_flags.union(*conditions)
    return {flag for flag in read if flag.startswith("level::")}


def positions_by_passage(player: NaivePlayer) -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = {}
    for position in player.ways:
        found.setdefault(position.passage, []).append(position)
    return found


@examples(30)
@given(with_stats())
def test_readings_that_do_not_divide_are_those_that_walking_finds(structure: Structure) -> None:
    """A condition that every player meets is no condition. (LAW-13.1)"""
    expected = Counter(
        passage
        for passage, here in positions_by_passage(walk(structure)).items()
        for flag in list_readings(structure, passage)
        if len({each.held.has(flag) for each in here}) == 1
    )
    assert Counter(each.place for each in of(check(structure), Law.READINGS)) == expected


@examples(30)
@given(with_stats())
def test_gaps_between_bands_are_those_that_walking_finds(structure: Structure) -> None:
    """A player whose value no band covers would see neither success nor setback."""
    player, expected = walk(structure), dict[str, int]()
    for passage, here in positions_by_passage(player).items():
        groups: dict[str, list[Choice]] = {}
        for choice in structure.selectable_choices(passage):
            groups.setdefault(" ".join(choice.label.lower().split()), []).append(choice)
        for group in groups.values():
            asked = frozenset[str]().union(*(each.requires | each.forbids for each in group))
            if len(group) < 2 or not any(flag.startswith("level::") for flag in asked):
                continue
            gate = evolve(
                group[0],
                requires=group[0].requires.intersection(*(each.requires for each in group)),
                forbids=group[0].forbids.intersection(*(each.forbids for each in group)),
            )
            left = [
                len(player.ways[each])
                for each in here
                if each.held.opens(gate) and not any(map(each.held.opens, group))
            ]
            if left:
                expected[group[0].id] = min(left)
    found = of(check(structure), Law.BANDS)
    assert {each.place: len(each.counterexample or ()) for each in found} == expected


@examples(30)
@given(with_stats())
def test_moves_out_of_range_are_those_that_walking_finds(structure: Structure) -> None:
    """Exports count without our limit, so a move beyond it would play differently there."""
    player, expected = walk(structure), dict[tuple[str, str], int]()
    for position, way in player.ways.items():
        for choice, _ in player.next[position]:
            for stat, step in choice.moves.items():
                if step and abs(dict(position.held.values).get(stat, 0) + step) > MOST_STEPS:
                    length = expected.get((choice.id, stat), len(way) + 1)
                    expected[choice.id, stat] = min(length, len(way) + 1)
    found: list[str] = []
    for each in of(check(structure), Law.STEPS):
        assert each.counterexample is not None
        *before, last = each.counterexample
        [stat] = [stat for stat in STATS if repr(stat) in each.problem]
        value = value_of(stat, play(structure, before).flags)
        assert last == each.place
        assert abs(value + structure.choice(last).moves[stat]) > MOST_STEPS
        assert len(each.counterexample) == expected[each.place, stat]
        found.append(stat)
    assert sorted(found) == sorted({stat for _, stat in expected})


def test_a_move_out_of_range_is_found_however_rare_it_is() -> None:
    """A law holds for every player, also for one in ten million million."""
    [finding] = of(check(trusting(1, *[0] * 9, rounds=MOST_STEPS + 1)), Law.STEPS)
    assert len(finding.counterexample or ()) == MOST_STEPS + 1


@examples(30)
@given(with_stats())
def test_a_move_that_nothing_reads_changes_nothing(structure: Structure) -> None:
    """An author may remove the move that is reported; the story must play as before."""

    def observe(player: NaivePlayer) -> set[tuple[str, frozenset[str]]]:
        return {
            (each.passage, frozenset(filter(each.held.has, list_readings(structure, each.passage))))
            for each in player.ways
        }

    before = observe(walk(structure))
    dead = {
        (each.place, stat)
        for each in of(check(structure), Law.MOVES)
        for stat in STATS
        if repr(stat) in each.problem
    }
    choices = tuple(
        evolve(each, moves={k: v for k, v in each.moves.items() if (each.id, k) not in dead})
        for each in structure.choices
    )
    assert before == observe(walk(evolve(structure, choices=choices)))


def test_two_moves_are_not_both_dead_where_one_of_them_is_needed() -> None:
    """An author who removes both would change the story: either of two steps reaches the level."""
    level = {Level(STATS[0], 1).id}
    made = trusting(1, rounds=2)
    first, second = made.choices
    gates = [
        evolve(
            second, id=f"gate-{name}", source="passage::2", target=name, moves={}, **{name: level}
        )
        for name in ("requires", "forbids")
    ]
    ends = [Passage(id=name, ending=f"ending::{name}") for name in ("requires", "forbids")]
    story = Structure(
        start=made.start,
        passages=(*made.passages[:-1], Passage(id="passage::2"), *ends),
        choices=(first, second, *gates),
    )
    assert of(check(story), Law.MOVES) == []


def test_a_move_is_read_if_values_would_otherwise_be_between_two_levels() -> None:
    """The range of values with the move must not hide a level that a player without it meets."""
    made = trusting(1, rounds=2)
    first, last = made.choices
    again = evolve(
        last, id="again", target="passage::1", moves={STATS[0]: 2}, forbids={Level(STATS[0], 3).id}
    )
    leave = evolve(last, moves={}, forbids={Level(STATS[0], 2).id})
    assert of(check(evolve(made, choices=(first, again, leave))), Law.MOVES) == []


@examples(30)
@given(with_stats())
def test_unbalanced_readings_are_those_of_random_players(structure: Structure) -> None:
    """A gated choice for one player in twenty is work that hardly any reader sees."""
    player = walk(structure)
    if player.goes_round():
        return
    visits, expected = count_visits(player), Counter[str]()
    for passage, here in positions_by_passage(player).items():
        total = sum(visits[each] for each in here)
        for flag in list_readings(structure, passage):
            share = sum(visits[each] for each in here if each.held.has(flag)) / total
            if 1e-9 < share < 0.25 - 1e-9 or 0.75 + 1e-9 < share < 1 - 1e-9:
                expected[passage] += 1
    assert Counter(each.place for each in of(check(structure), Law.BALANCE)) == expected


def asked(value: int, *, rounds: int = 1, steps: tuple[int, ...] = (1, -1)) -> Structure:
    """Return a structure whose last decision is open from ``value`` of the stat on."""
    made = trusting(*steps, rounds=rounds)
    last = made.choices[-1]
    ask = evolve(
        last, id="choice::ask", requires={Level(STATS[0], value).id}, moves={}, label="Ask"
    )
    return evolve(made, choices=(*made.choices, ask))


def check_with_plan(structure: Structure, *stats: Stat) -> list[Finding]:
    return of(check(structure, story=evolve(STORY, stats=stats)), Law.STATS, Law.TWICE)


def test_a_stat_that_the_plan_lacks_is_named() -> None:
    """A misspelt stat would count moves that no condition ever sees."""
    [finding] = check_with_plan(trusting(1, -1))
    assert (finding.rule, finding.place) == (Law.STATS, "choice::0-0")
    assert check_with_plan(asked(1, rounds=2), TRUST)[0].problem == (
        "Only one place reads 'stat::trust'."
    )
    assert check_with_plan(trusting(1, -1), TRUST)[0].problem == "Nothing reads 'stat::trust'."


def test_only_moves_change_a_stat() -> None:
    """A choice that sets a level by itself would leave a player with gaps below the level."""
    made = trusting(1, -1)
    granting = evolve(made.choices[0], grants={Level(STATS[0], 2).id})
    found = check_with_plan(evolve(made, choices=(granting, *made.choices[1:])), TRUST)
    assert found[0].problem == "The choice 'choice::0-0' sets or clears 'level::trust-up-2'."


@pytest.mark.parametrize("rounds", [MOST_STEPS, MOST_STEPS + 1])
def test_twelve_steps_are_allowed_and_one_more_is_not(rounds: int) -> None:
    """The limit keeps stats small enough to prove; a story at the limit is sound."""
    found = of(check(trusting(1, -1, rounds=rounds)), Law.STEPS)
    assert len(found) == (rounds > MOST_STEPS)
    for each in found:
        assert each.counterexample is not None
        assert len(each.counterexample) == rounds


def test_the_share_of_a_reading_is_named() -> None:
    """Authors choose a level by the share of players who have it."""
    [finding] = of(check(asked(2, rounds=3, steps=(1, 0, 0))), Law.BALANCE)
    assert finding.place == "passage::2"
    assert "11% meet the condition 'level::trust-up-2'" in finding.problem
