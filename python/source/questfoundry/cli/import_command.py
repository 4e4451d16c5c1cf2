"""The command ``qf import``: create a project from an existing story or outline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.app.stages.brainstorm.sections import find_fitting_size
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, RewritePassage, RunPipeline, SimpleAction
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, join_lines

if TYPE_CHECKING:
    from questfoundry.composition.project.import_material import ImportedMaterial, ImportedStory


@command(
    without=("trust",),
    project="Folder of the new project (default: a new folder here, named after the story or the "
    "first outline file).",
)
async def import_(call: Call, files: list[Path], size: Size | None = None) -> CommandResult:
    """Create a project from a Twine or ink story, or from an outline.

    The command copies the files of a story unchanged.

    FILE...: A story in Twee, Twine HTML or compiled ink, as files or a folder. Or an outline in
        Markdown, plain text, Word, RTF, OPML or Scrivener, as files or a folder.
    --size: Intended size of the story, if you import an outline.
    """
    from questfoundry.composition.project.import_material import (
        import_material,
        import_story,
        is_material,
    )

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
            "--size works only for an outline; an imported story keeps its size. Leave out --size."
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
Names were recognised by their capital letters: some may be missing, and some may not be names. \
Larger models also look for names themselves. To be certain, list names under a heading such as \
"People" or "Places".\
"""


def _write_outline(made: ImportedMaterial, size: Size | None) -> None:
    names = [join_lines(each.name) for each in made.names]
    folder = made.paths.root / "outline"
    say(
        f"Your outline is in {folder}. The planning stages of a model read it. (The draft writer "
        "keeps its names only.)"
    )
    if names:
        say(f"The story will keep these names: {', '.join(names)}.")
    if not names or not all(each.is_listed for each in made.names):
        say(_BY_CAPITALS)
    fits = find_fitting_size(made.names)
    if fits is None:
        say("No story size has room for all of these names; names left out are listed later.")
    if made.idea:
        say(f"Unless you give another idea, the story is about: {join_lines(made.idea)}")
        say(f"\nNext: {command_of(RunPipeline(), made.paths.root)}")
    else:
        say(f"\nNext: {command_of(GiveIdea('dream'), made.paths.root)}")
    if size:
        say(f"The story will be {size.value} (`size` in project.yaml).")
    if fits and list(PRESETS).index(fits) > list(PRESETS).index(size or Size.MICRO):
        say(f"To have room for all names, the story must be {fits.value} or larger.")


def _write(made: ImportedStory) -> None:
    story, root = made.story, made.paths.root
    passages = format_count(len(story.structure.passages), "passage")
    say(f"{join_lines(story.title) or 'Untitled'}: {passages} in {root}.")
    say(f"Its files are in {made.paths.source}, unchanged: {made.files:,}.")
    if story.unmodelled:
        lines = format_count(len(story.unmodelled), "piece")
        say(f"Not analysed, but unchanged in the files: {lines} of code; qf check lists them.")
    say(f"\nNext: {command_of(SimpleAction.CHECK_STRUCTURE, root)}")
    if not story.is_split:
        say(f"  or: {command_of(RewritePassage('PASSAGE'), root)}")
