"""Tests for a few playthroughs that show all text, compared with every possible set."""

from fractions import Fraction
from itertools import combinations, pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.solver.covering import find_covering_playthroughs
from questfoundry.domain.solver.space import explore
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from tests.strategies.structures import FLAGS, sound, structures
from tests.support.examples import examples
from tests.support.naive_player import playthroughs
from tests.support.series import series

Seen = frozenset[tuple[str, str, bool]]


def seen_on(structure: Structure, choices: tuple[str, ...]) -> Seen:
    """Return the passages and conditional text that a naive player reads with these choices."""
    flags, here, found = frozenset[str](), structure.start, set[tuple[str, str, bool]]()
    for taken in (*map(structure.choice, choices), None):
        found.add((here, "", True))
        found |= {(here, flag, flag in flags) for flag in structure.passage(here).conditional_flags}
        if taken:
            flags, here = flags | taken.grants, taken.target
    return frozenset(found)


def union(sets: list[Seen]) -> Seen:
    return frozenset().union(*sets)


@st.composite
def with_inserts(draw: DrawFn) -> Structure:
    """Return a loop-free structure whose passages may have conditional text, needed or not."""
    structure = draw(structures(loops=False) | sound().map(lambda told: told.structure))
    granted = sorted({*FLAGS, *(flag for each in structure.choices for flag in each.grants)})
    reads = st.lists(st.sampled_from(granted), max_size=2)
    return evolve(
        structure,
        passages=tuple(evolve(each, conditional_flags=draw(reads)) for each in structure.passages),
    )


def without_inserts(structure: Structure) -> Structure:
    passages = tuple(evolve(each, conditional_flags=()) for each in structure.passages)
    return evolve(structure, passages=passages)


@examples(60)
@given(with_inserts())
def test_all_that_any_player_reads_is_read_and_no_arc_is_spare(structure: Structure) -> None:
    """A proof-reader must see every text without wasting time. (SOL-5.1)"""
    arcs = find_covering_playthroughs(explore(structure))
    everything = [seen_on(structure, taken) for _, taken in playthroughs(structure)]
    seen = [seen_on(structure, taken) for taken in arcs]

    assert all(play(structure, taken).ending for taken in arcs)
    assert union(seen) == union(everything)
    for place in range(len(seen)):
        assert union([*seen[:place], *seen[place + 1 :]]) != union(seen)


@examples(40)
@given(with_inserts().map(without_inserts))
def test_so_few_as_is_promised(structure: Structure) -> None:
    """The greedy choice must keep its textbook bound against the smallest possible set."""
    arcs = find_covering_playthroughs(explore(structure))
    every = list({seen_on(structure, taken) for _, taken in playthroughs(structure)})
    if len(every) > 12:
        return
    wanted = union(every)
    fewest = next(
        size
        for size in range(len(every) + 1)
        if any(union(list(some)) == wanted for some in combinations(every, size))
    )
    most_shown = max((len(each) for each in every), default=0)
    assert len(arcs) <= fewest * sum(Fraction(1, n) for n in range(1, most_shown + 1))


def test_what_only_inserts_read_makes_no_states() -> None:
    """A hundred minor choices with conditional text must not multiply the states."""
    names = [f"p{number}" for number in range(101)]
    passages = tuple(
        Passage(
            id=name,
            ending="end" if name == names[-1] else "",
            conditional_flags={f"m{at - 1}-{each}" for each in range(3)} if at else (),
        )
        for at, name in enumerate(names)
    )
    choices = tuple(
        Choice(id=f"{name}-{each}", source=name, target=after, grants={f"m{at}-{each}"})
        for at, (name, after) in enumerate(pairwise(names))
        for each in range(3)
    )
    structure = Structure(start=names[0], passages=passages, choices=choices)
    assert len(find_covering_playthroughs(explore(structure))) == 3


def test_arcs_are_not_enumerated() -> None:
    """A hundred soft dilemmas have 2**100 playthroughs, and two of them show all text."""
    assert len(find_covering_playthroughs(explore(series(soft=100)))) == 2


@examples(30)
@given(structures())
def test_nothing_is_promised_of_loops(structure: Structure) -> None:
    """With loops or a limited search, each returned playthrough must still reach an ending."""
    for taken in find_covering_playthroughs(explore(structure, max_work=40)):
        assert play(structure, taken).ending
