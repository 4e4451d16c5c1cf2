"""Write one passage: request the prose, clean and check it, and revise it up to two times."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

from attrs import frozen

from questfoundry.app.run.answer_retry import build_no_answer_error, reword_request
from questfoundry.app.run.run import Run
from questfoundry.app.writing.reading import review_passage
from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.domain.artifacts.fill import PassageProse, ProseFact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ConversationError, LLMFault, WindowExceededError
from questfoundry.domain.events import RequestShortened
from questfoundry.domain.events.stages import PassageAskedAgain
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import Phase, PromptStyle
from questfoundry.domain.prose.narration import clean_prose
from questfoundry.domain.prose.prose_check import ProseExpectations, ProseRule, check_prose
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.answer_format import parse_facts, split_by_title, split_notes
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.missing_inserts import (
    MissingInsert,
    add_inserts,
    correct_insert_names,
    list_missing_inserts,
)
from questfoundry.domain.writing.outline import StoryOutline

MAX_REVISIONS = 2
"""The maximum number of revisions of a passage."""

MANY_WORDS = Range(0, 10_000)
"""The accepted number of words from a provider with a complete story: practically any length."""

_WORDING = "rules/prose"


@frozen(kw_only=True)
class PassageAttempt:
    """One attempt to write a passage, with its problems and the facts that it establishes.

    ``missing``: the required inserts that the prose lacks.
    """

    prose: str
    findings: tuple[Finding, ...] = ()
    is_cut_off: bool = False
    facts: tuple[ProseFact, ...] = ()
    missing: tuple[MissingInsert, ...] = ()

    @property
    def needs_revision(self) -> bool:
        """Return whether there are findings other than about the length, which is only advice."""
        return not all(ProseRule(each.rule).is_advice for each in self.findings)

    @property
    def lacks_only_inserts(self) -> bool:
        """Return whether the passage is finished, except for missing inserts."""
        rules = [ProseRule(each.rule) for each in self.findings]
        others = [each for each in rules if each is not ProseRule.UNANSWERED and not each.is_advice]
        return bool(self.missing) and not others and not self.is_cut_off

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """A sort key, lower for better attempts: with prose, complete, with fewer findings."""
        return (not self.prose, self.is_cut_off, len(self.findings))


@frozen(kw_only=True)
class PassageWriter:
    """A writer of passages; with ``reviews``, a model also judges prose that breaks no rule."""

    run: Run
    requests: PassageRequests
    reviews: bool = False

    @classmethod
    def from_run(
        cls,
        run: Run,
        story: Story,
        prompts: PromptRepository,
        *,
        outline: StoryOutline,
        idea: str = "",
        reviews: bool = False,
    ) -> Self:
        """Return a writer for ``run``; the narrative voice of ``story`` must be set."""
        requests = PassageRequests(
            prompts=prompts,
            traits=run.providers.discuss.traits,
            story=story,
            outline=outline,
            idea=idea,
            inputs=run.inputs,
        )
        return cls(run=run, requests=requests, reviews=reviews)

    async def write_batch(self, sequences: Sequence[Sequence[Briefing]]) -> Mapping[str, str]:
        """Request several passages in one answer; return the complete texts by passage id.

        A text that is cut off is left out. The result is empty if the request exceeds the window.
        """
        briefings = [each for row in sequences for each in row]
        model = self.run.bind_model(
            Phase.DISCUSS, _scope_name(f"{briefings[0].passage} and others")
        )
        response = None
        with suppress(WindowExceededError):
            response = await self._request_answer(
                model, self.requests.build_batch_request(sequences), None
            )
        if response is None:
            return {}
        titles = {each.passage: each.title for each in briefings}
        texts = split_by_title(response.text, titles)
        is_complete = response.lack is not LLMFault.CUT_OFF
        return texts if is_complete else dict(list(texts.items())[:-1])

    async def write_passage(
        self,
        briefing: Briefing,
        request: ChatRequest | None = None,
        batch_text: str = "",
        *,
        is_second: bool = False,
    ) -> PassageAttempt:
        """Write a passage, revise it if it has problems, and return the best attempt.

        If several attempts are equally good, the newest is returned. ``request`` replaces the usual
        first request. ``batch_text`` is an existing answer to the first request, or empty. Set
        ``is_second`` if an earlier answer should have contained the passage; one revision fewer is
        then made. Raise ``ConversationError`` if no attempt has prose. Raise ``NoAnswerError`` if
        the model always refuses.
        """
        model = self.run.bind_model(Phase.DISCUSS, _scope_name(briefing.passage))
        fit = shorten_briefing(briefing, model.traits)
        if left_out := self.requests.list_omissions(fit):
            self.run.events.emit(RequestShortened(scope=model.scope, left_out=left_out))
        whole, briefing = briefing, fit.briefing
        first, best, repaired = request, None, None
        for revisions_left in reversed(range(1 + MAX_REVISIONS - is_second)):
            if batch_text and best is None:
                response: ChatResponse | None = ChatResponse(text=batch_text)
            else:
                first = first or self.requests.build_request(whole)
                response = await self._request_answer(model, request or first, best)
            if response is None:
                break
            attempt = await self._evaluate_answer(briefing, response, repaired)
            if best is None or attempt.rank <= best.rank:
                best = attempt
            if not (attempt.needs_revision and revisions_left):
                break
            self.run.events.emit(
                PassageAskedAgain(
                    passage=briefing.passage,
                    findings=tuple(each.problem for each in attempt.findings),
                )
            )
            first = first or self.requests.build_request(whole)
            # A repair that changed nothing is not repeated: the whole passage is revised instead.
            is_new = repaired is None or attempt.prose != repaired.prose
            repaired = attempt if attempt.lacks_only_inserts and is_new else None
            if attempt.is_cut_off:
                request = first = reword_request(
                    first, LLMFault.CUT_OFF, model.traits, self.requests.prompts
                )
            else:
                request = self._build_repair(first, briefing, attempt, whole=repaired is None)
        return self._require_prose(best, model, briefing)

    def _build_repair(
        self, first: ChatRequest, briefing: Briefing, attempt: PassageAttempt, *, whole: bool
    ) -> ChatRequest:
        """Build the request for the missing inserts, or for the ``whole`` passage again."""
        if whole:
            return self.requests.build_revision_request(
                first, briefing, attempt.prose, attempt.findings
            )
        return self.requests.build_insert_request(first, briefing, attempt.prose, attempt.missing)

    def _require_prose(
        self, best: PassageAttempt | None, model: ChatModel, briefing: Briefing
    ) -> PassageAttempt:
        section = _scope_name(briefing.passage)
        if best is None:
            raise build_no_answer_error(
                model.model, LLMFault.REFUSED, section=section, phase="discuss"
            )
        if not best.prose:
            raise ConversationError(
                f"{model.model} wrote no prose for {briefing.passage!r}. Resume the run "
                "to request it again.",
                section=section,
                remedies=(ChooseModel("discuss"),),
            )
        return best

    async def _request_answer(
        self, model: ChatModel, request: ChatRequest, best: PassageAttempt | None
    ) -> ChatResponse | None:
        try:
            response = await model.complete(request)
            if response.lack is LLMFault.REFUSED:
                prompts = self.requests.prompts
                reworded = reword_request(request, response.lack, model.traits, prompts)
                response = await model.complete(reworded)
        except WindowExceededError:
            if best is None:
                raise
            return None
        return None if response.lack is LLMFault.REFUSED else response

    def to_prose(self, attempt: PassageAttempt) -> PassageProse:
        """Convert ``attempt`` to the form that is stored in the artifact of the stage FILL."""
        problems = tuple(each.problem for each in attempt.findings)
        return PassageProse(prose=attempt.prose, facts=attempt.facts, findings=problems)

    async def _evaluate_answer(
        self, briefing: Briefing, response: ChatResponse, repaired: PassageAttempt | None
    ) -> PassageAttempt:
        """Check the answer, which has only the missing inserts of ``repaired`` if that is given."""
        prompts, voice = self.requests.prompts, self.requests.story.existing_voice
        prose, notes = split_notes(clean_prose(response.text, briefing.title))
        traits = self.run.providers.discuss.traits
        capabilities = traits.capabilities
        required = briefing.list_required_inserts(endings=capabilities.comprehension)
        if repaired:
            names = [each.name for each in repaired.missing]
            prose = correct_insert_names(prose, names, names)
            prose = add_inserts(repaired.prose, prose, repaired.missing)
        else:
            prose = correct_insert_names(prose, briefing.inserts, required)
        # Prose that is followed by notes is complete, even if the notes are truncated.
        is_cut_off = response.lack is LLMFault.CUT_OFF and notes is None and not repaired
        lacking = {*required} - {*find_conditional_names(prose)}
        expected = ProseExpectations(
            passage=briefing.passage,
            words=MANY_WORDS if capabilities.whole_artifacts else briefing.words,
            weight=briefing.weight,
            voice=voice,
            labels=tuple(choice.label for choice in briefing.choices),
            earlier_prose=tuple(each.text for each in briefing.before),
            allowed_inserts=briefing.inserts,
            required_inserts=required,
            is_truncated=is_cut_off,
            language=self.run.inputs.language,
        )
        findings = check_prose(prose, expected, prompts.wording(_WORDING))
        if not findings and self.reviews:
            findings = await review_passage(
                prose, briefing, run=self.run, prompts=prompts, voice=voice
            )
        facts = parse_facts(
            notes or (), self.requests.story.list_kept_entities(), briefing.entities
        )
        return PassageAttempt(
            prose=prose,
            findings=findings,
            is_cut_off=is_cut_off,
            facts=repaired.facts if repaired else facts,
            missing=tuple(list_missing_inserts(briefing, lacking))
            if traits.profile.prompt_style is PromptStyle.FULL
            else (),
        )


def _scope_name(passage: str) -> str:
    return f"write:{passage}"
