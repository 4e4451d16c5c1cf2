"""The books of a project: add them, search them, and chat with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.app.books.chat import MAX_MESSAGES, ChatWithBookUseCase
from questfoundry.app.books.chat_models import QuotingChatProvider
from questfoundry.app.books.conversations import BookConversations, number_of
from questfoundry.app.books.retrieval import Retrieval, choose_retrieval
from questfoundry.app.books.turn import BookAnswer, OnLimit
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.spend_meter import meter_embeddings
from questfoundry.composition.wiring.finish import finish_job
from questfoundry.domain.run.job import IngestJob

if TYPE_CHECKING:
    from questfoundry.app.books.finder import BookDetails
    from questfoundry.app.books.ingest import AddedBook
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.library.book import Book, SearchHit
    from questfoundry.domain.protocols.provider import ChatProvider, TextSink


@frozen(kw_only=True)
class BookReply:
    """An answer from a chat with a book; ``conversation`` is the number to pass to continue."""

    answer: BookAnswer
    conversation: int


@frozen
class ProjectBooks:
    """The operations on a project's books; ``book`` is a book's id, or how the id begins."""

    container: ProjectContainer

    async def add(self, place: str, *, title: str = "", budget: str | None = None) -> AddedBook:
        """Add the file or web page at ``place`` to the library and index it for search.

        ``budget`` limits the spending on embeddings, as ``50000tokens`` or ``2.50usd``. Raise
        ``BudgetReachedError`` at the limit; adding the book again continues the indexing.
        """
        job = IngestJob(place=place, title=title, budget=budget)
        added: AddedBook = await finish_job(self.container, job)
        return added

    async def reindex(
        self, book: str | None = None, *, budget: str | None = None
    ) -> Sequence[Book]:
        """Index what cannot be searched yet in one book, or in all books, and return these books.

        ``budget`` works as in :meth:`add`.
        """
        with meter_embeddings(self.container.meter(budget)):
            return await self.container.library.reindex_books().execute(book)

    def list(self) -> Sequence[Book]:
        """Return the books of the project."""
        return self.container.library.books().list()

    async def show(self, book: str) -> BookDetails:
        """Return a book with its headings."""
        return await self.container.library.show_book().execute(book)

    async def remove(self, book: str) -> Book:
        """Remove a book from the library; its conversations are not deleted."""
        return await self.container.library.remove_book().execute(book)

    async def search(
        self, query: str, *, book: str | None = None, top_k: int = 5, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        """Return the ``top_k`` best excerpts for ``query`` from one or all books.

        ``horizon`` is the last page from which excerpts are returned.
        """
        books = None if book is None else [self.container.library.finder().find(book).id]
        search = self.container.library.search_books()
        return await search.execute(query, books=books, top_k=top_k, horizon=horizon)

    async def chat(
        self,
        book: str,
        message: str,
        *,
        conversation: int | None = None,
        page: int | None = None,
        budget: str | None = None,
        max_messages: int = MAX_MESSAGES,
        on_text: TextSink | None = None,
    ) -> BookReply:
        """Send a message to a book and return its answer.

        ``conversation`` is the number of a conversation to continue; by default a new one begins.
        ``page`` is the last page that the reader has read: the answer uses no later pages.
        ``budget`` limits the spending for this message, as ``50000tokens`` or ``2.50usd``. The
        model sees at most the newest ``max_messages`` messages of the history.
        """
        await yield_to_loop()
        found = self.container.library.finder().find(book)
        chat = chat_with_book(self.container, budget=budget, max_messages=max_messages)
        await yield_to_loop()
        if conversation is None:
            answer = await chat.ask(found, message, page=page, on_text=on_text)
        else:
            talks = book_conversations(self.container)
            if page is None:
                talk = talks.get(found, conversation)
            else:
                talk = talks.set_horizon(found, conversation, page)
            answer = await chat.answer(talk.id, message, on_text)
        return BookReply(answer=answer, conversation=number_of(answer.conversation))


def chat_with_book(
    project: ProjectContainer,
    strategy: Retrieval | None = None,
    *,
    budget: str | None,
    max_messages: int = MAX_MESSAGES,
) -> ChatWithBookUseCase:
    """Build the use case; ``strategy`` (how excerpts are found) replaces the model's default."""
    provider = _provider(project)
    search = project.library.search_books()
    return ChatWithBookUseCase(
        runs=project.run_opener(meter=project.meter(budget)),
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
    """Return whether the model can only quote, because it cannot call tools or comprehend text."""
    capabilities = project.phase_providers().discuss.traits.capabilities
    return not (capabilities.tools or capabilities.comprehension)


def _provider(project: ProjectContainer) -> ChatProvider:
    model = project.phase_providers().discuss
    if not can_only_quote(project):
        return model
    return QuotingChatProvider(
        model, embeddings=project.library.embeddings(), prompts=project.prompts()
    )
