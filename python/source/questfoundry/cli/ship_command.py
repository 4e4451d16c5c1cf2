"""``qf ship`` and ``qf open``: the finished story as files, and in the browser."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.app.shipping.ship import Shipped
from questfoundry.cli.console import note, say, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import counted
from questfoundry.domain.remedy import Act

Formats = Annotated[
    str,
    typer.Option(
        "--format", metavar="NAMES", help="Only these formats, for example html,gamebook."
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where the files go; else the project's exports/."),
]


def ship(
    formats: Formats = "",
    output: Output = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Export the finished story, in every format or in some."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        wanted = [name for each in formats.split(",") if (name := each.strip())]
        asyncio.run(_ship(wanted, output, project, as_json=as_json))


def open_(project: Project = None, as_json: AsJson = False, debug: Debug = False) -> None:
    """Open the story's HTML in the browser."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_open(project, as_json=as_json))


async def _ship(
    formats: list[str], output: Path | None, given: Path | None, *, as_json: bool
) -> None:
    async with existing_project(given) as project:
        take_in_edits(project)
        folder = project.export_folder(output)
        shipped = project.ship(folder=folder).execute(formats)
    if as_json:
        write_json(shipped_document(shipped))
        return
    write_shipped(shipped)
    if output is None and any(each.format == "html" for each in shipped.files):
        say(f"\nPlay it with: {command_of(Act.OPEN_STORY, given)}")


def write_shipped(shipped: Shipped) -> None:
    """Say what the story is, and list its files and their folder."""
    report = shipped.report
    say(
        f"Shipped {report.title}: {counted(report.words, 'word')}, "
        f"{counted(report.passages, 'passage')}, {counted(len(report.endings), 'ending')}.\n"
    )
    paths = [Path(each.path) for each in shipped.files]
    write_table(
        ("Format", ">Bytes", "File"),
        [
            (each.format, f"{each.size:,}", path.name)
            for each, path in zip(shipped.files, paths, strict=True)
        ],
    )
    say(f"\nIn {paths[0].parent}")


async def _open(given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        path = _whole(project.find_export().execute())
    shown = _has_display() and _open_in_browser(path)
    if as_json:
        write_json({"path": str(path), "opened": shown})
        return
    if not shown:
        note("There is no browser to open here. This is the file:")
    say(str(path))


def _has_display() -> bool:
    """Whether a window can appear; without one a text browser would take the terminal."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def _open_in_browser(path: Path) -> bool:
    import webbrowser

    return webbrowser.open(path.as_uri())


def _whole(path: str) -> Path:
    return Path(path).resolve()


def shipped_document(shipped: Shipped) -> dict[str, object]:
    """What was shipped as JSON."""
    report = shipped.report
    return {
        "title": report.title,
        "ifid": report.ifid,
        "words": report.words,
        "passages": report.passages,
        "arcs": report.arcs,
        "endings": len(report.endings),
        "files": [
            {"format": each.format, "path": str(_whole(each.path)), "bytes": each.size}
            for each in shipped.files
        ],
    }
