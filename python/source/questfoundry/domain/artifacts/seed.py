"""Define the artifact of the stage SEED: the plan, from decisions to beats (story moments)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema

from questfoundry.domain.field_types import (
    Artifact,
    Ids,
    Line,
    Name,
    Sentence,
    Some,
    SomeById,
    SomeIds,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.ids import slugify
from questfoundry.domain.story.beat import BeatDraft
from questfoundry.domain.story.dilemma import Residue, Weight
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.size import Size


class EntityDecision(Artifact):
    """The decision to keep or cut an entity.

    ``reason`` is for the author, and ``unplanned`` is true if the author added the entity for
    passages outside the plan; models are asked for neither.
    """

    decision: Literal["keep", "cut"]
    reason: SkipJsonSchema[Sentence] = ""
    unplanned: SkipJsonSchema[bool] = False

    @model_serializer(mode="wrap")
    def _drop_empty_fields(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        return {name: value for name, value in found.items() if value}


class SeedEntities(Artifact):
    """The decision to keep or cut every entity, by entity id, as a model submits it."""

    entities: SomeById[EntityDecision]


class DilemmaDecision(Artifact):
    """The decision which answers of a dilemma get a path, and how much they change the story."""

    explore: Literal["both", "default"]
    weight: Weight


class SeedDilemmas(Artifact):
    """The decision about every dilemma, and the order of the dilemmas, as a model submits them."""

    dilemmas: SomeById[DilemmaDecision]
    order: SomeIds


class ChapterDraft(Sparse):
    """A chapter of a long story; dilemmas in ``soft`` come before those in ``hard``."""

    title: Name
    aim: Sentence
    soft: Ids = ()
    hard: SomeIds


class SeedChapters(Artifact):
    """The chapters of a long story, as a model submits them; together they have every dilemma."""

    chapters: Some[ChapterDraft]


def derive_decisions(chapters: Sequence[ChapterDraft]) -> SeedDilemmas:
    """Return the decisions that follow from ``chapters``: all answers are explored, in order."""
    soft, hard = (
        DilemmaDecision(explore="both", weight=weight) for weight in (Weight.SOFT, Weight.HARD)
    )
    decisions = {
        dilemma: decision
        for chapter in chapters
        for dilemmas, decision in ((chapter.soft, soft), (chapter.hard, hard))
        for dilemma in dilemmas
    }
    return SeedDilemmas(dilemmas=decisions, order=tuple(decisions))


class ConsequenceDraft(Sparse):
    """A lasting consequence of a path; ``entity`` is the id of the entity it affects, if any."""

    text: Sentence
    effect: Effect
    entity: str | None = None


def _distinct(drafts: tuple[ConsequenceDraft, ...]) -> tuple[ConsequenceDraft, ...]:
    reject_duplicates(tuple(draft.text for draft in drafts))
    return drafts


Consequences = Annotated[
    tuple[ConsequenceDraft, ...], Field(min_length=1, max_length=3), AfterValidator(_distinct)
]


class PathDraft(Artifact):
    """The summary of a path, and its consequences."""

    summary: Sentence
    consequences: Consequences


class SeedPaths(Artifact):
    """The summary and the consequences of every path, by path id, as a model submits them."""

    paths: SomeById[PathDraft]


class PathBeats(Artifact):
    """The beats of one path: the decision for the path (``commit``), and the beats after it."""

    commit: BeatDraft
    tail: Some[BeatDraft]


class SeedBeats(Artifact):
    """The beats of one dilemma in the form of a Y: a shared stem, and one arm for each path."""

    shared: Some[BeatDraft]
    paths: SomeById[PathBeats]


class SeedOpening(Artifact):
    """The opening beats of a chapter, and what all players know at the chapter's end."""

    setup: Some[BeatDraft]
    summary: Sentence


class Epilogue(Artifact):
    """The closing beats of one ending."""

    beats: Some[BeatDraft]


class SeedFrame(Artifact):
    """The opening beats of the story, and the closing beats of each ending by ending id."""

    setup: Some[BeatDraft]
    epilogues: SomeById[Epilogue]


class SeedEpilogues(Artifact):
    """The closing beats of each ending by ending id, submitted after the last chapter."""

    epilogues: SomeById[Epilogue]


class ResidueDraft(Sparse):
    """A delayed effect of a path (residue), which shows after the paths of the dilemma rejoin.

    ``seen``: the form in which the effect is visible at the beat ``beat``.
    ``also``: other beats that show the effect. If ``beat`` follows one answer of another dilemma,
      these beats follow the other answers.
    ``closes``: the last moment of the ending's variant, if a heavy effect divides an ending.
    ``also_seen``, ``also_closes``: the texts at each beat of ``also``, if they differ.
    """

    beat: str
    how: Residue
    seen: Sentence
    also: Ids = ()
    also_seen: tuple[str, ...] = ()
    closes: Sentence | None = None
    also_closes: tuple[str, ...] = ()


class SeedResidue(Artifact):
    """The delayed effect of every path that rejoins another path, by path id."""

    residue: Mapping[str, ResidueDraft]


