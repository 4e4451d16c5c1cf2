"""An unfinished plan of SEED: adding the parts finished so far, and queries about them."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    QuestionDraft,
    QuestionEntry,
    SeedArtifact,
    SeedDilemmas,
    SeedQuestions,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.chapter import chapter_id
from questfoundry.domain.story.dilemma import Answer, Dilemma, Weight
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of

ENTITIES = "entities"
CHAPTERS = "chapters"
DILEMMAS = "dilemmas"
PATHS = "paths"
BEATS = "beats"
FRAME = "frame"
EPILOGUES = "epilogues"
QUESTIONS = "questions"

_BY_ID = (BEATS, "openings")
"""The fields of the artifact in which each entry has its own section."""


def chapter_section_name(name: str, number: int) -> str:
    """Return the section name for chapter ``number``, from 1; 0 means a story without chapters."""
    return f"{name}.{number}" if number else name


def begin_plan(size: Size) -> SeedArtifact:
    """Return a plan of ``size`` without any decisions, which is not a valid artifact yet."""
    return SeedArtifact.model_construct(size=size, entities={}, paths={}, beats={})


def add_part(plan: SeedArtifact, name: str, part: Artifact) -> SeedArtifact:
    """Return ``plan`` with ``part``, the result of the section ``name``, in its fields."""
    holder, _, key = name.partition(".")
    if holder in _BY_ID:
        return plan.model_copy(update={holder: {**getattr(plan, holder), key: part}})
    if isinstance(part, SeedQuestions):
        return plan.model_copy(update={QUESTIONS: build_question_entries(part.questions)})
    fields = {field: getattr(part, field) for field in type(part).model_fields}
    return plan.model_copy(
        update={
            field: {**getattr(plan, field), **value} if isinstance(value, dict) else value
            for field, value in fields.items()
        }
    )


def build_question_entries(questions: Sequence[QuestionDraft]) -> tuple[QuestionEntry, ...]:
    """Return the questions with ids made from their text."""
    return tuple(
        QuestionEntry(
            id=make_id("question", each.question),
            question=each.question,
            clues=each.clues,
            unanswered=each.unanswered,
        )
        for each in questions
    )


def chapter_dilemmas(plan: SeedArtifact, number: int) -> tuple[str, ...]:
    """Return the dilemmas of chapter ``number`` in order; 0 returns all dilemmas."""
    decisions = plan.dilemma_decisions
    if not number:
        return decisions.order
    chapter = plan.chapters[number - 1]
    return (*chapter.soft, *chapter.hard)


def beats_name(dilemma_id: str) -> str:
    """Return the name of the section with a dilemma's beats, which is also its field path."""
    return f"{BEATS}.{dilemma_id}"


def opening_name(number: int) -> str:
    """Return the name of the section with a chapter's opening, which is also its field path."""
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


def dilemma_order(story: Story, plan: SeedArtifact) -> Mapping[Dilemma, tuple[str, ...]]:
    """Return the dilemmas in the order of the story, each with its path ids.

    Soft dilemmas come before hard dilemmas, within each chapter if there are chapters.
    """
    decisions = plan.dilemma_decisions
    order: Sequence[str] = decisions.order
    if not plan.chapters:
        order = sorted(order, key=lambda each: decisions.dilemmas[each].weight is Weight.HARD)
    found = [story.dilemma(each) for each in order]
    return {dilemma: tuple(paths_of(dilemma, decisions)) for dilemma in found}


def hard_before(story: Story, plan: SeedArtifact, dilemma: Dilemma) -> tuple[Dilemma, ...]:
    """Return the hard dilemmas before the hard ``dilemma``, in the story or in its chapter.

    The shared beats of these dilemmas all happen before the first of them is decided. The result is
    empty for a soft or nested dilemma.
    """
    decisions = plan.dilemma_decisions
    hard = [each for each in decisions.order if decisions.dilemmas[each].weight is Weight.HARD]
    for chapter in plan.chapters:
        if dilemma.id in chapter.hard:
            hard = list(chapter.hard)
    nested = dilemma.id in parent_paths(story, decisions)
    before = hard[: hard.index(dilemma.id)] if dilemma.id in hard and not nested else []
    return tuple(story.dilemma(each) for each in before)


