"""The trust check: a confirmation before a project from elsewhere may call models.

A project folder can configure prompts, servers, models and logging. So its author could decide
where the user's texts are sent, and the user would pay. Such settings have effect only after the
user trusts the project; a change of the settings needs a new confirmation. In a project from
elsewhere, the database and other earlier work need a confirmation, too: they name models, and hold
unfinished runs. A project created on this machine is trusted, except for programs that it starts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.trust_lines import (
    join_blanks,
    list_earlier_work,
    list_settings,
    order_lines,
)
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.protocols.workspace import SKILLS
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.own_files import read_file
from questfoundry.infra.storage.material_files import MOST_BYTES, material_names
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.infra.storage.trust_memory import (
    MADE_HERE,
    StoredTrust,
    recall_trust,
    store_trust,
)

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings

Trust = bool | Callable[[Sequence[str]], bool]
"""A boolean, or a function that gets a line per setting and returns whether to trust them."""

_MAX_FILES = 1_000


def require_trust(settings: ProjectSettings, trust: Trust) -> None:
    """Raise ``SettingsError`` if ``settings`` are not trusted.

    ``trust`` is true, or a function that receives the lines of the question; if it returns true,
    this consent is stored.
    """
    if trust is True or settings.environment.trust:
        return
    paths, known = settings.paths, recall_trust(settings.paths.root)
    made_here = known is not None and known.consent == MADE_HERE
    own = [each for each in list_settings(settings.file) if each.is_command or not made_here]
    texts = [] if made_here else _find_texts(settings)
    earlier_work = [] if known else list_earlier_work(paths)
    if not (own or texts or earlier_work):
        return
    given = {each.name: each.value for each in own}
    digest = sha256(json.dumps([given, _hash_texts(paths, texts)]).encode()).hexdigest()
    if known and digest == (known.programs if made_here else known.consent):
        return
    redact = settings.environment.redact
    lines = [
        *(redact.redact(each.text) for each in order_lines([*own, *earlier_work])),
        *(join_blanks(f"Gives models the text of {each}") for each in texts),
    ]
    if callable(trust) and trust(lines):
        if not known:
            _forget_approvals(paths.database)
        stored = StoredTrust(MADE_HERE, digest) if made_here else StoredTrust(digest)
        store_trust(paths.root, stored)
        return
    origin = "sets a new program" if made_here else "was not made on this computer"
    raise SettingsError(
        f"The project {str(paths.root)!r} {origin}. If you trust the project, "
        f"{list_effects(lines)}\n"
        "Nothing was sent. If the project is yours, for example from a backup, or you know its "
        "author, trust the project once.",
        remedies=(SimpleAction.TRUST_PROJECT,),
    )


def list_effects(lines: Sequence[str]) -> str:
    """Return the end of a sentence that lists all ``lines`` in full, so that none can be hidden."""
    count = "this happens" if len(lines) == 1 else f"these {len(lines):,} things happen"
    listed = "\n".join(f"  - {line}" for line in lines)
    return f"{count} (programs, keys and servers first):\n{listed}"


def trust_as_made_here(project: Path) -> None:
    """Remember the project as created by this user, unless it contains somebody's earlier work."""
    paths = ProjectPaths(project)
    if not (os.path.lexists(paths.prompts) or list_earlier_work(paths)):
        store_trust(project, StoredTrust(MADE_HERE))


def _forget_approvals(database: Path) -> None:
    """Delete the recorded approvals, so that an interrupted studio turn asks for them again."""
    from questfoundry.app.session.approval import APPROVAL
    from questfoundry.infra.storage.database import Database
    from questfoundry.infra.storage.sql_journal import SqlJournal

    if database.exists():
        with closing(Database(database)) as opened:
            SqlJournal(opened).forget(APPROVAL)


def _find_texts(settings: ProjectSettings) -> list[Path]:
    texts = *material_names(settings.files), *FileProjectWorkspace(settings.files).files((SKILLS,))
    return [*_find_prompts(settings.paths, settings.file.prompts_dir), *map(Path, texts)]


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


def _hash_texts(paths: ProjectPaths, texts: Sequence[Path]) -> list[tuple[str, str]]:
    return [
        (
            str(each),
            sha256(
                read_file(paths.root / each, within=paths.root, max_bytes=MOST_BYTES) or b""
            ).hexdigest(),
        )
        for each in texts
    ]
