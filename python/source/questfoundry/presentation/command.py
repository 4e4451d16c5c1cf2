"""The wrapper of all commands: shared options, the project, error handling and exit codes.

A command is a coroutine function: it takes a :class:`Call` and the parsed arguments, and returns a
:class:`CommandResult`.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from inspect import Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from attrs import frozen

from questfoundry.composition.project.places import (
    ProjectPlace,
    find_place,
    hide_url_password,
    parse_place,
)
from questfoundry.composition.settings.paths import database_url, tenant_name
from questfoundry.domain.artifacts.version import EDIT
from questfoundry.domain.errors import AuthorLeft, InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.console import (
    PROMPT,
    Screen,
    is_terminal,
    note,
    read_line,
    say,
    write_json,
)
from questfoundry.presentation.errors import INTERRUPTED, report_errors, report_interruption
from questfoundry.presentation.interrupts import Interrupts, StopRequested, run_interruptible
from questfoundry.presentation.parameters import (
    DescribedParameters,
    collect_arguments,
    expand_parameters,
    list_shared_parameters,
)
from questfoundry.presentation.remedies import DATABASE_OPTIONS, command_of

if TYPE_CHECKING:
    from questfoundry.app.project.sync import SyncResult
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.runs import EventSink

_PROJECTS_NAMED = 5

_PROJECT = (
    "Project folder, or project in the database (default: QF_PROJECT, else the current folder)."
)


@frozen
class CommandResult:
    """The result of a command: ``document`` for programs, ``text`` for people, and an exit code."""

    document: Any
    text: str | Callable[[], None]
    code: int = 0


class Call:
    """One execution of a command: the project, the screen, and what to show at an early end.

    ``project`` is the folder that the user named, or, with ``database``, the name of a project of
    ``tenant`` in the database at this URL. If ``trust`` is true, the project's settings need
    no confirmation. If the command ends early, it shows ``resume_hint()``, which says how to
    continue the work, or, if this is empty, ``interruption_message``.
    """

    def __init__(
        self,
        project: Path | None,
        *,
        as_json: bool,
        trust: bool = False,
        database: str = "",
        tenant: str = "",
    ) -> None:
        self.project = project
        self.is_trusted = trust
        self.as_json = as_json
        self.database = database_url(database, os.environ)
        self.tenant = tenant_name(tenant, os.environ)
        self.interrupts: Interrupts
        self.resume_hint: Callable[[], str] = str
        self.interruption_message = "Nothing was started."

    @cached_property
    def screen(self) -> Screen:
        """The output for progress and for the text of models."""
        return Screen(text_to_stderr=self.as_json)

    @cached_property
    def place(self) -> ProjectPlace:
        """The place of the project; raise ``InputError`` if a database is named, but no project."""
        return find_place(self.project, os.environ, database=self.database, tenant=self.tenant)

    @asynccontextmanager
    async def open_project(
        self,
        *,
        flags: SourceChoices | None = None,
        sinks: Sequence[EventSink] = (),
        edits: bool = True,
        log: bool = False,
        concurrency: int | None = None,
        needs_artifacts: bool = False,
    ) -> AsyncIterator[ProjectContainer]:
        """Open the project, or raise ``InputError`` if there is none.

        With ``edits``, artifact files that the author edited are first stored as new versions. With
        ``needs_artifacts``, raise ``InputError`` if the story was imported.
        """
        self.require_project()
        from questfoundry.composition.project.projects import open_project

        async with open_project(
            self.place,
            os.environ,
            flags=flags,
            log=log,
            concurrency=concurrency,
            sinks=sinks,
            trust=self.confirm_trust,
        ) as project:
            if needs_artifacts:
                from questfoundry.composition.wiring.perform import require_artifacts

                require_artifacts(project)
            if edits:
                report_edits(project.sync_edits().execute())
            yield project

    @asynccontextmanager
    async def open_to_read(self) -> AsyncIterator[ProjectContainer]:
        """Open the project without changing anything in a folder that is not the author's.

        Such a folder is read into memory; the author's own project opens as usual.
        """
        self.require_project()
        from questfoundry.composition.project.projects import is_own_project, open_to_read

        if is_own_project(self.place):
            async with self.open_project() as project:
                yield project
        else:
            async with open_to_read(self.place, os.environ) as project:
                yield project

    def settings(self) -> ProjectSettings:
        """Return the settings if trusted; there need not be a project."""
        return self.place.read_settings(os.environ, trust=self.confirm_trust)

    def read_author_line(self) -> str | None:
        """Return the author's next line, or ``None`` at the end; ``--json`` hides the prompt."""
        self.screen.finish_line()
        with self.interrupts.prompting():
            if self.as_json:
                return read_line("", lambda _: None)
            return read_line(PROMPT, self.screen.stream)

    def confirm_trust(self, lines: Sequence[str]) -> bool:
        """Return whether ``--trust`` was given, or the user trusts the settings in ``lines``."""
        if (
            self.is_trusted
            or self.as_json
            or not (is_terminal(sys.stdin) and is_terminal(sys.stderr))
        ):
            return self.is_trusted
        from questfoundry.composition.settings.trust import list_effects

        note(
            "This project was not made on this computer, or sets a new program. If you trust the "
            "project, "
            f"{list_effects(lines)}\n"
            "Read all of them. Models can then cost money, and read everything that you write."
        )
        return self.confirm("Trust the project from now on? (y/n)")

    def confirm(self, question: str) -> bool:
        """Ask ``question`` and return whether the user answers yes."""
        say(question)
        with self.interrupts.prompting():
            answer = read_line(PROMPT, self.screen.stream) or ""
        return answer.strip().lower() in {"y", "yes"}

    def move_to(self, folder: Path) -> None:
        """Use ``folder`` as the project folder, which suggested commands then name."""
        self.project, self.place = folder, parse_place(folder)

    def require_project(self) -> None:
        """Raise ``InputError`` if there is no project."""
        if not self.place.hold_project:
            inside = "" if self.database else _describe_projects(self.project or Path())
            remedies = (SimpleAction.BEGIN_PROJECT, SimpleAction.CHOOSE_FOLDER)
            raise InputError(
                f"There is no project in {self.place.address!r}.{inside}",
                remedies=remedies[::-1] if inside else remedies,
            )


