"""Define a model's review of prose: of a single passage, or of whole playthroughs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.field_types import Artifact, Paragraph, Sentence


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
