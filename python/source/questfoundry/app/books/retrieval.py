"""Supply a model with book excerpts, by the tool ``search_book`` or before each question."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.answer.payload import find_wrong_arguments, fit_arguments
from questfoundry.domain.chat.envelope import MAX_TEXT, Envelope, ToolStatus, error, success
from questfoundry.domain.chat.exchange import BYTES_PER_TOKEN, ChatRequest
from questfoundry.domain.chat.messages import (
    Message,
    Role,
    ToolDefinition,
    define_tool,
    system,
    user,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.citations import build_excerpts, format_excerpts
from questfoundry.domain.library.text import extract_keywords
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.protocols.library import RetrievalStrategy
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
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


QUESTION = "templates/book/question"
REWRITE = "templates/book/rewrite"

DEFAULT_CAPABILITIES = Capabilities()
"""The capabilities that are assumed of an unknown model."""

_MAX_LINES = 6
_MAX_LINE_LENGTH = 600
_REWRITE_TOKENS = 200


class Retrieval(StrEnum):
    """The names of the strategies that find book excerpts for a model."""

    TOOL_USE = "tool-use"
    ALWAYS = "always"


def choose_retrieval(
    provider: ChatProvider,
    *,
    search: SearchBooksUseCase,
    prompts: PromptRepository,
    wanted: Retrieval | None = None,
) -> RetrievalStrategy:
    """Return the strategy named ``wanted``; by default ``TOOL_USE`` if the model can call tools.

    Raise ``InputError`` if ``TOOL_USE`` is wanted for a model without tools.
    """
    tools = provider.traits.capabilities.tools
    if wanted is Retrieval.TOOL_USE and not tools:
        raise InputError(
            f"The model {str(provider.model)!r} cannot call tools, so it cannot search by itself. "
            f"Use the strategy {Retrieval.ALWAYS.value!r}, or another model."
        )
    always = wanted is Retrieval.ALWAYS or not tools
    strategy = AlwaysRetrieveStrategy if always else ToolUseRetrievalStrategy
    return strategy(search=search, prompts=prompts, capabilities=provider.traits.capabilities)


@frozen(kw_only=True)
class ToolUseRetrievalStrategy(RetrievalStrategy):
    """A strategy that offers the tool ``search_book``, for models that can call tools."""

    _search: SearchBooksUseCase
    _prompts: PromptRepository
    _capabilities: Capabilities = DEFAULT_CAPABILITIES

    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:
        """Return the tool ``search_book``; ``reading`` says which book and pages it may search."""
        return (
            SearchBookTool(
                search=self._search,
                prompts=self._prompts,
                reading=reading,
                window=self._capabilities.context_window,
            ),
        )

    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:  # noqa: ARG002
        """Return ``None``, for no request, because the model words its searches itself."""
        return None

    async def look_up(
        self,
        history: Sequence[Message],  # noqa: ARG002
        reading: Reading,  # noqa: ARG002
        reworded: str = "",  # noqa: ARG002
    ) -> Message | None:
        """Return ``None``, because the model searches by itself."""
        return None

    def arrange(self, context: Sequence[Message]) -> Sequence[Message]:
        """Return the messages of ``context`` unchanged."""
        return context


@frozen(kw_only=True)
class AlwaysRetrieveStrategy(RetrievalStrategy):
    """A strategy that searches before each answer and adds the excerpts to the question.

    The model first rewords a follow-up question. For a model that does not understand texts, the
    search uses the reader's last two questions.
    """

    _search: SearchBooksUseCase
    _prompts: PromptRepository
    _capabilities: Capabilities = DEFAULT_CAPABILITIES

    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:  # noqa: ARG002
        """Return no tools, because the model does not search by itself."""
        return ()

    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:
        """Return the request that makes the model reword the last question of ``history``.

        Return ``None`` for the first question, and for a model that does not understand texts.
        """
        *before, question = _select_spoken(history)
        if not before or not self._capabilities.comprehension:
            return None
        lines = [
            {"speaker": each.role.value, "text": each.content[:_MAX_LINE_LENGTH]}
            for each in before[-_MAX_LINES:]
        ]
        prompt = self._prompts.render(REWRITE, {"lines": lines, "question": question.content})
        return ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            temperature=0.0,
            max_tokens=_REWRITE_TOKENS,
        )

    async def look_up(
        self, history: Sequence[Message], reading: Reading, reworded: str = ""
    ) -> Message | None:
        """Search for ``reworded``, or the last question; return the excerpts as a tool result."""
        questions = [each.content for each in _select_spoken(history) if each.role is Role.USER]
        query = reworded or "\n".join(
            questions[-1:] if self._capabilities.comprehension else questions[-2:]
        )
        tool = SearchBookTool(
            search=self._search,
            prompts=self._prompts,
            reading=lambda: reading,
            window=self._capabilities.context_window,
        )
        found = await tool.execute({"query": query})
        return Message(
            role=Role.TOOL_RESULT,
            content=found.to_json(),
            tool_name=SEARCH_BOOK,
            excerpts=found.excerpts,
        )

    def arrange(self, context: Sequence[Message]) -> Sequence[Message]:
        """Merge the excerpts and the question into one message, and leave out earlier excerpts.

        For a model without text comprehension, return the system message, the question and the
        search result as separate messages.
        """
        *before, question = [each for each in context if each.role is not Role.TOOL_RESULT]
        if question.role is not Role.USER:  # the context had no room for it
            return context
        if not self._capabilities.comprehension:
            return (context[0], question, context[-1])
        nothing = self._prompts.wording(f"tools/{SEARCH_BOOK}")["nothing"]
        prompt = self._prompts.render(
            QUESTION,
            {
                "excerpts": format_excerpts(context[-1].excerpts) or nothing,
                "question": question.content,
            },
        )
        return (*before, user(prompt["user"]))


def _select_spoken(history: Sequence[Message]) -> list[Message]:
    return [each for each in history if each.content and each.role in (Role.USER, Role.ASSISTANT)]
