"""The commands ``qf init``, ``status``, ``show``, ``undo``, ``keep`` and ``projects``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.cli import completion
from questfoundry.composition.project.projects import FoundProject, projects_in
from questfoundry.composition.settings.paths import SOURCE
from questfoundry.domain.artifacts.version import AGENT, EDIT, FOUND, ArtifactVersion, fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, SimpleAction
from questfoundry.presentation.command import Call, CommandResult, command, report_edits
from questfoundry.presentation.console import say, write_fields, write_table
from questfoundry.presentation.plan_view import format_differing, format_unmet
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import (
    describe_goal,
    describe_progress,
    format_count,
    join_lines,
    select_fields,
)

if TYPE_CHECKING:
    from questfoundry.app.phases.rerun import StoredDiscussion
    from questfoundry.app.project.status import StageStatus
    from questfoundry.composition.project.workplace import StoredProject


@command(without={"trust"})
async def init(call: Call, name: str) -> CommandResult:
    """Create a project in a new folder named after the story.

    NAME: Name of the story.
    """
    from questfoundry.composition.settings.new_project import SETTINGS, folder_name

    if not (call.project or call.database):
        call.move_to(Path(folder_name(name)))
    call.place.create(name)
    settings = call.place.files.place(SETTINGS)
    return CommandResult(
        {"project": call.place.address, "settings": settings},
        f"Created {call.project or call.place.address}; its settings are in {settings}.\n"
        f"Next: {command_of(GiveIdea('dream'), call.project)}",
    )


@command()
async def status(call: Call) -> CommandResult:
    """Show the state of each stage, and what to do next."""
    async with call.open_project() as project:
        found = project.status().execute()
        settings, source = project.settings(), project.source()
        # To count words takes time, so it waits for a goal or for a program that reads the count.
        counts = call.as_json or settings.file.goal.is_set
        goal = project.measure_goal().execute() if counts else None
    address = call.place.address

    def write() -> None:
        say(f"{settings.name} ({address})\n")
        if source:
            say(f"This is an imported story; its files are in {settings.files.place(SOURCE)}.")
            return
        _write_stages(found.stages)
        for line in format_unmet(unmet for each in found.stages for unmet in each.unmet):
            say(f"\n{line}")
        if found.differing:
            say()
        for line in format_differing(
            found.differing, call.project, is_mine=found.writing is not None
        ):
            say(line)
        if found.chapters:
            say(f"\nChapters planned: {found.chapters.planned} of {found.chapters.of}")
        if found.writing:
            say(f"\n{describe_progress(found.writing)}")
        if goal and (progress := describe_goal(goal)):
            say(f"\nGoal: {progress}.")
        if found.next_step:
            say(f"\nNext: {command_of(found.next_step, call.project)}")

    return CommandResult(
        {
            "name": settings.name,
            "project": address,
            "imported": source is not None,
            "stages": found.stages,
            "chapters": found.chapters,
            "writing": found.writing,
            "goal": goal,
            "next": command_of(found.next_step) if found.next_step else "",
        },
        write,
    )


@command()
async def show(call: Call, stage: completion.Stage, brief: bool = False) -> CommandResult:
    """Show the result of a stage, its artifact.

    STAGE: Name of a stage, for example dream.
    --brief: Show the discussion and the brief from which the artifact was made.
    """
    async with call.open_project(needs_artifacts=True) as project:
        version = project.show().execute(stage)
        if brief:
            return _show_brief(version.stage, project.show().load_discussion(version))
        shown = project.show().list_shown_excerpts(version)
        path = project.settings().files.place(f"artifacts/{version.stage}.yaml")
    known = select_fields(version, "stage", "version", "origin", "made_from", "created_at")
    return CommandResult(
        {**known, "path": path, "passages_shown": shown, "data": version.data},
        lambda: _write_artifact(version, path, shown),
    )


@command()
async def undo(call: Call, stage: completion.Stage | None = None) -> CommandResult:
    """Restore the previous version of a stage; no version is lost.

    In an imported story, undo the newest rewrite.

    STAGE: Stage to undo (default: the stage that changed last).
    """
    async with call.open_project(edits=False) as project:
        if project.source():
            back = project.undo_rewrite().execute()
            return CommandResult(back, f"Restored {back.passage} as it was before {back.run}.")
        try:
            report_edits(project.sync_edits().execute())
        except InputError:
            # The edit itself is invalid, so undo discards the edit.
            restored = project.restore_files().execute()
            if not restored:
                raise
            lines = [
                f"Discarded your edit of artifacts/{name}.yaml, which was not valid."
                for name in restored
            ]
            return CommandResult({"restored": restored}, "\n".join(lines))
        undone = project.undo().execute(stage)
    name = undone.stage.upper()
    if undone.now is None:
        return CommandResult(
            undone, f"{name} has no artifact now; version {undone.left} is still stored."
        )
    lines = [f"Restored {name} to version {undone.now}; version {undone.left} is still stored."]
    if undone.others:
        others = ", ".join(each.upper() for each in undone.others)
        lines.append(f"The same rename was also undone in {others}.")
    return CommandResult(undone, "\n".join(lines))


@command()
async def keep(
    call: Call, stages_or_passages: completion.StagesOrPassages | None = None
) -> CommandResult:
    """Keep what is out of date as it is, without regenerating it.

    STAGE|PASSAGE...: Stages to keep, or passages whose prose still fits (default: everything).
    """
    names = stages_or_passages or ()
    async with call.open_project() as project:
        stages = [each for each in names if each in project.registry().names]
        passages = [each for each in names if each not in stages]
        kept = list(project.keep().keep_passages(passages)) if passages else []
        for stage in stages if names else (None,):
            kept += project.keep().execute(stage)
    lines = [f"{each if '::' in each else each.upper()} is accepted as it is." for each in kept]
    return CommandResult({"kept": kept}, "\n".join(lines or ["Nothing was out of date."]))


def _write_stages(stages: Sequence[StageStatus]) -> None:
    write_table(
        (
            *("Stage", "State", "Version", "From"),
            *("Unfinished run", "Changed since", "To write", "Problem"),
        ),
        [
            (
                each.stage,
                each.state.value,
                str(each.version or ""),
                each.origin,
                each.unfinished or "",
                ", ".join((*each.changed, *("your material",) * each.material_changed)),
                format_count(len(each.passages), "passage") if each.passages else "",
                join_lines(each.problem),
            )
            for each in stages
        ],
    )


def _show_brief(stage: str, found: StoredDiscussion) -> CommandResult:
    document = {
        "stage": stage,
        "run": found.run,
        "discussion": [select_fields(each, "role", "content") for each in found.messages],
        "brief": found.brief,
    }
    if not found.messages:
        return CommandResult(document, f"{stage.upper()} was made without a discussion.")
    from questfoundry.domain.chat.messages import Role, pair_tool_calls

    speakers = {Role.USER: "To the model", Role.ASSISTANT: "Model"}
    said = (
        f"{speakers[each.role]}:\n{each.content.strip()}"
        for each in pair_tool_calls(found.messages, keep_calls=False)
    )
    begin = f"{stage.upper()}, discussion of {found.run}"
    return CommandResult(document, "\n\n".join((begin, *said, f"Brief:\n{found.brief}")))


def _write_artifact(version: ArtifactVersion, path: str, shown: Sequence[str]) -> None:
    made = {EDIT: "your edit", AGENT: "a model's edit", FOUND: "its file"}.get(
        version.origin, version.origin
    )
    say(f"{version.stage.upper()}, version {version.version}, from {made}; {path}\n")
    write_fields(fields_of(version.data))
    if shown:
        say(f"\nExcerpts from your books that its model read: {' '.join(shown)}")


@command(in_project=False, in_database=True)
async def projects(call: Call, folder: Path = Path()) -> CommandResult:
    """List the projects in a folder or a database, and their progress.

    FOLDER: Folder to list (default: the current folder).
    """
    if call.database:
        from questfoundry.cli.database_commands import connect_workplace

        with connect_workplace(call) as workplace:
            stored = workplace.projects()
        return CommandResult(stored, lambda: _write_stored(stored))
    found = projects_in(folder, os.environ)
    if not found:
        raise _describe_lack(folder)
    return CommandResult(found, lambda: _write_projects(found))


def _write_stored(found: Sequence[StoredProject]) -> None:
    if not found:
        say("The database holds no projects of this tenant.")
        return
    write_table(
        ("Project", "Story", "State", "Job"),
        [
            (join_lines(each.project), join_lines(each.name), each.problem or each.state, each.job)
            for each in found
        ],
    )


def _describe_lack(folder: Path) -> InputError:
    if not folder.is_dir():
        return InputError(f"There is no folder {str(folder)!r}. Check its path.")
    where = f"There is no project in {str(folder.resolve())!r}."
    return InputError(where, remedies=(SimpleAction.BEGIN_PROJECT,))


def _write_projects(found: tuple[FoundProject, ...]) -> None:
    from questfoundry.presentation.plan_view import describe_progress

    write_table(
        ("Folder", "Story", "Progress"),
        [
            (join_lines(each.folder.name), join_lines(each.name), describe_progress(each))
            for each in found
        ],
    )
