"""Write the report of a story as Markdown for people and as JSON for programs."""

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from attrs import asdict
from attrs.filters import exclude

from questfoundry.domain.protocols.exporter import ExportedFile, ReportWriter
from questfoundry.domain.story.report import EndingShare, StageUse, StoryReport
from questfoundry.infra.export.markdown import escape_line

_PLAYER = "The HTML file contains the player of QuestFoundry, which is under the MIT licence."


class ReportFiles(ReportWriter):
    """A writer of ``report.md`` and ``report.json``."""

    def write(self, report: StoryReport) -> Sequence[ExportedFile]:
        """Return the Markdown file and the JSON file of ``report``."""
        document = json.dumps(_document(report), ensure_ascii=True, indent=2)
        text = "\n\n".join(_blocks(report))
        return (
            ExportedFile("report.md", f"{text}\n".encode()),
            ExportedFile("report.json", f"{document}\n".encode()),
        )


def _blocks(report: StoryReport) -> Iterator[str]:
    yield f"# Report: {escape_line(report.title)}"
    yield "\n".join(f"- {name}: {value}" for name, value in _numbers(report))
    yield "## Endings"
    yield "\n".join(
        f"- {escape_line(each.name)}: {_share(each, report)}" for each in report.endings
    )
    if report.findings:
        yield "## Possible improvements"
        yield "\n".join(
            f"- {escape_line(each.passage)}: {escape_line(each.problem)}"
            for each in report.findings
        )
    yield "## Model usage"
    if not report.stages:
        yield "No model calls are recorded."
    else:
        yield "\n".join(
            (
                "| Stage | Models | Calls | Tokens read | Tokens written | Seconds | Cost |",
                "|---|---|--:|--:|--:|--:|--:|",
                *(_row(each) for each in report.stages),
            )
        )
        yield (
            f"Total: {report.usage.calls:,} calls, {report.usage.total_tokens:,} tokens, "
            f"{_money(report.cost)}."
        )
    yield "## Licences"
    notes = (f"- {escape_line(model)}: {note}" for model, note in report.licences.items())
    yield "\n".join((*notes, f"- {_PLAYER}"))


def _numbers(report: StoryReport) -> Iterator[tuple[str, str]]:
    if report.chapters:
        yield "Chapters", f"{report.chapters.planned} of {report.chapters.of}: unfinished"
    yield "Words", f"{report.words:,}"
    yield "Passages", f"{report.passages:,}"
    yield "Choices", f"{report.choices:,}"
    if report.decisions:
        yield "Decisions that change what follows", f"{report.decisions.consequential:,}"
        yield "Decisions that only colour the text", f"{report.decisions.cosmetic:,}"
    playthroughs = "not counted: the story has loops" if report.arcs is None else f"{report.arcs:,}"
    yield "Playthroughs", playthroughs
    yield "Endings", f"{len(report.endings):,}"
    yield "Language", escape_line(report.language)
    yield "IFID", report.ifid


def _share(ending: EndingShare, report: StoryReport) -> str:
    if ending.arcs is None or not report.arcs:
        return "reached"
    # Integer arithmetic: the counts of a long story exceed the range of a float.
    tenths = (ending.arcs * 1000 + report.arcs // 2) // report.arcs
    return f"{ending.arcs:,} of {report.arcs:,} playthroughs ({tenths // 10}.{tenths % 10} %)"


def _row(use: StageUse) -> str:
    models = ", ".join(escape_line(model) for model in use.models)
    numbers = (use.usage.calls, use.usage.input_tokens, use.usage.output_tokens)
    cells = (use.stage, models, *(f"{number:,}" for number in numbers))
    return f"| {' | '.join((*cells, f'{use.seconds:.1f}', _money(use.cost)))} |"


def _money(dollars: Decimal | None) -> str:
    if dollars is None:
        return "cost unknown"
    return f"${dollars:.4f}" if dollars else "no cost"


def _document(report: StoryReport) -> dict[str, Any]:
    return {
        **asdict(report, filter=exclude("stages", "licences", "chapters", "decisions")),
        **({"chapters": asdict(report.chapters)} if report.chapters else {}),
        **({"decisions": asdict(report.decisions)} if report.decisions else {}),
        "stages": [_stage(use) for use in report.stages],
        "tokens": report.usage.total_tokens,
        "cost": _dollars(report.cost),
        "licences": dict(report.licences),
    }


def _stage(use: StageUse) -> dict[str, Any]:
    return {
        "stage": use.stage,
        "models": use.models,
        "calls": use.usage.calls,
        "input_tokens": use.usage.input_tokens,
        "output_tokens": use.usage.output_tokens,
        "seconds": round(use.seconds, 3),
        "cost": _dollars(use.cost),
    }


def _dollars(cost: Decimal | None) -> float | None:
    return None if cost is None else float(cost)
