"""The commands ``qf ship`` and ``qf open``: export the story, and open it in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from questfoundry.app.shipping.ship import ShipResult
from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, open_in_browser, say, write_table
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, select_fields

if TYPE_CHECKING:
    from questfoundry.domain.protocols import StorySource

_PREVIEW = command_of(SimpleAction.PREVIEW)


@command()
async def ship(call: Call, formats: str = "", output: Path | None = None) -> CommandResult:
    """Export the finished story, in all formats or only some.

    `publication` in project.yaml sets the author, the licence, the cover and the button labels;
    `theme` sets the colours and fonts. For an imported story, export its source files.

    --format NAMES: Formats to export, for example html,gamebook (default: all).
    --output FOLDER: Folder for the files (default: the project's exports/).
    """
    wanted = [name for each in formats.split(",") if (name := each.strip())]
    async with call.open_project() as project:
        if source := project.source():
            return _ship_source(source, output or call.paths.exports, wanted)
        shipped = project.ship(folder=project.export_folder(output)).execute(wanted)

    def write() -> None:
        write_ship_result(shipped)
        if output is None and any(each.format == "html" for each in shipped.files):
            say(f"\nPlay it with: {command_of(SimpleAction.OPEN_STORY, call.project)}")

    return CommandResult(ship_document(shipped), write)


def _ship_source(source: StorySource, folder: Path, wanted: list[str]) -> CommandResult:
    from questfoundry.composition.project.import_material import export_source

    if wanted:
        raise typer.BadParameter(
            "--format does not work for an imported story: its own files are exported."
        )
    paths = export_source(source, folder)
    return CommandResult(
        {"files": [{"path": _resolve(str(each)), "bytes": each.stat().st_size} for each in paths]},
        "\n".join(["Exported the story's own files:", *map(str, paths)]),
    )


@command()
async def open_(call: Call) -> CommandResult:
    """Open the story's HTML file in the browser."""
    async with call.open_project() as project:
        path = _resolve(project.find_export().execute())
    shown = open_in_browser(path.as_uri())
    if not (shown or call.as_json):
        note("No browser is available. The file is:")
    return CommandResult({"path": path, "opened": shown}, str(path))


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
    paths = [Path(each.path) for each in shipped.files]
    write_table(
        ("Format", ">Bytes", "File"),
        [
            (each.format, f"{each.size:,}", path.name)
            for each, path in zip(shipped.files, paths, strict=True)
        ],
    )
    say(f"\nFolder: {paths[0].parent}")
    for each in shipped.findings:
        note(f"{each.place}: {each.problem} {each.fix}")
    if shipped.stale:
        names = " and ".join(each.upper() for each in shipped.stale)
        note(f"Stale, because earlier stages have changed: {names}. See: {_PREVIEW}")


def ship_document(shipped: ShipResult) -> dict[str, object]:
    """Return the result of the export as JSON data."""
    report = shipped.report
    return {
        **select_fields(report, "title", "ifid", "words", "passages", "arcs"),
        "endings": len(report.endings),
        "stale": shipped.stale,
        "findings": [
            select_fields(each, "rule", "place", "problem", "fix") for each in shipped.findings
        ],
        "files": [
            {"format": each.format, "path": _resolve(each.path), "bytes": each.size}
            for each in shipped.files
        ],
    }


def _resolve(path: str) -> Path:
    return Path(path).resolve()
