"""Stories up to SEED, made from the shape of their dilemmas, of any size."""

from collections.abc import Callable, Mapping
from itertools import count

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import (
    Answer,
    Consequence,
    Course,
    DelayedEffectPlan,
    Dilemma,
    Path,
    Residue,
    Weight,
)
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import find_effect_places
from questfoundry.domain.weaving.endings import endings_of
from questfoundry.domain.weaving.plan import read_plan

Place = tuple[str, tuple[str, ...]]
Stage = Callable[[], Place]
"""The place and the cast of the next beat."""


@frozen(kw_only=True)
class Shape:
    """A dilemma by its counts; ``tails`` has a count for each explored path.

    If the dilemma rejoins, ``felt`` holds the numbers of the places of its delayed effects, counted
    round, or the nearest places.
    """

    hard: bool = False
    residue: Residue = Residue.COSMETIC
    felt: tuple[int, int] = (0, 0)
    shared: int = 2
    tails: tuple[int, ...] = (2, 2)


def nowhere() -> Place:
    return "location::here", ()


def shaped(
    *shapes: Shape,
    size: Size = Size.LONG,
    setup: int = 1,
    epilogue: int = 1,
    stage: Stage = nowhere,
) -> Story:
    """Return the story of these dilemmas, named d1, d2 and so on, in that order."""
    numbered = list(enumerate(shapes, start=1))
    dilemmas = [dilemma_of(number, shape) for number, shape in numbered]
    paths = [path for dilemma in dilemmas for path in paths_of(dilemma)]
    beats = beats_of(BeatRole.SETUP, "setup", setup, stage)
    for dilemma, shape in zip(dilemmas, shapes, strict=True):
        name = slug_of(dilemma.id)
        beats += beats_of(BeatRole.SHARED, f"{name}-shared", shape.shared, stage, dilemma.id)
        for path, tail in zip(paths_of(dilemma), shape.tails, strict=True):
            own, to = slug_of(path.id), (dilemma.id, path.id)
            beats += beats_of(BeatRole.COMMIT, f"{own}-commit", 1, stage, *to)
            beats += beats_of(BeatRole.TAIL, f"{own}-tail", tail, stage, *to)
    hard = [paths_of(each) for each, shape in zip(dilemmas, shapes, strict=True) if shape.hard]
    for ending in endings_of([[path.id for path in both] for both in hard]):
        name = f"{slug_of(ending)}-epilogue"
        beats += beats_of(BeatRole.EPILOGUE, name, epilogue, stage, ending=ending)
    story = Story(size=size, dilemmas=tuple(dilemmas), paths=tuple(paths), beats=tuple(beats))
    return felt_later(story, {each.id: shape for each, shape in zip(dilemmas, shapes, strict=True)})


def felt_later(story: Story, shapes: Mapping[str, Shape]) -> Story:
    plan = read_plan(story)
    found: dict[str, DelayedEffectPlan] = {}
    for strand in plan.rejoining_storylines:
        shape, places = shapes[strand.dilemma.id], list(find_effect_places(plan, strand))
        for arm, number in zip(strand.arms, shape.felt, strict=True):
            beat = places[number % len(places)].id
            found[arm.path.id] = DelayedEffectPlan(
                beat=beat, residue=shape.residue, text="It shows."
            )
    paths = tuple(evolve(path, delayed_effect=found.get(path.id)) for path in story.paths)
    return evolve(story, paths=paths)


def dilemma_of(number: int, shape: Shape) -> Dilemma:
    name = f"d{number}"
    answers = [
        Answer(id=f"answer::{name}-{which}", text="So.", benefit="It helps.") for which in "xy"
    ]
    return Dilemma(
        id=f"dilemma::{name}",
        question="Which way?",
        why_it_matters="There is no way back.",
        default=answers[0],
        alternative=answers[1],
        anchors=(),
        course=Course(
            explored_answers=tuple(answer.id for answer in answers[: len(shape.tails)]),
            weight=Weight.HARD if shape.hard else Weight.SOFT,
            order=number,
        ),
    )


def paths_of(dilemma: Dilemma) -> list[Path]:
    assert dilemma.course is not None
    return [
        Path(
            id=f"path::{slug_of(answer)}",
            dilemma=dilemma.id,
            answer=answer,
            summary="It goes on.",
            consequences=tuple(
                Consequence(
                    id=f"consequence::{slug_of(answer)}-{number}",
                    text="It is so.",
                    flag=f"flag::{slug_of(answer)}-{number}",
                )
                for number in (1, 2)
            ),
        )
        for answer in dilemma.course.explored_answers
    ]


def beats_of(
    role: BeatRole,
    name: str,
    times: int,
    stage: Stage,
    dilemma: str | None = None,
    path: str | None = None,
    ending: str | None = None,
) -> list[Beat]:
    made = []
    for number in range(1, times + 1):
        location, entities = stage()
        made.append(
            Beat(
                id=f"beat::{name}-{number}",
                role=role,
                summary="It happens.",
                location=location,
                entities=entities,
                dilemma=dilemma,
                path=path,
                ending=ending,
            )
        )
    return made


def rounds(places: int, people: int) -> Stage:
    numbers = count()

    def stage() -> Place:
        number = next(numbers)
        return f"location::{number % places}", (f"character::{number % people}",)

    return stage


def soft_and_hard(soft: int, hard: int) -> Story:
    residues = tuple(Residue)
    shapes = [
        Shape(residue=residues[number % 3], felt=(number, 2 * number)) for number in range(soft)
    ]
    return shaped(*shapes, *(Shape(hard=True) for _ in range(hard)), stage=rounds(4, 3))
