"""Let the model of a book chat search the book with the tool ``search_book``."""

from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.domain.chat.envelope import MAX_TEXT, Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.chat.tokens import BYTES_PER_TOKEN
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.citations import build_excerpts, format_excerpts
from questfoundry.domain.protocols import PromptRepository, Tool

SEARCH_BOOK = "search_book"
TOP_K = 5
"""The default number of excerpts of one search."""

_MAX_HITS = 20


class SearchBookTool(Tool):
    """A tool that searches one book, with wording from ``prompts/tools/search_book.yaml``.

    ``reading`` is called for each search, because the last page that may be revealed can change
    during a turn. The excerpts of one search take at most a quarter of ``window`` tokens.
    """

    def __init__(
        self,
        *,
        search: SearchBooksUseCase,
        prompts: PromptRepository,
        reading: Callable[[], Reading],
        window: int,
    ) -> None:
        self._search = search
        self._prompts = prompts
        self._reading = reading
        self._room = min(MAX_TEXT, window // 4 * BYTES_PER_TOKEN)

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with the parameter ``query`` and the optional ``top_k``."""
        wording = self._wording()
        return ToolDefinition(
            name=SEARCH_BOOK,
            description=wording["description"],
            parameters={
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": wording["query"]},
                    "top_k": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": _MAX_HITS,
                        "default": TOP_K,
                        "description": wording["top_k"],
                    },
                },
                "required": ["query"],
                "additionalProperties": False,
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Search the book for ``query``, and return the best excerpts with their pages."""
        wording, reading, query = self._wording(), self._reading(), str(arguments["query"])
        hits = await self._search.execute(
            query,
            books=(reading.book,),
            top_k=_parse_count(arguments.get("top_k", TOP_K)),
            horizon=reading.horizon,
        )
        excerpts = build_excerpts((hit.chunk for hit in hits), self._room)
        status = ToolStatus.SUCCESS if excerpts else ToolStatus.NO_RESULTS
        body = {"query": query, "data": format_excerpts(excerpts) or wording["nothing"]}
        if left_out := len(hits) - len(excerpts):
            body["left_out"] = wording["left_out"].format(count=left_out)
        return Envelope(
            result=status,
            body=body,
            action=wording[status.value],
            excerpts=excerpts,
        )

    def _wording(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{SEARCH_BOOK}")


def _parse_count(value: object) -> int:
    try:
        return max(1, min(_MAX_HITS, int(str(value))))
    except ValueError:
        return TOP_K
