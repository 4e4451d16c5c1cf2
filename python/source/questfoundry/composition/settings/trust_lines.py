"""The lines of the trust question: settings and work of somebody else's project in plain words."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from pydantic import BaseModel

from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.sections import AgentSettings, Endpoint, ServerSettings
from questfoundry.domain.errors import InputError
from questfoundry.infra.storage.names import models_in
from questfoundry.infra.storage.project_workspace import (
    CONTEXT,
    EARLIER,
    PATHS,
    FileProjectWorkspace,
)

if TYPE_CHECKING:
    from questfoundry.composition.settings.project_file import ProjectFile

_SECTIONS = ("providers", "endpoints", "mcp_servers", "fill", "library", "logging", "research")
_HARMLESS = frozenset({"logging.metrics", "research.corpus"})
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that look like blanks, although Unicode counts them as letters or symbols."""

PROGRAM, KEY, SERVER, SPENDING, TEXT = range(5)
"""The kinds of lines, most dangerous first."""


@frozen(kw_only=True)
class TrustLine:
    """A setting to trust: its key and value in ``project.yaml``, and its effect in words.

    ``kind`` is the rank of the line: the question shows programs and keys first. ``is_command``
    means that the setting is a program to start.
    """

    name: str
    value: str = field(repr=False)
    effect: str
    kind: int
    is_command: bool = False

    @property
    def text(self) -> str:
        """The effect and the key on one line, with single blanks between words."""
        return join_blanks(f"{self.effect} ({self.name})")


def join_blanks(text: str) -> str:
    """Return ``text`` on one line, with one space for each run of invisible characters."""
    seen = (" " if each in _INVISIBLE or not each.isprintable() else each for each in text)
    return " ".join("".join(seen).split())


def list_settings(file: ProjectFile) -> Iterator[TrustLine]:
    """Yield a line for each setting of ``file`` that can send, spend, log or start something."""
    for name, given, value in _find_settings(file):
        kind, effect = _describe(name, given)
        is_command = isinstance(given, ServerSettings) and bool(given.command)
        yield TrustLine(name=name, value=value, kind=kind, effect=effect, is_command=is_command)


def list_earlier_work(paths: ProjectPaths) -> list[TrustLine]:
    """Return a line for the database, and for each file with notes that the studio's agents read.

    The program changes these files itself, so they are confirmed once, for an unknown project.
    """
    lines = [_describe_database(paths.database)] if _has_database(paths.database) else []
    return [
        *lines,
        *(
            TrustLine(name=name, value="", effect="Gives models the notes in this file", kind=TEXT)
            for name in _list_notes(paths)
        ),
    ]


def order_lines(lines: Iterable[TrustLine]) -> list[TrustLine]:
    """Return ``lines`` with the most dangerous first, and otherwise in their order."""
    return sorted(lines, key=lambda line: line.kind)


