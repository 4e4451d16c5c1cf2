"""What the sections of SEED that are made already have decided, as the next ones ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from attrs import frozen

from questfoundry.app.stages.section import SectionResults
from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    ChapterDraft,
    PathDraft,
    SeedBeats,
    SeedChapters,
    SeedDilemmas,
    SeedEntities,
    SeedOpening,
    SeedPaths,
    derive_decisions,
)
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.chapter import chapter_id
from questfoundry.domain.story.dilemma import Answer, Dilemma, Weight
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of

ENTITIES = "entities"
CHAPTERS = "chapters"
DILEMMAS = "dilemmas"
PATHS = "paths"
BEATS = "beats"


def chapter_section_name(name: str, number: int) -> str:
    """The name of a section of the chapter of that number, from 1; 0 where there are none."""
    return f"{name}.{number}" if number else name


def chapters_in(results: SectionResults) -> tuple[ChapterDraft, ...]:
    """The chapters of a long story; none of another."""
    return cast(SeedChapters, results[CHAPTERS]).chapters if CHAPTERS in results else ()


def decisions_in(results: SectionResults) -> SeedDilemmas:
    """How every dilemma branches, and their order."""
    chapters = chapters_in(results)
    return derive_decisions(chapters) if chapters else cast(SeedDilemmas, results[DILEMMAS])


def paths_in(results: SectionResults) -> Mapping[str, PathDraft]:
    """The paths that are made, of all chapters."""
    parts = (part for part in results.values() if isinstance(part, SeedPaths))
    return {name: path for part in parts for name, path in part.paths.items()}


def chapter_dilemmas(results: SectionResults, number: int) -> tuple[str, ...]:
    """The dilemmas of the chapter of that number, in their order; with 0 all of them."""
    decisions = decisions_in(results)
    if not number:
        return decisions.order
    chapter = chapters_in(results)[number - 1]
    return (*chapter.soft, *chapter.hard)


def beats_name(dilemma_id: str) -> str:
    """The section with a dilemma's beats, named by where it stands in the artifact."""
    return f"{BEATS}.{dilemma_id}"


def opening_name(number: int) -> str:
    """The section with a chapter's opening, named by where it stands in the artifact."""
    return f"openings.{chapter_id(number)}"