def presence_in(story: Story, plan: SeedArtifact) -> Presence:
    """Return where entities may have left the story, by the effects of the finished paths."""
    drafts = plan.paths
    return Presence.from_plan(
        {
            dilemma.id: {
                path: [(each.effect, each.entity or "") for each in drafts[path].consequences]
                for path in paths
            }
            for dilemma, paths in dilemma_order(story, plan).items()
            if drafts.keys() >= {*paths}
        },
        parent_paths(story, plan.dilemma_decisions),
    )


def endings_in(story: Story, plan: SeedArtifact) -> Mapping[str, tuple[str, ...]]:
    """Return by ending id the paths that lead there; only hard dilemmas count.

    In a story with chapters, only those of the last chapter count.
    """
    decisions = plan.dilemma_decisions
    order = plan.chapters[-1].hard if plan.chapters else decisions.order
    hard = _list_hard_paths(story, decisions, order)
    return endings_of(
        tuple(hard.values()), shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    )


def parent_paths(story: Story, decisions: SeedDilemmas) -> Mapping[str, str]:
    """Return by dilemma id the path on which each nested dilemma comes up."""
    hard = _list_hard_paths(story, decisions, decisions.order)
    under = shape_of(story.shape).assign_parent_paths(tuple(hard.values()))
    return {each: path for each, path in zip(hard, under, strict=True) if path}


def answers_before(story: Story, plan: SeedArtifact, dilemma: str) -> tuple[str, ...]:
    """Return the texts of the answers that lead to the nested ``dilemma``, outermost first."""
    decisions = plan.dilemma_decisions
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
    return {
        each: tuple(paths_of(story.dilemma(each), decisions))
        for each in order
        if decisions.dilemmas[each].weight is Weight.HARD
    }


def retain_entities(story: Story, plan: SeedArtifact) -> tuple[Entity, ...]:
    """Return the entities that the plan keeps."""
    return tuple(each for each in story.entities if plan.entities[each.id].decision == "keep")


def answers_of_endings(story: Story, plan: SeedArtifact) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of the answers that lead to each ending, by ending id."""
    decisions = plan.dilemma_decisions
    answers = find_explored_answers(story, decisions)
    return {
        ending: tuple(answers[path].text for path in paths)
        for ending, paths in endings_in(story, plan).items()
    }


@frozen(kw_only=True)
class PlannedChapter:
    """The chapter that is being planned, as templates show it.

    ``number``, from 1, is its place among ``of`` chapters. ``before`` maps the titles of earlier
    chapters to their summaries, and ``follows`` is the aim of the next chapter.
    """

    number: int
    of: int
    title: str
    aim: str
    before: Mapping[str, str]
    follows: str


def chapter_of(plan: SeedArtifact, dilemma: str) -> PlannedChapter | None:
    """Return the chapter of ``dilemma``, or ``None`` without chapters."""
    chapters = plan.chapters
    for number, chapter in enumerate(chapters, start=1):
        if dilemma in (*chapter.soft, *chapter.hard):
            return PlannedChapter(
                number=number,
                of=len(chapters),
                title=chapter.title,
                aim=chapter.aim,
                before={
                    each.title: plan.openings[chapter_id(at)].summary
                    for at, each in enumerate(chapters[: number - 1], start=1)
                    if chapter_id(at) in plan.openings
                },
                follows="".join(each.aim for each in chapters[number : number + 1]),
            )
    return None


@frozen(kw_only=True)
class PlannedMoments:
    """The summaries of a dilemma's beats: before its choice, and after each of its answers."""

    question: str
    shared: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]


def find_planned_dilemmas(plan: SeedArtifact) -> tuple[str, ...]:
    """Return the dilemmas whose beats are finished; empty for a story with chapters."""
    if plan.chapters:
        return ()
    return tuple(each for each in plan.dilemma_decisions.order if each in plan.beats)


def hard_in(plan: SeedArtifact) -> tuple[str, ...]:
    """Return the ids of the hard dilemmas whose beats are finished; empty with chapters."""
    decided = plan.dilemma_decisions
    return tuple(
        each for each in find_planned_dilemmas(plan) if decided.dilemmas[each].weight is Weight.HARD
    )


def moments_so_far(story: Story, plan: SeedArtifact, number: int = 0) -> Iterator[PlannedMoments]:
    """Yield the finished beats of each dilemma of chapter ``number``, or of all chapters for 0."""
    decisions = plan.dilemma_decisions
    for dilemma in (story.dilemma(each) for each in chapter_dilemmas(plan, number)):
        if dilemma.id not in plan.beats:
            continue
        beats = plan.beats[dilemma.id]
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
