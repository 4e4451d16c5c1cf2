"""The trust check: a confirmation before a project from elsewhere may call models.

A project folder can configure prompts, servers, models and logging. So its author could decide
where the user's texts are sent, and the user would pay. Such settings have effect only after the
user trusts the project; a change of the settings needs a new confirmation. Projects created on
this machine are trusted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.composition.settings.paths import ProjectPaths, state_folder
from questfoundry.composition.settings.trust_lines import join_blanks, list_settings, order_lines
from questfoundry.domain.errors import SettingsError, StoreError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.own_files import PRIVATE, read_file, replace_file
from questfoundry.infra.storage.material_files import MOST_BYTES, material_paths

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings

Trust = bool | Callable[[Sequence[str]], bool]
"""A boolean, or a function that gets a line per setting and returns whether to trust them."""

_MADE_HERE = "made here"
_MAX_BYTES = 1_000_000
_MAX_FILES = 1_000


def require_trust(settings: ProjectSettings, trust: Trust) -> None:
    """Raise ``SettingsError`` if ``settings`` are not trusted; remember a yes of ``trust``."""
    if trust is True or settings.environment.trust:
        return
    own = [*list_settings(settings.file)]
    prompts = _find_prompts(settings.paths, settings.file.prompts_dir)
    prompts += [
        each.relative_to(settings.paths.root) for each in material_paths(settings.paths.root)
    ]
    if not (own or prompts) or _read_memory(settings.paths.root) == _MADE_HERE:
        return
    given = {each.name: each.value for each in own}
    hashes = _hash_prompts(settings.paths, prompts)
    digest = sha256(json.dumps([given, hashes]).encode()).hexdigest()
    if _read_memory(settings.paths.root) == digest:
        return
    redact = settings.environment.redact
    lines = [
        *(redact.redact(each.text) for each in order_lines(own)),
        *(join_blanks(f"Gives models the text of {each}") for each in prompts),
    ]
    if callable(trust) and trust(lines):
        _remember(settings.paths.root, digest)
        return
    raise SettingsError(
        f"The project {str(settings.paths.root)!r} comes from elsewhere. If you trust the project, "
        f"{list_effects(lines)}\n"
        "Nothing was sent. Check these settings, and trust the project if you know its author.",
        remedies=(SimpleAction.TRUST_PROJECT,),
    )


def list_effects(lines: Sequence[str]) -> str:
    """Return the end of a sentence with all ``lines``, whole, so that none can be hidden."""
    count = "this happens" if len(lines) == 1 else f"these {len(lines):,} things happen"
    listed = "\n".join(f"  - {line}" for line in lines)
    return f"{count} (programs, keys and servers first):\n{listed}"


def trust_as_made_here(project: Path) -> None:
    """Remember the project as created by this user, unless it already contains prompts."""
    if not os.path.lexists(ProjectPaths(project).prompts):
        _remember(project, _MADE_HERE)


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
