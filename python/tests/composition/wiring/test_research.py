"""The tools with which a project's discussions look things up."""

from contextlib import AsyncExitStack

import pytest

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.library import research_tools
from questfoundry.domain.library.book import BookStatus
from questfoundry.testing.contracts.library import a_book
from questfoundry.testing.library import InMemoryBookRepository, InMemoryChunkIndex
from tests.support.stage_runs import shipped_prompts


def offered(folder, closing, *books):
    kept = InMemoryBookRepository()
    for book in books:
        kept.save(book)

    def search():
        return SearchBooksUseCase(books=kept, index=InMemoryChunkIndex(kept))

    return research_tools(load_settings(folder, {}), shipped_prompts(), kept, search, closing)


async def test_a_tool_is_offered_where_it_can_work_and_is_wanted(tmp_path) -> None:
    """A search needs a ready book; the web must be switched on. (RES-8.2)"""
    async with AsyncExitStack() as closing:
        without = offered(tmp_path, closing, a_book("torn", status=BookStatus.FAILED))
        ready = offered(tmp_path, closing, a_book("sea", status=BookStatus.READY))

    assert "no book" in without.left_out["search_library"]
    assert [tool.definition.name for tool in ready.tools] == ["search_library", "search_corpus"]
    assert "search_library" not in ready.left_out

    (tmp_path / "project.yaml").write_text("research:\n  corpus: false\n  web: true\n")
    async with AsyncExitStack() as closing:
        off = offered(tmp_path / "none", closing)
        on = offered(tmp_path, closing)

    assert set(off.left_out) == {"search_library", "web_search", "web_fetch"}
    assert [tool.definition.name for tool in on.tools] == ["web_fetch"]
    assert set(on.left_out) == {"search_library", "search_corpus", "web_search"}


async def test_the_corpus_is_given_back_with_its_project(tmp_path) -> None:
    """The thread and the index of the corpus must not outlive their project."""
    async with AsyncExitStack() as closing:
        offer = offered(tmp_path, closing)
        (corpus,) = offer.tools
        assert (await corpus.execute({"query": "dialogue"})).result == "success"

    with pytest.raises(RuntimeError, match="shutdown"):
        await corpus.execute({"query": "dialogue"})
