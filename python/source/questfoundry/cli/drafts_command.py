"""The command ``qf drafts``: list drafts, show what each changes, and accept one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Annotated, Any

import typer

from questfoundry.composition.project.drafts import ProjectDrafts
from questfoundry.domain.artifacts.view import fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import ChooseDraft
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import console, is_interactive, say, write_in_brief
from questfoundry.presentation.dialogue import Dialogue
from questfoundry.presentation.documents import select_fields
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, join_lines

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.run.draft import Draft

_QUESTION = "Which draft do you accept? (type a number, or press Enter to change nothing)"


@command()
async def drafts(
    call: Call,
    draft: Annotated[
        str | None,
        typer.Argument(
            metavar="DRAFT", help="Id of a draft, for example take-3 (default: list all)."
        ),
    ] = None,
    choose: Annotated[
        bool, typer.Option("--choose", help="Accept the draft; the previous version stays stored.")
    ] = False,
) -> CommandResult:
    """List drafts made with --drafts, compare drafts, and accept one."""
    if choose and draft is None:
        raise InputError(
            "--choose needs a draft, for example take-3. To list all drafts: qf drafts"
        )
    async with call.open_project() as project:
        project_drafts = ProjectDrafts(project)
        if draft is None:
            found = project_drafts.list()
            return CommandResult(
                {"drafts": [_summary(each) for each in found]}, lambda: _write_list(found)
            )
        if choose:
            return await _accept_draft(project_drafts, draft)
        one = project_drafts.find(draft)
    return CommandResult(_document(one), lambda: _write(call, [one]))


async def show_drafts(
    call: Call, project: ProjectContainer, drafts: Sequence[Draft]
) -> CommandResult:
    """Show new drafts compared with the accepted version.

    At a terminal, ask the author to accept one of them.
    """
    call.screen.finish_line()
    if not is_interactive() or call.as_json:
        document = {"drafts": [_document(each) for each in drafts]}
        return CommandResult(document, lambda: _write(call, drafts))
    _write(call, drafts)
    dialogue = Dialogue(call.screen, call.interrupts)
    while answer := dialogue.ask(_QUESTION):
        if answer.isdecimal() and 1 <= int(answer) <= len(drafts):
            return await _accept_draft(ProjectDrafts(project), drafts[int(answer) - 1].id)
        call.screen.note(f"Type a number from 1 to {len(drafts)}, or Enter.")
    return CommandResult({}, "Nothing was changed; all drafts are stored.")


async def _accept_draft(project_drafts: ProjectDrafts, name: str) -> CommandResult:
    version = await project_drafts.choose(name)
    return CommandResult(
        {"draft": name, **select_fields(version, "stage", "version")},
        f"Accepted {name} as {version.stage}, version {version.version}.",
    )


def _write_list(found: Sequence[Draft]) -> None:
    if not found:
        say("There are no drafts yet. Make some with --drafts 3, for a stage or for qf rewrite.")
    for each in found:
        state = "accepted" if each.counts else "" if each.fresh else "outdated"
        wish = join_lines(each.wish)
        what = each.passage or each.stage
        say("  ".join(filter(None, (each.id, what, f"draft {each.number}", wish, state))))


def _write(call: Call, drafts: Sequence[Draft]) -> None:
    for each in drafts:
        say(f"\nDraft {each.number} of {each.passage or each.stage.upper()} ({each.id})")
        if each.counts:
            say("  same as the accepted version")
        elif each.current:
            _write_changes(each)
        else:
            write_in_brief([(line.label, line.text) for line in each.summary], console())
        if each.fresh and not each.counts:
            say(f"Accept it with: {command_of(ChooseDraft(each.id), call.project)}")
    say(f"\n{format_count(len(drafts), 'draft')}; nothing else was changed.")


def _write_changes(draft: Draft) -> None:
    for line in list_changes(draft):
        say(f"  {line}")


def list_changes(draft: Draft) -> Iterator[str]:
    """Yield the lines that differ between the accepted version and the draft.

    Lines of the accepted version begin with ``-``, lines of the draft with ``+``.
    """
    found = unified_diff(_lines(draft.current), _lines(draft.data), lineterm="", n=0)
    return (line for line in found if not line.startswith(("---", "+++", "@@")))


def _lines(data: Mapping[str, Any]) -> list[str]:
    if "prose" in data:
        return [line for line in str(data["prose"]).splitlines() if line]
    return [
        line
        for label, text in fields_of(data)
        for line in (f"{label}:\n{text}" if "\n" in text else f"{label}: {text}").splitlines()
    ]


def _summary(draft: Draft) -> dict[str, Any]:
    return {
        "draft": draft.id,
        **select_fields(draft, "stage", "passage", "number", "wish", "seed", "fresh", "counts"),
    }


def _document(draft: Draft) -> dict[str, Any]:
    return {**_summary(draft), "data": draft.data, "changes": list(list_changes(draft))}
