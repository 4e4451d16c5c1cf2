"""Tests for the table of story shapes."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.story.shape import SHAPES, Shape, StoryShape, counts_of
from questfoundry.domain.story.size import INTERACTIONS, PRESETS, Size

MISFITS = [
    (shape, size) for shape in StoryShape for size in Size if size not in SHAPES[shape].sizes
]


@pytest.mark.parametrize("size", Size)
def test_the_usual_shape_has_the_counts_of_the_presets(size: Size) -> None:
    """A project without a shape must keep the counts that its size has always had."""
    for shape in (None, StoryShape.BRANCH_AND_BOTTLENECK):
        counts = counts_of(size, shape)
        assert (counts.preset, counts.interactions) == (PRESETS[size], INTERACTIONS[size])


@pytest.mark.parametrize(("shape", "size"), MISFITS)
def test_a_size_that_a_shape_cannot_have_is_refused(shape: StoryShape, size: Size) -> None:
    """An impossible size must fail, with the possible sizes, before any pay. (BRA-1.2)"""
    with pytest.raises(InputError) as refused:
        counts_of(size, shape)
    assert refused.value.remedies == tuple(
        RunPipeline(size=each, shape=shape) for each in SHAPES[shape].sizes
    )


def test_answers_that_lead_on_are_followed_in_turn() -> None:
    """One number decides between no nesting, a chain and an even tree. (BRA-3.1, BRA-3.2)"""
    hard = [(f"{number}x", f"{number}y") for number in range(5)]
    under = {
        leads_on: Shape(sizes={}, continuing_answers=leads_on).assign_parent_paths(hard)
        for leads_on in (0, 1, 2)
    }
    assert under == {
        0: ["", "", "", "", ""],
        1: ["", "0x", "1x", "2x", "3x"],
        2: ["", "0x", "0y", "1x", "1y"],
    }
    assert Shape(sizes={}, continuing_answers=1).assign_parent_paths([]) == []


def test_every_shape_wants_what_its_dilemmas_make() -> None:
    """In a chain or tree each hard dilemma adds an ending. (BRA-2.1)"""
    for shape in StoryShape:
        for counts in SHAPES[shape].sizes.values():
            preset = counts.preset
            if SHAPES[shape].continuing_answers:
                assert preset.hard_dilemmas == preset.dilemmas, shape
                assert preset.endings.least == preset.endings.most == preset.dilemmas.least + 1, (
                    shape
                )
            assert preset.hard_dilemmas.most <= preset.dilemmas.most, shape
