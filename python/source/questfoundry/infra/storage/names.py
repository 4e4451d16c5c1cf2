"""Read names from ``story.db``, mostly for shell completion, without writing to the database.

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


_MAX_STEPS = 1_000_000
_MODELS = """\
SELECT DISTINCT json_extract(phase.value, '$.model') AS model FROM runs,
json_each(CASE WHEN json_valid(runs.models) THEN runs.models ELSE '{}' END) AS phase
WHERE phase.type = 'object' AND model IS NOT NULL ORDER BY runs.position DESC LIMIT 20
"""


def models_in(database: Path) -> list[str]:
    """Return the models of the newest runs in somebody else's database, at most 20."""
    return _read(database, _MODELS)


def names_in(database: Path, kind: NameKind) -> list[str]:
    """Return the names of all things of ``kind`` in the database, for shell completion.

    The kind at the beginning of a name is left out: ``passage::the-vault`` becomes ``the-vault``.
    So are names that are unsafe in a shell. The list is empty if the database cannot be read.
    """
    shown = (name.partition("::")[2] or name for name in _read(database, kind.value))
    return [name for name in shown if _SAFE_IN_SHELL.fullmatch(name)]


def _read(database: Path, sql: str) -> list[str]:
    try:
        require_own(database)
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as found:
            # A view in somebody else's database could compute without end.
            found.set_progress_handler(lambda: 1, _MAX_STEPS)
            return [str(name) for (name,) in found.execute(sql)]
    except (sqlite3.Error, StoreError):
        return []
