"""Tests for counting all playthroughs at once, compared with enumerating them."""

from collections import Counter
from itertools import cycle

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.solver.play_length import PlaythroughCounts, count_playthroughs
from questfoundry.domain.solver.search import find_shortest_playthrough
from questfoundry.domain.solver.space import explore, find_longest_playthrough
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from tests.strategies.structures import structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, playthroughs
from tests.support.series import series


def counted(structure: Structure) -> PlaythroughCounts:
    arcs = count_playthroughs(structure)
    assert arcs is not None
    return arcs


@examples(100)
@given(structures(loops=False), st.lists(st.sampled_from(["", "path::x", "path::y"]), min_size=12))
def test_answers_and_endings_tell_arcs_apart(structure: Structure, takes: list[str]) -> None:
    """Minor choices and the order of topics must not inflate the count."""
    choices = zip(structure.choices, cycle(takes), strict=False)
    structure = evolve(structure, choices=tuple(evolve(each, takes=own) for each, own in choices))
    if not any(each.takes for each in structure.choices):
        return
    told = {
        (
            frozenset({structure.choice(each).takes for each in taken} - {""}),
            structure.passage(met[-1]).ending,
        )
        for met, taken in playthroughs(structure)
    }
    arcs = counted(structure)
    assert arcs.total == len(told)
    for path, count in arcs.paths.items():
        assert count == sum(path in answers for answers, _ in told)
    for ending, count in arcs.endings.items():
        assert count == sum(end == ending for _, end in told)


@examples(100)
@given(structures(loops=False))
def test_the_shortest_and_the_longest_arc_are_arcs(structure: Structure) -> None:
    """The shortest and longest playthroughs must be playable and truly extreme."""
    lengths = [len(taken) for _, taken in playthroughs(structure)]
    shortest, longest = (
        find_shortest_playthrough(structure),
        find_longest_playthrough(explore(structure)),
    )
    if not lengths:
        assert (shortest, longest) == (None, None)
        return
    assert shortest is not None
    assert longest is not None
    assert (len(shortest), len(longest)) == (min(lengths), max(lengths))
    assert play(structure, shortest).ending
    assert play(structure, longest).ending


def test_arcs_beyond_two_to_the_hundredth_are_counted_exactly() -> None:
    """Long stories have too many playthroughs to enumerate or to hold in a float."""
    arcs = counted(series(soft=120))
    assert arcs.total == 2**120
    assert sum(arcs.endings.values()) == 2**120


def test_only_flags_that_are_still_read_make_states() -> None:
    """Remembering flags that nothing reads any more would multiply the states. (SOL-3.1)"""
    structure = series(soft=30, hard=4, late=3)
    space = explore(structure)
    assert space.is_complete
    assert len(space.passage) < 2**3 * 2 * len(structure.passages)
    assert counted(structure).total == 2**34


def test_a_flag_that_is_granted_anew_before_it_is_read_makes_no_states() -> None:
    """A flag that every route sets before its next use cannot distinguish players. (SOL-3.1)"""
    key = frozenset({"flag::key"})
    ways = {"left": key, "right": frozenset[str]()}
    structure = Structure(
        start="hall",
        passages=tuple(
            Passage(id=name, ending="free" if name == "gate" else "")
            for name in ("hall", *ways, "yard", "gate")
        ),
        choices=(
            *(Choice(id=f"to-{w}", source="hall", target=w, grants=ways[w]) for w in ways),
            *(Choice(id=f"from-{w}", source=w, target="yard", grants=key) for w in ways),
            Choice(id="out", source="yard", target="gate", requires=key),
        ),
    )
    space = explore(structure)
    assert [space.flags[space.passage.index(place)] for place in range(5)] == [0, 0, 0, 1, 0]


@examples(100)
@given(structures())
def test_arcs_are_counted_unless_players_go_round_for_ever(structure: Structure) -> None:
    """An author relies on the number of playthroughs and endings. (SOL-2.1)"""
    arcs, player = count_playthroughs(structure), NaivePlayer(structure)
    assert (arcs is None) == player.goes_round()
    if arcs is not None:
        ends = _ends(player)
        assert arcs.total == ends.total()
        assert {ending: count for ending, count in arcs.endings.items() if count} == ends


def _ends(player: NaivePlayer) -> Counter[str]:
    """Return the number of playthroughs by ending."""
    found, waiting = Counter[str](), [next(iter(player.ways))]
    for here in waiting:
        if ending := player.structure.passage(here.passage).ending:
            found[ending] += 1
        waiting += [after for _, after in player.next[here]]
    return found


@examples(100)
@given(structures())
def test_the_states_are_those_that_a_player_comes_to(structure: Structure) -> None:
    """Merging states must not lose a passage or a set of flags, with or without loops."""
    space = explore(structure)
    player = NaivePlayer(structure)
    reached = {structure.passages[place].id for place in space.passage}
    assert reached == {position.passage for position in player.ways}


def test_a_search_gives_up_where_it_was_told_to() -> None:
    """A search without a limit would hang on a large story."""
    structure = series(soft=30, late=30)
    space = explore(structure, max_work=1_000)
    assert not space.is_complete
    assert len(space.passage) <= 1_000
    assert count_playthroughs(structure, max_steps=100) is None
