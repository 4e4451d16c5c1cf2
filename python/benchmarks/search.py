"""Measure latency and memory of the hybrid search beside plain FTS5 and plain numpy, in one run.

Run ``python python/benchmarks/search.py [CHUNKS...]``. The chunks consist of sentences of
Moby-Dick. Their vectors are random, so that only the number of chunks differs. WordLlama embeds the
questions. For comparison, there are two plain searches on the same tables: FTS5 for the words of a
question without common words, and the product with one matrix in memory. Each search returns the
texts of five chunks.
"""

import asyncio
import multiprocessing
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.domain.library.text import extract_keywords, split_sentences, tidy
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_books import SqlBookRepository, SqlChunkRepository
from tests.support.libraries import chunks_of, ready_book
from tests.support.real_book import REAL_BOOK

SIZES = (1_000, 10_000, 100_000)
CONTENDERS = ("plain FTS5", "plain numpy", "hybrid")
ROUNDS = 20
BATCH = 1_000
QUESTIONS = (
    "Why does Ahab hate the white whale?",
    "What is carved on the coffin of Queequeg?",
    "How is the oil taken from the head of a sperm whale?",
    "Who preaches in the chapel before the voyage?",
    "What does the gold coin on the mast promise?",
    "Where do the sailors eat chowder in Nantucket?",
    "How was the harpoon forged and tempered in blood?",
    "What happens to Pip when he jumps from the boat?",
)
BOOK = "book::benchmark"

Search = Callable[[str], Awaitable[Sequence[str]]]


class ByChance(EmbeddingProvider):
    """An embedding provider: random vectors for chunks, WordLlama's vectors for questions."""

    model = "wordllama"

    def __init__(self) -> None:
        self._real = WordLlamaEmbeddingProvider()
        self._chance = np.random.default_rng(1)

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if len(texts) == 1:
            return await self._real.embed(texts)
        rows = self._chance.standard_normal((len(texts), 256), dtype=np.float32)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).tolist()


async def build(folder: Path, size: int) -> None:
    """Store the chunks and index them."""
    chance = random.Random(1)
    known = [tidy(each) for each in split_sentences(" ".join(REAL_BOOK.read_text("utf-8").split()))]
    database = Database(folder / "story.db")
    books, chunks = SqlBookRepository(database), SqlChunkRepository(database)
    index = HybridChunkIndex(database, embeddings=ByChance(), cache=folder)
    texts = [" ".join(chance.choices(known, k=8)) for _ in range(size)]
    stored = chunks_of(BOOK, texts)
    books.save(ready_book(stored, title="benchmark"))
    for begin in range(0, size, BATCH):
        chunks.add(stored[begin : begin + BATCH])
        await index.add(stored[begin : begin + BATCH])
    database.close()


def contender(name: str, folder: Path) -> Search:
    """Open and return the search ``name``."""
    if name == "hybrid":
        return hybrid(folder)
    return plain_fts(folder) if name == "plain FTS5" else plain_numpy(folder)


def hybrid(folder: Path) -> Search:
    index = HybridChunkIndex(Database(folder / "story.db"), embeddings=ByChance(), cache=folder)

    async def search(question: str) -> Sequence[str]:
        hits = await index.search(question, books=[BOOK], limit=5)
        return [hit.chunk.text for hit in hits]

    return search


def plain_fts(folder: Path) -> Search:
    raw = sqlite3.connect(folder / "story.db")

    async def search(question: str) -> Sequence[str]:
        match = " OR ".join(f'"{word}"' for word in extract_keywords(question))
        rows = raw.execute(
            "SELECT text FROM chunk_words WHERE chunk_words MATCH ? ORDER BY rank LIMIT 5", (match,)
        )
        return [text for (text,) in rows]

    return search


def plain_numpy(folder: Path) -> Search:
    raw = sqlite3.connect(folder / "story.db")
    rows = raw.execute("SELECT chunk, vector FROM chunk_vectors ORDER BY chunk").fetchall()
    ids = np.array([chunk for chunk, _ in rows])
    matrix = np.frombuffer(b"".join(vector for _, vector in rows), np.float32).reshape(-1, 256)
    embeddings = WordLlamaEmbeddingProvider()

    async def search(question: str) -> Sequence[str]:
        (vector,) = await embeddings.embed([question])
        scores = matrix @ np.array(vector, np.float32)
        best = np.argpartition(-scores, 5)[:5]
        found = [int(ids[at]) for at in best[np.argsort(-scores[best])]]
        marks = ",".join("?" * len(found))
        return [
            text for (text,) in raw.execute(f"SELECT text FROM chunks WHERE id IN ({marks})", found)
        ]

    return search


async def latencies(folder: Path) -> dict[str, list[float]]:
    """Return the milliseconds of the fastest search for each question, by contender.

    The contenders take turns. The fastest search counts, since other work of the machine only adds
    time.
    """
    searches = {name: contender(name, folder) for name in CONTENDERS}
    fastest = {name: [float("inf")] * len(QUESTIONS) for name in CONTENDERS}
    for _ in range(ROUNDS):
        for at, question in enumerate(QUESTIONS):
            for name, search in searches.items():
                begin = perf_counter()
                assert len(await search(question)) == 5
                taken = (perf_counter() - begin) * 1_000
                fastest[name][at] = min(fastest[name][at], taken)
    return fastest


def memory(name: str, folder: Path) -> float:
    """Return the maximum memory in MB of a process that opens the search and asks all questions."""

    async def ask() -> None:
        search = contender(name, folder)
        for question in QUESTIONS:
            await search(question)

    asyncio.run(ask())
    (peak,) = re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(peak) / 1_024


def main(sizes: Sequence[int]) -> None:
    """Print one line a size and contender: over all questions."""
    fresh = multiprocessing.get_context("spawn")
    print(f"{'chunks':>8}  {'':12}{'median ms':>10}{'most ms':>9}{'of slower':>11}{'peak MB':>9}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            asyncio.run(build(folder, size))
            taken = asyncio.run(latencies(folder))
            slower = max(median(taken[part]) for part in CONTENDERS[:2])
            for part in CONTENDERS:
                with fresh.Pool(1) as pool:
                    peak = pool.apply(memory, (part, folder))
                middle = median(taken[part])
                print(
                    f"{size:8,}  {part:12}{middle:10.2f}{max(taken[part]):9.2f}"
                    f"{middle / slower:11.2f}{peak:9.0f}"
                )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