def _describe_projects(folder: Path) -> str:
    """Return a sentence with the projects in the subfolders of ``folder``, or ""."""
    from questfoundry.composition.project.projects import project_folders

    names = [repr(each.name) for each in project_folders(folder)]
    shown = [*names[:_PROJECTS_NAMED], *(["others"] if len(names) > _PROJECTS_NAMED else [])]
    return f" Projects in its subfolders: {', '.join(shown)}." if names else ""


def report_edits(found: SyncResult) -> None:
    """Show which edits were stored, which files restored, and commands to replace old names."""
    for made in found.versions:
        what = "your edit of " if made.origin == EDIT else ""
        note(f"Stored {what}artifacts/{made.stage}.yaml as version {made.version}.")
    for stage in found.restored:
        note(f"Restored artifacts/{stage}.yaml, which was missing.")
    for name in found.names:
        note(
            f"Other artifacts still use the name {name.old!r}. Replace it everywhere with: "
            f"{command_of(name)}"
        )


def command(
    *,
    in_project: bool = True,
    json: str = "Print one JSON document.",
    without: Collection[str] = (),
    project: str = _PROJECT,
    in_database: bool = False,
) -> Callable[[Callable[..., Coroutine[Any, Any, CommandResult | None]]], Callable[..., None]]:
    """Return a decorator that turns a command's coroutine function into a function for Typer.

    ``without`` names parameters to leave out; ``json`` and ``project`` are the help texts of
    ``--json`` and ``--project``. ``in_project=False`` leaves out ``--project`` and ``--trust``, and
    the options of the database, unless ``in_database`` is true.
    """
    in_database = in_project or in_database
    shared = list_shared_parameters(json, project if in_project else "", in_database=in_database)

    def wrap(body: Callable[..., Coroutine[Any, Any, CommandResult | None]]) -> Callable[..., None]:
        def run(
            *,
            debug: bool,
            as_json: bool = False,
            project: Path | None = None,
            trust: bool = False,
            database: str = "",
            tenant: str = "",
            **typed: Any,
        ) -> None:
            call = Call(project, as_json=as_json, trust=trust, database=database, tenant=tenant)
            DATABASE_OPTIONS.set(_describe_database(database, tenant))
            with report_errors(as_json=as_json, debug=debug, project=project):
                _require_text(typed)
                _run(call, lambda: body(call, **collect_arguments(body, typed)))

        offered = [*expand_parameters(body), *shared]
        run.__signature__ = Signature(  # type: ignore[attr-defined]
            [each for each in offered if each.name not in without]
        )
        run.__name__, run.__doc__ = body.__name__, DescribedParameters.read(body).text
        return run

    return wrap


def _describe_database(database: str, tenant: str) -> str:
    given = {"--database": hide_url_password(database), "--tenant": tenant}
    return "".join(f" {option} {shlex.quote(value)}" for option, value in given.items() if value)


def _run(call: Call, work: Callable[[], Coroutine[Any, Any, CommandResult | None]]) -> None:
    async def run_work(interrupts: Interrupts) -> None:
        call.interrupts = interrupts
        if (answer := await work()) is not None:
            _print_result(answer, as_json=call.as_json)

    try:
        run_interruptible(run_work)
    except KeyboardInterrupt as stop:
        code = stop.code if isinstance(stop, StopRequested) else INTERRUPTED
        with suppress(OSError):  # the terminal may be closed
            call.screen.finish_line()
            report_interruption(
                call.resume_hint() or call.interruption_message, code, as_json=call.as_json
            )
        raise typer.Exit(code) from None
    except AuthorLeft:
        note(call.resume_hint() or call.interruption_message)
    except Exception as problem:
        call.screen.finish_line()
        if advice := call.resume_hint():
            problem.add_note(advice)
        raise


def _require_text(typed: Mapping[str, Any]) -> None:
    for name, value in typed.items():
        try:
            str(value if isinstance(value, str) else "").encode()
        except UnicodeEncodeError as problem:
            raise InputError(
                f"The value of {name} is not UTF-8 text: {value!r}. Type it again, set the "
                "terminal to UTF-8, or rename the file."
            ) from problem


def _print_result(answer: CommandResult, *, as_json: bool) -> None:
    if as_json:
        write_json(answer.document)
    elif callable(answer.text):
        answer.text()
    elif answer.text:
        say(answer.text)
    if answer.code:
        raise typer.Exit(answer.code)
