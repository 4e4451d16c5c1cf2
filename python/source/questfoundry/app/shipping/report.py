"""Build the story report, which describes the edition, its playthroughs and the model usage."""

from collections.abc import Sequence

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.domain.models.ref import licence_note
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.run.journal import PaidUsage
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.chapter import ChapterCount
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.report import (
    EndingShare,
    ReportedFinding,
    StageUse,
    StoryReport,
    count_decisions,
)
from questfoundry.domain.story.story import Story


def build_report(
    edition: Edition,
    uses: Sequence[StageUse],
    findings: Sequence[ReportedFinding] = (),
    chapters: ChapterCount | None = None,
) -> StoryReport:
    """Return the report of ``edition``; ``findings`` are the problems that remain in the prose."""
    structure = edition.structure
    arcs = Solver(structure).count_playthroughs()
    models = sorted({model for use in uses for model in use.models})
    return StoryReport(
        title=edition.title,
        ifid=edition.ifid,
        language=edition.language,
        words=sum(len(prose.split()) for prose in edition.prose.values()),
        passages=len(structure.passages),
        choices=len(structure.choices),
        arcs=arcs.total if arcs else None,
        endings=tuple(
            EndingShare(id=each.id, name=each.name, arcs=arcs.endings[each.id] if arcs else None)
            for each in edition.endings
        ),
        stages=tuple(uses),
        licences={model: licence_note(model) for model in models},
        findings=tuple(findings),
        chapters=chapters,
        decisions=count_decisions(structure),
    )


def list_prose_findings(story: Story) -> list[ReportedFinding]:
    """Return the problems that remain in the prose, in the order of the passages."""
    return [
        ReportedFinding(passage=each.title or each.id, problem=problem)
        for each in story.existing_structure.passages
        for problem in story.problems.get(each.id, ())
    ]


def list_stage_uses(
    store: ProjectStore, stages: Sequence[str], prices: PriceBook
) -> list[StageUse]:
    """Return the usage of each stage, then of other tasks, if any, over all their runs."""
    runs: dict[str, list[str]] = {stage: [] for stage in stages}
    for run in store.runs.list():
        runs.setdefault(run.task, []).append(run.id)
    paid_usages = {stage: store.journal.list_paid(ids) for stage, ids in runs.items() if ids}
    return [_build_use(stage, made, prices) for stage, made in paid_usages.items() if made]


def _build_use(stage: str, paid: Sequence[PaidUsage], prices: PriceBook) -> StageUse:
    ledger = ledger_of_paid(paid, prices)
    return StageUse(
        stage=stage,
        models=tuple(sorted({each.model for each in paid})),
        usage=ledger.usage,
        seconds=ledger.seconds,
        cost=ledger.cost,
    )
