"""Build the edition of a complete story, the content that all formats share, and its report."""

from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.text_proof import Contradiction, list_findings
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import AddedLaw
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.models.traits import licence_note
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.remedy import RunStage, SimpleAction
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.beat import ChapterCount
from questfoundry.domain.story.edition_texts import apply_typographic_quotes, map_texts
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import (
    Edition,
    EndingShare,
    ReportedFinding,
    StageUse,
    StoryReport,
    count_decisions,
)
from questfoundry.domain.story.story import Story

_SHOWN = 5


def require_complete(story: Story, laws: Sequence[AddedLaw] = ()) -> None:
    """Raise ``InputError`` unless the structure is proven sound and every passage has prose.

    ``laws``: rules of plugins, which are checked in addition to the built-in rules.
    """
    structure = story.existing_structure
    findings = check(structure, story=story, added_laws=laws)
    if errors := [each for each in findings if each.severity is Severity.ERROR]:
        raise InputError(
            "\n".join(
                (
                    "The structure is not proven sound, so the story is not shipped:",
                    *_first_lines([_format_finding(each) for each in errors]),
                    "Correct artifacts/grow.yaml.",
                )
            ),
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    require_written(story)


def require_written(story: Story) -> None:
    """Raise ``InputError`` unless every passage has prose."""
    structure = story.existing_structure
    unwritten = [
        passage.id for passage in structure.passages if not story.prose.get(passage.id, "").strip()
    ]
    if unwritten:
        raise InputError(
            "\n".join(
                (
                    f"{len(unwritten)} of {len(structure.passages)} passages have no prose:",
                    *_first_lines([f"  {passage}" for passage in unwritten]),
                )
            ),
            remedies=(RunStage("fill"),),
        )


def edition_of(
    story: Story,
    *,
    ifid: str,
    language: str,
    publication: Publication | None = None,
    translate: Callable[[Edition], Edition] | None = None,
) -> Edition:
    """Return the edition of a complete story; ``ifid`` identifies it in all exported files.

    ``translate`` returns an edition in another language. Quotation marks are replaced last.
    """
    edition = build_edition(story, ifid=ifid, language=language, publication=publication)
    edition = translate(edition) if translate else edition
    return _apply_typographic_quotes(edition) if edition.publication.typographic_quotes else edition


def build_edition(
    story: Story, *, ifid: str, language: str, publication: Publication | None
) -> Edition:
    """Return the edition of a complete story with its texts as they are written."""
    structure = story.existing_structure
    return Edition(
        ifid=ifid,
        title=story.title,
        language=language,
        hook=story.hook,
        vision=story.existing_vision,
        structure=structure,
        endings=story.endings,
        prose={passage.id: story.prose[passage.id] for passage in structure.passages},
        flags=story.flags,
        clues=story.clues,
        stats=story.stats,
        chapters=story.chapter_titles,
        publication=(publication or Publication()).add_scene_credit(story.existing_vision.style),
    )


def _apply_typographic_quotes(edition: Edition) -> Edition:

    def convert(text: str) -> str:
        return apply_typographic_quotes(text, edition.language)

    flags = {name: convert(text) for name, text in edition.flags.items()}
    return evolve(map_texts(edition, lambda _, text: convert(text)), flags=flags)


def _first_lines(lines: list[str]) -> list[str]:
    more = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"  and {more} more"] if more > 0 else lines


def _format_finding(finding: Finding) -> str:
    return f"  {finding.place}: {finding.problem} {finding.fix}"


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
        words=sum(map(count_words, edition.prose.values())),
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
        influence=Solver(structure).measure_influence(),
    )


def list_prose_findings(story: Story) -> list[ReportedFinding]:
    """Return the problems that remain in the prose, in the order of the passages."""
    return [
        ReportedFinding(passage=each.title or each.id, problem=problem)
        for each in story.existing_structure.passages
        for problem in story.problems.get(each.id, ())
    ]


def list_contradictions(
    story: Story, contradictions: Iterable[Contradiction]
) -> list[ReportedFinding]:
    """Return a finding for each of ``contradictions``, at the passage with the second text."""
    structure = story.existing_structure
    return [
        ReportedFinding(
            passage=structure.passage(each.place).title or each.place, problem=each.problem
        )
        for each in list_findings(story, contradictions)
    ]


def list_stage_uses(
    store: ProjectStore, stages: Sequence[str], prices: PriceBook
) -> list[StageUse]:
    """Return the model usage and cost of each stage over all its runs, then of other tasks."""
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
