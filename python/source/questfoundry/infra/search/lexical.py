"""Search the full text of chunks with SQLite's FTS index, ranked by BM25."""

from collections.abc import Iterable, Sequence

from questfoundry.infra.search.spans import Span
from questfoundry.infra.storage.database import Database

_MAX_RANKED = 500
"""The most chunks that are ranked, unless the query's rarest word alone matches more."""

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
    """A search for chunks that share words with a query, ranked by BM25.

    Words are reduced to their stems, and accents are ignored. SQLite ranks chunks slowly but counts
    them fast. So only chunks with at least one of the query's rarest words are ranked; the ranking
    then uses all words of the query.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, words: Sequence[str], allowed: Sequence[Span], limit: int) -> list[int]:
        """Return the ids of at most ``limit`` matching chunks in the ``allowed`` spans, best first.

        A chunk matches if it contains at least one of ``words``.
        """
        # FTS5 treats a word in quotation marks as text, never as query syntax.
        quoted = [f'"{word}"' for word in words]
        rarer = self._select_rare_words(quoted, allowed)
        match = " OR ".join(quoted)
        if len(rarer) < len(quoted):
            match = f"({' OR '.join(rarer)}) AND ({match})"
        found: list[tuple[float, int]] = []
        for span in allowed:
            found += self._database.execute(_SEARCH, (match, span.first, span.last, limit))
        return [chunk for _, chunk in sorted(found)[:limit]]

    def _select_rare_words(self, words: Sequence[str], allowed: Sequence[Span]) -> list[str]:
        """Return the rarest of ``words``, as many as match at most ``_MAX_RANKED`` chunks in total.

        The rarest word is always returned, even if it alone matches more chunks.
        """
        counts = {word: sum(self._count_matches(word, allowed)) for word in words}
        rarest, *others = (
            sorted((word for word in words if counts[word]), key=counts.__getitem__) or words
        )
        chosen, ranked = [rarest], counts[rarest]
        for word in others:
            ranked += counts[word]
            if ranked > _MAX_RANKED:
                break
            chosen.append(word)
        return chosen

    def _count_matches(self, word: str, allowed: Iterable[Span]) -> Iterable[int]:
        for span in allowed:
            for (count,) in self._database.execute(
                _COUNT, (word, span.first, span.last, _MAX_RANKED + 1)
            ):
                yield count
