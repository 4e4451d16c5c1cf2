"""Define shapes: the ways in which a story can branch, in the terms of game designers.

Shapes are data: they differ in their target counts, and in a few settings for planning and for
building the graph.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.story.size import (
    INTERACTIONS,
    PRESETS,
    InteractionCounts,
    Preset,
    Range,
    Size,
)


class StoryShape(StrEnum):
    """The names of the shapes that a story can have, the default first."""

    BRANCH_AND_BOTTLENECK = "branch-and-bottleneck"
    GAUNTLET = "gauntlet"
    TIME_CAVE = "time-cave"
    QUEST = "quest"
    OPEN_MAP = "open-map"
    LOOP_AND_GROW = "loop-and-grow"
    SORTING_HAT = "sorting-hat"


@former_names(deeds="interactions")
@frozen(kw_only=True)
class Counts:
    """The target counts, such as the number of passages, for a story of one shape and size."""

    preset: Preset
    interactions: InteractionCounts


@frozen(kw_only=True)
class Shape:
    """The settings of a shape; ``sizes`` gives the target counts for each allowed size.

    ``continuing_answers``: the number of answers of a hard dilemma that lead to another hard
      dilemma, counted from the first answer. The other answers end the story. 0 means that every
      player decides all hard dilemmas.
    ``is_sorting_hat``: whether earlier soft dilemmas decide the first hard dilemma. Each answer of
      the hard dilemma is then open only to players who gave the answer in the same position to an
      earlier soft dilemma.
    """

    sizes: Mapping[Size, Counts]
    continuing_answers: int = 0
    is_sorting_hat: bool = False

    def assign_parent_paths(self, hard: Sequence[Sequence[str]]) -> Sequence[str]:
        """Return, for each dilemma in ``hard``, the id of the only path on which it comes up.

        An empty text means that every player decides the dilemma. ``hard`` lists the ids of the
        paths of each hard dilemma. The dilemmas fill a tree in breadth-first order, so that no
        branch is much longer than another.
        """
        if not self.continuing_answers:
            return [""] * len(hard)
        before = [divmod(number, self.continuing_answers) for number in range(len(hard) - 1)]
        return ["", *(hard[parent][answer] for parent, answer in before)][: len(hard)]


def shape_of(shape: StoryShape | None) -> Shape:
    """Return the settings of ``shape``; ``None`` means the default shape."""
    return SHAPES[shape or StoryShape.BRANCH_AND_BOTTLENECK]


def counts_of(size: Size, shape: StoryShape | None) -> Counts:
    """Return the target counts of a story with the given size and shape.

    ``None`` means the default shape. Raise ``InputError`` if the shape does not allow the size.
    """
    counts = shape_of(shape).sizes.get(size)
    if counts is None:
        sizes = tuple(shape_of(shape).sizes)
        raise InputError(
            f"The shape {shape} does not allow the size {size}. Choose {' or '.join(sizes)}.",
            remedies=tuple(RunPipeline(size=each, shape=shape or "") for each in sizes),
        )
    return counts


def _counts(size: Size, interactions: Mapping[str, Any], **ranges: Range) -> Counts:
    return Counts(
        preset=evolve(PRESETS[size], **ranges),
        interactions=evolve(INTERACTIONS[size], **interactions),
    )


SHAPES: Mapping[StoryShape, Shape] = MappingProxyType(
    {
        StoryShape.BRANCH_AND_BOTTLENECK: Shape(
            sizes={size: _counts(size, {}) for size in Size},
        ),
        StoryShape.GAUNTLET: Shape(
            continuing_answers=1,
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {"decisions": 2, "hubs": Range(0, 0), "gated_choices": 2},
                    dilemmas=Range(3, 3),
                    hard_dilemmas=Range(3, 3),
                    tail_beats=Range(1, 1),
                    endings=Range(4, 4),
                    passages=Range(8, 24),
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {"decisions": 3, "hubs": Range(0, 0), "gated_choices": 6},
                    dilemmas=Range(5, 5),
                    hard_dilemmas=Range(5, 5),
                    tail_beats=Range(1, 2),
                    endings=Range(6, 6),
                    passages=Range(16, 44),
                ),
            },
        ),
        StoryShape.TIME_CAVE: Shape(
            continuing_answers=2,
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {"decisions": 3, "hubs": Range(0, 0), "gated_choices": 0},
                    dilemmas=Range(3, 3),
                    hard_dilemmas=Range(3, 3),
                    shared_beats=Range(1, 1),
                    tail_beats=Range(1, 1),
                    endings=Range(4, 4),
                    passages=Range(8, 16),
                    passage_beats=Range(3, 4),
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {"decisions": 4, "hubs": Range(0, 0), "gated_choices": 0},
                    dilemmas=Range(7, 7),
                    hard_dilemmas=Range(7, 7),
                    shared_beats=Range(1, 1),
                    tail_beats=Range(1, 2),
                    endings=Range(8, 8),
                    passages=Range(16, 32),
                    passage_beats=Range(4, 6),
                ),
            },
        ),
        StoryShape.QUEST: Shape(
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {
                        "hubs": Range(2, 2),
                        "topics": Range(3, 4),
                        "gated_choices": 2,
                        "locked": True,
                    },
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {
                        "hubs": Range(4, 5),
                        "topics": Range(4, 5),
                        "gated_choices": 5,
                        "locked": True,
                    },
                ),
                Size.MEDIUM: _counts(
                    Size.MEDIUM,
                    {"hubs": Range(8, 10), "gated_choices": 12, "locked": True},
                ),
            },
        ),
        StoryShape.OPEN_MAP: Shape(
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {"decisions": 4, "topics": Range(6, 6), "locked": True, "roams": True},
                    entities=Range(6, 8),
                    dilemmas=Range(1, 1),
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {
                        "decisions": 6,
                        "hubs": Range(1, 1),
                        "topics": Range(9, 12),
                        "locked": True,
                        "roams": True,
                    },
                    entities=Range(10, 14),
                    dilemmas=Range(2, 2),
                    hard_dilemmas=Range(2, 2),
                ),
            },
        ),
        StoryShape.LOOP_AND_GROW: Shape(
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {"decisions": 4, "topics": Range(7, 8), "locked": True, "grows": True},
                    dilemmas=Range(1, 1),
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {
                        "decisions": 6,
                        "hubs": Range(1, 1),
                        "topics": Range(10, 14),
                        "locked": True,
                        "grows": True,
                    },
                    dilemmas=Range(2, 2),
                    hard_dilemmas=Range(2, 2),
                ),
            },
        ),
        StoryShape.SORTING_HAT: Shape(
            is_sorting_hat=True,
            sizes={
                Size.MICRO: _counts(
                    Size.MICRO,
                    {"decisions": 5, "hubs": Range(0, 1), "gated_choices": 0},
                    dilemmas=Range(3, 3),
                    shared_beats=Range(1, 1),
                    passages=Range(10, 24),
                    endings=Range(2, 2),
                ),
                Size.SHORT: _counts(
                    Size.SHORT,
                    {"decisions": 12, "gated_choices": 0},
                    dilemmas=Range(3, 3),
                    hard_dilemmas=Range(1, 1),
                    tail_beats=Range(4, 5),
                    endings=Range(2, 4),
                    passages=Range(16, 44),
                ),
            },
        ),
    }
)
"""The settings of each shape."""
