"""``search_library``: the books that the author has put into the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.app.books.shown import SEARCH_LIBRARY
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.library.book import SearchHit
from questfoundry.domain.protocols.prompts import PromptRepository
from questfoundry.domain.protocols.tool import Tool
from questfoundry.infra.research.wording import ToolWording

MAX_HITS = 5


class SearchLibraryTool(Tool):
    """Finds passages in all books that are ready, each with its book's title and its pages."""

    def __init__(self, prompts: PromptRepository, search: SearchBooksUseCase) -> None:
        self._wording = ToolWording(prompts, SEARCH_LIBRARY)
        self._search = search

    @property
    def definition(self) -> ToolDefinition:
        """One query, in plain words."""
        return self._wording.definition()

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """The passages nearest to the query, best first."""
        query = str(arguments["query"])
        hits = await self._search.execute(query, top_k=MAX_HITS)
        if not hits:
            return self._wording.no_results(query)
        titles = {book.id: book.title for book in self._search.ready()}
        return self._wording.success(query, [_shown(hit, titles) for hit in hits])


def _shown(hit: SearchHit, titles: Mapping[str, str]) -> dict[str, str]:
    chunk = hit.chunk
    label = f"[{titles[chunk.book]}, Pages {chunk.first_page}-{chunk.last_page}]"
    return {"passage": label, "text": chunk.text}
