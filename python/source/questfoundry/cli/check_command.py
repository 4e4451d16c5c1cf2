"""``qf check``: proving that a structure is sound, and reporting its errors."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from attrs import evolve

import questfoundry
from questfoundry.app.structure.check import CheckResult
from questfoundry.app.structure.sarif import (
    BaselineComparison,
    baseline_of,
    compare_with_baseline,
    format_baseline,
    read_baseline,
    sarif_document,
)
from questfoundry.cli.check_view import write_report
from questfoundry.composition.registries.formats import read_foreign_story, write_file
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver import MAX_STEPS
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace, Located
from questfoundry.presentation.command import Call, CommandResult, command, report_edits
from questfoundry.presentation.console import note, say
from questfoundry.presentation.errors import PROBLEM_FOUND
from questfoundry.presentation.parameters import BudgetFlag, ModelFlags, Positive
from questfoundry.presentation.text import (
    format_count,
    format_money,
    format_usage,
    select_fields,
    usage_document,
)

if TYPE_CHECKING:
    from questfoundry.app.writing.prove_text import ProofResult
    from questfoundry.composition.wiring.containers import ProjectContainer


@command(without=("provider_discuss", "provider_summarize", "provider_serialize"))
async def check(
    call: Call,
    models: ModelFlags,
    files: list[Path] | None = None,
    start: str | None = None,
    most: Positive = MAX_STEPS,
    sarif: Path | None = None,
    baseline: Path | None = None,
    write_baseline: bool = False,
    text: bool = False,
    plays: bool = False,
    budget: BudgetFlag = None,
    verbose: bool = False,
) -> CommandResult:
    """Prove that the story is sound, or show its errors.

    FILE...: A story in Twee, Twine HTML, ChoiceScript, compiled ink or JSON, as files,
        a folder or a ZIP archive (default: the project's story).
    --start PASSAGE: First passage of the story in FILE.
    --most NUMBER: Maximum number of steps to prove a law (a rule of sound stories).
    --sarif FILE: Also write the problems to this file, in the format SARIF.
    --baseline FILE: Do not report the known problems in this file.
    --write-baseline: Save all current problems in the file of --baseline.
    --text: Let a model read the prose for contradictions, and show a playthrough for each.
    --plays: Compare the kept plays in plays/ with the story as it is now.
    --verbose, -v: List all laws (rules) that were checked.
    """
    proof = None
    if write_baseline and not baseline:
        raise typer.BadParameter("--write-baseline needs --baseline FILE.")
    if files and (text or plays):
        option = "--text" if text else "--plays"
        raise typer.BadParameter(f"{option} reads the project's own story. Leave out FILE.")
    if files:
        report = _check_foreign(read_foreign_story(files), start, most)
    else:
        async with call.open_project(edits=False, flags=models.source_choices) as project:
            proof = await _prove_text(call, project, budget) if text else None
            report = _check_project(project, start, most, plays)
    if baseline and write_baseline:
        write_file(baseline, format_baseline(baseline_of(report)))
    comparison = _apply_baseline(report, baseline)
    if sarif:
        log = sarif_document(comparison.result, questfoundry.__version__)
        write_file(sarif, json.dumps(log, ensure_ascii=False, indent=2) + "\n")

    def write() -> None:
        write_report(comparison.result, verbose=verbose, known=comparison.known)
        if proof:
            _write_proof(proof)
        if comparison.resolved:
            gone = format_count(len(comparison.resolved), "finding")
            say(f"{baseline} lists {gone} that no longer occur. Update it with --write-baseline.")

    return CommandResult(
        {
            **_document(comparison.result),
            "sound": report.is_sound,
            "known": comparison.known,
            "gone": [{"law": each.rule, "place": each.place} for each in comparison.resolved],
            "text": proof and _proof_document(proof),
        },
        write,
        code=0 if comparison.result.is_clean else PROBLEM_FOUND,
    )


def _check_project(
    project: ProjectContainer, start: str | None, most: int, plays: bool
) -> CheckResult:
    if source := project.source():
        if plays:
            raise InputError("An imported story has no kept plays. Leave out --plays.")
        return _check_foreign(source.story(), start, most)
    report_edits(project.sync_edits().execute(before="grow"))
    if project.own_words():
        with suppress(InputError):  # the check itself reports an invalid file
            report_edits(project.sync_edits().execute())
    return project.check().execute(max_steps=most, plays=plays)


async def _prove_text(call: Call, project: ProjectContainer, budget: str | None) -> ProofResult:
    from questfoundry.app.writing.proof_requests import reading_model
    from questfoundry.composition.project.project import Project

    if project.source():
        raise InputError(
            "The prose of an imported story cannot be read for contradictions. Leave out --text."
        )
    report_edits(project.sync_edits().execute())
    expected = project.prove_text().estimate()
    if expected.calls:
        note(
            f"Reading the text with {reading_model(project.phase_providers()).model}: about "
            f"{format_count(expected.calls, 'call')} and "
            f"{format_count(expected.usage.total_tokens, 'token')}, {format_money(expected.cost)}."
        )
    call.interruption_message = (
        "Everything read so far is saved. To continue, run the command again."
    )
    return await Project(project).prove_text(budget=budget)


def _write_proof(proof: ProofResult) -> None:
    say(
        f"Text: {format_count(proof.facts, 'fact')}, "
        f"{format_count(len(proof.contradictions), 'contradiction')}; readers meet "
        f"{proof.rate:.2f} contradictions in 10,000 words."
    )
    if proof.run:
        say(f"Run {proof.run}: {format_usage(proof.ledger)}")


def _proof_document(proof: ProofResult) -> dict[str, Any]:
    return {
        **select_fields(proof, "facts", "judged", "rate", "run"),
        "contradictions": len(proof.contradictions),
        "usage": usage_document(proof.ledger),
    }


def _check_foreign(story: ForeignStory, start: str | None, most: int) -> CheckResult:
    from questfoundry.composition.registries.formats import check_foreign_story

    if start is not None:
        story = evolve(story, structure=evolve(story.structure, start=start))
    return check_foreign_story(story, max_steps=most)


def _apply_baseline(report: CheckResult, baseline: Path | None) -> BaselineComparison:
    if baseline is None:
        return BaselineComparison(result=report, known=0, resolved=())
    try:
        text = baseline.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(
            f"Cannot read the baseline file {str(baseline)!r}: "
            f"{getattr(problem, 'strerror', None) or 'it is not text'}. Check the name, or "
            "create the file with --write-baseline."
        ) from None
    return compare_with_baseline(report, read_baseline(text, name=str(baseline)))


def _document(report: CheckResult) -> dict[str, Any]:
    return {
        "title": report.title,
        "sound": report.is_sound,
        "passages": len(report.structure.passages),
        "choices": len(report.structure.choices),
        **select_fields(report, "arcs", "endings"),
        "laws": [law.value for law in report.laws],
        "findings": [_finding(each) for each in report.findings],
        "wording": [
            {**select_fields(each.item, "field", "problem"), **_place(each.place)}
            for each in report.faults
        ],
        "plays": [_finding(each) for each in report.plays],
        "unwritten": [_finding(each) for each in report.unwritten],
        "doubts": [
            {
                "passage": each.item.place,
                **select_fields(each.item, "rule", "problem", "fix", "counterexample"),
                **_place(each.place),
            }
            for each in report.prose
        ],
        "doubted": [
            {
                **_finding(Located(each.item.finding, each.place)),
                "proven": False,
                "because": {
                    **select_fields(each.item.cause, "what"),
                    **_place(each.item.cause.place),
                },
            }
            for each in report.doubted
        ],
        "not_modelled": [
            {"place": each.passage, "what": each.what, **_place(each.place)}
            for each in report.unmodelled
        ],
    }


def _finding(located: Located[Finding]) -> dict[str, Any]:
    finding = located.item
    return {
        "law": finding.rule,
        **select_fields(finding, "severity", "proven", "place"),
        **_place(located.place),
        **select_fields(finding, "problem", "fix", "counterexample", "twin"),
    }


def _place(place: FilePlace | None) -> dict[str, Any]:
    return {"file": place and place.file, "line": place and place.line}
