"""The results of the trials as files: JSON for programs, Markdown for readers."""

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

TABLES = Path(os.environ.get("CHAOS_TABLES") or tempfile.gettempdir())
"""The folder for the tables."""

Row = Mapping[str, str | int]
"""A line of the table, by column name."""


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Write ``path`` with ``.json`` and ``.md``; all rows share their columns."""
    columns = list(rows[0])
    lines = [
        columns,
        ["---:" if isinstance(value, int) else "---" for value in rows[0].values()],
        *([str(row[each]) for each in columns] for row in rows),
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(
        "".join(f"| {' | '.join(line)} |\n" for line in lines), encoding="utf-8"
    )
