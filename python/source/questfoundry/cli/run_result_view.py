"""Write the results of ``qf run`` and ``qf ship``: files, usage, unmet requests, next steps."""

from pathlib import Path, PurePath
from typing import Any

from attrs import evolve

from questfoundry.app.pipeline.run_pipeline import PipelineResult
from questfoundry.app.shipping.ship import ShipResult
from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.remedy import (
    ChooseModel,
    RewritePassage,
    RunPipeline,
    RunStage,
    SimpleAction,
)
from questfoundry.presentation.console import note, say, write_table
from questfoundry.presentation.plan_view import format_differing, format_unmet, unmet_document
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import (
    describe_progress,
    estimate_mark,
    folder_of,
    format_count,
    format_money,
    resolve_place,
    select_fields,
    usage_document,
)


def write_result(result: PipelineResult, *, project: Path | None) -> None:
    """Write the exported files, the usage, the author's unmet requests and the next step."""
    say()
    if result.ship_result:
        write_ship_result(result.ship_result)
    elif result.stage_results:
        stages = ", ".join(each.version.stage.upper() for each in result.stage_results)
        say(f"Finished: {stages}.")
    else:
        say("Nothing to do: all stages are finished.")
    if result.stage_results:
        say(f"\nThis took {', '.join(_format_usage(result))}.")
    for line in format_unmet(each for made in result.stage_results for each in made.unmet_requests):
        say(line)
    _write_doubtful(result, project)
    for line in format_differing(result.differing, project, is_mine=result.writing is not None):
        say(line)
    _write_progress(result, project)
    match result.next_step:
        case None:
            pass
        case RunPipeline(chapter=chapter):
            say(f"Play it and change what you like; chapter {chapter} builds on it. To make it:")
            say(f"  {command_of(result.next_step, project)}\n")
        case step:
            following = step if result.writing else RunPipeline()
            say(f"Next: {command_of(following, project)}")
            return
    _write_next_steps(result, project)


def _write_progress(result: PipelineResult, project: Path | None) -> None:
    if result.writing:
        say(describe_progress(result.writing))
    if result.proposals:
        see = command_of(SimpleAction.LIST_DRAFTS, project)
        count = format_count(result.proposals, "passage")
        say(f"A model proposes changes to {count}; nothing is changed yet. See: {see}")


def _write_doubtful(result: PipelineResult, project: Path | None) -> None:
    if doubtful := [name for each in result.stage_results for name in each.doubtful_passages]:
        count = format_count(len(doubtful), "passage")
        say(f"The full review found serious problems in {count}:")
        for passage in doubtful:
            say(f"  {passage}")
        say(f"For details and suggested fixes: {command_of(SimpleAction.CHECK_STRUCTURE, project)}")


def _write_next_steps(result: PipelineResult, project: Path | None) -> None:
    is_draft = result.ship_result and DRAFT_MODEL in result.ship_result.report.licences
    last = "let a model write your own" if is_draft else "rewrite a passage"
    say(f"Next: play it here, open it in the browser, or {last}:")
    for remedy in (SimpleAction.PLAY, SimpleAction.OPEN_STORY):
        say(f"  {command_of(remedy, project)}")
    if is_draft:
        again = command_of(RunPipeline(start="dream"), project)
        say(f"  {again} {command_of(ChooseModel())}")
    else:
        say(f"  {command_of(RewritePassage('PASSAGE', 'darker'), project)}")


def result_document(result: PipelineResult, *, address: str) -> dict[str, Any]:
    """Return the result of a pipeline run as JSON data."""
    used = evolve(result.spending, seconds=result.seconds)
    return {
        "project": address,
        "made": [
            {
                **select_fields(each.version, "stage", "version"),
                **select_fields(each, "run", "path"),
                "summary": each.summary,
                "unmet": unmet_document(each.unmet_requests),
            }
            for each in result.stage_results
        ],
        "shipped": ship_document(result.ship_result) if result.ship_result else None,
        "differing": result.differing,
        "writing": result.writing,
        "usage": usage_document(used),
        "next": command_of(result.next_step) if result.next_step else "",
    }


def _format_usage(result: PipelineResult) -> tuple[str, ...]:
    spent = result.spending
    return (
        format_count(spent.usage.calls, "call"),
        f"{estimate_mark(spent.usage)}{format_count(spent.usage.total_tokens, 'token')}",
        format_money(spent.cost),
        f"{result.seconds:.0f} s",
    )


def write_ship_result(shipped: ShipResult) -> None:
    """Write the size of the story and its exported files with their folder to standard output."""
    report = shipped.report
    say(
        f"Exported {report.title}: {format_count(report.words, 'word')}, "
        f"{format_count(report.passages, 'passage')}, "
        f"{format_count(len(report.endings), 'ending')}.\n"
    )
    if report.chapters:
        say(f"So far, it ends with chapter {report.chapters.planned} of {report.chapters.of}.\n")
    write_table(
        ("Format", ">Bytes", "File"),
        [(each.format, f"{each.size:,}", PurePath(each.path).name) for each in shipped.files],
    )
    say(f"\nFolder: {folder_of(shipped.files[0].path)}")
    for each in shipped.findings:
        note(f"{each.place}: {each.problem} {each.fix}")
    if shipped.removed:
        note(
            f"Removed the exports of the earlier story in other formats: "
            f"{', '.join(shipped.removed)}. To write them again: {command_of(RunStage('ship'))}"
        )
    if shipped.stale:
        names = " and ".join(each.upper() for each in shipped.stale)
        see = command_of(SimpleAction.PREVIEW)
        note(f"Stale, because earlier stages have changed: {names}. See: {see}")


def ship_document(shipped: ShipResult) -> dict[str, object]:
    """Return the result of the export as JSON data."""
    report = shipped.report
    return {
        **select_fields(report, "title", "ifid", "words", "passages", "arcs"),
        "endings": len(report.endings),
        "stale": shipped.stale,
        "failed": shipped.failed,
        "removed": shipped.removed,
        "findings": [
            select_fields(each, "rule", "place", "problem", "fix") for each in shipped.findings
        ],
        "files": [
            {"format": each.format, "path": resolve_place(each.path), "bytes": each.size}
            for each in shipped.files
        ],
    }
