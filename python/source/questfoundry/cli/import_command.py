"""The command ``qf import``: create a project from an existing story or outline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.app.stages.brainstorm.sections import find_fitting_size
from questfoundry.composition.settings.paths import SOURCE
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, RewritePassage, RunPipeline, SimpleAction
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, join_lines, resolve_place

if TYPE_CHECKING:
    from questfoundry.composition.project.import_material import ImportedMaterial, ImportedStory
    from questfoundry.composition.project.places import ProjectPlace


@command(
    without=("trust",),
    project="Folder of the new project (default: a new folder here, named after the story or the "
    "first outline file).",
)
async def import_(call: Call, files: list[Path], size: Size | None = None) -> CommandResult:
    """Create a project from a story of another program, or an outline.

    The command copies the files of a story unchanged.

    FILE...: A story in Twee, Twine HTML, ChoiceScript or compiled ink, as files, a folder or a
        .zip. Or an outline in Markdown, plain text, Word, RTF, OPML or Scrivener, as files or a
        folder.
    --size: Intended size of the story, if you import an outline.
    """
    from questfoundry.composition.project.import_material import (
        import_material,
        import_story,
        is_material,
    )

    if is_material(files):
        found = await import_material(files, _chosen_place(call), size)
        return CommandResult(
            {
                "project": found.place.address,
                "outline": [resolve_place(each) for each in found.files],
                "names": [each.name for each in found.names],
                "idea": found.idea,
            },
            lambda: _write_outline(call, found, size),
        )
    if size:
        raise InputError(
            "--size works only for an outline; an imported story keeps its size. Leave out --size."
        )
    made = import_story(files, _chosen_place(call))
    story = made.story
    return CommandResult(
        {
            "project": made.place.address,
            "source": resolve_place(made.place.files.place(SOURCE)),
            "files": made.files,
            "title": story.title,
            "passages": len(story.structure.passages),
            "choices": len(story.structure.choices),
            "not_modelled": len(story.unmodelled),
        },
        lambda: _write(call, made),
    )


_BY_CAPITALS = """\
Names were recognised by their capital letters: some may be missing, and some may not be names. \
Larger models also look for names themselves. To be certain, list names under a heading such as \
"People" or "Places".\
"""


def _chosen_place(call: Call) -> ProjectPlace | None:
    return call.place if call.project or call.database else None


def _write_outline(call: Call, made: ImportedMaterial, size: Size | None) -> None:
    names = [join_lines(each.name) for each in made.names]
    folder, root = made.place.files.place("outline"), _shown_project(call, made.place)
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
        say(f"\nNext: {command_of(RunPipeline(), root)}")
    else:
        say(f"\nNext: {command_of(GiveIdea('dream'), root)}")
    if size:
        say(f"The story will be {size.value} (`size` in project.yaml).")
    if fits and list(PRESETS).index(fits) > list(PRESETS).index(size or Size.MICRO):
        say(f"To have room for all names, the story must be {fits.value} or larger.")


def _shown_project(call: Call, place: ProjectPlace) -> Path:
    return call.project or Path(place.files.place(""))


def _write(call: Call, made: ImportedStory) -> None:
    story, root = made.story, _shown_project(call, made.place)
    passages = format_count(len(story.structure.passages), "passage")
    say(f"{join_lines(story.title) or 'Untitled'}: {passages} in {root}.")
    say(f"Its files are in {made.place.files.place(SOURCE)}, unchanged: {made.files:,}.")
    if story.unmodelled:
        lines = format_count(len(story.unmodelled), "piece")
        say(f"Not analysed, but unchanged in the files: {lines} of code; qf check lists them.")
    say(f"\nNext: {command_of(SimpleAction.CHECK_STRUCTURE, root)}")
    if not story.is_split:
        say(f"  or: {command_of(RewritePassage('PASSAGE'), root)}")
