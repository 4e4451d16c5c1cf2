"""Writes one passage: ask, clean, check, and revise at most twice; the best attempt is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from attrs import evolve, frozen

from questfoundry.app.writing.requests import PassageRequests
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols import ChatProvider, PromptRepository
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.cleaning import cleaned
from questfoundry.domain.writing.prose_check import Expected, check_prose

REVISIONS = 2
"""How often a passage is asked for again at most."""

WORDS = "rules/prose"

Reviewer = Callable[[str, Briefing], Awaitable[Sequence[Finding]]]
"""What a reviewing model says of prose."""


@frozen(kw_only=True)
class Draft:
    """An attempt at a passage, and what is to be said against it."""

    prose: str
    findings: tuple[Finding, ...] = ()

    @property
    def badness(self) -> tuple[bool, int]:
        """Orders drafts, the best first; one without prose is the last, however few."""
        return (not self.prose, len(self.findings))


@frozen(kw_only=True)
class PassageWriter:
    """Writes passages; ``reviewer``, where there is one, reads what the rules have passed."""

    requests: PassageRequests
    prompts: PromptRepository
    provider: ChatProvider
    reviewer: Reviewer | None = None

    async def write(self, briefing: Briefing, request: ChatRequest) -> Draft:
        """The best of the attempts that begin with ``request``: fewest findings, then the newest.

        ``ConversationError`` where none of them has any prose.
        """
        first, best = request, None
        for _ in range(1 + REVISIONS):
            response = await self.provider.complete(request)
            cut = response.finish_reason is FinishReason.LENGTH
            prose = cleaned(response.text, briefing.title)
            draft = await self._draft(briefing, prose, cut=cut)
            if best is None or draft.badness <= best.badness:
                best = draft
            if not draft.findings:
                break
            if cut:
                request = first = evolve(first, max_tokens=2 * (first.max_tokens or 1))
            else:
                request = self.requests.revision(first, draft.prose, draft.findings)
        if best is None or not best.prose:
            raise ConversationError(
                f"{self.provider.model} gave no prose for {briefing.passage!r}. Resume the run "
                "to ask afresh.",
                section=scope_of(briefing.passage),
                remedies=(ChooseModel("discuss"),),
            )
        return best

    async def _draft(self, briefing: Briefing, prose: str, *, cut: bool) -> Draft:
        wording = self.prompts.wording(WORDS)
        expected = Expected(
            passage=briefing.passage,
            words=briefing.words,
            voice=self.requests.story.settled_voice,
            labels=tuple(choice.label for choice in briefing.choices),
            before=tuple(each.text for each in briefing.before),
            cut=cut,
            language=self.requests.language,
        )
        findings = check_prose(prose, expected, wording)
        if not findings and self.reviewer is not None:
            findings = tuple(await self.reviewer(prose, briefing))
        return Draft(prose=prose, findings=findings)


def scope_of(passage: str) -> str:
    """Under which the calls that write a passage are recorded."""
    return f"write:{passage}"
