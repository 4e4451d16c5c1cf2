"""Supply a model with book excerpts by one of two strategies, and choose between them."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.app.books.retrieval.search_book import SEARCH_BOOK, SearchBookTool
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, system, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.citations import format_excerpts
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.protocols.library import RetrievalStrategy
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.protocols.workspace import Tool

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
