"""The command ``qf map``: draw a map of the story."""

from __future__ import annotations

import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from questfoundry.app.story_map.draw_map import (
    ChoiceHighlight,
    DrawnMap,
    EndingHighlight,
    Extreme,
    Highlight,
)
from questfoundry.app.story_map.story_map import MapFormat
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import ExportedFile, is_plain_name
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say
from questfoundry.presentation.text import clean, format_count

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer

STANDARD_OUTPUT = Path("-")


@command()
async def map_(
    call: Call,
    files: list[Path] | None = None,
    map_format: MapFormat | None = None,
    beats: bool = False,
    playthrough: str | None = None,
    ending: str | None = None,
    longest: bool = False,
    shortest: bool = False,
    output: Path | None = None,
) -> CommandResult | None:
    """Draw a map of the story's passages and choices.

    FILE...: A story in Twee, Twine HTML, ChoiceScript, compiled ink or JSON, as files,
        a folder or a ZIP archive (default: the project's story).
    --format: Output format (default: the format of the --output file, or SVG).
    --beats: Show what happens in each passage, beat by beat.
    --playthrough CHOICE,...: Highlight the playthrough with these choices.
    --ending ENDING: Highlight a shortest playthrough to this ending.
    --longest: Highlight a longest playthrough.
    --shortest: Highlight a shortest playthrough to any ending.
    --output FILE: Output file, or - for standard output (default: exports/map.*, or next to FILE).
    """
    if call.as_json and output == STANDARD_OUTPUT:
        raise typer.BadParameter(
            "--json and --output - both write to standard output. Use one of them."
        )
    from questfoundry.composition.registries.formats import (
        build_map_use_case,
        read_foreign_story,
        write_file,
    )

    highlight = _highlight(playthrough, ending, longest=longest, shortest=shortest)
    map_format = map_format or _find_format(output)
    opened: AbstractAsyncContextManager[ProjectContainer | None] = (
        nullcontext() if files else call.open_project()
    )
    async with opened as project:
        source = project.source() if project else None
        if project and not source:
            story = project.load_woven_story()
            drawn = project.draw_map().execute(
                story, map_format=map_format, beats=beats, highlight=highlight
            )
        else:
            if beats:
                raise typer.BadParameter(
                    "--beats needs the plan of a project. Leave out --beats or FILE."
                )
            drawn = build_map_use_case().draw_foreign(
                source.story() if source else read_foreign_story(files or ()),
                map_format=map_format,
                highlight=highlight,
            )
        if output == STANDARD_OUTPUT:
            _print_map(drawn)
            return None
        file = output and _require_file(output)
        if files:
            beside = files[0].with_name(f"{files[0].stem}.map{drawn.suffix}")
            path = write_file(file or beside, drawn.content)
        elif project:
            name = file.name if file else f"map{drawn.suffix}"
            folder = project.export_folder(file and file.parent)
            path = folder.write(ExportedFile(name, drawn.content))
    return CommandResult(_document(drawn, path), lambda: _write(drawn, path))


def _highlight(
    playthrough: str | None, ending: str | None, *, longest: bool, shortest: bool
) -> Highlight | None:
    highlights: list[Highlight] = []
    if playthrough is not None:
        choices = (each.strip() for each in playthrough.split(","))
        highlights.append(ChoiceHighlight(tuple(each for each in choices if each)))
    if ending is not None:
        highlights.append(EndingHighlight(ending))
    highlights += [Extreme.LONGEST] if longest else []
    highlights += [Extreme.SHORTEST] if shortest else []
    if len(highlights) > 1:
        raise typer.BadParameter(
            "Use only one of --playthrough, --ending, --longest and --shortest."
        )
    return highlights[0] if highlights else None


def _find_format(output: Path | None) -> MapFormat | None:
    """Return the format that the suffix of ``output`` means, or ``None``."""
    suffixes = {".svg": MapFormat.SVG, ".png": MapFormat.PNG, ".mmd": MapFormat.MERMAID}
    return suffixes.get(output.suffix.lower()) if output else None


def _print_map(drawn: DrawnMap) -> None:
    if drawn.format is MapFormat.PNG:
        sys.stdout.buffer.write(drawn.content)
    else:
        sys.stdout.write(clean(drawn.content.decode()))


def _require_file(output: Path) -> Path:
    is_blocked = output.is_symlink() or (output.exists() and not output.is_file())
    if is_blocked or not is_plain_name(output.name):
        raise InputError(
            f"Cannot write the map to {str(output)!r}. Name another file with --output, or - for "
            "standard output."
        )
    return output


def _write(drawn: DrawnMap, path: str) -> None:
    passages = format_count(len(drawn.story_map.boxes), "passage")
    choices = format_count(drawn.story_map.choices, "choice")
    say(f"Drew {passages} and {choices}: {path}")
    if drawn.highlighted is not None:
        say(
            "The highlighted playthrough visits "
            f"{format_count(len(drawn.highlighted.passages), 'passage')}."
        )


def _document(drawn: DrawnMap, path: str) -> dict[str, Any]:
    return {
        "path": Path(path).resolve(),
        "format": drawn.format,
        "passages": len(drawn.story_map.boxes),
        "choices": drawn.story_map.choices,
        "playthrough": drawn.highlighted and drawn.highlighted.choices,
    }
