"""Finds chunks by their words, with SQLite's full-text index (BM25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from questfoundry.infra.search.spans import Span
from questfoundry.infra.storage.database import Database

_SEARCH = """
    SELECT rowid, rank FROM chunk_words
    WHERE chunk_words MATCH ? AND rowid BETWEEN ? AND ?
    ORDER BY rank LIMIT ?
"""


class LexicalSearch:
    """Ranks chunks that share words with a query, stems compared, accents left aside."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, words: Sequence[str], within: Iterable[Span], limit: int) -> list[int]:
        """The ids of the best chunks, best first."""
        # In quotation marks nothing is syntax.
        match = " OR ".join(f'"{word}"' for word in words)
        found = [
            (rank, chunk)
            for span in within
            for chunk, rank in self._database.execute(
                _SEARCH, (match, span.first, span.last, limit)
            )
        ]
        return [chunk for _, chunk in sorted(found)[:limit]]
