"""What a model says of prose that is written: what to revise.

What comes of it is a help and no more: where no answer is valid, the passage stands without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import frozen

from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.requests import shortened
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.fill import FillVoice
from questfoundry.domain.artifacts.prose_reading import PassageReview
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.errors import ConversationError, WindowExceededError
from questfoundry.domain.events import ReadingFailed
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import StructuredOutput
from questfoundry.domain.protocols import ChatModel, PromptRepository
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.prose_check import ProseRule

REVIEW = "review"


@frozen(kw_only=True)
class PassageReader:
    """Asks about passages, in the way of Serialize; what stops a provider goes through.

    It asks the model that reviews, which is that of Summarize where none is named.
    """

    run: Run
    prompts: PromptRepository
    voice: FillVoice
    language: str

    async def review(self, prose: str, briefing: Briefing) -> tuple[Finding, ...]:
        """Why the prose should be revised, by what its writer was told; none where it is kept."""
        section = Section(
            name=REVIEW,
            model=PassageReview,
            template="templates/fill/review",
            guide="fields/fill_review",
        )
        providers = self.run.providers
        model = self.run.model(
            providers.review or providers.summarize, f"{REVIEW}:{briefing.passage}"
        )
        variables = {"prose": prose, "voice": self.voice}
        found = await self._read(briefing, section, variables, model)
        judged = cast(PassageReview | None, found)
        if judged is None or judged.decision == "keep":
            return ()
        return tuple(
            ProseRule.REVIEW.broken(passage=briefing.passage, problem=each.problem, fix=each.fix)
            for each in judged.issues
        )

    async def _read(
        self, briefing: Briefing, section: Section, variables: Mapping[str, Any], model: ChatModel
    ) -> Artifact | None:
        """What the model hands in about the passage, told what its writer was told."""
        known = {**variables, "briefing": shortened(briefing, model.traits).briefing}
        return await read_by(
            model,
            section,
            {**known, "language": self.language},
            run=self.run,
            prompts=self.prompts,
            passage=briefing.passage,
        )


async def read_by(
    model: ChatModel,
    section: Section,
    variables: Mapping[str, Any],
    *,
    run: Run,
    prompts: PromptRepository,
    passage: str,
) -> Artifact | None:
    """What the model hands in about prose; ``None`` where it could not, which an event says.

    A model that does not comprehend texts is not asked. ``passage`` is the one that is read, or
    the first of them.
    """
    if not model.traits.capabilities.comprehension:
        return None
    wanted = finalization(section.name, section, prompts)

    def prompt(strategy: StructuredOutput) -> tuple[Message, ...]:
        said = {"tool_name": wanted.name, "structured_output": strategy.value}
        found = prompts.render(section.template, {**variables, **said})
        return (system(found["system"]), user(found["user"]))

    driver = Serialize(model=model, finalization=wanted, events=run.events, run=run.id)
    try:
        serialized = await driver.run(prompt)
    except (ConversationError, WindowExceededError) as problem:
        run.events.emit(ReadingFailed(reading=section.name, passage=passage, problem=str(problem)))
        return None
    return serialized.artifact
