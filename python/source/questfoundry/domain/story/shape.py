"""Shapes: how a story branches, as designers of choice-based games name it. Each is a row of data.

What tells them apart are counts, and a few dials that the plan and its weaving read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError
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
    """The shapes that a story can have, the usual one first."""

    BRANCH_AND_BOTTLENECK = "branch-and-bottleneck"
    GAUNTLET = "gauntlet"
    TIME_CAVE = "time-cave"
    QUEST = "quest"
    OPEN_MAP = "open-map"
    LOOP_AND_GROW = "loop-and-grow"
    SORTING_HAT = "sorting-hat"


@frozen(kw_only=True)
class Counts:
    """How large a story of one shape and one size is, and how much there is to do in it."""

    preset: Preset
    interactions: InteractionCounts


@frozen(kw_only=True)
class Shape:
    """What makes a shape: ``sizes`` are those that it can have, each with its counts.

    ``leads_on`` says after how many answers of a hard dilemma, the first ones, another comes up;
    the story ends after its other answers. Where it is 0 every player decides all of them.
    Where it ``sorts``, an answer of the first hard dilemma is open to those alone who gave the
    answer at the same place, the default or the other one, to a dilemma that rejoined before it.
    """

    sizes: Mapping[Size, Counts]
    continuing_answers: int = 0
    is_sorting_hat: bool = False

    def assign_parent_paths(self, hard: Sequence[Sequence[str]]) -> Sequence[str]:
        """For each hard dilemma, given by its paths, the path on which it comes up; empty for all.

        The answers that lead on are followed in turn, so that with two of them no way is much
        longer than another.
        """
        if not self.continuing_answers:
            return [""] * len(hard)
        before = [divmod(number, self.continuing_answers) for number in range(len(hard) - 1)]
        return ["", *(hard[parent][answer] for parent, answer in before)][: len(hard)]


def shape_of(shape: StoryShape | None) -> Shape:
    """What makes that shape; where none was chosen, the usual one."""
    return SHAPES[shape or StoryShape.BRANCH_AND_BOTTLENECK]


def counts_of(size: Size, shape: StoryShape | None) -> Counts:
    """The counts of a story; ``InputError`` where the shape cannot have the size."""
    counts = shape_of(shape).sizes.get(size)
    if counts is None:
        sizes = tuple(shape_of(shape).sizes)
        raise InputError(
            f"A story of the shape {shape} cannot be {size}: it can be {' or '.join(sizes)}.",
            remedies=tuple(RunPipeline(size=each, shape=shape or "") for each in sizes),
        )
    return counts


def _counts(size: Size, interactions: Mapping[str, Any], **ranges: Range) -> Counts:
    """The counts of that size, but for those given."""
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
"""What makes each shape."""
