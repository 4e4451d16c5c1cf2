"""What a model says about prose that is written: the facts in it, and whether it will do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from questfoundry.domain.artifacts.base import Artifact, Sentence
from questfoundry.domain.artifacts.fill import ProseFact


class PassageFacts(Artifact):
    """What a passage makes true of the entities in it, and what was not known before."""

    facts: Annotated[tuple[ProseFact, ...], Field(max_length=6)]


class ReviewIssue(Artifact):
    """One thing that a reviewer would mend."""

    problem: Sentence
    fix: Sentence


class PassageReview(Artifact):
    """A reviewer's judgement; the decision comes last, when the issues have been seen."""

    issues: Annotated[tuple[ReviewIssue, ...], Field(max_length=5)]
    decision: Literal["keep", "revise"]
