"""Offer the tool ``search_library``: search in the books that the author added to the project."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.research.wording import ToolWording

SEARCH_LIBRARY = "search_library"
MAX_HITS = 5


class SearchLibraryTool(Tool):
    """A tool that finds excerpts in the author's books, with book titles and page numbers.

    Books that are still being imported are not searched.
    """

    def __init__(self, prompts: PromptRepository, search: SearchBooksUseCase) -> None:
        self._wording = ToolWording(prompts, SEARCH_LIBRARY)
        self._search = search

    @property
    def definition(self) -> ToolDefinition:
        """Return the tool's definition, with a plain-text query as the only parameter."""
        return self._wording.definition()

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Return the tool's answer: the excerpts nearest to the query, best first."""
        query = str(arguments["query"])
        hits = await self._search.execute(query, top_k=MAX_HITS)
        if not hits:
            return self._wording.no_results(query)
        titles = {book.id: book.title for book in self._search.list_ready_books()}
        excerpts = tuple(
            Excerpt(
                book=titles[hit.chunk.book],
                first_page=hit.chunk.first_page,
                last_page=hit.chunk.last_page,
                text=hit.chunk.text,
            )
            for hit in hits
        )
        data = [{"excerpt": each.label, "text": each.text} for each in excerpts]
        return evolve(self._wording.success(query, data), excerpts=excerpts)
