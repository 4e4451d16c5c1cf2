"""The judged questions about the real book, and the number of answers that a search finds."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from attrs import frozen
from ruamel.yaml import YAML

from questfoundry.domain.library.book import BookFile, Chunk
from questfoundry.domain.library.text import extract_keywords, tidy_query
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.plain_text import read_plain_text
from questfoundry.infra.search.hybrid import HybridChunkIndex, LexicalSearch
from questfoundry.infra.search.vectors import MatrixFiles, VectorStore
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_books import (
    SqlBookRepository,
    SqlChunkRepository,
    chunks_by_id,
    find_spans,
)
from tests.support.libraries import ready_book
from tests.support.real_book import REAL_BOOK, TITLE

QUESTIONS = REAL_BOOK.with_name("questions.yaml")
BOOK = "book::moby-dick-or-the-whale"
_BATCH = 200

Search = Callable[[str, int], Awaitable[Sequence[Chunk]]]
"""A function that finds at most a number of chunks for a question, best first."""


@frozen
class Question:
    text: str
    words: tuple[str, ...]

    def answered_by(self, chunk: Chunk) -> bool:
        text = " ".join(chunk.text.split())
        return any(words in text for words in self.words)


def questions() -> list[Question]:
    """Return all questions, in the order of the book."""
    return [
        Question(each["question"], tuple(each["words"]))
        for each in YAML(typ="safe").load(QUESTIONS)
    ]


def real_chunks() -> list[Chunk]:
    file = BookFile(
        source=str(REAL_BOOK), name=REAL_BOOK.name, format="txt", content=REAL_BOOK.read_bytes()
    )
    return list(SentenceChunker().chunks(BOOK, read_plain_text(file).pages))


async def searches(
    folder: Path, database: Database, embeddings: EmbeddingProvider
) -> dict[str, Search]:
    chunks = real_chunks()
    index = HybridChunkIndex(database, embeddings=embeddings, cache=folder)
    SqlBookRepository(database).save(ready_book(chunks, title=TITLE))
    SqlChunkRepository(database).add(chunks)
    for begin in range(0, len(chunks), _BATCH):
        await index.add(chunks[begin : begin + _BATCH])
    lexical = LexicalSearch(database)
    vectors = VectorStore(database, model=embeddings.model, files=MatrixFiles(database, folder))
    within = find_spans(database, [BOOK], None)

    def chosen(ids: Sequence[int]) -> list[Chunk]:
        found = chunks_by_id(database, ids)
        return [found[each] for each in ids]

    async def by_words(question: str, limit: int) -> Sequence[Chunk]:
        return chosen(lexical.search(extract_keywords(tidy_query(question)), within, limit))

    async def by_meaning(question: str, limit: int) -> Sequence[Chunk]:
        (vector,) = await embeddings.embed([question])
        return chosen(vectors.search(vector, within, limit))

    async def by_both(question: str, limit: int) -> Sequence[Chunk]:
        return [hit.chunk for hit in await index.search(question, books=[BOOK], limit=limit)]

    return {"words": by_words, "meaning": by_meaning, "both": by_both}


async def answered(search: Search, limit: int) -> int:
    """Return how many questions have an answer among the first ``limit`` chunks."""
    return sum(
        [
            any(question.answered_by(chunk) for chunk in await search(question.text, limit))
            for question in questions()
        ]
    )
