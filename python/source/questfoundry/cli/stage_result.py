"""What a finished stage is told as: a short summary, or one JSON document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from questfoundry.app.pipeline.run_stage import StageResult
from questfoundry.app.run.ledger import Ledger
from questfoundry.cli.artifact_view import fields_of
from questfoundry.cli.console import say, write_fields
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import counted, money
from questfoundry.domain.remedy import Remedy, ShowArtifact

_LONGEST = 160


def write_result(result: StageResult, *, next_step: Remedy | None, project: Path | None) -> None:
    """Say what was decided, where it is, what it took, and what comes next."""
    version = result.version
    say(f"\n{version.stage.upper()} is settled (version {version.version}):\n")
    write_fields(fields_of(version.data, longest=_LONGEST))
    say(f"\nSaved in {result.path}")
    say(f"Run {result.run}: {usage_line(result.ledger)}")
    shown = command_of(ShowArtifact(version.stage), project)
    say(f"Read it with {shown}, and edit the file as you like.")
    if next_step:
        say(f"Next: {command_of(next_step, project)}")


def usage_line(ledger: Ledger) -> str:
    """Calls, tokens, time and cost in a line."""
    return ", ".join(
        (
            counted(ledger.calls, "call"),
            counted(ledger.usage.total_tokens, "token"),
            f"{ledger.seconds:.1f} s",
            money(ledger.cost),
        )
    )


def result_document(result: StageResult, *, next_step: Remedy | None) -> dict[str, Any]:
    """The result as JSON."""
    return {
        "stage": result.version.stage,
        "run": result.run,
        "version": result.version.version,
        "path": str(result.path),
        "artifact": dict(result.version.data),
        "usage": usage_document(result.ledger),
        "next": command_of(next_step) if next_step else "",
    }


def usage_document(ledger: Ledger) -> dict[str, Any]:
    """What a run used as JSON; a cost of ``null`` is unknown."""
    return {
        "calls": ledger.calls,
        "input_tokens": ledger.usage.input_tokens,
        "output_tokens": ledger.usage.output_tokens,
        "seconds": round(ledger.seconds, 3),
        "cost": None if ledger.cost is None else float(ledger.cost),
    }
