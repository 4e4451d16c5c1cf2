"""A second model's look at a passage, for what rules cannot see."""

from __future__ import annotations

from typing import cast

from questfoundry.app.stages.stage import Section
from questfoundry.app.writing.reading import read
from questfoundry.domain.artifacts.prose_reading import PassageReview
from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository
from questfoundry.domain.story.voice import Voice
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.prose_check import ProseRule

REVIEW = "review"


async def review(
    prose: str,
    briefing: Briefing,
    *,
    voice: Voice,
    language: str,
    provider: ChatProvider,
    prompts: PromptRepository,
    events: EventSink,
) -> tuple[Finding, ...]:
    """Why the prose should be revised, by what its writer was briefing.

    None where the reviewer keeps it, where no answer was valid, and from models that do
    not comprehend texts. What stops the provider goes through.
    """
    section = Section(
        name=REVIEW,
        model=PassageReview,
        template="templates/fill/review",
        guide="fields/fill_review",
    )
    found = await read(
        briefing.passage,
        section,
        {"briefing": briefing, "prose": prose, "voice": voice, "language": language},
        provider=provider,
        prompts=prompts,
        events=events,
    )
    judged = cast(PassageReview | None, found)
    if judged is None or judged.decision == "keep":
        return ()
    return tuple(
        ProseRule.REVIEW.broken(passage=briefing.passage, problem=each.problem, fix=each.fix)
        for each in judged.issues
    )
