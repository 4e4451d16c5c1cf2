"""Talking with a book: the model answers from excerpts, and every step is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import evolve, frozen

from questfoundry.app.agent.loop import Turn, TurnEnd, run_turn
from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.books.retrieval.set_page import SetPageTool
from questfoundry.app.books.retrieval.strategies import retrieval_for
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.app.books.talk import BookTalk
from questfoundry.app.context.full_history import FullHistoryContextStrategy
from questfoundry.app.context.window import Kind
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.run.answers import answer_of
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, user
from questfoundry.domain.errors import (
    BookError,
    BookFault,
    InputError,
    LLMError,
)
from questfoundry.domain.library.book import Book, BookStatus, Citation, Reading, within
from questfoundry.domain.library.citations import citations_of
from questfoundry.domain.library.excerpts import labelled
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols import (
    BookRepository,
    ChatProvider,
    ConversationContextStrategy,
    PromptRepository,
    RetrievalStrategy,
    TextSink,
    Tool,
)
from questfoundry.domain.remedy import Act
from questfoundry.domain.run import BOOK_CHAT, BookChatInputs

SYSTEM_PROMPT = "conversation_system_prompt"
REWORD, ANSWER = "reword", "answer"
"""The scopes of a turn's model calls in the journal."""

MAX_CALLS = 3
"""Model calls of one turn."""

MAX_MESSAGES = 20
_TEMPERATURE = 0.3


class OnLimit(StrEnum):
    """What happens when a model has used up its calls and still searches."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """What the model answered, the pages that it names, and the conversation after this turn."""

    text: str
    citations: tuple[Citation, ...]
    conversation: Conversation


class ChatWithBookUseCase:
    """Answers a reader in a stored conversation about a book; each turn is a run of its own.

    ``provider`` is the model that answers. Of the history only the newest ``max_messages`` are
    read. ``max_calls`` bounds the model calls of a turn; at the limit it fails with ``LLMError``,
    or with ``OnLimit.ANSWER`` asks once more, without tools.
    """

    def __init__(
        self,
        *,
        runs: RunOpener,
        provider: ChatProvider,
        search: SearchBooksUseCase,
        books: BookRepository,
        prompts: PromptRepository,
        retrieval: RetrievalStrategy | None = None,
        context: ConversationContextStrategy | None = None,
        max_messages: int = MAX_MESSAGES,
        max_calls: int = MAX_CALLS,
        on_limit: OnLimit = OnLimit.FAIL,
    ) -> None:
        self._runs = runs
        self._store = runs.store
        self._provider = provider
        self._books = books
        self._prompts = prompts
        self._retrieval = retrieval or retrieval_for(provider, search=search, prompts=prompts)
        self._context = context or FullHistoryContextStrategy(max_messages=max_messages)
        self._max_messages = max_messages
        self._max_calls = max_calls
        self._on_limit = on_limit

    async def execute(
        self, conversation_id: str, user_message: str, on_text: TextSink | None = None
    ) -> str:
        """The answer's text; see :meth:`answer`."""
        return (await self.answer(conversation_id, user_message, on_text)).text

    async def answer(
        self, conversation_id: str, user_message: str, on_text: TextSink | None = None
    ) -> BookAnswer:
        """Ask the model, and store what is said as it is said.

        ``BookError`` where the conversation or its book is not there or not ready; ``LLMError``
        where no answer comes: then the reader's message is stored, and the next turn goes on.
        """
        conversation = self._conversation(conversation_id)
        book = self._book(conversation, user_message)
        talk = BookTalk(
            conversation, conversations=self._store.conversations, messages=self._store.messages
        )
        providers = self._runs.providers()
        inputs = BookChatInputs(conversation=conversation_id, message=user_message)
        record = self._runs.begin(BOOK_CHAT, inputs, providers)
        with self._runs.open(record, providers) as run:
            talk.say(user(user_message))
            await self._look_up(run, talk)
            request = self._request(book, talk.conversation, talk.newest(self._max_messages))
            turn = await run_turn(
                run.model(self._provider, ANSWER, kind=Kind.BOOK),
                request,
                self._toolset(talk, book, user_message),
                max_calls=self._max_calls,
                on_text=on_text,
                on_message=talk.say,
            )
            text = await self._text_of(run, turn, request, talk, on_text)
        messages = (*request.messages, *turn.messages)
        shown = [excerpt for message in messages for excerpt in message.excerpts]
        return BookAnswer(
            text=text, citations=citations_of(text, shown), conversation=talk.conversation
        )

    async def preview(self, conversation: Conversation, user_message: str) -> ChatRequest:
        """What the model would be asked next; nothing is stored, and no model is asked.

        That is to reword the question, where a search needs it to stand by itself. The
        conversation need not be stored.
        """
        book = self._book(conversation, user_message)
        stored = self._store.messages.newest(conversation.id, self._max_messages)
        position = stored[-1].position + 1 if stored else 0
        asked = ChatMessage(
            conversation_id=conversation.id, position=position, message=user(user_message)
        )
        history = [each.message for each in (*stored, asked)]
        if (rewording := self._retrieval.rewording(history)) is not None:
            return rewording
        reading = Reading(book=book.id, horizon=conversation.horizon)
        found = await self._retrieval.look_up(history, reading)
        added = [asked] if found is None else [asked, evolve(asked, message=found)]
        tools = self._tools(lambda: reading, book, user_message, lambda _: None)
        return evolve(
            self._request(book, conversation, [*stored, *added]),
            tools=tuple(tool.definition for tool in tools),
        )

    async def _look_up(self, run: Run, talk: BookTalk) -> None:
        """Search before the model is asked, where the strategy does so."""
        history = [stored.message for stored in talk.newest(self._max_messages)]
        rewording = self._retrieval.rewording(history)
        reworded = ""
        if rewording is not None:
            answer = await run.model(self._provider, REWORD).complete(rewording)
            reworded = answer.text.strip()
        found = await self._retrieval.look_up(history, talk.reading, reworded)
        if found is not None:
            talk.say(found)

    async def _text_of(
        self, run: Run, turn: Turn, request: ChatRequest, talk: BookTalk, on_text: TextSink | None
    ) -> str:
        if turn.end is TurnEnd.ANSWERED:
            text = turn.messages[-1].content
        elif self._on_limit is OnLimit.FAIL:
            raise LLMError(
                f"{str(self._provider.model)!r} searched {self._max_calls} times and did not "
                "answer. Your message is kept: ask a narrower question."
            )
        else:
            last = evolve(request, messages=(*request.messages, *turn.messages))
            model = run.model(self._provider, ANSWER, kind=Kind.BOOK)
            answer = await answer_of(model, last, prompts=self._prompts, on_text=on_text)
            text = answer.text
            talk.say(assistant(text))
        return text

    def _request(
        self, book: Book, conversation: Conversation, messages: Sequence[ChatMessage]
    ) -> ChatRequest:
        return book_request(
            book,
            conversation,
            messages,
            retrieval=self._retrieval,
            context=self._context,
            prompts=self._prompts,
            traits=self._provider.traits,
        )

    def _conversation(self, conversation_id: str) -> Conversation:
        conversation = self._store.conversations.get(conversation_id)
        if conversation is None:
            raise BookError(
                f"There is no conversation {conversation_id!r}.",
                code=BookFault.NOT_FOUND,
                remedies=(Act.LIST_CONVERSATIONS,),
            )
        return conversation

    def _book(self, conversation: Conversation, said: str) -> Book:
        """The book of the conversation, about which something must be said."""
        book = self._books.get(conversation.subject)
        if book is None:
            raise BookError(
                f"The book {conversation.subject!r} of conversation {conversation.id!r} is not in "
                "the library.",
                code=BookFault.NOT_FOUND,
                remedies=(Act.ADD_BOOK,),
            )
        if book.status is not BookStatus.READY:
            raise BookError(
                f"The book {book.id!r} is not ready: it is {book.status}.",
                code=BookFault.NOT_READY,
                remedies=(Act.REINDEX_BOOKS,),
            )
        if not said.strip():
            raise InputError("The message is empty. Ask the book something.")
        return book

    def _toolset(self, talk: BookTalk, book: Book, said: str) -> Toolset:
        tools = self._tools(lambda: talk.reading, book, said, talk.move)
        return Toolset(tools, prompts=self._prompts, events=self._runs.events)

    def _tools(
        self, reading: Callable[[], Reading], book: Book, said: str, move: Callable[[int], None]
    ) -> Sequence[Tool]:
        """The strategy's tools, and ``set_page`` for a model that calls tools at all."""
        tools = self._retrieval.tools(reading)
        if not tools:
            return ()
        set_page = SetPageTool(prompts=self._prompts, said=said, pages=book.pages, move=move)
        return (*tools, set_page)


