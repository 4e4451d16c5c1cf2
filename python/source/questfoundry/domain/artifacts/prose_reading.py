"""What a model says about prose: whether it will do, and what a reader stumbles over."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from questfoundry.domain.artifacts.base import Artifact, Paragraph, Sentence
from questfoundry.domain.artifacts.fill import ReaderFinding


class ReviewIssue(Artifact):
    """One thing that a reviewer would mend."""

    problem: Sentence
    fix: Sentence


class PassageReview(Artifact):
    """A reviewer's judgement; the decision comes last, when the issues have been seen."""

    issues: Annotated[tuple[ReviewIssue, ...], Field(max_length=5)]
    decision: Literal["keep", "revise"]


class PlacedFinding(ReaderFinding):
    """A finding with the passage that would have to be mended."""

    passage: str


class ArcReading(Artifact):
    """What a reader of a whole arc, or of its last part, stumbles over."""

    findings: Annotated[tuple[PlacedFinding, ...], Field(max_length=16)]


class ArcPartReading(ArcReading):
    """The same of a part that is not the last: the reader of the next one needs its ``summary``."""

    summary: Paragraph
