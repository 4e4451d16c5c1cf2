"""Collect the beats of a chapter into the plan from which its passages are built."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Course, Dilemma, Path, Weight
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.story import Story

MAX_HARD = 8
"""The maximum number of dilemmas that split the ending; each doubles the endings."""


@frozen(kw_only=True)
class Arm:
    """A path with its beats: first the commit beat, then the tail beats."""

    path: Path
    beats: tuple[Beat, ...]


@frozen(kw_only=True)
class Storyline:
    """The beats of one dilemma: the shared beats, then an arm (a branch) for each path.

    The arm of the dilemma's default answer comes first.
    """

    dilemma: Dilemma
    course: Course
    shared: tuple[Beat, ...]
    arms: tuple[Arm, ...]

    @property
    def has_fork(self) -> bool:
        """Return whether the player decides the dilemma of this storyline."""
        return len(self.arms) > 1

    @property
    def is_splitting(self) -> bool:
        """Return whether the storyline forks into arms that never rejoin."""
        return self.has_fork and self.course.weight is Weight.HARD

    @property
    def common(self) -> tuple[Beat, ...]:
        """The beats of the storyline that every playthrough contains.

        The result is empty if the dilemma comes up on one path only.
        """
        if self.course.parent_path:
            return ()
        return self.shared if self.has_fork else (*self.shared, *self.arms[0].beats)


@frozen(kw_only=True)
class Plan:
    """The plan of one chapter.

    ``setup``: the opening beats.
    ``storylines``: the storylines, in story order.
    ``epilogues``: the beats of each ending, by ending id. For a variant of an ending, they are only
    the extra beats. There are no epilogues if another chapter follows.
    ``clues``: the clues of the whole story.
    """

    setup: tuple[Beat, ...]
    storylines: tuple[Storyline, ...]
    epilogues: Mapping[str, tuple[Beat, ...]]
    clues: tuple[Clue, ...] = ()

    @property
    def beats(self) -> Sequence[Beat]:
        """All beats of the chapter except the epilogues."""
        storylines = (
            (*each.shared, *chain(*(arm.beats for arm in each.arms))) for each in self.storylines
        )
        return (*self.setup, *chain(*storylines))

    @property
    def has_endings(self) -> bool:
        """Return whether the story ends in this chapter."""
        return bool(self.epilogues)

    @property
    def opening_ids(self) -> frozenset[str]:
        """The ids of the beats in ``setup``."""
        return frozenset(beat.id for beat in self.setup)

    @property
    def rejoining_storylines(self) -> tuple[Storyline, ...]:
        """The storylines that fork and rejoin."""
        return tuple(
            storyline
            for storyline in self.storylines
            if storyline.has_fork and not storyline.is_splitting
        )

    @property
    def splitting_storylines(self) -> tuple[Storyline, ...]:
        """The storylines that fork and never rejoin."""
        return tuple(
            each for each in self.storylines if each.is_splitting and not each.course.parent_path
        )

    @property
    def nested_storylines(self) -> Mapping[str, Storyline]:
        """The storylines that come up on a single path, by the id of that path."""
        return {
            each.course.parent_path: each for each in self.storylines if each.course.parent_path
        }


def read_plans(story: Story) -> tuple[Plan, ...]:
    """Return the plans of all planned chapters in order; one plan for a story without chapters."""
    return tuple(read_plan(story, number) for number in list_planned_chapters(story))


def list_planned_chapters(story: Story) -> tuple[int, ...]:
    """Return the indexes, from 0, of the chapters that have a plan."""
    return tuple(number for number, each in enumerate(story.chapters) if each.setup) or (0,)


def read_plan(story: Story, number: int = 0) -> Plan:
    """Return the plan of chapter ``number``, counted from 0.

    Raise ``UsageError`` if SEED has made no plan. Raise ``InputError`` if more than ``MAX_HARD``
    dilemmas split the story.
    """
    plan = _build_plan(story, number)
    last = not story.chapters or number == len(story.chapters) - 1
    if not plan.storylines or (last and not plan.epilogues):
        raise UsageError("The story has no plan to weave. Run SEED first.")
    hard = len(plan.splitting_storylines)
    if hard > MAX_HARD:
        raise InputError(
            f"{hard} hard dilemmas would split the story into {2**hard} endings; at most "
            f"{MAX_HARD} are possible. Make some of them soft in SEED."
        )
    return plan


def read_partial_plans(story: Story) -> tuple[Plan, ...]:
    """Return the plans of all chapters while the stage SEED is still making them.

    The plans contain only storylines that already have shared beats.
    """
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
            for dilemma in sorted(story.dilemmas, key=lambda each: _require_course(each).order)
            if chapter is None or dilemma.id in chapter.dilemmas
        ),
        epilogues={ending: tuple(beats) for ending, beats in epilogues.items()},
        clues=story.clues,
    )


def _require_course(dilemma: Dilemma) -> Course:
    if dilemma.course is None:
        raise UsageError(f"{dilemma.id!r} has no course yet. Run SEED first.")
    return dilemma.course
