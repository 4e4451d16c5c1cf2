"""The commands ``qf brief``, ``comments`` and ``bible``, for what authors write themselves."""

from collections.abc import Sequence
from pathlib import Path

import typer

from questfoundry.cli import completion
from questfoundry.composition.project.material import ProjectComments, ProjectMaterial
from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material_parts import BIBLE, MaterialPage, headings_of
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.story.comment import AuthorComment, build_rewrite_note
from questfoundry.presentation.author_brief import (
    FOLDER,
    format_brief,
    take_in_names,
    take_in_texts,
    write_files,
)
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say
from questfoundry.presentation.parameters import Positive
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, join_lines

_WHERE = """\
To write this passage, run qf brief, write at the end of its file in briefs/, and run qf brief
again. Or write it in the desk: qf desk"""


@command()
async def brief(call: Call, passage: completion.Passage | None = None) -> CommandResult:
    """Show what to write in a passage, or write a file in briefs/ for each passage.

    You may write a passage at the end of its file. The next qf brief takes your text in.

    PASSAGE: The passage's id, or its title if only one passage has it (default: all, as files).
    """
    async with call.open_project(needs_artifacts=True) as project:
        briefs, wording = project.brief_author(), project.prompts().wording("briefing")
        taken, names = take_in_texts(project, briefs.execute()), take_in_names(project)
        found = briefs.execute(passage or "")
        if passage:
            return CommandResult(found[0], f"{format_brief(found[0], wording)}\n{_WHERE}")
        files = write_files(project, found, wording)
    lines = [f"Took in your text of {each}." for each in taken]
    if names:
        lines.append(f"Took in {format_count(names, 'name')} of yours.")
    lines.append(f"Wrote {format_count(len(files), 'brief')} to the folder {FOLDER}/.")
    return CommandResult({"files": files, "taken": taken, "names": names}, "\n".join(lines))


@command()
async def comments(
    call: Call,
    passage: completion.Passage | None = None,
    add: str | None = None,
    remove: Positive | None = None,
) -> CommandResult:
    """List your comments, with commands that rewrite the passages.

    PASSAGE: Id or title of a passage (default: all passages).
    --add TEXT: Add this comment to PASSAGE.
    --remove NUMBER: Delete the comment with this number.
    """
    if add is not None and not passage:
        raise InputError("A comment belongs to a passage. Name the passage before --add.")
    async with call.open_project(needs_artifacts=bool(passage)) as project:
        kept = ProjectComments(project)
        if remove is not None:
            kept.remove(remove)
        if add is not None:
            kept.add(passage or "", add)
        found = kept.list(passage or "")
    return CommandResult(found, lambda: _write(found, call.project))


def _write(found: Sequence[AuthorComment], project: Path | None) -> None:
    if not found:
        say("There are no comments.")
    for passage in dict.fromkeys(each.passage for each in found):
        here = [each for each in found if each.passage == passage]
        say(passage)
        for each in here:
            quote = f"“{each.quote}” " if each.quote else ""
            say(f"  {each.number}. {quote}{join_lines(each.text)}")
        rewrite = RewritePassage(passage, build_rewrite_note(here))
        say(f"  Rewrite it with: {command_of(rewrite, project)}\n")


@command()
async def bible(
    call: Call,
    text: str | None = None,
    add: Path | None = None,
    rename: str | None = None,
    remove: bool = False,
) -> CommandResult:
    """List, add, rename or delete your own texts about the story.

    TEXT: Name of a text, for example bible/people.md (default: list all).
    --add FILE: Add a Markdown, plain text, Word, RTF, OPML or Scrivener file as TEXT (default: in
        bible/, under its own name).
    --rename NAME: Give TEXT this new name.
    --remove: Delete TEXT permanently.
    """
    if sum((add is not None, rename is not None, remove)) > 1:
        raise typer.BadParameter("Use only one of --add, --rename and --remove.")
    async with call.open_project() as project:
        material = ProjectMaterial(project)
        if add is not None:
            await material.add(add, text or f"{BIBLE}/{add.stem}.md")
        elif rename is not None:
            material.rename(_require_name(text), rename)
        elif remove:
            material.remove(_require_name(text))
        elif text:
            found = [each for each in material.read().pages if each.name == text]
            if not found:
                raise InputError(f"There is no text {text!r}. To list all texts: qf bible")
            return CommandResult(_page_document(found[0]), lambda: say(found[0].text))
        pages = material.read().pages
    return CommandResult([_page_document(each) for each in pages], lambda: _write_pages(pages))


def _require_name(text: str | None) -> str:
    if not text:
        raise InputError("Name the text, for example bible/people.md.")
    return text


def _page_document(page: MaterialPage) -> dict[str, object]:
    return {"name": page.name, "words": len(page.text.split()), "headings": headings_of(page)}


def _write_pages(pages: Sequence[MaterialPage]) -> None:
    if not pages:
        say("There are no texts in bible/, outline/ or samples/ yet.")
    for each in pages:
        headings = join_lines(", ".join(headings_of(each)))
        words = format_count(len(each.text.split()), "word")
        say(f"{each.name}  {words}{f'; {headings}' if headings else ''}")