def book_request(
    book: Book,
    conversation: Conversation,
    messages: Sequence[ChatMessage],
    *,
    retrieval: RetrievalStrategy,
    context: ConversationContextStrategy,
    prompts: PromptRepository,
    traits: ModelTraits,
) -> ChatRequest:
    """What the model is asked after those messages; no tools are in it yet.

    Nothing beyond the conversation's horizon is shown, also where it was found before.
    """
    reading = Reading(book=book.id, horizon=conversation.horizon)
    prompt = prompts.render(
        SYSTEM_PROMPT,
        {
            "title": book.title,
            "author": book.author,
            "pages": book.pages,
            "horizon": conversation.horizon,
            "searches": bool(retrieval.tools(lambda: reading)),
        },
        traits.profile.prompt_style,
    )
    built = context.build_context(messages, prompt["system"])
    shown = [_up_to(message, conversation.horizon) for message in built]
    return ChatRequest(
        messages=tuple(retrieval.arranged(shown)),
        temperature=_TEMPERATURE,
        max_tokens=max_tokens_of(Phase.DISCUSS, traits),
    )


def _up_to(message: Message, horizon: int | None) -> Message:
    """The message without excerpts beyond the horizon, for a reader who has turned back."""
    kept = tuple(each for each in message.excerpts if within(each, horizon))
    if kept == message.excerpts:
        return message
    document = {**json.loads(message.content), "data": labelled(kept)}
    return evolve(message, content=json.dumps(document, ensure_ascii=False), excerpts=kept)
