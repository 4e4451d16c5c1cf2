"""A second model's look at a passage, for what rules cannot see."""

from __future__ import annotations

from typing import cast

from questfoundry.app.stages.stage import Section
from questfoundry.app.writing.reading import read
from questfoundry.domain.artifacts.prose_reading import PassageReview, Verdict
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository
from questfoundry.domain.story.voice import Voice
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.doubts import Doubt, DoubtKind

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
) -> tuple[Doubt, ...]:
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
    if judged is None or judged.verdict is Verdict.KEEP:
        return ()
    return tuple(
        Doubt(kind=DoubtKind.REVIEW, problem=each.problem, fix=each.fix) for each in judged.issues
    )
