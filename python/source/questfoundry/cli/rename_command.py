"""The command ``qf rename``: rename an entity, a label or a title throughout the story."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from questfoundry.cli.dialogue import Dialogue
from questfoundry.domain.errors import AuthorLeft
from questfoundry.domain.remedy import Undo
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import is_interactive, note, say, write_table
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, select_fields

if TYPE_CHECKING:
    from questfoundry.app.project.rename import RenameResult

_PLACES_SHOWN = 20  # the maximum number of unchanged places to list


@command()
async def rename(call: Call, old: str, new: str, preview: bool = False) -> CommandResult:
    """Rename a character, place, label or title in the whole story.

    OLD: The current name, or the id.
    NEW: The new name.
    --preview: Show what would change, but change nothing.
    """
    async with call.open_project(needs_artifacts=True) as project:
        use_case = project.rename()
        found = use_case.preview(old, new)
        if not (preview or call.as_json) and is_interactive():
            _write(found)
            if not Dialogue(call.screen, call.interrupts).confirm("Change all of these?"):
                call.interruption_message = "Nothing was changed."
                raise AuthorLeft
            use_case.execute(old, new)
            return CommandResult(_document(found, changed=True), _format_done(call))
        if not preview:
            use_case.execute(old, new)

    def write() -> None:
        _write(found)
        if not preview:
            say(_format_done(call))

    return CommandResult(_document(found, changed=not preview), write)


def _format_done(call: Call) -> str:
    return f"Renamed. Undo it with: {command_of(Undo(), call.project)}"


def _write(found: RenameResult) -> None:
    say(f"The {found.kind} {found.old!r} becomes {found.new!r}:\n")
    changed = [each for each in found.stages if each.places]
    write_table(
        ("Artifact", ">Places"), [(f"{each.stage}.yaml", str(each.places)) for each in changed]
    )
    say()
    if not found.unsure:
        return
    note("These places may mean the same and were left unchanged. Check them yourself:")
    for each in found.unsure[:_PLACES_SHOWN]:
        note(f"  {each.place or 'unknown place'}: {each.item}")
    if (more := len(found.unsure) - _PLACES_SHOWN) > 0:
        note(f"  and {format_count(more, 'place')} more")


def _document(found: RenameResult, *, changed: bool) -> dict[str, Any]:
    return {
        **select_fields(found, "kind", "old", "new", "stages"),
        "changed": changed,
        "unsure": [{"place": str(each.place or ""), "text": each.item} for each in found.unsure],
    }
