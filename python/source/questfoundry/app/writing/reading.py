"""Let a model review prose and report what to revise.

Such a review is optional. If the model gives no valid answer, the passage remains as written.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, cast

from attrs import frozen

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.requests import shorten_briefing
from questfoundry.domain.artifacts.fill import PassageReview
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.errors import ConversationError, WindowExceededError
from questfoundry.domain.events.stages import ReadingFailed
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import StructuredOutput
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols import ChatModel, PromptRepository
from questfoundry.domain.story.voice import FillVoice
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact_lines import RequestPhrases, group_facts

REVIEW = "review"


@frozen(kw_only=True)
class PassageReviewer:
    """A reviewer of single passages; an invalid answer counts as a review without problems."""

    run: Run
    prompts: PromptRepository
    voice: FillVoice
    language: str

    async def review(self, prose: str, briefing: Briefing) -> tuple[Finding, ...]:
        """Return the problems that justify a revision of ``prose``, written from ``briefing``."""
        section = Section(
            name=REVIEW,
            model=PassageReview,
            template="templates/fill/review",
            guide="fields/fill_review",
        )
        providers = self.run.providers
        model = self.run.bind_model(
            providers.review or providers.summarize, f"{REVIEW}:{briefing.passage}"
        )
        variables = {"prose": prose, "voice": self.voice}
        artifact = await self._request_artifact(briefing, section, variables, model)
        review = cast(PassageReview | None, artifact)
        if review is None or review.decision == "keep":
            return ()
        return tuple(
            ProseRule.REVIEW.make_finding(
                passage=briefing.passage, problem=each.problem, fix=each.fix
            )
            for each in review.issues
        )

    async def _request_artifact(
        self,
        briefing: Briefing,
        section: Section[Any],
        variables: Mapping[str, Any],
        model: ChatModel,
    ) -> Artifact | None:
        briefing = shorten_briefing(briefing, model.traits).briefing
        groups = group_facts(
            RequestPhrases(self.prompts.wording("briefing")), briefing.facts, "review"
        )
        shared = {**variables, "briefing": briefing, "facts": tuple(chain(*groups.values()))}
        return await request_reading(
            model,
            section,
            {**shared, "language": self.language},
            run=self.run,
            prompts=self.prompts,
            passage=briefing.passage,
        )


async def request_reading(
    model: ChatModel,
    section: Section[Any],
    variables: Mapping[str, Any],
    *,
    run: Run,
    prompts: PromptRepository,
    passage: str,
) -> Artifact | None:
    """Let ``model`` review prose, and return the review as an artifact.

    If there is no valid answer, return ``None`` and emit the event ``ReadingFailed``. A model that
    does not understand texts gets no request, and the result is ``None``. ``passage`` is the first
    passage of the prose.
    """
    if not model.traits.capabilities.comprehension:
        return None
    target = build_finalization(section.name, section, prompts)

    def prompt(strategy: StructuredOutput) -> tuple[Message, ...]:
        tool = {"tool_name": target.name, "structured_output": strategy.value}
        rendered = prompts.render(section.template, {**variables, **tool})
        return (system(rendered["system"]), user(rendered["user"]))

    driver = Serialize(model=model, finalization=target, events=run.events, run=run.id)
    try:
        serialized = await driver.run(prompt)
    except (ConversationError, WindowExceededError) as problem:
        run.events.emit(ReadingFailed(reading=section.name, passage=passage, problem=str(problem)))
        return None
    return serialized.artifact
