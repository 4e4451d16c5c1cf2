"""Define the artifact of SEED: the plan, from decisions to beats (moments of the story).

The plan decides about every entity and every dilemma. Then it describes the paths that result, and
the beats of the paths. Sections are keyed by ids from code. A model therefore decides and
describes, but never names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema

from questfoundry.domain.artifacts.base import (
    Artifact,
    Ids,
    Name,
    Sentence,
    Some,
    SomeById,
    SomeIds,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import Size


class EntityDecision(Artifact):
    """The decision to keep or cut an entity, and the reason."""

    decision: Literal["keep", "cut"]
    reason: Sentence


class SeedEntities(Artifact):
    """The first section: the decision to keep or cut every entity."""

    entities: SomeById[EntityDecision]


class DilemmaDecision(Artifact):
    """The decision about a dilemma.

    ``explore``: whether both answers get a path in the story, or only the default answer.
    ``weight``: how much the choice changes the rest of the story.
    """

    explore: Literal["both", "default"]
    weight: Weight


class SeedDilemmas(Artifact):
    """The second section: the decision about every dilemma, and the order of the dilemmas."""

    dilemmas: SomeById[DilemmaDecision]
    order: SomeIds


class ChapterDraft(Sparse):
    """A chapter of a long story.

    In the chapter, its ``soft`` dilemmas come before its ``hard`` dilemmas.
    """

    title: Name
    aim: Sentence
    soft: Ids = ()
    hard: SomeIds


class SeedChapters(Artifact):
    """The second section of a long story: the chapters, which together contain EVERY dilemma.

    This section replaces the decisions about single dilemmas.
    """

    chapters: Some[ChapterDraft]


def derive_decisions(chapters: Sequence[ChapterDraft]) -> SeedDilemmas:
    """Return the decision about each dilemma that follows from ``chapters``."""
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
    """A lasting consequence of a path; it affects the entity ``entity``, if one is named."""

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
    """The third section: the summary and consequences of every path."""

    paths: SomeById[PathDraft]


Cast = Annotated[tuple[str, ...], Field(max_length=8), AfterValidator(reject_duplicates)]


Points = Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(max_length=12)]


class BeatDraft(Artifact):
    """One moment of the story: the events, the place and the participants.

    ``points`` are the numbers of the outline's plot points that the beat tells. If there is an
    outline, the manifest adds this field to the request. The field is stored only if it is not
    empty.
    """

    summary: Sentence
    location: str
    entities: Cast = ()
    points: SkipJsonSchema[Points] = ()

    @model_serializer(mode="wrap")
    def _without_no_points(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        return {name: value for name, value in found.items() if name != "points" or value}


class PathBeats(Artifact):
    """The beats of one path.

    ``commit`` is the beat that commits to an answer of the dilemma. ``tail`` are the beats after
    it.
    """

    commit: BeatDraft
    tail: Some[BeatDraft]


class SeedBeats(Artifact):
    """The beats of one dilemma in the form of a Y: a shared stem, and an arm for each path."""

    shared: Some[BeatDraft]
    paths: SomeById[PathBeats]


class SeedOpening(Artifact):
    """The opening beats of a chapter, and a summary of what all players know at its end.

    This section is requested after the chapter's other beats.
    """

    setup: Some[BeatDraft]
    summary: Sentence


class Epilogue(Artifact):
    """The closing beats of one ending."""

    beats: Some[BeatDraft]


class SeedFrame(Artifact):
    """The section after the beats: the story's opening, and the closing beats of EVERY ending."""

    setup: Some[BeatDraft]
    epilogues: SomeById[Epilogue]


class SeedEpilogues(Artifact):
    """The section after the last chapter: the closing beats of EVERY ending."""

    epilogues: SomeById[Epilogue]


class ResidueDraft(Sparse):
    """A delayed effect of a path (residue): the later beat that shows it, its kind and its form.

    ``how``: the kind of residue.
    ``seen``: the form in which the effect is visible at ``beat``.
    ``also``: other beats that show the effect. If ``beat`` follows one answer of another choice,
    they follow the other answers.
    ``also_seen``: the visible form at each beat of ``also``, if it differs from ``seen``.
    ``closes``: the last moment of the separate ending that heavy residue at an epilogue creates.
    ``also_closes``: the last moment of the ending at each beat of ``also``, if it differs.
    """

    beat: str
    how: Residue
    seen: Sentence
    also: Ids = ()
    also_seen: tuple[str, ...] = ()
    closes: Sentence | None = None
    also_closes: tuple[str, ...] = ()


class SeedResidue(Artifact):
    """The last section of a plan in which paths rejoin.

    It holds the delayed effect of every path that rejoins another.
    """

    residue: dict[str, ResidueDraft]


class ClueDraft(Sparse):
    """A fact that the player can learn.

    ``learnt``: the ids of the beats that teach the fact.
    ``needs``: the ids of the beats that rely on the fact.
    """

    text: Sentence
    learnt: SomeIds
    needs: Ids = ()


class QuestionDraft(Sparse):
    """A question that the story raises, and its clues in order; the last clue is the answer.

    ``unanswered`` holds the ids of the endings that may leave the question open.
    """

    question: Sentence
    clues: Annotated[tuple[ClueDraft, ...], Field(min_length=1, max_length=3)]
    unanswered: Ids = ()


class SeedQuestions(Artifact):
    """The section of the story's central questions, requested after the opening and the endings."""

    questions: tuple[QuestionDraft, ...]


def _reject_equal_ids(questions: tuple[QuestionEntry, ...]) -> tuple[QuestionEntry, ...]:
    reject_duplicates(tuple(question.id for question in questions))
    return questions


class QuestionEntry(QuestionDraft):
    """A question with its id; the ids of its clues are derived from this id."""

    id: Annotated[str, Field(pattern=r"^question::\S+$")]


class SeedArtifact(Sparse):
    """The whole plan; ``beats`` holds the beats of each dilemma by its id.

    The plan of a long story has ``chapters``, which decide about the dilemmas. It also has
    ``openings``: the opening of each planned chapter, by chapter id. An incomplete plan has no
    epilogues.
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

    @property
    def dilemma_decisions(self) -> SeedDilemmas:
        """The decision about every dilemma, and the order of the dilemmas."""
        if self.chapters:
            return derive_decisions(self.chapters)
        return SeedDilemmas(dilemmas=self.dilemmas, order=self.order)