def find_explored_answers(story: Story, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """The answers that get a path, by path id, dilemma by dilemma in their order."""
    return {
        path: answer
        for dilemma in decisions.order
        for path, answer in paths_of(story.dilemma(dilemma), decisions).items()
    }


def paths_of(dilemma: Dilemma, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """The explored answers of one dilemma by path id, the default's first."""
    both = decisions.dilemmas[dilemma.id].explore == "both"
    answers = dilemma.answers if both else (dilemma.default,)
    return {f"path::{slug_of(answer.id)}": answer for answer in answers}


def dilemma_order(story: Story, results: SectionResults) -> Mapping[Dilemma, tuple[str, ...]]:
    """The dilemmas with their paths as they are settled: in order, those that split it last.

    In chapters they stand so.
    """
    decisions = decisions_in(results)
    order: Sequence[str] = decisions.order
    if not chapters_in(results):
        order = sorted(order, key=lambda each: decisions.dilemmas[each].weight is Weight.HARD)
    found = [story.dilemma(each) for each in order]
    return {dilemma: tuple(paths_of(dilemma, decisions)) for dilemma in found}


def hard_before(story: Story, results: SectionResults, dilemma: Dilemma) -> tuple[Dilemma, ...]:
    """Of a hard dilemma, those that split the story, or its chapter, before it.

    What leads to all of them happens before the first of them is decided.
    """
    decisions = decisions_in(results)
    hard = [each for each in decisions.order if decisions.dilemmas[each].weight is Weight.HARD]
    for chapter in chapters_in(results):
        if dilemma.id in chapter.hard:
            hard = list(chapter.hard)
    nested = dilemma.id in parent_paths(story, decisions)
    before = hard[: hard.index(dilemma.id)] if dilemma.id in hard and not nested else []
    return tuple(story.dilemma(each) for each in before)


def presence_in(story: Story, results: SectionResults) -> Presence:
    """Who may be out of the story where, by the paths that are made, in the order of settling."""
    drafts = paths_in(results)
    return Presence.from_plan(
        {
            dilemma.id: {
                path: [(each.effect, each.entity or "") for each in drafts[path].consequences]
                for path in paths
            }
            for dilemma, paths in dilemma_order(story, results).items()
            if drafts.keys() >= {*paths}
        },
        parent_paths(story, decisions_in(results)),
    )


def endings_in(
    story: Story, decisions: SeedDilemmas, chapters: Sequence[ChapterDraft]
) -> Mapping[str, tuple[str, ...]]:
    """The paths that lead to each ending, by its id; with chapters those of the last."""
    order = chapters[-1].hard if chapters else decisions.order
    hard = _list_hard_paths(story, decisions, order)
    return endings_of(
        tuple(hard.values()), shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    )


def parent_paths(story: Story, decisions: SeedDilemmas) -> Mapping[str, str]:
    """The dilemmas that come up on one path alone, each with that path."""
    hard = _list_hard_paths(story, decisions, decisions.order)
    under = shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    return {each: path for each, path in zip(hard, under, strict=True) if path}


def answers_before(story: Story, results: SectionResults, dilemma: str) -> tuple[str, ...]:
    """The answers, in words, that all have given to whom that dilemma comes up, the first first."""
    decisions = decisions_in(results)
    under, answers = parent_paths(story, decisions), find_explored_answers(story, decisions)
    found: list[str] = []
    while dilemma in under:
        path = under[dilemma]
        found.insert(0, answers[path].text)
        dilemma = next(
            each for each in decisions.order if path in paths_of(story.dilemma(each), decisions)
        )
    return tuple(found)


def _list_hard_paths(
    story: Story, decisions: SeedDilemmas, order: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """The paths of each hard dilemma, in that order."""
    return {
        each: tuple(paths_of(story.dilemma(each), decisions))
        for each in order
        if decisions.dilemmas[each].weight is Weight.HARD
    }


def retain_entities(story: Story, results: SectionResults) -> tuple[Entity, ...]:
    """The entities that the first section keeps."""
    decisions = cast(SeedEntities, results[ENTITIES]).entities
    return tuple(each for each in story.entities if decisions[each.id].decision == "keep")


def answers_of_endings(story: Story, results: SectionResults) -> Mapping[str, tuple[str, ...]]:
    """The answers that lead to each ending, in words, by its id."""
    decisions = decisions_in(results)
    answers = find_explored_answers(story, decisions)
    return {
        ending: tuple(answers[path].text for path in paths)
        for ending, paths in endings_in(story, decisions, chapters_in(results)).items()
    }


@frozen(kw_only=True)
class PlannedChapter:
    """The chapter that is planned now; ``before`` are the titles and summaries of those before.

    It is the ``number``-th ``of`` so many, and ``follows`` is the aim of the next.
    """

    number: int
    of: int
    title: str
    aim: str
    before: Mapping[str, str]
    follows: str


def chapter_of(results: SectionResults, dilemma: str) -> PlannedChapter | None:
    """The chapter in which a dilemma comes up, if there are any."""
    chapters = chapters_in(results)
    for number, chapter in enumerate(chapters, start=1):
        if dilemma in (*chapter.soft, *chapter.hard):
            return PlannedChapter(
                number=number,
                of=len(chapters),
                title=chapter.title,
                aim=chapter.aim,
                before={
                    each.title: cast(SeedOpening, results[opening_name(at)]).summary
                    for at, each in enumerate(chapters[: number - 1], start=1)
                    if opening_name(at) in results
                },
                follows="".join(each.aim for each in chapters[number : number + 1]),
            )
    return None


@frozen(kw_only=True)
class PlannedMoments:
    """What happens around a dilemma: before its choice, and after each of its answers, in words."""

    question: str
    shared: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]


def find_planned_dilemmas(results: SectionResults) -> tuple[str, ...]:
    """The dilemmas whose moments are made; none of a story whose plan leaves them to chapters."""
    if chapters_in(results):
        return ()
    return tuple(each for each in decisions_in(results).order if beats_name(each) in results)


def hard_in(results: SectionResults) -> tuple[str, ...]:
    """Those of them that split the story: nothing of them is felt later but its ending."""
    decided = decisions_in(results)
    return tuple(
        each
        for each in find_planned_dilemmas(results)
        if decided.dilemmas[each].weight is Weight.HARD
    )


def moments_so_far(
    story: Story, results: SectionResults, number: int = 0
) -> Iterator[PlannedMoments]:
    """The moments of the dilemmas whose beats are made, in their order; those of a chapter."""
    decisions = decisions_in(results)
    for dilemma in (story.dilemma(each) for each in chapter_dilemmas(results, number)):
        if beats_name(dilemma.id) not in results:
            continue
        beats = cast(SeedBeats, results[beats_name(dilemma.id)])
        yield PlannedMoments(
            question=dilemma.question,
            shared=_list_summaries(beats.shared),
            answers={
                answer.text: _list_summaries((beats.paths[path].commit, *beats.paths[path].tail))
                for path, answer in paths_of(dilemma, decisions).items()
            },
        )


def _list_summaries(beats: Sequence[BeatDraft]) -> tuple[str, ...]:
    return tuple(beat.summary for beat in beats)
