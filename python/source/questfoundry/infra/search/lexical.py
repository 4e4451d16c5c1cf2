"""Finds chunks by their words, with SQLite's full-text index (BM25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from questfoundry.infra.search.spans import Span
from questfoundry.infra.storage.database import Database

_RANKED = 500
"""How many chunks are ranked, as far as the words of the query let one choose."""

_COUNT = """
    SELECT count(*) FROM (
        SELECT 1 FROM chunk_words WHERE chunk_words MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?
    )
"""
_SEARCH = """
    SELECT rank, rowid FROM chunk_words
    WHERE chunk_words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?
"""


class LexicalSearch:
    """Ranks chunks that share words with a query, stems compared, accents left aside.

    To count a match takes SQLite far less than to rank it. So only chunks with one of the
    rarer words are ranked, by all words; a word that is in most chunks says little anyway.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, words: Sequence[str], within: Sequence[Span], limit: int) -> list[int]:
        """The ids of the best chunks, best first."""
        # In quotation marks nothing is syntax.
        quoted = [f'"{word}"' for word in words]
        rarer = self._rarer(quoted, within)
        match = " OR ".join(quoted)
        if len(rarer) < len(quoted):
            match = f"({' OR '.join(rarer)}) AND ({match})"
        found: list[tuple[float, int]] = []
        for span in within:
            found += self._database.execute(_SEARCH, (match, span.first, span.last, limit))
        return [chunk for _, chunk in sorted(found)[:limit]]

    def _rarer(self, words: Sequence[str], within: Sequence[Span]) -> list[str]:
        """The rarest of the words, and the next ones while few enough chunks have them."""
        counts = {word: sum(self._counts(word, within)) for word in words}
        rarest, *others = (
            sorted((word for word in words if counts[word]), key=counts.__getitem__) or words
        )
        chosen, ranked = [rarest], counts[rarest]
        for word in others:
            ranked += counts[word]
            if ranked > _RANKED:
                break
            chosen.append(word)
        return chosen

    def _counts(self, word: str, within: Iterable[Span]) -> Iterable[int]:
        for span in within:
            for (count,) in self._database.execute(
                _COUNT, (word, span.first, span.last, _RANKED + 1)
            ):
                yield count
