"""The memory of trusted projects: an id in the project, and the consent that this computer stores.

The id is a random word in the file ``story.db.id``. The id moves with the project, so an
author's own project stays known after a move or after its restoration from a backup. A project of
somebody else has no id, or an id that is unknown here.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from attrs import frozen

from questfoundry.domain.errors import StoreError
from questfoundry.infra.own_files import PRIVATE, read_file, remove_file, replace_file

MADE_HERE = "made here"
ID_FILE = "story.db.id"
_MAX_BYTES = 1_000_000


@frozen
class StoredTrust:
    """The user's consent to a project.

    ``consent`` is the digest of the trusted settings, ``MADE_HERE`` for the user's own project, or
    empty. ``programs`` is the digest of the trusted programs of an own project.
    """

    consent: str = ""
    programs: str = ""


def recall_trust(project: Path) -> StoredTrust | None:
    """Return the stored consent to the project; ``None`` if the project is unknown here."""
    project_id = _read_id(project)
    if project_id and (lines := _read_lines(_path_of(project_id))):
        return StoredTrust(*lines[:2])
    # Earlier program versions remembered the path of the project instead of its id.
    former = _folder() / sha256(os.fsencode(project.resolve())).hexdigest()[:32]
    if not (lines := _read_lines(former)):
        return None
    trust = StoredTrust(lines[0])
    store_trust(project, trust)
    with suppress(StoreError):
        remove_file(former)
    return trust


def store_trust(project: Path, trust: StoredTrust) -> None:
    """Store the consent to the project; if that fails, the user is asked again next time."""
    project_id = _read_id(project)
    with suppress(StoreError):
        if not (project_id and _path_of(project_id).exists()):
            project_id = token_hex(16)
            replace_file(project / ID_FILE, f"{project_id}\n", within=project, mode=PRIVATE)
        lines = (trust.consent, trust.programs, str(project.resolve()))
        replace_file(_path_of(project_id), "".join(f"{line}\n" for line in lines), mode=PRIVATE)


def register_own_database(project: Path) -> None:
    """Remember that the database, which is about to be created, is this user's own work."""
    if recall_trust(project) is None:
        store_trust(project, StoredTrust())


def _read_id(project: Path) -> str:
    return next(iter(_read_lines(project / ID_FILE, within=project)), "")


def _path_of(project_id: str) -> Path:
    # The prefix keeps an id from having the name of a remembered path.
    return _folder() / sha256(f"id {project_id}".encode()).hexdigest()[:32]


def _folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("questfoundry") / "trusted"


def _read_lines(path: Path, *, within: Path | None = None) -> list[str]:
    with suppress(StoreError):
        content = read_file(path, within=within, max_bytes=_MAX_BYTES)
        return (content or b"").decode(errors="replace").splitlines()
    return []