def _has_database(database: Path) -> bool:
    names = (database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-journal"))
    return any(os.path.lexists(each) for each in names)


def _describe_database(database: Path) -> TrustLine:
    models = ", ".join(map(join_blanks, models_in(database)))
    asks = f", and asks the models that these runs used: {models}" if models else ""
    effect = f"Continues runs and conversations of somebody else{asks}"
    return TrustLine(name=database.name, value="", effect=effect, kind=SPENDING)


def _list_notes(paths: ProjectPaths) -> list[str]:
    workspace = FileProjectWorkspace(paths.files)
    readers = {CONTEXT: workspace.context, PATHS: workspace.paths}
    notes = [name for name, read in readers.items() if _has_content(read)]
    return [*notes, *workspace.files((EARLIER,))]


def _has_content(read: Callable[[], object]) -> bool:
    try:
        return bool(read())
    except InputError:  # The file has a fault, which the studio reports.
        return True


def _find_settings(file: ProjectFile) -> Iterator[tuple[str, Any, str]]:
    for section in _SECTIONS:
        given = getattr(file, section)
        if isinstance(given, Mapping):
            for name, value in given.items():
                yield f"{section}.{name}", value, value.model_dump_json(exclude_none=True)
        elif given is not None:
            default = type(file).model_fields[section].get_default()
            yield from _find_changes(section, given, default)
    for agent in file.agents:
        yield f"agents.{agent.id}", agent, agent.model_dump_json()
    mode = file.orchestrator.interactive_mode
    yield from _find_changes("orchestrator.interactive_mode", mode, type(mode).model_construct())
    for section, name in (("serialize", "attempts"), ("interactive", "max_turns")):
        given = getattr(file, section)
        if getattr(given, name) > getattr(type(given).model_construct(), name):
            yield from _find_changes(section, given, type(given).model_construct())
    if file.prompts_dir is not None:
        yield "prompts_dir", file.prompts_dir, str(file.prompts_dir)


def _find_changes(
    section: str, given: BaseModel, default: BaseModel | None
) -> Iterator[tuple[str, Any, str]]:
    for name, value in given.model_dump(mode="json").items():
        path, usual = f"{section}.{name}", getattr(default, name, None)
        if path not in _HARMLESS and value is not None and value != usual:
            yield path, value, str(value)


def _describe(name: str, given: Any) -> tuple[int, str]:
    match given:
        case ServerSettings(command=(_, *_)):
            return PROGRAM, f"Starts the program {shlex.join(given.command)}{_tools(given)}"
        case ServerSettings():
            return KEY if given.key else SERVER, f"{_address(given.url, given.key)}{_tools(given)}"
        case Endpoint():
            return KEY if given.key else SERVER, _endpoint(given)
        case AgentSettings():
            says = f", with the instructions: {given.prompt}" if given.prompt else ""
            return SPENDING, f"Adds an agent with the model {given.model}{says}"
    kind, describe = _EFFECTS.get(name, (SPENDING, "Asks the model {}".format))
    return kind, describe(given)


def _tools(given: ServerSettings) -> str:
    variables = f", gives the program the variables {', '.join(given.env)}" if given.env else ""
    reads = f", may read with {', '.join(given.reads)}" if given.reads else ""
    changes = f", may change things with {', '.join(given.changes)}" if given.changes else ""
    return f"{variables}{reads}{changes}, waits {given.timeout:g} s"


def _endpoint(given: Endpoint) -> str:
    traits = given.traits.model_dump_json(exclude_none=True) if given.traits else ""
    sends = _address(given.base_url or "this provider", given.key)
    return f"{sends}, with the traits {traits}" if traits else sends


def _address(url: str | None, key: str | None) -> str:
    return f"Sends what you write{f' and the key {key}' if key else ''} to {url}"


_Effect = Callable[[Any], str]
_EFFECTS: Mapping[str, tuple[int, _Effect]] = {
    "orchestrator.interactive_mode.require_approval": (
        PROGRAM,
        lambda _: "Lets the studio start runs and change things without your approval",
    ),
    "serialize.attempts": (SPENDING, "Asks up to {} times for a valid answer".format),
    "interactive.max_turns": (SPENDING, "Lets a discussion take up to {} turns".format),
    "research.web": (SERVER, lambda _: "Reads web pages that the model chooses"),
    "research.searxng_url": (SERVER, "Sends search words to {}".format),
    "library.embeddings": (SPENDING, "Sends your books to the embedding model {}".format),
    "fill.review": (SPENDING, "Reviews the prose with {}".format),
    "orchestrator.interactive_mode.enabled": (SPENDING, lambda _: "Starts the studio with qf"),
    "orchestrator.interactive_mode.backend": (
        SPENDING,
        lambda given: f"Asks the model {given['type']}/{given['model']} in the studio",
    ),
    "orchestrator.interactive_mode.budget": (SPENDING, "Lets a session spend {}".format),
    "logging.enabled": (TEXT, lambda _: "Writes all requests and answers to logs/"),
    "prompts_dir": (TEXT, "Gives models the prompts in {}".format),
}
