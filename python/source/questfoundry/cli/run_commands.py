"""``qf runs`` and ``qf log``: what was run, what it did, and what it used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from questfoundry.app.project.runs import RunReport
from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import say, write_json, write_table
from questfoundry.cli.documents import picked
from questfoundry.cli.message_view import show_request, show_response
from questfoundry.cli.stage_result import usage_document, usage_line
from questfoundry.cli.text import money, one_line
from questfoundry.domain.journal import EntryKind, JournalEntry
from questfoundry.domain.run import inputs_to_dict


@command()
async def runs(call: Call) -> CommandResult:
    """List all runs, with what they used."""
    async with call.opened(edits=False) as project:
        reports = project.runs().list()
    documents = [_run_document(report) for report in reports]
    return CommandResult(documents, (lambda: _write_runs(reports)) if reports else "No runs yet.")


@command()
async def log(
    call: Call,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run, for example dream-1.")],
    full: Annotated[
        bool, typer.Option("--full", help="With all that was sent and answered.")
    ] = False,
) -> CommandResult:
    """Show what a run did, call by call."""
    async with call.opened(edits=False) as project:
        report = project.runs().log(run)
    entries = [_entry_document(entry, full=full) for entry in report.entries]
    document = {**_run_document(report), "entries": entries}
    return CommandResult(document, lambda: _write_log(report, full=full))


def _write_runs(reports: Sequence[RunReport]) -> None:
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
                one_line(report.run.problem),
            )
            for report in reports
        ],
    )


def _write_log(report: RunReport, *, full: bool) -> None:
    say(f"{report.run.id}, {report.run.status.value}: {usage_line(report.ledger)}")
    if source := report.run.stage_inputs.source:
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
    called = (entry.model, f"{entry.usage.input_tokens:,}", f"{entry.usage.output_tokens:,}")
    return (
        str(number),
        entry.key.scope,
        entry.key.kind.value.replace("_", " "),
        *(called if entry.key.kind is EntryKind.MODEL_CALL else ("", "", "")),
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
    return {
        "run": report.run.id,
        "stage": report.run.task,
        **picked(report.run, "status", "started_at", "ended_at", "problem"),
        "models": {phase: each["model"] for phase, each in report.run.models.items()},
        "inputs": inputs_to_dict(report.run.inputs),
        "usage": usage_document(report.ledger),
    }


def _entry_document(entry: JournalEntry, *, full: bool) -> dict[str, Any]:
    return {
        "kind": entry.key.kind,
        "phase": entry.key.scope,
        "model": entry.model,
        **picked(entry.usage, "input_tokens", "output_tokens"),
        "seconds": round(entry.seconds, 3),
        "recorded_at": entry.recorded_at,
        **(picked(entry, "request", "response") if full else {}),
    }
