"""The command ``qf brief``: what to write in each passage, for authors who write by hand."""

from questfoundry.cli import completion
from questfoundry.presentation.author_brief import format_brief
from questfoundry.presentation.brief_files import FOLDER, take_in_names, take_in_texts, write_files
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.text import format_count


@command()
async def brief(call: Call, passage: completion.Passage | None = None) -> CommandResult:
    """Show what to write in a passage, or write a file in briefs/ for each passage.

    You may write a passage at the end of its file. The next qf brief takes your text in.

    PASSAGE: The passage's id, or its title if only one passage has it (default: all, as files).
    """
    async with call.open_project() as project:
        briefs, wording = project.brief_author(), project.prompts().wording("briefing")
        taken, names = take_in_texts(project, briefs.execute()), take_in_names(project)
        found = briefs.execute(passage or "")
        if passage:
            return CommandResult(found[0], format_brief(found[0], wording))
        files = write_files(project, found, wording)
    lines = [f"Took in your text of {each}." for each in taken]
    if names:
        lines.append(f"Took in {format_count(names, 'name')} of yours.")
    lines.append(f"Wrote {format_count(len(files), 'brief')} to the folder {FOLDER}/.")
    return CommandResult({"files": files, "taken": taken, "names": names}, "\n".join(lines))
