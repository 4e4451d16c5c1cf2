"""Searches in the book that a reader talks with, and their results as a model reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.passages import SEARCH_BOOK, labelled
from questfoundry.domain.protocols import PromptRepository

TOP_K = 5
"""How many passages a search gives unless it is told."""

_MOST_HITS = 20


class BookSearch:
    """Joins the search to its words in ``prompts/tools/search_book.yaml``."""

    def __init__(self, *, search: SearchBooksUseCase, prompts: PromptRepository) -> None:
        self._search = search
        self._prompts = prompts

    @property
    def definition(self) -> ToolDefinition:
        """The tool ``search_book``: ``query``, and ``top_k`` where it is wanted."""
        words = self._words()
        return ToolDefinition(
            name=SEARCH_BOOK,
            description=words["description"],
            parameters={
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": words["query"]},
                    "top_k": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": _MOST_HITS,
                        "default": TOP_K,
                        "description": words["top_k"],
                    },
                },
                "required": ["query"],
                "additionalProperties": False,
            },
        )

    @property
    def nothing(self) -> str:
        """What a model reads where there are no passages."""
        return str(self._words()["nothing"])

    async def execute(self, query: str, reading: Reading, top_k: object = TOP_K) -> Envelope:
        """The best passages up to the horizon, each below its label."""
        words = self._words()
        hits = await self._search.execute(
            query, books=(reading.book,), top_k=_count(top_k), horizon=reading.horizon
        )
        if not hits:
            return Envelope(
                result=ToolStatus.NO_RESULTS,
                body={"query": query, "data": self.nothing},
                action=words["no_results"],
            )
        return Envelope(
            result=ToolStatus.SUCCESS,
            body={"query": query, "data": labelled(hit.chunk for hit in hits)},
            action=words["success"],
        )

    def _words(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{SEARCH_BOOK}")


def _count(wanted: object) -> int:
    """A model may give a number as text, or nonsense."""
    try:
        return max(1, min(_MOST_HITS, int(str(wanted))))
    except ValueError:
        return TOP_K
