"""The commands ``qf ship`` and ``qf open``: export the story, and open it in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from questfoundry.cli.run_result_view import ship_document, write_ship_result
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction, Translate
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, open_in_browser, say
from questfoundry.presentation.errors import BAD_INPUT
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import resolve_place

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.protocols.exporter import StorySource
    from questfoundry.domain.protocols.files import ProjectFiles


_ALL = "all"


@command()
async def ship(
    call: Call, formats: str = "", output: Path | None = None, language: str = ""
) -> CommandResult:
    """Export the finished story, in all formats or only some.

    `publication` in project.yaml sets the author, the licence, the cover and the button labels;
    `theme` sets the colours and fonts. For an imported story, export its source files.

    --format NAMES: Formats to export, for example html,gamebook (default: all).
    --output FOLDER: Folder for the files (default: the project's exports/).
    --language LANG: Export this translation to exports/LANG, or all complete ones with `all`.
    """
    wanted = [name for each in formats.split(",") if (name := each.strip())]
    async with call.open_project() as project:
        if source := project.source():
            if language:
                raise typer.BadParameter("An imported story has no translations here.")
            return _ship_source(source, project.settings().files, output, wanted)
        if language:
            return _ship_translations(project, wanted, output, language)
        shipped = project.ship(folder=project.export_folder(output)).execute(wanted)

    def write() -> None:
        write_ship_result(shipped)
        if output is None and any(each.format == "html" for each in shipped.files):
            say(f"\nPlay it with: {command_of(SimpleAction.OPEN_STORY, call.project)}")

    return CommandResult(ship_document(shipped), write, BAD_INPUT if shipped.failed else 0)


def _ship_translations(
    project: ProjectContainer, wanted: list[str], output: Path | None, language: str
) -> CommandResult:
    """Export the translation to ``language``, or all complete translations."""
    languages = [language]
    if language == _ALL:
        books = project.translations().open_all()
        languages = [each.language for each in books if not each.open_lines]
        if not languages:
            raise InputError("No translation is complete yet.", remedies=(Translate(),))
    results = {
        each: project.ship(folder=project.export_folder(output, each), language=each).execute(
            wanted
        )
        for each in languages
    }

    def write() -> None:
        for shipped in results.values():
            write_ship_result(shipped)

    documents = {name: ship_document(each) for name, each in results.items()}
    failed = any(each.failed for each in results.values())
    return CommandResult({"languages": documents}, write, BAD_INPUT if failed else 0)


def _ship_source(
    source: StorySource, files: ProjectFiles, output: Path | None, wanted: list[str]
) -> CommandResult:
    from questfoundry.composition.project.import_material import export_source

    if wanted:
        raise typer.BadParameter(
            "An imported story is exported as its own files. Leave out --format."
        )
    sizes = export_source(source, files, output)
    return CommandResult(
        {"files": [{"path": resolve_place(each), "bytes": sizes[each]} for each in sizes]},
        "\n".join(["Exported the story's own files:", *sizes]),
    )


@command()
async def open_(call: Call) -> CommandResult:
    """Open the story's HTML file in the browser."""
    async with call.open_project(needs_artifacts=True) as project:
        path = _find_on_disk(project, project.find_export().execute())
    shown = open_in_browser(path.as_uri())
    if not (shown or call.as_json):
        note("No browser is available. The file is:")
    return CommandResult({"path": path, "opened": shown}, str(path))


def _find_on_disk(project: ProjectContainer, place: str) -> Path:
    """Return the path of an export; an export in a database is first copied to this machine."""
    settings = project.settings()
    if not settings.is_shared:
        return Path(place).resolve()
    copy = settings.paths.exports / place.rpartition("/")[2]
    content = project.export_folder().read(copy.name)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(content or b"")
    return copy
