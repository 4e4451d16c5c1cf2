"""The trust check: a confirmation before a project from elsewhere may call models.

A project folder can configure prompts, servers, models and logging. So its author could decide
where the user's texts are sent, and the user would pay. Such settings have effect only after the
user trusts the project; a change of the settings needs a new confirmation. Projects created on
this machine are trusted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.composition.settings.paths import ProjectPaths, state_folder
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.domain.errors import SettingsError, StoreError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.own_files import PRIVATE, read_file, replace_file
from questfoundry.infra.storage.material_files import MOST_BYTES, material_paths

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings

Trust = bool | Callable[[Sequence[str]], bool]
"""A boolean, or a function that gets a line per setting and returns whether to trust them."""

_MADE_HERE = "made here"
_HARMLESS = frozenset({"research.corpus"})
_MAX_BYTES = 1_000_000
_MAX_FILES = 1_000
_MAX_SHOWN_LINES = 20


def require_trust(settings: ProjectSettings, trust: Trust) -> None:
    """Raise ``SettingsError`` if ``settings`` are not trusted; remember a yes of ``trust``."""
    if trust is True or settings.environment.trust:
        return
    own = dict(_list_settings(settings.file))
    prompts = _find_prompts(settings.paths, settings.file.prompts_dir)
    prompts += [
        each.relative_to(settings.paths.root) for each in material_paths(settings.paths.root)
    ]
    if not (own or prompts) or _read_memory(settings.paths.root) == _MADE_HERE:
        return
    digest = sha256(json.dumps([own, _hash_prompts(settings.paths, prompts)]).encode()).hexdigest()
    if _read_memory(settings.paths.root) == digest:
        return
    redact = settings.environment.redact
    lines = [
        *(redact.redact(f"{name}: {value}") for name, value in own.items()),
        *map(str, prompts),
    ]
    if callable(trust) and trust(lines):
        _remember(settings.paths.root, digest)
        return
    raise SettingsError(
        f"The project {str(settings.paths.root)!r} comes from elsewhere and configures what is "
        f"sent to models, where it is sent, or what is logged:\n{format_settings(lines)}\n"
        "Nothing was sent. Check these settings, and trust the project if you know its author.",
        remedies=(SimpleAction.TRUST_PROJECT,),
    )


def format_settings(lines: Sequence[str]) -> str:
    """Return the first lines of a project's settings as indented text, with a count of the rest."""
    more = len(lines) - _MAX_SHOWN_LINES
    rest = [f"and {more:,} more"] if more > 0 else []
    return "\n".join(f"  {line[:200]}" for line in [*lines[:_MAX_SHOWN_LINES], *rest])


def trust_as_made_here(project: Path) -> None:
    """Remember the project as created by this user, unless it already contains prompts."""
    if not os.path.lexists(ProjectPaths(project).prompts):
        _remember(project, _MADE_HERE)


def _list_settings(file: ProjectFile) -> Iterator[tuple[str, str]]:
    for section in (
        "providers",
        "endpoints",
        "mcp_servers",
        "fill",
        "library",
        "logging",
        "research",
    ):
        given = getattr(file, section)
        values = given if isinstance(given, Mapping) else given and given.model_dump(mode="json")
        default = ProjectFile.model_fields[section].get_default()
        for name, value in (values or {}).items():
            if isinstance(given, Mapping):
                yield f"{section}.{name}", value.model_dump_json(exclude_none=True)
            elif f"{section}.{name}" in _HARMLESS:
                continue
            elif value is not None and value != getattr(default, name, None):
                yield f"{section}.{name}", str(value)
    for agent in file.agents:
        yield f"agents.{agent.id}", agent.model_dump_json()
    mode = file.orchestrator.interactive_mode
    for name, value in mode.model_dump(mode="json").items():
        if value != mode.__class__.model_fields[name].get_default():
            yield f"orchestrator.interactive_mode.{name}", str(value)
    if file.prompts_dir is not None:
        yield "prompts_dir", str(file.prompts_dir)


def _find_prompts(paths: ProjectPaths, named: Path | None) -> list[Path]:
    folders = {paths.prompts, paths.root / (named or paths.prompts)}
    root = paths.root.resolve()
    found = sorted(
        Path(folder, name).relative_to(paths.root)
        for top in folders
        if top == paths.prompts or top.resolve().is_relative_to(root)
        for folder, below, names in os.walk(top)
        for name in (*names, *(each for each in below if Path(folder, each).is_symlink()))
    )
    if len(found) > _MAX_FILES:
        raise SettingsError(
            f"{str(paths.root)!r} contains more than {_MAX_FILES:,} prompt files. Move files that "
            "are not prompts out of its prompts folder."
        )
    return found


def _hash_prompts(paths: ProjectPaths, prompts: Sequence[Path]) -> list[tuple[str, str]]:
    return [
        (
            str(each),
            sha256(
                read_file(paths.root / each, within=paths.root, max_bytes=MOST_BYTES) or b""
            ).hexdigest(),
        )
        for each in prompts
    ]


def _read_memory(project: Path) -> str:
    with suppress(StoreError):
        content = read_file(_memory_path(project), max_bytes=_MAX_BYTES)
        return (content or b"").decode(errors="replace").partition("\n")[0]
    return ""


def _remember(project: Path, what: str) -> None:
    # If storing fails, the user is asked again next time.
    with suppress(StoreError):
        replace_file(_memory_path(project), f"{what}\n{project.resolve()}\n", mode=PRIVATE)


def _memory_path(project: Path) -> Path:
    name = sha256(os.fsencode(project.resolve())).hexdigest()[:32]
    return state_folder() / "trusted" / name
