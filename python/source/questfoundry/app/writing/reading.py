"""Let a model review prose and report what to revise.

Such a review is optional. If the model gives no valid answer, the passage remains as written.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from questfoundry.app.phases.single_section import request_artifact
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Result, Section
from questfoundry.app.writing.requests import shorten_briefing
from questfoundry.domain.artifacts.fill import PassageReview
from questfoundry.domain.errors import ConversationError, WindowExceededError
from questfoundry.domain.events.stages import ReadingFailed
from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository
from questfoundry.domain.story.voice import FillVoice
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact_lines import RequestPhrases, group_facts

REVIEW = "review"


async def review_passage(
    prose: str, briefing: Briefing, *, run: Run, prompts: PromptRepository, voice: FillVoice
) -> tuple[Finding, ...]:
    """Return the problems that justify a revision of ``prose``, written from ``briefing``.

    An invalid answer of the model counts as a review without problems.
    """
    section = Section(
        name=REVIEW,
        model=PassageReview,
        template="templates/fill/review",
        guide="fields/fill_review",
    )
    provider = run.providers.review or run.providers.summarize
    model = run.bind_model(provider, f"{REVIEW}:{briefing.passage}")
    briefing = shorten_briefing(briefing, model.traits).briefing
    groups = group_facts(RequestPhrases(prompts.wording("briefing")), briefing.facts, "review")
    variables = {
        "prose": prose,
        "voice": voice,
        "briefing": briefing,
        "facts": tuple(chain(*groups.values())),
        "language": run.inputs.language,
    }
    review = await request_reading(
        model, section, variables, run=run, prompts=prompts, passage=briefing.passage
    )
    if review is None or review.decision == "keep":
        return ()
    return tuple(
        ProseRule.REVIEW.make_finding(passage=briefing.passage, problem=each.problem, fix=each.fix)
        for each in review.issues
    )


async def request_reading(
    model: ChatModel,
    section: Section[Result],
    variables: Mapping[str, Any],
    *,
    run: Run,
    prompts: PromptRepository,
    passage: str,
) -> Result | None:
    """Let ``model`` review prose, and return the review as an artifact.

    If there is no valid answer, return ``None`` and emit the event ``ReadingFailed``. A model that
    does not understand texts gets no request, and the result is ``None``. ``passage`` is the first
    passage of the prose.
    """
    if not model.traits.capabilities.comprehension:
        return None
    try:
        return await request_artifact(model, section, variables, run=run, prompts=prompts)
    except (ConversationError, WindowExceededError) as problem:
        run.events.emit(ReadingFailed(reading=section.name, passage=passage, problem=str(problem)))
        return None
