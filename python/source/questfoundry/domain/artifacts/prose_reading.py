"""A model's judgement of prose: the review of a passage, and the full review of playthroughs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from questfoundry.domain.artifacts.base import Artifact, Paragraph, Sentence
from questfoundry.domain.artifacts.fill import ReaderFinding


class ReviewIssue(Artifact):
    """One problem that a reviewer would correct."""

    problem: Sentence
    fix: Sentence


class PassageReview(Artifact):
    """A reviewer's judgement; the decision comes last, after the issues."""

    issues: Annotated[tuple[ReviewIssue, ...], Field(max_length=5)]
    decision: Literal["keep", "revise"]


class PlacedFinding(ReaderFinding):
    """A finding with the id of the passage to correct."""

    passage: str


class ArcReading(Artifact):
    """The findings in a whole playthrough, or in its last part."""

    findings: Annotated[tuple[PlacedFinding, ...], Field(max_length=16)]


class ArcPartReading(ArcReading):
    """The findings in an earlier part; the reader of the next part needs the ``summary``."""

    summary: Paragraph
