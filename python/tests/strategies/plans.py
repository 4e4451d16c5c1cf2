"""Stories up to SEED as a model might plan them: any size and any allowed structure."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.strategies.shapes import CHANCES
from tests.support.planner import BRAINSTORM, KINDS, SEED, material, seed_artifact

__all__ = ["BRAINSTORM", "SEED", "brainstormed", "seeds"]


@st.composite
def brainstormed(draw: DrawFn, sizes: Sequence[Size] = tuple(Size)) -> Story:
    size = draw(st.sampled_from(sizes))
    more = draw(st.sampled_from([KINDS, ("location",), ("object",)]))
    return material(size, Random(draw(CHANCES)), more)


@st.composite
def seeds(
    draw: DrawFn, story: Story, size: Size | None = None, chapter: int | None = None
) -> dict[str, Any]:
    """Draw a SEED artifact that is valid for the story, made for its size or another.

    A sparing artifact has the fewest beats, one place and only the required characters.
    """
    inputs, chance = StageInputs(size=size, chapter=chapter), Random(draw(CHANCES))
    return seed_artifact(story, inputs, chance, sparing=draw(st.booleans()))
