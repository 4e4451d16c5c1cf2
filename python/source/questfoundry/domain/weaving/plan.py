"""A story's plan as weaving reads it: a storyline for each dilemma, between beginning and end.

A story with chapters has a plan for each of them: all that is said of one holds of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.dilemma import Course, Dilemma, Weight
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.story import Story

MAX_HARD = 8
"""The most dilemmas that may split the end: each one doubles the endings."""


@frozen(kw_only=True)
class Arm:
    """A path with its beats: the commit, and its tail."""

    path: Path
    beats: tuple[Beat, ...]


@frozen(kw_only=True)
class Storyline:
    """The Y of one dilemma: its shared beats, then an arm for each path, the default's first."""

    dilemma: Dilemma
    course: Course
    shared: tuple[Beat, ...]
    arms: tuple[Arm, ...]

    @property
    def has_fork(self) -> bool:
        """Whether the player chooses here; with one path explored nobody does."""
        return len(self.arms) > 1

    @property
    def is_splitting(self) -> bool:
        """Whether the arms never rejoin."""
        return self.has_fork and self.course.weight is Weight.HARD

    @property
    def common(self) -> tuple[Beat, ...]:
        """The beats that every arc has."""
        if self.course.under:
            return ()
        return self.shared if self.has_fork else (*self.shared, *self.arms[0].beats)


@frozen(kw_only=True)
class Plan:
    """The strands in the order in which they come up, with what stands before and after.

    ``epilogues`` are by the id of their ending, those of a variant what it has beyond them; there
    are none where another chapter follows.
    ``clues`` are those of the whole story.
    """

    setup: tuple[Beat, ...]
    storylines: tuple[Storyline, ...]
    epilogues: Mapping[str, tuple[Beat, ...]]
    clues: tuple[Clue, ...] = ()

    @property
    def beats(self) -> Sequence[Beat]:
        """All that happens before its ends."""
        storylines = (
            (*each.shared, *chain(*(arm.beats for arm in each.arms))) for each in self.storylines
        )
        return (*self.setup, *chain(*storylines))

    @property
    def has_endings(self) -> bool:
        """Whether the story ends here, and no other chapter follows."""
        return bool(self.epilogues)

    @property
    def opening_ids(self) -> frozenset[str]:
        """The ids of the beats that it begins with."""
        return frozenset(beat.id for beat in self.setup)

    @property
    def rejoining_storylines(self) -> tuple[Storyline, ...]:
        """The strands that fork and rejoin."""
        return tuple(
            storyline
            for storyline in self.storylines
            if storyline.has_fork and not storyline.is_splitting
        )

    @property
    def splitting_storylines(self) -> tuple[Storyline, ...]:
        """The strands that split the end of every arc."""
        return tuple(
            each for each in self.storylines if each.is_splitting and not each.course.under
        )

    @property
    def nested_storylines(self) -> Mapping[str, Storyline]:
        """The strands that split it on some arcs only, by the path on which they come up."""
        return {each.course.under: each for each in self.storylines if each.course.under}


def read_plans(story: Story) -> tuple[Plan, ...]:
    """The plans of the chapters that are planned, in their order; one where there are none."""
    return tuple(read_plan(story, number) for number in list_planned_chapters(story))


def list_planned_chapters(story: Story) -> tuple[int, ...]:
    """The numbers of the chapters that have a plan; the first where there are no chapters."""
    return tuple(number for number, each in enumerate(story.chapters) if each.setup) or (0,)


def read_plan(story: Story, number: int = 0) -> Plan:
    """The plan that SEED settled of a story, or of its chapter of that number, from 0.

    ``InputError`` where more dilemmas split than can be told.
    """
    plan = _build_plan(story, number)
    last = not story.chapters or number == len(story.chapters) - 1
    if not plan.storylines or (last and not plan.epilogues):
        raise UsageError("The story has no plan to weave. Run SEED first.")
    _require_bounded(plan)
    return plan


def read_partial_plans(story: Story) -> tuple[Plan, ...]:
    """The same of a plan that is still being made: with the strands that have their beats."""
    return tuple(
        evolve(plan, storylines=tuple(each for each in plan.storylines if each.shared))
        for plan in (_build_plan(story, number) for number in range(len(story.chapters) or 1))
    )


def _build_plan(story: Story, number: int) -> Plan:
    chapter = story.chapters[number] if story.chapters else None
    last = chapter is None or chapter is story.chapters[-1]
    setup: list[Beat] = []
    epilogues: dict[str, list[Beat]] = defaultdict(list)
    shared: dict[str | None, list[Beat]] = defaultdict(list)
    on_path: dict[str, list[Beat]] = defaultdict(list)
    for beat in story.beats:
        if beat.path is not None:
            on_path[beat.path].append(beat)
        elif beat.dilemma is not None:
            shared[beat.dilemma].append(beat)
        elif beat.ending is not None:
            if last:
                epilogues[beat.ending].append(beat)
        elif chapter is None or beat.id in chapter.setup:
            setup.append(beat)
    arms: dict[str, list[Arm]] = defaultdict(list)
    for path in story.paths:
        arms[path.dilemma].append(Arm(path=path, beats=tuple(on_path[path.id])))
    return Plan(
        setup=tuple(setup),
        storylines=tuple(
            Storyline(
                dilemma=dilemma,
                course=_require_course(dilemma),
                shared=tuple(shared[dilemma.id]),
                arms=tuple(arms[dilemma.id]),
            )
            for dilemma in _sort_dilemmas(story)
            if chapter is None or dilemma.id in chapter.dilemmas
        ),
        epilogues={ending: tuple(beats) for ending, beats in epilogues.items()},
        clues=story.clues,
    )


def _sort_dilemmas(story: Story) -> Sequence[Dilemma]:
    return sorted(story.dilemmas, key=lambda each: _require_course(each).order)


def _require_course(dilemma: Dilemma) -> Course:
    if dilemma.course is None:
        raise UsageError(f"{dilemma.id!r} has no course yet. Run SEED first.")
    return dilemma.course


def _require_bounded(plan: Plan) -> None:
    hard = len(plan.splitting_storylines)
    if hard > MAX_HARD:
        raise InputError(
            f"{hard} hard dilemmas would split the story into {2**hard} endings; at most "
            f"{MAX_HARD} can be told. Make some of them soft in SEED."
        )
