"""Writes one passage: ask, clean, check, and revise at most twice; the best attempt is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

from attrs import frozen

from questfoundry.app.run.answer_retry import build_no_answer_error, reword_request
from questfoundry.app.run.run import Run
from questfoundry.app.writing.reading import PassageReviewer
from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.domain.artifacts.fill import PassageProse, ProseFact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ConversationError, LLMFault, WindowExceededError
from questfoundry.domain.events import PassageAskedAgain, RequestShortened
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatModel, PromptRepository
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.batch_format import parted_by_title
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.cleaning import cleaned
from questfoundry.domain.writing.continuity_notes import facts_of, parted
from questfoundry.domain.writing.outline import StoryOutline
from questfoundry.domain.writing.prose_check import Expected, check_prose

REVISIONS = 2
"""How often a passage is asked for again at most."""

_WORDING = "rules/prose"


@frozen(kw_only=True)
class Draft:
    """An attempt at a passage, and what is to be said against it.

    ``facts`` are what it newly makes true.
    """

    prose: str
    findings: tuple[Finding, ...] = ()
    cut: bool = False
    facts: tuple[ProseFact, ...] = ()

    @property
    def badness(self) -> tuple[bool, bool, int]:
        """Orders drafts, the best first; before those without prose come those cut off."""
        return (not self.prose, self.cut, len(self.findings))


@frozen(kw_only=True)
class PassageWriter:
    """Writes the passages of a run of FILL, or of a rewrite; prose is asked of Discuss's model.

    With ``reviews``, prose that the rules pass is read by the model that reviews.
    """

    run: Run
    requests: PassageRequests
    prompts: PromptRepository
    reader: PassageReviewer
    reviews: bool = False

    @classmethod
    def of_run(
        cls,
        run: Run,
        story: Story,
        prompts: PromptRepository,
        *,
        outline: StoryOutline,
        idea: str = "",
        reviews: bool = False,
    ) -> Self:
        """The writer of a story that has its voice."""
        requests = PassageRequests(
            prompts=prompts,
            traits=run.providers.discuss.traits,
            story=story,
            outline=outline,
            idea=idea,
            language=run.inputs.language,
            author_notes=run.inputs.remarks,
            material=run.inputs.material,
        )
        reader = PassageReviewer(
            run=run, prompts=prompts, voice=story.settled_voice, language=run.inputs.language
        )
        return cls(run=run, requests=requests, prompts=prompts, reader=reader, reviews=reviews)

    async def write_together(self, rows: Sequence[Sequence[Briefing]]) -> Mapping[str, str]:
        """Texts for these passages from one answer, as far as they can be told apart in it.

        There are none where the model refuses, or cannot be sent as much at once.
        """
        briefings = [each for row in rows for each in row]
        model = self.run.bind_model(Phase.DISCUSS, _scope(f"{briefings[0].passage} and others"))
        response = None
        with suppress(WindowExceededError):
            response = await self._answer(model, self.requests.build_batch_request(rows), None)
        if response is None:
            return {}
        titles = {each.passage: each.title for each in briefings}
        found = parted_by_title(response.text, titles)
        whole = response.lack is not LLMFault.CUT_OFF
        return found if whole else dict(list(found.items())[:-1])

    async def write(
        self, briefing: Briefing, request: ChatRequest | None = None, begun: str = ""
    ) -> Draft:
        """The best of the attempts: fewest findings, then the newest.

        They begin with ``request``, which is the usual first one where there is none; ``begun``
        is the answer to it, where there is one already.
        What was refused is none. ``ConversationError`` where none of them has any prose,
        ``NoAnswerError`` where all were refused.
        """
        model = self.run.bind_model(Phase.DISCUSS, _scope(briefing.passage))
        fit = shorten_briefing(briefing, model.traits)
        if left_out := self.requests.list_omissions(fit):
            self.run.events.emit(RequestShortened(scope=model.scope, left_out=left_out))
        whole, briefing = briefing, fit.briefing
        first, best = request, None
        for revisions_left in reversed(range(1 + REVISIONS)):
            if begun and best is None:
                response: ChatResponse | None = ChatResponse(text=begun)
            else:
                first = first or self.requests.build_request(whole)
                response = await self._answer(model, request or first, best)
            if response is None:
                break
            draft = await self._draft(briefing, response)
            if best is None or draft.badness <= best.badness:
                best = draft
            if not (draft.findings and revisions_left):
                break
            self.run.events.emit(
                PassageAskedAgain(
                    passage=briefing.passage,
                    findings=tuple(each.problem for each in draft.findings),
                )
            )
            first = first or self.requests.build_request(whole)
            if draft.cut:
                request = first = reword_request(
                    first, LLMFault.CUT_OFF, model.traits, self.prompts
                )
            else:
                request = self.requests.build_revision_request(
                    first, briefing, draft.prose, draft.findings
                )
        section = _scope(briefing.passage)
        if best is None:
            raise build_no_answer_error(
                model.model, LLMFault.REFUSED, section=section, phase="discuss"
            )
        if not best.prose:
            raise ConversationError(
                f"{model.model} gave no prose for {briefing.passage!r}. Resume the run "
                "to ask afresh.",
                section=section,
                remedies=(ChooseModel("discuss"),),
            )
        return best

    async def _answer(
        self, model: ChatModel, request: ChatRequest, best: Draft | None
    ) -> ChatResponse | None:
        """What the model wrote; ``None`` where it refuses, or cannot be sent what is to mend."""
        try:
            response = await model.complete(request)
            if response.lack is LLMFault.REFUSED:
                otherwise = reword_request(request, response.lack, model.traits, self.prompts)
                response = await model.complete(otherwise)
        except WindowExceededError:
            if best is None:
                raise
            return None
        return None if response.lack is LLMFault.REFUSED else response

    def finished(self, draft: Draft) -> PassageProse:
        """The passage with what its prose made true, and what is still said against it."""
        problems = tuple(each.problem for each in draft.findings)
        return PassageProse(prose=draft.prose, facts=draft.facts, findings=problems)

    async def _draft(self, briefing: Briefing, response: ChatResponse) -> Draft:
        wording, model = self.prompts.wording(_WORDING), self.run.providers.discuss
        prose, notes = parted(cleaned(response.text, briefing.title))
        # Prose with notes below it is whole, wherever these end.
        cut = response.lack is LLMFault.CUT_OFF and notes is None
        expected = Expected(
            passage=briefing.passage,
            words=briefing.words,
            voice=self.requests.story.settled_voice,
            labels=tuple(choice.label for choice in briefing.choices),
            before=tuple(each.text for each in briefing.before),
            inserts=briefing.inserts,
            needed=briefing.needed(endings=model.traits.capabilities.comprehension),
            cut=cut,
            language=self.requests.language,
        )
        findings = check_prose(prose, expected, wording)
        if not findings and self.reviews:
            findings = await self.reader.review(prose, briefing)
        return Draft(
            prose=prose,
            findings=findings,
            cut=cut,
            facts=facts_of(notes or (), self.requests.story.kept(), briefing.entities),
        )


def _scope(passage: str) -> str:
    """Under which the calls that write a passage are recorded."""
    return f"write:{passage}"
