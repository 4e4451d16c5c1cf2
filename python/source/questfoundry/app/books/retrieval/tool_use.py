"""The model searches the book by itself, with a tool: the way for models that can call tools."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.app.books.retrieval.book_search import TOP_K, BookSearch
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.library.book import Reading
from questfoundry.domain.protocols import RetrievalStrategy


class ToolUseRetrievalStrategy(RetrievalStrategy):
    """Offers ``search_book``."""

    def __init__(self, *, search: BookSearch) -> None:
        self._search = search

    def build_tool_definitions(self) -> Sequence[ToolDefinition]:
        """``search_book`` alone."""
        return (self._search.definition,)

    async def execute_tool(self, tool_call: ToolCall, reading: Reading) -> Envelope:
        """The passages for the call's query."""
        arguments = tool_call.arguments
        return await self._search.execute(
            str(arguments["query"]), reading, arguments.get("top_k", TOP_K)
        )

    async def look_up(self, history: Sequence[Message], reading: Reading) -> Message | None:  # noqa: ARG002
        """Nothing: the model asks for what it wants."""
        return None

    def arranged(self, context: Sequence[Message]) -> Sequence[Message]:
        """The context as it is."""
        return context
