"""Define the artifact of the stage FILL: the voice, and prose for every passage."""

import operator
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from questfoundry.domain.artifacts.grow import Label
from questfoundry.domain.field_types import Artifact, Paragraph, Sentence, Sparse
from questfoundry.domain.story.voice import FillVoice

FINDINGS = ("findings", "doubts")
"""The current and the former name of the field for findings about prose."""


class ProseFact(Sparse):
    """A fact about an entity, stated in the prose of a passage."""

    entity: str
    fact: Sentence
    now: bool = False


class ReadingKind(StrEnum):
    """The kind of a problem that a model finds when it reviews whole playthroughs."""

    TIME = "time"
    PLACE = "place"
    KNOWLEDGE = "knowledge"
    CAUSE = "cause"
    VOICE = "voice"
    REPETITION = "repetition"
    QUESTION = "question"
    ENDING = "ending"
    RULE = "rule"
    LABEL = "label"


class ReaderFinding(Sparse):
    """A problem that a model found in a passage while it reviewed a whole playthrough.

    ``quote``: the words of the passage that ``instead`` replaces, if this solves the problem.
    """

    kind: ReadingKind
    problem: Sentence
    fix: Sentence
    weight: Literal["serious", "slight"]
    quote: Annotated[str, Field(max_length=600)] = ""
    instead: Annotated[str, Field(max_length=600)] = ""

    @property
    def message(self) -> str:
        """The problem in one sentence, after the kind of the problem and a colon."""
        return f"{self.kind.capitalize()}: {self.problem}"

    @property
    def is_about_prose(self) -> bool:
        """Return whether the problem is in the prose, and not in the label of a choice."""
        return self.kind is not ReadingKind.LABEL

    def apply_fix(self, text: str) -> str:
        """Return ``text`` with the fix applied; empty unless the quote occurs exactly once."""
        words = self.quote.strip(), self.instead.strip()
        plain = all(words) and not any(mark in each for each in words for mark in "\n[]")
        return text.replace(*words) if plain and text.count(words[0]) == 1 else ""


class PassageProse(Sparse):
    """The written text of a passage, with its facts and open problems.

    ``findings``: the problems that checks found after the last revision.
    ``reading``: the problems that a full review of the story found in the passage.
    """

    prose: Annotated[str, Field(min_length=1, max_length=200_000)]
    facts: tuple[ProseFact, ...] = ()
    findings: Annotated[tuple[Sentence, ...], Field(validation_alias=AliasChoices(*FINDINGS))] = ()
    reading: tuple[ReaderFinding, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Return whether a full review found a serious problem in the passage."""
        return any(each.weight == "serious" for each in self.reading)

    @property
    def problems(self) -> tuple[str, ...]:
        """All open problems of the passage, serious ones first."""
        readers = tuple(each.message for each in self.reading)
        return (*readers, *self.findings) if self.is_doubtful else (*self.findings, *readers)


def write_by_hand(passage: str, prose: str) -> Callable[["FillArtifact"], "FillArtifact"]:
    """Return a function that gives ``passage`` (an id) the author's ``prose``."""

    def change(fill: FillArtifact) -> FillArtifact:
        old = fill.passages.get(passage)
        new = old.model_copy(update={"prose": prose}) if old else PassageProse(prose=prose)
        return fill.model_copy(update={"passages": {**fill.passages, passage: new}})

    return change


class NewLabel(Artifact):
    """A new label for a choice, from a full review of the story; ``was`` is the old label."""

    was: Label
    label: Label


class WeakScene(Artifact):
    """A scene with little drama, and what a rewritten scene needs."""

    passage: str
    problem: Sentence
    want: Sentence
    obstacle: Sentence
    turn: Sentence


class FillArtifact(Artifact):
    """The voice, and the prose by passage id.

    ``labels``: the new labels that a full review proposed, by choice id.
    ``scenes``: the weak scenes that were rewritten because a second reader chose them, by passage
      id.
    """

    type: Literal["fill"] = "fill"
    version: Literal[1] = 1
    voice: FillVoice
    passages: dict[str, PassageProse]
    labels: dict[str, NewLabel] = Field(default_factory=dict, exclude_if=operator.not_)
    scenes: dict[str, WeakScene] = Field(default_factory=dict, exclude_if=operator.not_)


class ReviewIssue(Artifact):
    """A problem that a reviewer found in a passage, with a proposed correction."""

    problem: Sentence
    fix: Sentence


class PassageReview(Artifact):
    """A reviewer's judgement of a passage: the issues, then the decision to keep or revise it."""

    issues: Annotated[tuple[ReviewIssue, ...], Field(max_length=5)]
    decision: Literal["keep", "revise"]


class DramaReading(Artifact):
    """The scenes that a reader of the whole story found weakest, the weakest first."""

    scenes: Annotated[tuple[WeakScene, ...], Field(max_length=3)]


class PlacedFinding(ReaderFinding):
    """A problem that a full review found, with the id of the passage to correct."""

    passage: str


class ArcReading(Artifact):
    """The problems that a review found in a whole playthrough, or in its last part."""

    findings: Annotated[tuple[PlacedFinding, ...], Field(max_length=16)]


class ArcPartReading(ArcReading):
    """The problems that a review found in an earlier part of a playthrough."""

    summary: Paragraph
