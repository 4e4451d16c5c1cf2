"""The commands ``qf drafts`` and ``qf rewrite``: drafts to choose from, and rewritten passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

from questfoundry.cli import completion
from questfoundry.cli.dialogue import Dialogue
from questfoundry.composition.project.drafts import ProjectDrafts
from questfoundry.domain.artifacts.version import fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import ChooseDraft, RewritePassage
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import console, is_interactive, note, say, write_in_brief
from questfoundry.presentation.parameters import DraftsFlag, ModelFlags, Positive, SeedFlag
from questfoundry.presentation.plan_view import format_unmet, unmet_document
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import (
    format_count,
    format_path,
    format_usage,
    join_lines,
    select_fields,
    usage_document,
)

if TYPE_CHECKING:
    from questfoundry.app.writing.rewrite import RewriteResult
    from questfoundry.app.writing.rewrite_source import SourceRewriteResult
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.run.record import Draft

_QUESTION = "Which draft do you accept? (type a number, or press Enter to change nothing)"


@command()
async def drafts(
    call: Call, draft: str | None = None, choose: bool = False, change: Positive | None = None
) -> CommandResult:
    """List drafts made with --drafts, compare drafts, and accept one.

    DRAFT: Id of a draft, for example take-3 (default: list all).
    --choose: Accept the draft; the previous version stays stored.
    --change NUMBER: Accept only this change in the draft of a passage.
    """
    if (choose or change) and draft is None:
        raise InputError(
            "--choose and --change need a draft, for example take-3. To list all drafts: qf drafts"
        )
    async with call.open_project() as project:
        project_drafts = ProjectDrafts(project)
        if draft is None:
            found = project_drafts.list()
            return CommandResult(
                {"drafts": [_summary(each) for each in found]}, lambda: _write_list(found)
            )
        if choose or change:
            return await _accept_draft(project_drafts, draft, change)
        one = project_drafts.find(draft)
    return CommandResult(_document(one), lambda: _write(call, [one]))


async def show_drafts(
    call: Call, project: ProjectContainer, drafts: Sequence[Draft]
) -> CommandResult:
    """Show drafts compared with the accepted version; at a terminal, ask to accept one."""
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


async def _accept_draft(
    project_drafts: ProjectDrafts, name: str, change: int | None = None
) -> CommandResult:
    version = await project_drafts.choose(name, change=change)
    what = f"change {change} of {name}" if change else name
    return CommandResult(
        {"draft": name, **select_fields(version, "stage", "version")},
        f"Accepted {what} as {version.stage}, version {version.version}.",
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
        elif each.passage:
            _write_differences(each)
        elif each.current:
            for line in list_changes(each):
                say(f"  {line}")
        else:
            write_in_brief([(line.label, line.text) for line in each.summary], console())
        if each.fresh and not each.counts:
            say(f"Accept it with: {command_of(ChooseDraft(each.id), call.project)}")
    say(f"\n{format_count(len(drafts), 'draft')}; nothing else was changed.")


def _write_differences(draft: Draft) -> None:
    for number, change in draft.changes.items():
        say(f"  Change {number}:")
        for mark, paragraphs in (("-", change.old), ("+", change.new)):
            for line in "\n".join(paragraphs).splitlines():
                say(f"  {mark}{line}")


def list_changes(draft: Draft) -> Iterator[str]:
    """Yield differing lines: ``-`` for the accepted version, ``+`` for the draft."""
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


@command(without=("provider_summarize",))
async def rewrite(
    call: Call,
    passage: completion.Passage,
    models: ModelFlags,
    how: str | None = None,
    drafts: DraftsFlag = None,
    seed: SeedFlag = None,
    review: bool = False,
    retry_last: bool = False,
) -> CommandResult:
    """Rewrite a passage, and list passages that this may affect.

    Without --how, the passage is regenerated for the story as it is now. In an imported story, only
    the prose of the passage changes, not its code.

    PASSAGE: The passage's id, or its title if only one passage has it.
    --how NOTE: How the passage should change, for example: shorter, more dread.
    --review: Let a second model review the prose.
    --retry-last: Resume the same rewrite, and request its last answer again.
    """
    again = command_of(RewritePassage(passage, how), call.project)
    call.interruption_message = f"To continue, run the same command: {again}"
    async with call.open_project(flags=models.source_choices) as project:
        note(f"Asking {project.phase_providers().discuss.model} ...")
        if drafts is not None:
            if project.source() or retry_last:
                raise InputError(
                    "--drafts does not work for an imported story or with --retry-last; the same "
                    "command continues unfinished drafts. Leave out --drafts or --retry-last."
                )
            made_drafts = await ProjectDrafts(project).draft_passage(
                passage, how, count=drafts, review=review or None, seed=seed
            )
            return await show_drafts(call, project, made_drafts)
        if project.source():
            how = how or ""
            rewritten = await project.rewrite_source().execute(passage, how, retry_last=retry_last)
            document = {
                **select_fields(rewritten, "passage", "prose", "path", "run"),
                "usage": usage_document(rewritten.ledger),
            }
            return CommandResult(document, lambda: _write_source(rewritten))
        reviews = review or project.settings().file.fill.reviewer is not None
        made = await project.rewrite().execute(
            passage, how, review=reviews, retry_last=retry_last, seed=seed
        )
    return CommandResult(_rewrite_document(made), lambda: _write_rewrite(made, call.project))


def _write_source(made: SourceRewriteResult) -> None:
    say(f"\n{made.passage}\n\n{made.prose}\n")
    say(f"Saved in {made.path}; its code is unchanged.")
    say(f"Run {made.run}: {format_usage(made.ledger)}")


def _write_rewrite(made: RewriteResult, project: Path | None) -> None:
    say(f"\n{made.title}\n\n{made.prose}\n")
    for problem in made.findings:
        say(f"Finding: {problem}")
    for line in format_unmet(made.unmet_requests):
        say(line)
    say(f"Saved in {format_path(made.path)} (version {made.version.version})")
    say(f"Run {made.run}: {format_usage(made.ledger)}")
    if not made.neighbours:
        return
    others = format_count(len(made.neighbours), "passage")
    say(f"\n{others} may need a rewrite too:")
    for each in made.neighbours:
        say(f"  {command_of(RewritePassage(each), project)}")


def _rewrite_document(made: RewriteResult) -> dict[str, Any]:
    return {
        **select_fields(made, "passage", "title", "prose"),
        "doubts": made.findings,
        "neighbours": made.neighbours,
        "unmet": unmet_document(made.unmet_requests),
        "version": made.version.version,
        **select_fields(made, "path", "run"),
        "usage": usage_document(made.ledger),
    }
