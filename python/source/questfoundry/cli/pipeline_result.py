"""What an execution of the pipeline is told as: what was made, what it took, what comes next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from questfoundry.app.pipeline.run_pipeline import PipelineResult
from questfoundry.cli.console import say
from questfoundry.cli.remedies import command_of
from questfoundry.cli.ship_command import shipped_document, write_shipped
from questfoundry.cli.text import counted, money
from questfoundry.domain.remedy import Act, RewritePassage, RunPipeline

_NEXT = (Act.PLAY, Act.OPEN_STORY, RewritePassage("PASSAGE", "darker"))


def write_pipeline(result: PipelineResult, *, project: Path | None) -> None:
    """Say it in a few lines."""
    say()
    if result.shipped:
        write_shipped(result.shipped)
    elif result.made:
        stages = ", ".join(each.version.stage.upper() for each in result.made)
        say(f"Settled: {stages}.")
    else:
        say("There was nothing to do: all of it is settled.")
    if result.made:
        say(f"\nThis took {', '.join(_took(result))}.")
    if result.next_step:
        say(f"Next: {command_of(RunPipeline(), project)}")
        return
    say("Next: play it here, open it in the browser, or have a passage written anew:")
    for remedy in _NEXT:
        say(f"  {command_of(remedy, project)}")


def pipeline_document(result: PipelineResult, *, folder: Path) -> dict[str, Any]:
    """The same as JSON; a cost of ``null`` is unknown."""
    spent = result.spent
    return {
        "project": str(folder.resolve()),
        "made": [
            {
                "stage": each.version.stage,
                "version": each.version.version,
                "run": each.run,
                "path": str(each.path),
            }
            for each in result.made
        ],
        "shipped": shipped_document(result.shipped) if result.shipped else None,
        "usage": {
            "calls": spent.usage.calls,
            "input_tokens": spent.usage.input_tokens,
            "output_tokens": spent.usage.output_tokens,
            "seconds": round(result.seconds, 3),
            "cost": None if spent.cost is None else float(spent.cost),
        },
        "next": command_of(result.next_step) if result.next_step else "",
    }


def _took(result: PipelineResult) -> tuple[str, ...]:
    spent = result.spent
    return (
        counted(spent.usage.calls, "call"),
        counted(spent.usage.total_tokens, "token"),
        money(spent.cost),
        f"{result.seconds:.0f} s",
    )
