"""Review a written story as a whole, and revise the passages that the review criticises."""

from collections.abc import Sequence

from questfoundry.app.writing.draft_session import DraftSession
from questfoundry.app.writing.full_review import Findings, FullReviewer
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.events import WholeRead, WholeUnread
from questfoundry.domain.run.inputs import Review

MAX_REVISION_ROUNDS = 2
"""The maximum number of rounds that rewrite passages after a full review."""


async def review_and_revise(session: DraftSession, reviewer: FullReviewer) -> None:
    """Review the story, revise it if the author allows that, and store the remaining findings.

    If a finding contains a replacement for the criticised words, the words are replaced, even for a
    slight problem. Such replacements need no second review. After that, passages with serious
    findings are rewritten. If the budget is used up, the review ends. The run then continues,
    because the story is complete.
    """
    run, model = reviewer.run, str(reviewer.provider.model)
    if not reviewer.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    may_edit = run.inputs.review is not Review.READ
    rounds_left = MAX_REVISION_ROUNDS if may_edit else 0
    try:
        while to_revise := await _review_once(
            session, reviewer, may_replace=may_edit, may_revise=rounds_left > 0
        ):
            for name, findings in to_revise.items():
                await session.revise_passage(name, findings)
            rounds_left -= 1
    except BudgetReachedError as problem:
        run.events.emit(WholeUnread(model=model, problem=str(problem)))
        _apply_replacements(session, reviewer, may_replace=may_edit)
    remaining = reviewer.collect_findings(session.build_story())
    for name, passage in session.prose_by_passage.items():
        session.prose_by_passage[name] = passage.model_copy(
            update={"reading": remaining.get(name, ())}
        )


async def _review_once(
    session: DraftSession, reviewer: FullReviewer, *, may_replace: bool, may_revise: bool
) -> Findings:
    findings = await reviewer.review_story(session.build_story())
    remaining = _apply_replacements(session, reviewer, may_replace=may_replace)
    prose_findings = {
        name: [one for one in each if one.is_about_prose] for name, each in remaining.items()
    }
    to_revise = {
        name: tuple(prose_findings[name])
        for name in session.briefer.turns
        if may_revise
        and name not in session.retained_passages
        and _select_serious(prose_findings.get(name, ()))
    }
    reviewer.run.events.emit(
        WholeRead(
            findings=_count_findings(findings),
            serious=sum(len(_select_serious(each)) for each in findings.values()),
            exchanged=_count_findings(findings) - _count_findings(remaining),
            mended=tuple(to_revise),
        )
    )
    return to_revise


def _apply_replacements(
    session: DraftSession, reviewer: FullReviewer, *, may_replace: bool
) -> Findings:
    findings = reviewer.collect_findings(session.build_story())
    if not may_replace:
        return findings
    remaining = {
        name: each if name in session.retained_passages else session.apply_replacements(name, each)
        for name, each in findings.items()
    }
    reviewer.record_replacements(session.build_story(), remaining)
    return remaining


def _select_serious(findings: Sequence[ReaderFinding]) -> list[ReaderFinding]:
    return [each for each in findings if each.weight == "serious"]


def _count_findings(findings: Findings) -> int:
    return sum(map(len, findings.values()))
