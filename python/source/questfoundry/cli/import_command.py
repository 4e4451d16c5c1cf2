"""``qf import``: a story that was made elsewhere becomes a project, its files as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import say
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import format_count, one_line
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, RewritePassage, RunPipeline, SimpleAction
from questfoundry.domain.story.size import PRESETS, Size

if TYPE_CHECKING:
    from questfoundry.composition.import_material import ImportedMaterial
    from questfoundry.composition.imports import Imported
    from questfoundry.domain.story.outline_name import OutlineName

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        help="A story in Twee, Twine's HTML or compiled ink, or the folder that it is in; or an "
        "outline in Markdown, text, Word, RTF, OPML or Scrivener, or a folder of such texts.",
    ),
]

SizeOption = Annotated[
    Size | None,
    typer.Option(
        "--size", help="How large the story of an outline is meant to become.", show_default=False
    ),
]


@command(
    without=("trust",),
    project="The folder of the new project; else one here, named after the story, or the first "
    "file of an outline.",
)
async def import_(call: Call, files: Files, size: SizeOption = None) -> CommandResult:
    """Make a project of a story in Twine or ink, whose files stay as they are, or of an outline."""
    from questfoundry.composition.import_material import import_material, is_material
    from questfoundry.composition.imports import import_story

    if is_material(files):
        found = await import_material(files, call.project, size)
        return CommandResult(
            {
                "project": found.paths.root.resolve(),
                "outline": [each.resolve() for each in found.files],
                "names": [each.name for each in found.names],
                "idea": found.idea,
            },
            lambda: _write_outline(found, size),
        )
    if size:
        raise InputError(
            "A story that is imported has the size that it has; --size is for an outline. "
            "Leave it out."
        )
    made = import_story(files, call.project)
    story = made.story
    return CommandResult(
        {
            "project": made.paths.root.resolve(),
            "source": made.paths.source.resolve(),
            "files": made.files,
            "title": story.title,
            "passages": len(story.structure.passages),
            "choices": len(story.structure.choices),
            "not_modelled": len(story.unmodelled),
        },
        lambda: _write(made),
    )


_BY_CAPITALS = """\
Names are found by their capitals: some may be missing, and some be no names. Larger models read \
the outline for its names themselves; a list below a heading "People" or "Places" in it makes sure.\
"""


def size_with_room(names: Sequence[OutlineName]) -> Size | None:
    """The smallest story that has room for all of them; ``None`` where none has."""
    from questfoundry.app.stages.brainstorm.entity_quota import has_room

    return next((size for size, preset in PRESETS.items() if has_room(names, preset)), None)


def _write_outline(made: ImportedMaterial, size: Size | None) -> None:
    names = [one_line(each.name) for each in made.names]
    folder = made.paths.root / "outline"
    say(
        f"Your outline is in {folder}; all stages before the prose are shown it (in the embedded "
        "model's moments code lays sentences of it down)."
    )
    if names:
        say(f"These names in it are to be kept: {', '.join(names)}.")
    if not names or not all(each.is_listed for each in made.names):
        say(_BY_CAPITALS)
    fits = size_with_room(made.names)
    if fits is None:
        say("That is more than a story of any size has room for; what is left out is told.")
    if made.idea:
        say(f"It is about, if you give no other idea: {one_line(made.idea)}")
        say(f"\nNext: {command_of(RunPipeline(), made.paths.root)}")
    else:
        say(f"\nNext: {command_of(GiveIdea('dream'), made.paths.root)}")
    if size:
        say(f"Its story is to be {size.value}; `size` in project.yaml says so.")
    if fits and list(PRESETS).index(fits) > list(PRESETS).index(size or Size.MICRO):
        say(f"A story that has room for all of them is {fits.value}, or larger.")


def _write(made: Imported) -> None:
    story, root = made.story, made.paths.root
    passages = format_count(len(story.structure.passages), "passage")
    say(f"{one_line(story.title) or 'Without a title'}: {passages} in {root}.")
    say(f"Its files are in {made.paths.source}, byte for byte: {made.files:,}.")
    if story.unmodelled:
        lines = format_count(len(story.unmodelled), "thing")
        say(f"Not modelled, and kept all the same: {lines}; a check says what and where.")
    say(f"\nNext: {command_of(SimpleAction.CHECK_STRUCTURE, root)}")
    if not story.is_split:
        say(f"  or: {command_of(RewritePassage('PASSAGE'), root)}")
