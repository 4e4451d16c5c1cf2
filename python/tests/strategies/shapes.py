"""Plans of up to eight dilemmas, in any mix that SEED allows."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.shapes import Place, Shape, shaped

PLACES = ("location::north", "location::south", "location::east")
PEOPLE = ("character::ada", "character::bo", "object::cup")


@st.composite
def shapes(draw: DrawFn, hard: bool | None = None) -> Shape:
    """A dilemma; a hard one explores both answers."""
    splits = draw(st.booleans()) if hard is None else hard
    paths = 2 if splits else draw(st.sampled_from([2, 2, 1]))
    tail = st.integers(0, 4)
    return Shape(
        hard=splits,
        residue=draw(st.sampled_from(Residue)),
        shared=draw(st.integers(1, 4)),
        tails=tuple(draw(tail) for _ in range(paths)),
    )


@st.composite
def plans(draw: DrawFn, sizes: Sequence[Size] = tuple(Size), most: int = 8) -> Story:
    """A story after SEED, with at least one hard dilemma."""
    some = draw(st.lists(shapes(), max_size=most - 1))
    some.insert(draw(st.integers(0, len(some))), draw(shapes(hard=True)))
    random = draw(st.randoms(use_true_random=False))

    def stage() -> Place:
        return random.choice(PLACES), tuple(random.sample(PEOPLE, random.randint(0, 2)))

    return shaped(
        *some,
        size=draw(st.sampled_from(sizes)),
        setup=draw(st.integers(0, 3)),
        epilogue=draw(st.integers(1, 3)),
        stage=stage,
    )
