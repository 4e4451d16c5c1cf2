"""``qf runs`` and ``qf log``: what was run, what it did, and what it used."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from questfoundry.app.project.runs import RunReport
from questfoundry.cli.console import say, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.message_view import show_request, show_response
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project
from questfoundry.cli.stage_result import usage_document, usage_line
from questfoundry.cli.text import money
from questfoundry.domain.journal import EntryKind, JournalEntry


def runs(project: Project = None, as_json: AsJson = False, debug: Debug = False) -> None:
    """List all runs, with what they used."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_runs(project, as_json=as_json))


def log(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run, for example dream-1.")],
    project: Project = None,
    full: Annotated[
        bool, typer.Option("--full", help="With all that was sent and answered.")
    ] = False,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Show what a run did, call by call."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_log(run, project, full=full, as_json=as_json))


async def _runs(given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        reports = project.runs().list()
    if as_json:
        write_json([_run_document(report) for report in reports])
        return
    if not reports:
        say("No runs yet.")
        return
    write_table(
        ("Run", "Status", "Begun", ">Calls", ">Tokens", ">Seconds", ">Cost", "Problem"),
        [
            (
                report.run.id,
                report.run.status.value,
                f"{report.run.started_at.astimezone():%Y-%m-%d %H:%M}",
                str(report.ledger.calls),
                f"{report.ledger.usage.total_tokens:,}",
                f"{report.ledger.seconds:.1f}",
                money(report.ledger.cost),
                " ".join(report.run.problem.split()),
            )
            for report in reports
        ],
    )


async def _log(run: str, given: Path | None, *, full: bool, as_json: bool) -> None:
    async with existing_project(given) as project:
        report = project.runs().log(run)
    if as_json:
        entries = [_entry_document(entry, full=full) for entry in report.entries]
        write_json({**_run_document(report), "entries": entries})
        return
    say(f"{report.run.id}, {report.run.status.value}: {usage_line(report.ledger)}")
    if source := report.run.inputs.get("source"):
        say(f"It replays {source}: what is not listed here came from there.")
    say()
    write_table(
        (">#", "Phase", "What", "Model", ">Tokens in", ">Tokens out", ">Seconds"),
        [_row(number, entry) for number, entry in enumerate(report.entries, start=1)],
    )
    if full:
        for number, entry in enumerate(report.entries, start=1):
            _show_entry(number, entry)


def _row(number: int, entry: JournalEntry) -> tuple[str, ...]:
    what = entry.key.kind.value.replace("_", " ")
    if entry.key.kind is not EntryKind.MODEL_CALL:
        return (str(number), entry.key.scope, what, "", "", "", f"{entry.seconds:.1f}")
    return (
        str(number),
        entry.key.scope,
        what,
        entry.model,
        f"{entry.usage.input_tokens:,}",
        f"{entry.usage.output_tokens:,}",
        f"{entry.seconds:.1f}",
    )


def _show_entry(number: int, entry: JournalEntry) -> None:
    say(f"\n=== {number}: {entry.key.scope}, {entry.key.kind.value.replace('_', ' ')}")
    match entry.key.kind:
        case EntryKind.MODEL_CALL:
            show_request(entry.request)
            show_response(entry.response)
        case EntryKind.AUTHOR_LINE:
            say(entry.response["line"] or "(the end of input)")
        case EntryKind.TOOL_RESULT:
            write_json(entry.request)
            write_json(entry.response)


def _run_document(report: RunReport) -> dict[str, Any]:
    run = report.run
    return {
        "run": run.id,
        "stage": run.stage,
        "status": run.status.value,
        "started_at": run.started_at.isoformat(),
        "ended_at": run.ended_at.isoformat() if run.ended_at else None,
        "problem": run.problem,
        "models": {phase: each["model"] for phase, each in run.models.items()},
        "inputs": dict(run.inputs),
        "usage": usage_document(report.ledger),
    }


def _entry_document(entry: JournalEntry, *, full: bool) -> Mapping[str, Any]:
    document: dict[str, Any] = {
        "kind": entry.key.kind.value,
        "phase": entry.key.scope,
        "model": entry.model,
        "input_tokens": entry.usage.input_tokens,
        "output_tokens": entry.usage.output_tokens,
        "seconds": round(entry.seconds, 3),
        "recorded_at": entry.recorded_at.isoformat(),
    }
    if full:
        document |= {"request": dict(entry.request), "response": dict(entry.response)}
    return document
