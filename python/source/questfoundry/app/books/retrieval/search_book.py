"""The tools with which the model of a book chat searches the book and sets the reader's page."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.answer.payload import find_wrong_arguments, fit_arguments
from questfoundry.domain.chat.envelope import MAX_TEXT, Envelope, ToolStatus, error, success
from questfoundry.domain.chat.exchange import BYTES_PER_TOKEN
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.citations import build_excerpts, format_excerpts
from questfoundry.domain.library.text import extract_keywords
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool

SEARCH_BOOK = "search_book"
TOP_K = 5
"""The default number of excerpts of one search."""

_MAX_HITS = 20


@frozen(kw_only=True)
class SearchBookTool(Tool):
    """A tool that searches one book, with wording from ``prompts/tools/search_book.yaml``.

    ``reading`` is called for each search, because the last page that may be revealed can change
    during a turn. The excerpts of one search take at most a quarter of ``window`` tokens.
    """

    _search: SearchBooksUseCase
    _prompts: PromptRepository
    _reading: Callable[[], Reading]
    _window: int

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with the parameter ``query`` and the optional ``top_k``."""
        wording = self._wording()
        text = {"type": "string", "minLength": 1}
        count = {"type": "integer", "minimum": 1, "maximum": _MAX_HITS, "default": TOP_K}
        return define_tool(
            SEARCH_BOOK,
            {
                "description": wording["description"],
                "parameters": {"query": {**text, "description": wording["query"]}},
                "optional": {"top_k": {**count, "description": wording["top_k"]}},
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Search the book for ``query``, and return the best excerpts with their pages.

        Arguments that do not fit the definition, and a query without words, are an error; ``top_k``
        is limited to 20.
        """
        wording, reading, schema = self._wording(), self._reading(), self.definition.parameters
        given = fit_arguments(arguments, schema)
        if wrong := find_wrong_arguments(given, schema, self._prompts.wording("feedback")):
            return error("; ".join(wrong), action=wording["error"])
        if not extract_keywords(given["query"]):
            problem = wording["no_words"].format(query=given["query"])
            return error(problem, action=wording["error"])
        query, top_k = given["query"], max(1, min(_MAX_HITS, given.get("top_k", TOP_K)))
        room = min(MAX_TEXT, self._window // 4 * BYTES_PER_TOKEN)
        hits = await self._search.execute(
            query, books=(reading.book,), top_k=top_k, horizon=reading.horizon
        )
        excerpts = build_excerpts((hit.chunk for hit in hits), room)
        status = ToolStatus.SUCCESS if excerpts else ToolStatus.NO_RESULTS
        asked = {"query": query, **({"top_k": top_k} if "top_k" in given else {})}
        body = {**asked, "data": format_excerpts(excerpts) or wording["nothing"]}
        if left_out := len(hits) - len(excerpts):
            body["left_out"] = wording["left_out"].format(count=left_out)
        return Envelope(result=status, body=body, action=wording[status.value], excerpts=excerpts)

    def _wording(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{SEARCH_BOOK}")


SET_PAGE = "set_page"
_NUMBER = re.compile(r"\d{1,9}")


@frozen(kw_only=True)
class SetPageTool(Tool):
    """A tool that sets the last page to reveal, if the reader's own message names that page."""

    _prompts: PromptRepository
    _user_message: str
    _pages: int
    _move: Callable[[int], None]

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with a page number as its parameter."""
        wording = self._wording()
        page = {"type": "integer", "minimum": 1, "description": wording["page"]}
        return define_tool(
            SET_PAGE, {"description": wording["description"], "parameters": {"page": page}}
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Set the last page that may be revealed, and report success."""
        wording, text = self._wording(), str(arguments["page"])
        page = int(text) if _NUMBER.fullmatch(text) else None
        if page is None or page not in map(int, _NUMBER.findall(self._user_message)):
            return error(wording["not_said"].format(page=text), action=wording["error"])
        if not 1 <= page <= self._pages:
            problem = wording["not_there"].format(page=text, pages=self._pages)
            return error(problem, action=wording["error"])
        self._move(page)
        return success({"page": page}, action=wording["success"].format(page=page))

    def _wording(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{SET_PAGE}")
