"""Structures whose choices move stats, ask for levels, and show conditional text by level."""

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import Level
from tests.strategies.structures import structures

STATS = ("stat::trust", "stat::air")
_MOVES = st.dictionaries(st.sampled_from(STATS), st.sampled_from([-2, -1, 0, 1, 1, 2]), max_size=2)
_LEVELS = st.builds(
    lambda stat, value: Level(stat, value).id,
    st.sampled_from(STATS),
    st.sampled_from([-12, -3, -2, -1, 1, 1, 2, 3, 12, 13]),
)


@st.composite
def with_stats(draw: DrawFn, *, loops: bool = True) -> Structure:
    """Draw a structure with moves, gated choices, attempts and conditional text by level.

    An attempt is two choices with one label and complementary conditions.
    """
    structure = draw(structures(loops=loops))
    choices = []
    for choice in structure.choices:
        kind = draw(st.integers(0, 5))
        level = {draw(_LEVELS)}
        moves = draw(_MOVES) if draw(st.booleans()) else {}
        if kind == 0:
            choice = evolve(choice, requires=choice.requires | level)
        if kind == 1:
            choice = evolve(choice, forbids=choice.forbids | level)
        choices.append(evolve(choice, moves=moves))
        if kind == 2:
            targets = [each.id for each in structure.passages if loops or each.id > choice.source]
            failed = evolve(choice, id=f"{choice.id}-fails", target=draw(st.sampled_from(targets)))
            choices[-1] = evolve(choices[-1], requires=choice.requires | level)
            choices.append(evolve(failed, forbids=choice.forbids | level, moves=draw(_MOVES)))
    reads = st.lists(_LEVELS, max_size=1)
    passages = tuple(evolve(each, conditional_flags=draw(reads)) for each in structure.passages)
    return evolve(structure, choices=tuple(choices), passages=passages)
