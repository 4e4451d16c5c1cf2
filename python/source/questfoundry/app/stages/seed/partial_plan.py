"""An unfinished plan of SEED, with the facts about it that the next sections need."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from attrs import evolve, frozen

from questfoundry.app.stages.seed.cast import count_appearances
from questfoundry.domain.artifacts.seed import (
    QuestionDraft,
    QuestionEntry,
    SeedArtifact,
    SeedDilemmas,
    SeedQuestions,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.beat import BeatDraft, chapter_id
from questfoundry.domain.story.dilemma import Answer, Dilemma, Weight
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of, variant_id

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


def beats_name(dilemma_id: str) -> str:
    """Return the name of the section with a dilemma's beats, which is also its field path."""
    return f"{BEATS}.{dilemma_id}"


def opening_name(number: int) -> str:
    """Return the name of the section with a chapter's opening, which is also its field path."""
    return f"openings.{chapter_id(number)}"


def begin_plan(size: Size) -> SeedArtifact:
    """Return a plan of ``size`` without any decisions, which is not a valid artifact yet."""
    return SeedArtifact.model_construct(size=size, entities={}, paths={}, beats={})


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


@frozen(kw_only=True, slots=False, eq=False)
class PartialPlan:
    """A story after BRAINSTORM and its plan so far, ``seed``; a path is an explored answer."""

    story: Story
    seed: SeedArtifact

    def add_part(self, name: str, part: Artifact) -> Self:
        """Return the plan with ``part``, the result of the section ``name``, in its fields."""
        seed, (holder, _, key) = self.seed, name.partition(".")
        if holder in _BY_ID:
            added: Mapping[str, object] = {holder: {**getattr(seed, holder), key: part}}
        elif isinstance(part, SeedQuestions):
            added = {QUESTIONS: build_question_entries(part.questions)}
        else:
            fields = {field: getattr(part, field) for field in type(part).model_fields}
            added = {
                field: {**getattr(seed, field), **value} if isinstance(value, dict) else value
                for field, value in fields.items()
            }
        return evolve(self, seed=seed.model_copy(update=added))

    @cached_property
    def decisions(self) -> SeedDilemmas:
        """The decision for each dilemma, and the dilemmas' order."""
        return self.seed.dilemma_decisions

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The entities that the plan keeps."""
        entities = self.seed.entities
        return tuple(each for each in self.story.entities if entities[each.id].decision == "keep")

    def list_kept(self, ids: Collection[str]) -> tuple[str, ...]:
        """Return those of ``ids`` that belong to kept entities, in the order of the story."""
        return tuple(each.id for each in self.entities if each.id in ids)

    @cached_property
    def appearances(self) -> Counter[str]:
        """The number of planned beats in which each entity appears, by id."""
        return count_appearances([self.seed])

    def find_unmet_entities(self, leaving: Collection[str] = ()) -> tuple[str, ...]:
        """Return the ids of the kept entities that appear in no beat yet.

        People that a dilemma is about are left out, unless they are in ``leaving``, and so are
        entities that the author added for passages outside the plan.
        """
        unplanned = {name for name, each in self.seed.entities.items() if each.unplanned}
        people = self.story.dilemma_people.difference(leaving)
        spared = {*self.appearances, *people, *unplanned}
        return tuple(each.id for each in self.entities if each.id not in spared)

    def list_dilemmas(self, number: int) -> tuple[str, ...]:
        """Return the dilemmas of chapter ``number`` in order; 0 returns all dilemmas."""
        if not number:
            return self.decisions.order
        chapter = self.seed.chapters[number - 1]
        return (*chapter.soft, *chapter.hard)

    def chapter_of(self, dilemma: str) -> PlannedChapter | None:
        """Return the chapter of ``dilemma``, or ``None`` without chapters."""
        chapters, openings = self.seed.chapters, self.seed.openings
        for number, chapter in enumerate(chapters, start=1):
            if dilemma in (*chapter.soft, *chapter.hard):
                return PlannedChapter(
                    number=number,
                    of=len(chapters),
                    title=chapter.title,
                    aim=chapter.aim,
                    before={
                        each.title: openings[chapter_id(at)].summary
                        for at, each in enumerate(chapters[: number - 1], start=1)
                        if chapter_id(at) in openings
                    },
                    follows="".join(each.aim for each in chapters[number : number + 1]),
                )
        return None

    def paths_of(self, dilemma_id: str) -> Mapping[str, Answer]:
        """Return the explored answers of a dilemma by path id, the default answer first."""
        dilemma = self.story.dilemma(dilemma_id)
        both = self.decisions.dilemmas[dilemma_id].explore == "both"
        answers = dilemma.answers if both else (dilemma.default,)
        return {f"path::{slug_of(answer.id)}": answer for answer in answers}

    @cached_property
    def answers(self) -> Mapping[str, Answer]:
        """The explored answers by path id, in the order of the dilemmas."""
        rows = map(self.paths_of, self.decisions.order)
        return {path: answer for paths in rows for path, answer in paths.items()}

    @cached_property
    def dilemma_paths(self) -> Mapping[Dilemma, tuple[str, ...]]:
        """The dilemmas in the order of the story, each with its path ids.

        Soft dilemmas come before hard dilemmas, within each chapter if there are chapters.
        """
        order: Sequence[str] = self.decisions.order
        if not self.seed.chapters:
            order = sorted(order, key=self.is_hard)
        return {self.story.dilemma(each): tuple(self.paths_of(each)) for each in order}

    def is_hard(self, dilemma: str) -> bool:
        """Return whether the paths of ``dilemma`` never rejoin."""
        return self.decisions.dilemmas[dilemma].weight is Weight.HARD

    def _list_hard_paths(self, order: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return {each: tuple(self.paths_of(each)) for each in order if self.is_hard(each)}

    def hard_before(self, dilemma: str) -> tuple[Dilemma, ...]:
        """Return the hard dilemmas before the hard ``dilemma``, in the story or in its chapter.

        The shared beats of these dilemmas all happen before the first of them is decided. The
        result is empty for a soft or nested dilemma.
        """
        hard = list(filter(self.is_hard, self.decisions.order))
        for chapter in self.seed.chapters:
            if dilemma in chapter.hard:
                hard = list(chapter.hard)
        nested = dilemma in self.parent_paths
        before = hard[: hard.index(dilemma)] if dilemma in hard and not nested else []
        return tuple(map(self.story.dilemma, before))

    @cached_property
    def parent_paths(self) -> Mapping[str, str]:
        """The path on which each nested dilemma comes up, by dilemma id."""
        hard = self._list_hard_paths(self.decisions.order)
        under = shape_of(self.story.shape).assign_parent_paths(tuple(hard.values()))
        return {each: path for each, path in zip(hard, under, strict=True) if path}

    def answers_before(self, dilemma: str) -> tuple[str, ...]:
        """Return the texts of the answers that lead to the nested ``dilemma``, outermost first."""
        found: list[str] = []
        while dilemma in self.parent_paths:
            path = self.parent_paths[dilemma]
            found.insert(0, self.answers[path].text)
            dilemma = next(each for each in self.decisions.order if path in self.paths_of(each))
        return tuple(found)

    @cached_property
    def presence(self) -> Presence:
        """The places in the plan where entities may be gone, by the effects of finished paths."""
        drafts = self.seed.paths
        return Presence.from_plan(
            {
                dilemma.id: {
                    path: [(each.effect, each.entity or "") for each in drafts[path].consequences]
                    for path in paths
                }
                for dilemma, paths in self.dilemma_paths.items()
                if drafts.keys() >= {*paths}
            },
            self.parent_paths,
        )

    @cached_property
    def endings(self) -> Mapping[str, tuple[str, ...]]:
        """The paths that lead to each ending, by ending id; only hard dilemmas count.

        In a story with chapters, only those of the last chapter count.
        """
        chapters = self.seed.chapters
        hard = self._list_hard_paths(chapters[-1].hard if chapters else self.decisions.order)
        paths = tuple(hard.values())
        return endings_of(paths, shape_of(self.story.shape).assign_parent_paths(paths))

    @property
    def ending_answers(self) -> Mapping[str, str]:
        """The texts of the answers that lead to each ending, by ending id.

        The ending that a path with a delayed effect may close in its own way has an id of its own.
        """
        variants = {
            variant_id(ending, path): (path, *paths)
            for ending, paths in self.endings.items()
            for path in self.seed.residue
        }
        return {
            ending: " ".join(self.answers[path].text for path in paths)
            for ending, paths in {**self.endings, **variants}.items()
        }

    @property
    def planned_dilemmas(self) -> tuple[str, ...]:
        """The dilemmas whose beats are finished; empty for a story with chapters."""
        order = () if self.seed.chapters else self.decisions.order
        return tuple(each for each in order if each in self.seed.beats)

    @property
    def planned_hard_dilemmas(self) -> tuple[str, ...]:
        """The hard dilemmas whose beats are finished; empty for a story with chapters."""
        return tuple(filter(self.is_hard, self.planned_dilemmas))

    def list_moments(self, number: int = 0) -> Iterator[Mapping[str, Any]]:
        """Yield the finished beats of each dilemma of chapter ``number``, or of all for 0.

        The beats are summaries: ``shared`` before the choice, and others after each answer.
        """
        for dilemma in self.list_dilemmas(number):
            if dilemma in self.seed.beats:
                beats = self.seed.beats[dilemma]
                arms = beats.paths
                yield {
                    "question": self.story.dilemma(dilemma).question,
                    "shared": _list_summaries(beats.shared),
                    "answers": {
                        answer.text: _list_summaries((arms[path].commit, *arms[path].tail))
                        for path, answer in self.paths_of(dilemma).items()
                    },
                }


def _list_summaries(beats: Sequence[BeatDraft]) -> tuple[str, ...]:
    return tuple(beat.summary for beat in beats)
