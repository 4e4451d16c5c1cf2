"""The desk at which a passage is written: who writes, who reviews, who notes the facts."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.run.models import RecordedModels
from questfoundry.app.writing.facts import FACTS, extract_facts
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.review import REVIEW, review
from questfoundry.app.writing.write_passage import Draft, PassageWriter, scope_of
from questfoundry.domain.artifacts.fill import PassageProse
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import EventSink, PromptRepository
from questfoundry.domain.writing.briefing import Briefing


@frozen(kw_only=True)
class Desk:
    """Prose is asked of the model of Discuss, facts of that of Serialize.

    With ``reviews``, prose that the rules pass is read by the model that reviews, which is
    that of Summarize where none is named.
    """

    requests: PassageRequests
    prompts: PromptRepository
    events: EventSink
    models: RecordedModels
    reviews: bool = False

    async def write(self, briefing: Briefing, request: ChatRequest) -> Draft:
        """The prose that ``request`` asks for, with its remaining findings."""
        writer = PassageWriter(
            requests=self.requests,
            prompts=self.prompts,
            provider=self.models.of(Phase.DISCUSS, scope_of(briefing.passage)),
            reviewer=self._review if self.reviews else None,
        )
        return await writer.write(briefing, request)

    async def finish(self, draft: Draft, briefing: Briefing) -> PassageProse:
        """The passage with the facts that its prose made up, beyond those of the briefing."""
        facts = await extract_facts(
            draft.prose,
            briefing,
            language=self.requests.language,
            provider=self.models.of(Phase.SERIALIZE, f"{FACTS}:{briefing.passage}"),
            prompts=self.prompts,
            events=self.events,
        )
        return PassageProse(
            prose=draft.prose,
            facts=facts,
            findings=tuple(each.problem for each in draft.findings),
        )

    async def _review(self, prose: str, briefing: Briefing) -> Sequence[Finding]:
        providers = self.models.providers
        return await review(
            prose,
            briefing,
            voice=self.requests.story.settled_voice,
            language=self.requests.language,
            provider=self.models.recorded(
                providers.review or providers.summarize, f"{REVIEW}:{briefing.passage}"
            ),
            prompts=self.prompts,
            events=self.events,
        )
