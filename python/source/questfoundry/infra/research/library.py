"""Offer the tool ``search_library``: search in the books that the author added to the project."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.infra.research.wording import ResearchTool

SEARCH_LIBRARY = "search_library"
MAX_HITS = 5


class SearchLibraryTool(ResearchTool):
    """A tool that finds excerpts in the author's books, with book titles and page numbers."""

    name = SEARCH_LIBRARY

    def __init__(self, prompts: PromptRepository, search: SearchBooksUseCase) -> None:
        super().__init__(prompts)
        self._search = search

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        query = str(arguments["query"])
        hits = await self._search.execute(query, top_k=MAX_HITS)
        titles = {book.id: book.title for book in self._search.list_ready_books()}
        excerpts = tuple(
            Excerpt(
                book=titles[each.book],
                first_page=each.first_page,
                last_page=each.last_page,
                text=each.text,
            )
            for each in (hit.chunk for hit in hits)
        )
        data = [{"excerpt": each.label, "text": each.text} for each in excerpts]
        return evolve(self._answer(query, data), excerpts=excerpts)
