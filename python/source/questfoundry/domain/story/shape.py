"""Define shapes: the ways in which a story can branch, in the terms of game designers."""

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
        paths of each hard dilemma.
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


_Changes = Mapping[str, tuple[int | tuple[int, int] | None, ...]]
"""A shape's own counts or ranges, by the count's name, one for each allowed size in order."""


def _build_sizes(sizes: int, changes: _Changes) -> Mapping[Size, Counts]:
    """Return the counts of the ``sizes`` smallest sizes with ``changes`` (``None``: no change)."""
    found: dict[Size, Counts] = {}
    for number, size in enumerate([*Size][:sizes]):
        interactions, ranges = dict[str, Any](), dict[str, Any]()
        for name, values in changes.items():
            if (value := values[number]) is not None:
                changed = interactions if hasattr(INTERACTIONS[size], name) else ranges
                changed[name] = Range(*value) if isinstance(value, tuple) else value
        found[size] = Counts(
            preset=evolve(PRESETS[size], **ranges),
            interactions=evolve(INTERACTIONS[size], **interactions),
        )
    return found


_GAUNTLET: _Changes = {
    "decisions": (2, 3),
    "hubs": ((0, 0), (0, 0)),
    "played_scenes": (0, 0),
    "gated_choices": (2, 6),
    "dilemmas": ((3, 3), (5, 5)),
    "hard_dilemmas": ((3, 3), (5, 5)),
    "tail_beats": ((1, 1), (1, 2)),
    "endings": ((4, 4), (6, 6)),
    "passages": ((8, 24), (16, 44)),
}
_TIME_CAVE: _Changes = {
    "decisions": (3, 4),
    "hubs": ((0, 0), (0, 0)),
    "played_scenes": (0, 0),
    "gated_choices": (0, 0),
    "dilemmas": ((3, 3), (7, 7)),
    "hard_dilemmas": ((3, 3), (7, 7)),
    "shared_beats": ((1, 1), (1, 1)),
    "tail_beats": ((1, 1), (1, 2)),
    "endings": ((4, 4), (8, 8)),
    "passages": ((8, 16), (16, 32)),
    "passage_beats": ((3, 4), (4, 6)),
}
_QUEST: _Changes = {
    "hubs": ((2, 2), (4, 5), (8, 10)),
    "topics": ((3, 4), (4, 5), None),
    "gated_choices": (2, 5, 12),
    "locked": (True, True, True),
}
_OPEN_MAP: _Changes = {
    "decisions": (4, 6),
    "hubs": (None, (1, 1)),
    "played_scenes": (0, 0),
    "topics": ((6, 6), (9, 12)),
    "locked": (True, True),
    "roams": (True, True),
    "entities": ((6, 8), (10, 14)),
    "dilemmas": ((1, 1), (2, 2)),
    "hard_dilemmas": (None, (2, 2)),
}
_LOOP_AND_GROW: _Changes = {
    "decisions": (4, 6),
    "hubs": (None, (1, 1)),
    "played_scenes": (0, 0),
    "topics": ((7, 8), (10, 14)),
    "locked": (True, True),
    "grows": (True, True),
    "dilemmas": ((1, 1), (2, 2)),
    "hard_dilemmas": (None, (2, 2)),
}
_SORTING_HAT: _Changes = {
    "decisions": (5, 12),
    "hubs": ((0, 1), None),
    "gated_choices": (0, 0),
    "dilemmas": ((3, 3), (3, 3)),
    "hard_dilemmas": (None, (1, 1)),
    "shared_beats": ((1, 1), None),
    "tail_beats": (None, (4, 5)),
    "passages": ((10, 24), (16, 44)),
    "endings": ((2, 2), (2, 4)),
}

SHAPES: Mapping[StoryShape, Shape] = MappingProxyType(
    {
        StoryShape.BRANCH_AND_BOTTLENECK: Shape(sizes=_build_sizes(4, {})),
        StoryShape.GAUNTLET: Shape(sizes=_build_sizes(2, _GAUNTLET), continuing_answers=1),
        StoryShape.TIME_CAVE: Shape(sizes=_build_sizes(2, _TIME_CAVE), continuing_answers=2),
        StoryShape.QUEST: Shape(sizes=_build_sizes(3, _QUEST)),
        StoryShape.OPEN_MAP: Shape(sizes=_build_sizes(2, _OPEN_MAP)),
        StoryShape.LOOP_AND_GROW: Shape(sizes=_build_sizes(2, _LOOP_AND_GROW)),
        StoryShape.SORTING_HAT: Shape(sizes=_build_sizes(2, _SORTING_HAT), is_sorting_hat=True),
    }
)
"""The settings of each shape."""
