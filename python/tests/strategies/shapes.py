"""Plans of up to eight dilemmas, in any mix that SEED allows."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.shapes import Place, Shape, shaped

CHANCES = st.integers(0, 2**32)
"""Seeds for details that need no shrinking; drawing each detail alone takes far longer."""

PLACES = ("location::north", "location::south", "location::east")
PEOPLE = ("character::ada", "character::bo", "object::cup")
_SPLITS, _PATHS, _RESIDUES = st.booleans(), st.sampled_from([2, 2, 1]), st.sampled_from(Residue)
_SHARED, _TAIL, _FELT = st.integers(1, 4), st.integers(0, 4), st.integers(0, 40)


@st.composite
def shapes(draw: DrawFn, hard: bool | None = None) -> Shape:
    """Draw a dilemma; a hard dilemma explores both answers."""
    splits = draw(_SPLITS) if hard is None else hard
    paths = 2 if splits else draw(_PATHS)
    return Shape(
        hard=splits,
        residue=draw(_RESIDUES),
        felt=(draw(_FELT), draw(_FELT)),
        shared=draw(_SHARED),
        tails=tuple(draw(_TAIL) for _ in range(paths)),
    )


@st.composite
def plans(draw: DrawFn, sizes: Sequence[Size] = tuple(Size), most: int = 8) -> Story:
    some = draw(st.lists(shapes(), max_size=most - 1))
    some.insert(draw(st.integers(0, len(some))), draw(shapes(hard=True)))
    chance = Random(draw(CHANCES))

    def stage() -> Place:
        return chance.choice(PLACES), tuple(chance.sample(PEOPLE, chance.randint(0, 2)))

    return shaped(
        *some,
        size=draw(st.sampled_from(sizes)),
        setup=draw(st.integers(0, 3)),
        epilogue=draw(st.integers(1, 3)),
        stage=stage,
    )
