"""A budget for adding books, and continuing with another budget."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from questfoundry import Project
from questfoundry.app.run.spend_meter import CountedEmbeddingProvider
from questfoundry.domain.chat.usage import Usage, report_spending
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.library.book import BookStatus
from questfoundry.domain.protocols import EmbeddingProvider


class Paid(EmbeddingProvider):
    """An embedding provider that uses ten tokens for each text."""

    texts = 0

    @property
    def model(self) -> str:
        return "openai/text-embedding-3-small"

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.texts += len(texts)
        report_spending(self.model, Usage(input_tokens=10 * len(texts)))
        return [[1.0, float(len(text))] for text in texts]


async def test_a_book_is_added_as_far_as_the_budget_lasts_and_goes_on(tmp_path: Path) -> None:
    """A spent budget must keep the finished embeddings, so a second call pays only for the rest."""
    book = tmp_path / "tides.txt"
    paragraphs = (f"The tide of day {day} was late. " + "Water " * 150 for day in range(150))
    book.write_text("\n\n".join(paragraphs))
    async with Project.open(tmp_path / "story", env={}) as project:
        container, paid = project.container, Paid()
        store, clock = container.store(), container.clock()
        container.library.embeddings.override(
            CountedEmbeddingProvider(paid, runs=store.runs, journal=store.journal, clock=clock)
        )
        with pytest.raises(BudgetReachedError):
            await project.books.add(str(book), budget="100tokens")
        embedded = paid.texts
        assert 0 < embedded < 150
        added = await project.books.add(str(book))
        assert added.book.status is BookStatus.READY
        assert paid.texts == added.book.chunks
