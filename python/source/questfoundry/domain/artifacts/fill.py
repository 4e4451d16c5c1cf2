"""Define the artifact of the stage FILL: the voice, and prose for every passage.

A model returns the voice as JSON and the prose as text, passage by passage. The facts that the
prose states about entities are stored with the passage.
"""

import operator
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from questfoundry.domain.artifacts.grow import Label
from questfoundry.domain.field_types import (
    Artifact,
    Paragraph,
    Sentence,
    Sparse,
)
from questfoundry.domain.story.voice import FillVoice

FINDINGS = ("findings", "doubts")
"""The names of the field with findings about prose: now, and in the first edition."""


class ProseFact(Sparse):
    """A fact about an entity, stated in the prose of a passage.

    :class:`~questfoundry.domain.story.voice.Fact` explains the field ``now``.
    """

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

    ``weight``: ``serious`` if the problem breaks the reader's trust in the story, else ``slight``.
    ``quote``: the words of the passage to replace, if a replacement of a few words solves the
      problem.
    ``instead``: the replacement of the words in ``quote``.
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
        """Return ``text`` with the words in ``quote`` replaced by those in ``instead``.

        The result is empty if there is no replacement, or if the quoted words do not occur exactly
        once.
        """
        words = self.quote.strip(), self.instead.strip()
        plain = all(words) and not any(mark in each for each in words for mark in "\n[]")
        return text.replace(*words) if plain and text.count(words[0]) == 1 else ""


class PassageProse(Sparse):
    """The written text of a passage, with its facts and open problems.

    ``prose``: plain text with empty lines between paragraphs.
    ``findings``: the problems that checks of the passage still found
      after the last revision.
    ``reading``: the problems that a full review of the story found in the passage.

    An author may delete entries of ``findings`` and ``reading``.
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


class NewLabel(Artifact):
    """A new label for a choice, from a full review of the story.

    ``was`` is the old label, ``label`` the new label.
    """

    was: Label
    label: Label


class FillArtifact(Artifact):
    """The written story: the voice, and the prose of every passage by passage id.

    ``labels`` maps ids of choices to the new labels that a full review gave them.
    """

    type: Literal["fill"] = "fill"
    version: Literal[1] = 1
    voice: FillVoice
    passages: dict[str, PassageProse]
    labels: dict[str, NewLabel] = Field(default_factory=dict, exclude_if=operator.not_)


class ReviewIssue(Artifact):
    """A problem that a reviewer found in a passage, with a proposed correction."""

    problem: Sentence
    fix: Sentence


class PassageReview(Artifact):
    """A reviewer's judgement of a passage: the issues, then the decision to keep or revise it."""

    issues: Annotated[tuple[ReviewIssue, ...], Field(max_length=5)]
    decision: Literal["keep", "revise"]


class PlacedFinding(ReaderFinding):
    """A problem that a full review found, with the id of the passage to correct."""

    passage: str


class ArcReading(Artifact):
    """The problems that a review found in a whole playthrough, or in its last part."""

    findings: Annotated[tuple[PlacedFinding, ...], Field(max_length=16)]


class ArcPartReading(ArcReading):
    """The problems that a review found in an earlier part of a playthrough.

    ``summary`` tells the story of this part, for the review of the next part.
    """

    summary: Paragraph
