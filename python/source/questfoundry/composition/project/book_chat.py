"""The wiring of a chat with a book: the project's model, its books and its store."""

from __future__ import annotations

from questfoundry.app.books.answer import OnLimit
from questfoundry.app.books.chat import MAX_MESSAGES, ChatWithBookUseCase
from questfoundry.app.books.conversations import BookConversations
from questfoundry.app.books.retrieval.quoting import QuotingChatProvider
from questfoundry.app.books.retrieval.strategies import Retrieval, choose_retrieval
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.protocols import ChatProvider
from questfoundry.domain.run.budget import Budget


def chat_with_book(
    project: ProjectContainer,
    strategy: Retrieval | None = None,
    *,
    budget: str | None = None,
    max_messages: int = MAX_MESSAGES,
) -> ChatWithBookUseCase:
    """Build the use case for a chat with a book.

    ``strategy`` overrides the retrieval strategy that fits the model's capabilities. ``budget``
    limits the spending of all messages together, as ``50000tokens`` or ``2.50usd``. The model
    sees at most the newest ``max_messages`` messages of the history.
    """
    meter = SpendMeter(prices=project.prices(), budget=Budget.parse(budget) if budget else None)
    provider = _provider(project)
    search = project.library.search_books()
    return ChatWithBookUseCase(
        runs=project.run_opener(meter=meter),
        provider=provider,
        search=search,
        books=project.library.books(),
        prompts=project.prompts(),
        retrieval=choose_retrieval(
            provider, search=search, prompts=project.prompts(), wanted=strategy
        ),
        max_messages=max_messages,
        on_limit=OnLimit.ANSWER,
    )


def book_conversations(project: ProjectContainer) -> BookConversations:
    """Return the project's conversations with books."""
    return BookConversations(conversations=project.store().conversations)


def can_only_quote(project: ProjectContainer) -> bool:
    """Return whether the model supports neither tools nor comprehension, and can only quote."""
    capabilities = project.phase_providers().discuss.traits.capabilities
    return not (capabilities.tools or capabilities.comprehension)


def _provider(project: ProjectContainer) -> ChatProvider:
    model = project.phase_providers().discuss
    if not can_only_quote(project):
        return model
    return QuotingChatProvider(
        model, embeddings=project.library.embeddings(), prompts=project.prompts()
    )
