"""The commands ``qf runs``, ``qf log`` and ``qf prompt show``: runs, their calls, and prompts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from questfoundry.app.runs.cost import RunReport
from questfoundry.cli import completion
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Manner
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.runs import DamagedRow
from questfoundry.domain.run.inputs import inputs_to_dict
from questfoundry.domain.run.record import PAID_KINDS, EntryKind, JournalEntry
from questfoundry.domain.writing.request_change import DifferingPassage
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say, write_json, write_table
from questfoundry.presentation.parameters import ModelFlags
from questfoundry.presentation.plan_view import describe_difference
from questfoundry.presentation.text import (
    estimate_mark,
    format_manner,
    format_money,
    format_usage,
    join_lines,
    manners_document,
    select_fields,
    usage_document,
)

if TYPE_CHECKING:
    from questfoundry.app.pipeline.preview import PromptPreview
    from questfoundry.app.writing.author_brief import RequestComparison

_PHASES = tuple(phase.value for phase in Phase)


@command()
async def runs(call: Call) -> CommandResult:
    """List all runs, with their tokens and cost."""
    async with call.open_project(edits=False) as project:
        reports = project.runs().list()
        lost = project.runs().list_damaged_rows()
    _note_damaged((*lost, *(row for report in reports for row in report.damaged)))
    documents = [_report_document(report) for report in reports]
    return CommandResult(documents, (lambda: _write_runs(reports)) if reports else "No runs yet.")


@command()
async def log(call: Call, run: completion.Run, full: bool = False) -> CommandResult:
    """Show the calls of models and tools in a run.

    RUN: Id of a run, for example dream-1.
    --full: Also show all requests and answers.
    """
    async with call.open_project(edits=False) as project:
        report = project.runs().log(run)
    _note_damaged(report.damaged)
    entries = [_entry_document(entry, full=full) for entry in report.entries]
    document = {**_report_document(report), "entries": entries}
    return CommandResult(document, lambda: _write_log(report, full=full))


@command()
async def show_prompt(
    call: Call,
    stage: completion.Stage,
    phase: completion.Phase,
    models: ModelFlags,
    compare: bool = False,
) -> CommandResult:
    """Show the exact request for a phase or a passage, but do not send it.

    STAGE: Stage, for example dream.
    PHASE: discuss, summarize or serialize; for fill, also a passage.
    --compare: Compare the request for a passage with the one that its prose was written from.
    """
    from questfoundry.app.stages.fill import FILL
    from questfoundry.composition.wiring.inputs import build_stage_inputs

    is_passage = stage == FILL and phase not in _PHASES
    if compare and not is_passage:
        raise InputError("--compare needs the stage fill and a passage.")
    async with call.open_project(flags=models.source_choices, needs_artifacts=True) as project:
        if compare:
            return _show_comparison(project.compare_requests().execute(phase))
        if is_passage:
            preview = project.preview().preview_passage(phase)
        else:
            inputs = build_stage_inputs(project.settings())
            preview = project.preview().execute(stage, _phase(phase), inputs)
    asking = phase.capitalize() if phase in _PHASES else "The writing of the passage"
    return _show_preview(preview, phase, asking)


@command()
async def show_studio_prompt(
    call: Call, models: ModelFlags, message: str = "What should I do next?"
) -> CommandResult:
    """Show the exact request of the studio's agent, but do not send it.

    MESSAGE: Your next message.
    """
    from questfoundry.app.session.turn import preview_turn
    from questfoundry.composition.wiring.studio import build_studio

    async with call.open_project(flags=models.source_choices) as project:
        preview = await preview_turn(build_studio(project), message)
    return _show_preview(preview, "", "The studio")


def _show_comparison(found: "RequestComparison") -> CommandResult:
    passage = DifferingPassage(found.passage, found.changes)
    document = {**select_fields(found, "passage", "title", "old", "new"), "changes": found.changes}

    def write() -> None:
        if found.old is not None and not found.changes:
            note(f"The prose of {found.passage} still fits. Other differences do not count:")
        else:
            note(f"{found.passage}: {describe_difference(passage)}")
        for line in found.different_lines if found.old is not None else (found.new,):
            say(line)

    return CommandResult(document, write)


def _show_preview(preview: "PromptPreview", phase: str, asking: str) -> CommandResult:
    from questfoundry.domain.chat.codec import request_to_dict

    sent = request_to_dict(preview.request)

    def write() -> None:
        based = f", based on {preview.based_on}" if preview.based_on else ""
        if preview.has_no_discussion:
            note(
                "Without a discussion, this request is not sent. With -i, a note or research tools:"
            )
        elif preview.can_be_skipped:
            what = "data" if phase == Phase.SERIALIZE.value else "brief"
            note(f"Discuss also asks for the {what}. Only if its reply has none:")
        if preview.is_batched:
            note(
                "FILL asks for this passage together with others, as below. A rewrite asks for it "
                "alone."
            )
        note(f"{asking} would send this to {preview.model}{based}:")
        write_request(sent)
        for each in preview.included:
            note(f"From your material: {each}")
        for each in preview.left_out:
            note(f"Left out: {each}")

    return CommandResult(
        {
            "model": preview.model,
            "based_on": preview.based_on,
            "request": sent,
            "included": preview.included,
            "left_out": preview.left_out,
            "spared": preview.can_be_skipped,
            "alone": preview.has_no_discussion,
            "batched": preview.is_batched,
        },
        write,
    )


def _phase(name: str) -> Phase:
    if name not in _PHASES:
        raise typer.BadParameter(
            f"{name!r} is not a phase. The phases are {', '.join(_PHASES)}; with fill, you can "
            "also name a passage."
        )
    return Phase(name)


def _note_damaged(rows: Iterable[DamagedRow]) -> None:
    for row in rows:
        note(f"Left out a damaged entry: {row}")


def _write_runs(reports: Sequence[RunReport]) -> None:
    rows: list[tuple[str, ...]] = []
    for report in reports:
        rows.append(
            (
                report.run.id,
                report.run.status.value,
                f"{report.run.started_at.astimezone():%Y-%m-%d %H:%M}",
                str(report.ledger.calls),
                f"{estimate_mark(report.ledger.usage)}{report.ledger.usage.total_tokens:,}",
                f"{report.ledger.seconds:.1f}",
                format_money(report.ledger.cost),
                join_lines(report.run.problem),
            )
        )
        rows += _rows_of_manners(report)
        rows += _rows_of_parts(report)
    write_table(
        ("Run", "Status", "Started", ">Calls", ">Tokens", ">Seconds", ">Cost", "Problem"), rows
    )


def _rows_of_manners(report: RunReport) -> list[tuple[str, ...]]:
    manners = Manner.from_record(report.run.models)
    return [
        (f"  {model}", "", "", "", "", "", "", format_manner(manner))
        for model, manner in manners.items()
    ]


def _rows_of_parts(report: RunReport) -> list[tuple[str, ...]]:
    if report.parts is None:
        return []
    parts = {**report.parts.by_agent, "the vote": report.parts.on_vote}
    return [
        (f"  {name}", "", "", str(each.calls), f"{each.tokens:,}", "", format_money(each.cost), "")
        for name, each in parts.items()
        if each.calls
    ]


def _write_log(report: RunReport, *, full: bool) -> None:
    say(f"{report.run.id}, {report.run.status.value}: {format_usage(report.ledger)}")
    if source := report.run.stage_inputs.source:
        say(f"This run replays {source}; answers not listed here come from that run.")
    say()
    write_table(
        (">#", "Phase", "What", "Model", ">Tokens in", ">Tokens out", ">Seconds"),
        [_row(number, entry) for number, entry in enumerate(report.entries, start=1)],
    )
    if full:
        for number, entry in enumerate(report.entries, start=1):
            _write_entry(number, entry)


def _row(number: int, entry: JournalEntry) -> tuple[str, ...]:
    called = (entry.model, f"{entry.usage.input_tokens:,}", f"{entry.usage.output_tokens:,}")
    return (
        str(number),
        entry.key.scope,
        entry.key.kind.value.replace("_", " "),
        *(called if entry.key.kind in PAID_KINDS else ("", "", "")),
        f"{entry.seconds:.1f}",
    )


def _write_entry(number: int, entry: JournalEntry) -> None:
    say(f"\n=== {number}: {entry.key.scope}, {entry.key.kind.value.replace('_', ' ')}")
    match entry.key.kind:
        case EntryKind.MODEL_CALL:
            write_request(entry.request)
            write_response(entry.response)
        case EntryKind.AUTHOR_LINE:
            say(entry.response["line"] or "(the end of input)")
        case EntryKind.TOOL_RESULT:
            write_json(entry.request)
            write_json(entry.response)


def _report_document(report: RunReport) -> dict[str, Any]:
    return {
        "run": report.run.id,
        "stage": report.run.task,
        **select_fields(report.run, "status", "started_at", "ended_at", "problem"),
        "models": {phase: each["model"] for phase, each in report.run.models.items()},
        "manners": manners_document(Manner.from_record(report.run.models)),
        "inputs": inputs_to_dict(report.run.inputs),
        "usage": usage_document(report.ledger),
        **(select_fields(report.parts, "by_agent", "on_vote") if report.parts else {}),
    }


def _entry_document(entry: JournalEntry, *, full: bool) -> dict[str, Any]:
    return {
        "kind": entry.key.kind,
        "phase": entry.key.scope,
        "model": entry.model,
        **select_fields(entry.usage, "input_tokens", "output_tokens"),
        "seconds": round(entry.seconds, 3),
        "recorded_at": entry.recorded_at,
        **(select_fields(entry, "request", "response") if full else {}),
    }


def write_request(request: Mapping[str, Any]) -> None:
    """Write the messages of a request in order, then its tools and other fields."""
    for message in request["messages"]:
        name = f" {message['tool_name']}" if "tool_name" in message else ""
        say(f"\n--- {message['role']}{name}")
        _write_content(message["content"], message)
    for key, value in request.items():
        if key == "tools":
            for tool in value:
                say(f"\n--- tool {tool['name']}: {tool['description']}")
                say(_json(tool["parameters"]))
        elif key != "messages":
            say(f"\n--- {key}: {value if isinstance(value, str) else _json(value)}")


def write_response(response: Mapping[str, Any]) -> None:
    """Write the text of an answer and the tools that it calls."""
    say(f"\n--- answer of {response['model']} ({response['finish_reason']})")
    _write_content(response["text"], response)


def _write_content(text: str, holder: Mapping[str, Any]) -> None:
    if text:
        say(text)
    for call in holder.get("tool_calls", ()):
        say(f"calls {call['name']} {_json(call['arguments'])}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
