"""Queries about an unfinished plan of SEED: the decisions in the sections finished so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from attrs import frozen

from questfoundry.app.stages.former_sections import SectionResults
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
    """Return the section name for chapter ``number``, from 1; 0 means a story without chapters."""
    return f"{name}.{number}" if number else name


def chapters_in(results: SectionResults) -> tuple[ChapterDraft, ...]:
    """Return the chapters of a story with chapters, else an empty tuple."""
    return cast(SeedChapters, results[CHAPTERS]).chapters if CHAPTERS in results else ()


def decisions_in(results: SectionResults) -> SeedDilemmas:
    """Return how every dilemma branches, and the order of dilemmas."""
    chapters = chapters_in(results)
    return derive_decisions(chapters) if chapters else cast(SeedDilemmas, results[DILEMMAS])


def paths_in(results: SectionResults) -> Mapping[str, PathDraft]:
    """Return the finished paths of all chapters by path id."""
    parts = (part for part in results.values() if isinstance(part, SeedPaths))
    return {name: path for part in parts for name, path in part.paths.items()}


def chapter_dilemmas(results: SectionResults, number: int) -> tuple[str, ...]:
    """Return the dilemmas of chapter ``number`` in order; 0 returns all dilemmas."""
    decisions = decisions_in(results)
    if not number:
        return decisions.order
    chapter = chapters_in(results)[number - 1]
    return (*chapter.soft, *chapter.hard)


def beats_name(dilemma_id: str) -> str:
    """Return the name of the section with a dilemma's beats, also its path in the artifact."""
    return f"{BEATS}.{dilemma_id}"


def opening_name(number: int) -> str:
    """Return the name of the section with a chapter's opening, also its path in the artifact."""
    return f"openings.{chapter_id(number)}"


def find_explored_answers(story: Story, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """Return the explored answers by path id, in the order of the dilemmas."""
    return {
        path: answer
        for dilemma in decisions.order
        for path, answer in paths_of(story.dilemma(dilemma), decisions).items()
    }


def paths_of(dilemma: Dilemma, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """Return the explored answers of ``dilemma`` by path id, the default answer first."""
    both = decisions.dilemmas[dilemma.id].explore == "both"
    answers = dilemma.answers if both else (dilemma.default,)
    return {f"path::{slug_of(answer.id)}": answer for answer in answers}


def dilemma_order(story: Story, results: SectionResults) -> Mapping[Dilemma, tuple[str, ...]]:
    """Return the path ids of each dilemma, in the order in which the story decides the dilemmas.

    Without chapters, soft dilemmas come before hard ones. With chapters, the order of the chapters
    already has this property.
    """
    decisions = decisions_in(results)
    order: Sequence[str] = decisions.order
    if not chapters_in(results):
        order = sorted(order, key=lambda each: decisions.dilemmas[each].weight is Weight.HARD)
    found = [story.dilemma(each) for each in order]
    return {dilemma: tuple(paths_of(dilemma, decisions)) for dilemma in found}


def hard_before(story: Story, results: SectionResults, dilemma: Dilemma) -> tuple[Dilemma, ...]:
    """Return the hard dilemmas before the hard ``dilemma``, in the story or in its chapter.

    The shared beats of these dilemmas all happen before the first of them is decided. The result is
    empty for a soft or nested dilemma.
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
    """Return which entities may have left the story where, by the effects of finished paths."""
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
    """Return the paths that lead to each ending, by ending id.

    With chapters, only the hard dilemmas of the last chapter count.
    """
    order = chapters[-1].hard if chapters else decisions.order
    hard = _list_hard_paths(story, decisions, order)
    return endings_of(
        tuple(hard.values()), shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    )


def parent_paths(story: Story, decisions: SeedDilemmas) -> Mapping[str, str]:
    """Return the path on which each nested dilemma comes up, by dilemma id."""
    hard = _list_hard_paths(story, decisions, decisions.order)
    under = shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    return {each: path for each, path in zip(hard, under, strict=True) if path}


def answers_before(story: Story, results: SectionResults, dilemma: str) -> tuple[str, ...]:
    """Return the texts of the answers that lead to the nested ``dilemma``, outermost first."""
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
    """Return the path ids of each hard dilemma, in the given ``order``."""
    return {
        each: tuple(paths_of(story.dilemma(each), decisions))
        for each in order
        if decisions.dilemmas[each].weight is Weight.HARD
    }


def retain_entities(story: Story, results: SectionResults) -> tuple[Entity, ...]:
    """Return the entities that the plan keeps."""
    decisions = cast(SeedEntities, results[ENTITIES]).entities
    return tuple(each for each in story.entities if decisions[each.id].decision == "keep")


def answers_of_endings(story: Story, results: SectionResults) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of the answers that lead to each ending, by ending id."""
    decisions = decisions_in(results)
    answers = find_explored_answers(story, decisions)
    return {
        ending: tuple(answers[path].text for path in paths)
        for ending, paths in endings_in(story, decisions, chapters_in(results)).items()
    }


@frozen(kw_only=True)
class PlannedChapter:
    """The chapter that is being planned, as templates show it.

    It is number ``number`` of ``of`` chapters. ``before`` maps the titles of earlier chapters to
    their summaries, and ``follows`` is the aim of the next chapter.
    """

    number: int
    of: int
    title: str
    aim: str
    before: Mapping[str, str]
    follows: str


def chapter_of(results: SectionResults, dilemma: str) -> PlannedChapter | None:
    """Return the chapter of ``dilemma``, or ``None`` without chapters."""
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
    """The beats of a dilemma in words: before its choice, and after each of its answers."""

    question: str
    shared: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]


def find_planned_dilemmas(results: SectionResults) -> tuple[str, ...]:
    """Return the dilemmas whose beats are finished; empty for a story with chapters."""
    if chapters_in(results):
        return ()
    return tuple(each for each in decisions_in(results).order if beats_name(each) in results)


def hard_in(results: SectionResults) -> tuple[str, ...]:
    """Return the hard dilemmas whose beats are finished; only endings show their effects."""
    decided = decisions_in(results)
    return tuple(
        each
        for each in find_planned_dilemmas(results)
        if decided.dilemmas[each].weight is Weight.HARD
    )


def moments_so_far(
    story: Story, results: SectionResults, number: int = 0
) -> Iterator[PlannedMoments]:
    """Yield the finished beats of each dilemma in order.

    ``number`` selects a chapter, 0 selects all.
    """
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