class EffectDraft(ResidueDraft):
    """A delayed effect in a story with stats, in which only stats divide the endings."""

    closes: SkipJsonSchema[Sentence | None] = None
    also_closes: SkipJsonSchema[tuple[str, ...]] = ()


class SeedEffects(SeedResidue):
    """The delayed effects as a model submits them in a story with stats."""

    residue: Mapping[str, EffectDraft]


class ClueDraft(Sparse):
    """A fact that the player can learn, with the beats that teach it and the beats that need it."""

    text: Sentence
    learnt: SomeIds
    needs: Ids = ()


class QuestionDraft(Sparse):
    """A question of the story, and its clues in order; the last clue is the answer.

    ``unanswered`` holds the ids of the endings that may leave the question open.
    """

    question: Sentence
    clues: Annotated[tuple[ClueDraft, ...], Field(min_length=1, max_length=3)]
    unanswered: Ids = ()


class SeedQuestions(Artifact):
    """The central questions of the story, as a model submits them once all endings are planned."""

    questions: tuple[QuestionDraft, ...]


def _reject_equal_ids(questions: tuple[QuestionEntry, ...]) -> tuple[QuestionEntry, ...]:
    reject_duplicates(tuple(question.id for question in questions))
    return questions


class QuestionEntry(QuestionDraft):
    """A question with an id, from which the ids of its clues are derived."""

    id: Annotated[str, Field(pattern=r"^question::\S+$")]


class StatDraft(Sparse):
    """A stat: a number that choices raise and lower, with a sentence for each of its two ends.

    ``high_opens``, ``low_opens``: the things that only players at this end can do later.
    ``about``: the id of the character, central question or dilemma that the stat belongs to.
    """

    name: Name
    question: Sentence
    high: Line
    low: Line
    high_opens: Line | None = None
    low_opens: Line | None = None
    about: str | None = None


def _reject_equal_names(stats: tuple[StatDraft, ...]) -> tuple[StatDraft, ...]:
    reject_duplicates(tuple(slugify(stat.name) for stat in stats))
    return stats


Stats = Annotated[tuple[StatDraft, ...], Field(max_length=3), AfterValidator(_reject_equal_names)]

SomeStats = Annotated[tuple[StatDraft, ...], Field(min_length=1, max_length=3)]

Lean = Literal["high", "low", "neither"]


class Closing(Artifact):
    """The last moment of an ending for players with a high and with a low value of a stat."""

    high: Sentence
    low: Sentence


class SeedStats(Artifact):
    """The stats of the story, as a model submits them before the endings are planned.

    ``leans``: for each path that rejoins, the end to which the path moves the first stat.
    """

    stats: SomeStats
    leans: dict[str, Lean]


class SeedClosings(Artifact):
    """The last moments of every ending by ending id, for the two ends of the first stat."""

    closings: SomeById[Closing]
    leans: dict[str, Lean]


class SeedStatsAndClosings(Artifact):
    """The stats and the last moments of every ending, as a model submits them together."""

    stats: SomeStats
    closings: SomeById[Closing]
    leans: dict[str, Lean]


class SeedClosingsAndThird(SeedClosings):
    """The last moments, with the third answer to the last dilemma."""

    third: Sentence


class SeedStatsClosingsAndThird(SeedStatsAndClosings):
    """The stats and the last moments, with the third answer to the last dilemma."""

    third: Sentence


class SeedArtifact(Sparse):
    """The whole plan of a story; ``beats`` holds the beats of each dilemma by dilemma id.

    The plan of a long story has ``chapters``, which decide about the dilemmas, and ``openings`` of
    the planned chapters. A plan with unplanned chapters has no epilogues. If there are
    ``closings``, the first of the ``stats`` decides which last moment of an ending a player reads.
    ``leans`` maps paths to the end of this stat to which they move the player. ``third`` is one
    sentence about a third answer to the last dilemma, beyond its two answers, and what this answer
    takes.
    """

    type: Literal["seed"] = "seed"
    version: Literal[2] = 2
    size: Size
    entities: SomeById[EntityDecision]
    chapters: tuple[ChapterDraft, ...] = ()
    dilemmas: dict[str, DilemmaDecision] = Field(default_factory=dict)
    order: Ids = ()
    paths: SomeById[PathDraft]
    beats: SomeById[SeedBeats]
    openings: dict[str, SeedOpening] = Field(default_factory=dict)
    setup: tuple[BeatDraft, ...] = ()
    epilogues: dict[str, Epilogue] = Field(default_factory=dict)
    residue: dict[str, ResidueDraft] = Field(default_factory=dict)
    questions: Annotated[
        tuple[QuestionEntry, ...], Field(max_length=3), AfterValidator(_reject_equal_ids)
    ] = ()
    stats: Stats = ()
    closings: dict[str, Closing] = Field(default_factory=dict)
    leans: dict[str, Lean] = Field(default_factory=dict)
    third: Sentence | None = None

    @property
    def dilemma_decisions(self) -> SeedDilemmas:
        """The decision for each dilemma (explore one or both answers), and the dilemmas' order."""
        if self.chapters:
            return derive_decisions(self.chapters)
        return SeedDilemmas(dilemmas=self.dilemmas, order=self.order)
