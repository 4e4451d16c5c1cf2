"""Read names from ``story.db`` for shell completion, without writing to the database.

Completion must be fast and silent, so this module imports little and hides errors.
"""

import re
import sqlite3
from contextlib import closing
from enum import Enum
from pathlib import Path

from questfoundry.domain.errors import StoreError
from questfoundry.infra.own_files import require_own

# Completed words become part of a shell command, so unusual characters are refused.
_SAFE_IN_SHELL = re.compile(r"\w[\w:.-]*")


class NameKind(Enum):
    """The kinds of names that the shell can complete, each with its SQL query."""

    RUNS = "SELECT id FROM runs ORDER BY position"
    BOOKS = "SELECT id FROM books ORDER BY position"
    PASSAGES = (
        "SELECT json_extract(passage.value, '$.id') "
        "FROM artifact_versions JOIN current_artifacts USING (stage, version), "
        "json_each(data, '$.passages') AS passage WHERE stage = 'grow'"
    )


def names_in(database: Path, kind: NameKind) -> list[str]:
    """Return the names of all things of ``kind`` in the database, for shell completion.

    The kind at the beginning of a name is left out: ``passage::the-vault`` becomes ``the-vault``.
    So are names that are unsafe in a shell. The list is empty if the database cannot be read.
    """
    try:
        require_own(database)
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as found:
            names = [str(name) for (name,) in found.execute(kind.value)]
    except (sqlite3.Error, StoreError):
        return []
    shown = (name.partition("::")[2] or name for name in names)
    return [name for name in shown if _SAFE_IN_SHELL.fullmatch(name)]
