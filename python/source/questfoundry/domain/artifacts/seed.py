"""The artifact of SEED: the commitment, from decisions to beats.

There is a decision for every entity and every dilemma, then the paths that follow from
them, and the beats along these. Sections are keyed by ids that code made, so a model
decides and describes, and never names.
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
    """Whether an entity stays, and why."""

    decision: Literal["keep", "cut"]
    reason: Sentence


class SeedEntities(Artifact):
    """The first section: every entity."""

    entities: SomeById[EntityDecision]


class DilemmaDecision(Artifact):
    """Which answers get a path, and how deep the choice goes."""

    explore: Literal["both", "default"]
    weight: Weight


class SeedDilemmas(Artifact):
    """The second section: every dilemma, and the order in which they come up."""

    dilemmas: SomeById[DilemmaDecision]
    order: SomeIds


class ChapterDraft(Sparse):
    """A stretch of a long story; its ``hard`` dilemmas come up after its ``soft`` ones."""

    title: Name
    aim: Sentence
    soft: Ids = ()
    hard: SomeIds


class SeedChapters(Artifact):
    """The second section of a long story: EVERY dilemma, in the chapter in which it comes up."""

    chapters: Some[ChapterDraft]


def derive_decisions(chapters: Sequence[ChapterDraft]) -> SeedDilemmas:
    """What the chapters say of each dilemma."""
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
    """Something that is true from then on, and what it does to the ``entity``, if anything."""

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
    """What happens on a path, and what is true because of it."""

    summary: Sentence
    consequences: Consequences


class SeedPaths(Artifact):
    """The third section: every path."""

    paths: SomeById[PathDraft]


Cast = Annotated[tuple[str, ...], Field(max_length=8), AfterValidator(reject_duplicates)]


Points = Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(max_length=12)]


class BeatDraft(Artifact):
    """One moment: what happens, where, and who takes part.

    ``points`` are those of the author's outline that it tells, by their numbers. They are asked for
    where there is an outline, by the manifest, and written where there are any.
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
    """One arm of the Y: the commit, and what follows from it."""

    commit: BeatDraft
    tail: Some[BeatDraft]


class SeedBeats(Artifact):
    """A section for each dilemma: the shared stem of its Y, and an arm for each path."""

    shared: Some[BeatDraft]
    paths: SomeById[PathBeats]


class SeedOpening(Artifact):
    """A section for each chapter, after its beats: how it begins, and what all know by its end."""

    setup: Some[BeatDraft]
    summary: Sentence


class Epilogue(Artifact):
    """How one ending closes."""

    beats: Some[BeatDraft]


class SeedFrame(Artifact):
    """The section after the beats: how the story begins, and how EVERY ending closes."""

    setup: Some[BeatDraft]
    epilogues: SomeById[Epilogue]


class SeedEpilogues(Artifact):
    """The section after the last chapter: how EVERY ending closes."""

    epilogues: SomeById[Epilogue]


class ResidueDraft(Sparse):
    """At which later beat a path is felt, how, and what is seen there.

    ``also`` are beats behind the other answers of the choice that the beat lies behind, and
    ``also_seen`` what is seen at each of these, as far as it is something else. Heavy at an
    epilogue it makes an ending of its own; ``closes`` is that one's last moment, and
    ``also_closes`` those of the endings that it makes of ``also``, as far as they are others.
    """

    beat: str
    how: Residue
    seen: Sentence
    also: Ids = ()
    also_seen: tuple[str, ...] = ()
    closes: Sentence | None = None
    also_closes: tuple[str, ...] = ()


class SeedResidue(Artifact):
    """The last section, where a choice rejoins: every path of it."""

    residue: dict[str, ResidueDraft]


class ClueDraft(Sparse):
    """Something to come to know: the beats that teach it, and those that rely on it."""

    text: Sentence
    learnt: SomeIds
    needs: Ids = ()


class QuestionDraft(Sparse):
    """A question that the story raises, and its clues in the order in which they come up.

    The last clue is the answer; ``unanswered`` are the endings that may leave it open.
    """

    question: Sentence
    clues: Annotated[tuple[ClueDraft, ...], Field(min_length=1, max_length=3)]
    unanswered: Ids = ()


class SeedQuestions(Artifact):
    """The section after the frame: the central questions."""

    questions: tuple[QuestionDraft, ...]


def _reject_equal_ids(questions: tuple[QuestionEntry, ...]) -> tuple[QuestionEntry, ...]:
    reject_duplicates(tuple(question.id for question in questions))
    return questions


class QuestionEntry(QuestionDraft):
    """A question with its id, of which those of its clues are made."""

    id: Annotated[str, Field(pattern=r"^question::\S+$")]


class SeedArtifact(Sparse):
    """The whole plan; ``beats`` by dilemma.

    That of a long story has ``chapters``, which decide about the dilemmas, and ``openings`` by the
    chapter's id, as many as are planned; one that is not planned to its end has no epilogues.
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
        """How every dilemma branches, and their order."""
        if self.chapters:
            return derive_decisions(self.chapters)
        return SeedDilemmas(dilemmas=self.dilemmas, order=self.order)
