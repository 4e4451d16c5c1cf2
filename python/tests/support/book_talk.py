"""A small book in memory, and a conversation about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.books.chat import ChatWithBookUseCase
from questfoundry.app.books.conversations import BookConversations
from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.library.book import Book, BookStatus, Chunk
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.testing.library import (
    InMemoryBookRepository,
    InMemoryChunkIndex,
    InMemoryChunkRepository,
)
from questfoundry.testing.scripted import Reply, ScriptedChatProvider
from tests.support.stage_runs import Workshop, one_provider, shipped_prompts

BOOK = Book(
    id="book::the-lamp",
    title="The Lamp",
    author="Ada Moss",
    source="lamp.txt",
    format="txt",
    digest="0",
    pages=40,
    status=BookStatus.READY,
)
KEEPER = "The keeper climbed the stairs and lit the lamp."
STORM = "A storm put out the lamp, and the keeper wept."
WRECK = "The ship struck the rocks below the dark lamp."
ENDING = "The keeper had killed the captain, and drowned the lamp."
PAGES = ((3, 3, KEEPER), (7, 8, STORM), (12, 12, WRECK), (38, 39, ENDING))

NO_TOOLS = ModelTraits(capabilities=Capabilities(tools=False, forced_tool_choice=False))
TINY = ModelTraits(
    capabilities=Capabilities(tools=False, forced_tool_choice=False, comprehension=False)
)


@frozen(kw_only=True)
class Library:
    books: InMemoryBookRepository
    search: SearchBooksUseCase

    @classmethod
    async def holding(cls, *excerpts: tuple[int, int, str], book: Book = BOOK) -> Library:
        books = InMemoryBookRepository()
        books.save(evolve(book, chunks=len(excerpts)))
        chunks = [
            Chunk(book=book.id, number=number, first_page=first, last_page=last, text=text)
            for number, (first, last, text) in enumerate(excerpts)
        ]
        InMemoryChunkRepository(books).add(chunks)
        index = InMemoryChunkIndex(books)
        await index.add(chunks)
        return cls(books=books, search=SearchBooksUseCase(books=books, index=index))


class BookTalk:
    """A conversation about The Lamp, and the use case that leads it.

    Without ``library``, the ``settings`` give the search and the books.
    """

    def __init__(
        self,
        library: Library | None,
        provider: ChatProvider,
        *,
        page: int | None = None,
        book: Book = BOOK,
        **settings: Any,
    ) -> None:
        self.workshop = Workshop()
        store = self.workshop.store
        self.conversations, self.messages = store.conversations, store.messages
        self.provider = provider
        self.events = self.workshop.events
        self.talks = BookConversations(conversations=self.conversations)
        self.id = self.talks.begin(book, "Who lit the lamp?", page=page).id
        self._parts = {
            "runs": self.workshop.opener(one_provider(provider)),
            "provider": provider,
            **({"search": library.search, "books": library.books} if library else {}),
            "prompts": shipped_prompts(),
        }
        self.chat = self.led(**settings)

    def led(self, **settings: Any) -> ChatWithBookUseCase:
        return ChatWithBookUseCase(**{**self._parts, **settings})

    async def ask(self, question: str = "Who lit the lamp?") -> str:
        return await self.chat.execute(self.id, question)

    @property
    def stored(self) -> list[Message]:
        return [each.message for each in self.messages.get_by_conversation(self.id)]

    @property
    def roles(self) -> list[Role]:
        """Return the role of each message, in order."""
        return [message.role for message in self.stored]

    @property
    def horizon(self) -> int | None:
        conversation = self.conversations.get(self.id)
        assert conversation is not None
        return conversation.horizon


async def talk(replies: Iterable[Reply], traits: ModelTraits | None = None, **settings: Any):
    provider = ScriptedChatProvider(replies, traits=traits)
    return BookTalk(await Library.holding(*PAGES), provider, **settings), provider
