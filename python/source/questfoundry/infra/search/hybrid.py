"""Search chunks of books by words and by vectors, and combine the two rankings."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Chunk, SearchHit, is_visible
from questfoundry.domain.library.text import extract_keywords, tidy_query
from questfoundry.domain.protocols.library import ChunkIndex
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.search.vectors import MatrixFiles, Vectors, VectorStore
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql import ConstraintError
from questfoundry.infra.storage.sql_books import Span, chunk_ids, chunks_by_id, find_spans

_CANDIDATES_PER_RESULT = 2
"""The number of chunks taken from each ranking, as a multiple of the requested number.

With many more, chunks far down in both rankings would come before the first of one ranking.
"""

_SMOOTHING = 60
"""The constant k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""


class HybridChunkIndex(ChunkIndex):
    """A chunk index that combines a ranking by words (BM25) with a ranking by vectors."""

    def __init__(self, database: Database, *, embeddings: EmbeddingProvider, cache: Path) -> None:
        self._database = database
        self._embeddings = embeddings
        self._lexical = LexicalSearch(database)
        self._vectors = VectorStore(
            database, model=embeddings.model, files=MatrixFiles(database, cache)
        )

    async def add(self, chunks: Sequence[Chunk]) -> None:
        if not chunks:
            return
        vectors = await embed_chunks(self._embeddings, chunks)
        with require_stored(chunks):
            self._vectors.add(chunk_ids(self._database, chunks), vectors)

    async def search(
        self, query: str, *, books: Sequence[str], limit: int, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        query = tidy_query(query)
        words = extract_keywords(query)
        if not words:
            return []
        (vector,) = await self._embeddings.embed([query])
        # The database and numpy would block the event loop for milliseconds.
        return await asyncio.to_thread(self._find_hits, words, vector, books, limit, horizon)

    def _find_hits(
        self,
        words: Sequence[str],
        vector: Sequence[float],
        books: Sequence[str],
        limit: int,
        horizon: int | None,
    ) -> Sequence[SearchHit]:
        searched = find_spans(self._database, books, horizon)
        candidates = _CANDIDATES_PER_RESULT * limit
        rankings = (
            self._lexical.search(words, searched, candidates),
            self._vectors.search(vector, searched, candidates),
        )
        scores = list(_fuse_rankings(rankings).items())[:limit]
        chunks = chunks_by_id(self._database, [chunk for chunk, _ in scores])
        return [
            SearchHit(chunk=chunks[chunk], score=score)
            for chunk, score in scores
            if chunk in chunks and is_visible(chunks[chunk], horizon)
        ]

    async def remove(self, book_id: str) -> None:
        for span in find_spans(self._database, [book_id], None):
            self._vectors.remove(span)

    async def count(self, book_id: str) -> int:
        return sum(
            self._vectors.count(span) for span in find_spans(self._database, [book_id], None)
        )


async def embed_chunks(embeddings: EmbeddingProvider, chunks: Sequence[Chunk]) -> Vectors:
    """Return the vector of each chunk, which describes its heading and its text."""
    return await embeddings.embed([f"{chunk.heading}\n{chunk.text}" for chunk in chunks])


@contextmanager
def require_stored(chunks: Sequence[Chunk]) -> Iterator[None]:
    """Raise ``UsageError`` if the block stores a vector of a chunk that is not stored."""
    try:
        yield
    except ConstraintError as problem:
        raise UsageError(
            f"A chunk of {chunks[0].book!r} is not stored. Store the chunks before you index them."
        ) from problem


def _fuse_rankings(rankings: Iterable[Sequence[int]]) -> Mapping[int, float]:
    """Combine rankings of chunk ids by reciprocal rank; return a score for each id, best first.

    Only ranks count, because the scores of different rankings are not comparable. Ids with equal
    scores stay in the order in which they first appeared.
    """
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, item in enumerate(ranking, start=1):
            scores[item] += 1 / (_SMOOTHING + place)
    best_first = sorted(scores, key=scores.__getitem__, reverse=True)
    return {item: scores[item] for item in best_first}


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
        """Return the ids of at most ``limit`` matching chunks in ``allowed``, best first."""
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
        """Return the rarest word, and further rare words up to ``_MAX_RANKED`` matches in total."""
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
