"""Which retrieval strategy a model gets."""

from __future__ import annotations

from enum import StrEnum

from questfoundry.app.books.retrieval.always_retrieve import AlwaysRetrieveStrategy
from questfoundry.app.books.retrieval.book_search import BookSearch
from questfoundry.app.books.retrieval.tool_use import ToolUseRetrievalStrategy
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ChatProvider, PromptRepository, RetrievalStrategy


class Retrieval(StrEnum):
    """The strategies by name."""

    TOOL_USE = "tool-use"
    ALWAYS = "always"


def retrieval_for(
    provider: ChatProvider,
    *,
    search: SearchBooksUseCase,
    prompts: PromptRepository,
    wanted: Retrieval | None = None,
) -> RetrievalStrategy:
    """The wanted one; else tool use, or for a model without tools the other one.

    ``InputError`` where tools are wanted of a model that has none.
    """
    book_search = BookSearch(search=search, prompts=prompts)
    tools = provider.traits.capabilities.tools
    if wanted is Retrieval.TOOL_USE and not tools:
        raise InputError(
            f"The model {str(provider.model)!r} cannot call tools, so it cannot search by itself. "
            f"Use the strategy {Retrieval.ALWAYS.value!r}, or another model."
        )
    if wanted is Retrieval.ALWAYS or not tools:
        return AlwaysRetrieveStrategy(provider=provider, search=book_search, prompts=prompts)
    return ToolUseRetrievalStrategy(search=book_search)
