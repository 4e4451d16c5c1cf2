"""The ways in which excerpts of a book come before a model, and which one a model gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from questfoundry.app.books.retrieval.search_book import SEARCH_BOOK, SearchBookTool
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, system, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.excerpts import format_excerpts
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.protocols import ChatProvider, PromptRepository, RetrievalStrategy, Tool

QUESTION = "templates/book/question"
REWRITE = "templates/book/rewrite"

DEFAULT_CAPABILITIES = Capabilities()
"""What is assumed of a model where nothing is said."""

_MAX_LINES = 6
_MAX_LINE_LENGTH = 600
_REWRITE_TOKENS = 200


class Retrieval(StrEnum):
    """The strategies by name."""

    TOOL_USE = "tool-use"
    ALWAYS = "always"


def choose_retrieval(
    provider: ChatProvider,
    *,
    search: SearchBooksUseCase,
    prompts: PromptRepository,
    wanted: Retrieval | None = None,
) -> RetrievalStrategy:
    """The wanted one; else tool use, or for a model without tools the other one.

    ``InputError`` where tools are wanted of a model that has none.
    """
    tools = provider.traits.capabilities.tools
    if wanted is Retrieval.TOOL_USE and not tools:
        raise InputError(
            f"The model {str(provider.model)!r} cannot call tools, so it cannot search by itself. "
            f"Use the strategy {Retrieval.ALWAYS.value!r}, or another model."
        )
    if wanted is Retrieval.ALWAYS or not tools:
        return AlwaysRetrieveStrategy(
            search=search, prompts=prompts, capabilities=provider.traits.capabilities
        )
    return ToolUseRetrievalStrategy(
        search=search, prompts=prompts, capabilities=provider.traits.capabilities
    )


class ToolUseRetrievalStrategy(RetrievalStrategy):
    """Offers ``search_book``: the way for models that can call tools."""

    def __init__(
        self,
        *,
        search: SearchBooksUseCase,
        prompts: PromptRepository,
        capabilities: Capabilities = DEFAULT_CAPABILITIES,
    ) -> None:
        self._search = search
        self._prompts = prompts
        self._window = capabilities.context_window

    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:
        """``search_book`` alone."""
        return (
            SearchBookTool(
                search=self._search, prompts=self._prompts, reading=reading, window=self._window
            ),
        )

    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:  # noqa: ARG002
        """Nothing: the model words its own queries."""
        return None

    async def look_up(
        self,
        history: Sequence[Message],  # noqa: ARG002
        reading: Reading,  # noqa: ARG002
        reworded: str = "",  # noqa: ARG002
    ) -> Message | None:
        """Nothing: the model asks for what it wants."""
        return None

    def arrange(self, context: Sequence[Message]) -> Sequence[Message]:
        """The context as it is."""
        return context


class AlwaysRetrieveStrategy(RetrievalStrategy):
    """Searches for what the reader asked, and shows the excerpts with the question.

    A follow-up question is first made one that stands by itself, by the model; for one that
    does not comprehend texts, the reader's last two questions are the query.
    """

    def __init__(
        self,
        *,
        search: SearchBooksUseCase,
        prompts: PromptRepository,
        capabilities: Capabilities = DEFAULT_CAPABILITIES,
    ) -> None:
        self._search = search
        self._prompts = prompts
        self._window = capabilities.context_window
        self._comprehends = capabilities.comprehension

    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:  # noqa: ARG002
        """None."""
        return ()

    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:
        """The question to the model, where there was talk before and it comprehends it."""
        *before, question = _select_spoken(history)
        if not before or not self._comprehends:
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
        """The excerpts for the reader's last message."""
        asked = [each.content for each in _select_spoken(history) if each.role is Role.USER]
        query = reworded or "\n".join(asked[-1:] if self._comprehends else asked[-2:])
        tool = SearchBookTool(
            search=self._search,
            prompts=self._prompts,
            reading=lambda: reading,
            window=self._window,
        )
        found = await tool.execute({"query": query})
        return Message(
            role=Role.TOOL_RESULT,
            content=found.to_json(),
            tool_name=SEARCH_BOOK,
            excerpts=found.excerpts,
        )

    def arrange(self, context: Sequence[Message]) -> Sequence[Message]:
        """The excerpts and the question as one message, without the excerpts of earlier turns.

        A model that does not comprehend texts gets what was found as it is, for one question.
        """
        *before, question = [each for each in context if each.role is not Role.TOOL_RESULT]
        if question.role is not Role.USER:  # the context had no room for it
            return context
        if not self._comprehends:
            return (context[0], question, context[-1])
        nothing = self._prompts.wording(f"tools/{SEARCH_BOOK}")["nothing"]
        asked = self._prompts.render(
            QUESTION,
            {
                "excerpts": format_excerpts(context[-1].excerpts) or nothing,
                "question": question.content,
            },
        )
        return (*before, user(asked["user"]))


def _select_spoken(history: Sequence[Message]) -> list[Message]:
    """What the reader and the model said in words."""
    return [each for each in history if each.content and each.role in (Role.USER, Role.ASSISTANT)]
