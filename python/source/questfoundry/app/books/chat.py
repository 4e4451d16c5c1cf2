"""Answer a reader's questions from excerpts of a book, and store every message."""

from collections.abc import Callable, Sequence

from attrs import evolve

from questfoundry.app.agent import Toolset, TurnEnd, run_turn
from questfoundry.app.books.chat_models import HorizonChatModel, hide_later_pages
from questfoundry.app.books.conversations import get_conversation, get_ready_book, require_talk
from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.app.books.retrieval import SET_PAGE, SetPageTool, choose_retrieval
from questfoundry.app.books.turn import BookAnswer, BookTurn, BookTurns, OnLimit
from questfoundry.app.context import (
    FittedRequest,
    FullHistoryContextStrategy,
    RequestKind,
    fit_request,
)
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.open_run import RunOpener
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message, Role, user
from questfoundry.domain.errors import LLMFault, NoAnswerError
from questfoundry.domain.library.book import Book, Reading
from questfoundry.domain.library.citations import find_citations
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.library import (
    BookRepository,
    ConversationContextStrategy,
    RetrievalStrategy,
)
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository, TextSink
from questfoundry.domain.protocols.workspace import Tool

REWORD, ANSWER = "reword", "answer"
"""The names under which the journal stores a turn's two kinds of model calls."""

MAX_CALLS = 3
"""The maximum number of model calls of one turn."""

MAX_MESSAGES = 20
SYSTEM_PROMPT = "conversation_system_prompt"
_TEMPERATURE = 0.3


class ChatWithBookUseCase:
    """The use case that answers a reader's messages in a stored conversation about a book.

    The model receives at most the newest ``max_messages`` messages and is called at most
    ``max_calls`` times in a turn. If the last permitted call is still a search, the turn fails with
    ``LLMError``. With ``OnLimit.ANSWER``, the model is called once more, without tools.
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
        self._retrieval = retrieval or choose_retrieval(provider, search=search, prompts=prompts)
        self._context = context or FullHistoryContextStrategy(max_messages=max_messages)
        self._turns = BookTurns(runs=runs, newest=max_messages)
        self._max_messages = max_messages
        self._max_calls = max_calls
        self._on_limit = on_limit

    async def execute(
        self, conversation_id: str, user_message: str, on_text: TextSink | None = None
    ) -> str:
        """Answer ``user_message`` as :meth:`answer` does, and return only the answer's text."""
        return (await self.answer(conversation_id, user_message, on_text)).text

    async def answer(
        self, conversation_id: str, user_message: str, on_text: TextSink | None = None
    ) -> BookAnswer:
        """Answer ``user_message`` in the conversation ``conversation_id``, and return the answer.

        Raise ``BookError`` if the conversation is missing, or if its book is missing, replaced or
        not ready. Raise ``InputError`` if the message is empty. Raise ``LLMError`` if the model
        gives no answer; the reader's message is stored even then.
        """
        conversation = get_conversation(self._store.conversations, conversation_id)
        book = get_ready_book(self._books, conversation, user_message)
        with self._turns.open(book, user_message, conversation=conversation) as turn:
            return await self._answer(book, turn, user_message, on_text)

    async def ask(
        self,
        book: Book,
        user_message: str,
        *,
        page: int | None = None,
        on_text: TextSink | None = None,
        on_begun: Callable[[Conversation], None] | None = None,
    ) -> BookAnswer:
        """Begin a conversation about a book with ``user_message``, and return the answer.

        ``on_begun`` receives the conversation before the model is called. Pages after ``page`` are
        not revealed. An interrupted first turn with the same message is resumed instead. Raise the
        same errors as :meth:`answer`.
        """
        require_talk(book, user_message)
        with self._turns.open(book, user_message, page=page) as turn:
            if on_begun is not None:
                on_begun(turn.talk.conversation)
            return await self._answer(book, turn, user_message, on_text)

    async def _answer(
        self, book: Book, turn: BookTurn, user_message: str, on_text: TextSink | None
    ) -> BookAnswer:
        run, talk = turn.run, turn.talk
        talk.add_message(user(user_message))
        await self._look_up(turn)
        await yield_to_loop()
        messages = _append_messages(turn.earlier_messages, talk.turn_messages)
        request = self._build_request(book, talk.conversation, messages)
        model = HorizonChatModel(
            run.bind_model(self._provider, ANSWER, kind=RequestKind.BOOK),
            lambda: talk.reading.horizon,
        )
        result = await run_turn(
            model,
            request,
            self._build_toolset(turn, book, user_message),
            max_calls=self._max_calls,
            always_answers=self._on_limit is OnLimit.ANSWER,
            on_text=on_text,
            on_message=talk.add_message,
        )
        if result.end is not TurnEnd.ANSWERED:
            raise NoAnswerError(
                f"{str(self._provider.model)!r} searched {self._max_calls} times and did not "
                "answer. Your message is kept: ask a narrower question.",
                code=LLMFault.UNUSABLE,
            )
        text = result.text
        reached = talk.reading.horizon
        seen_messages = [*(each.message for each in turn.earlier_messages), *talk.turn_messages]
        excerpts = [
            each
            for message in hide_later_pages(reached, seen_messages)
            for each in message.excerpts
        ]
        return BookAnswer(
            text=text,
            citations=find_citations(text, excerpts, reader_page=reached),
            searched=any(_is_search(message) for message in talk.turn_messages),
            conversation=talk.conversation,
        )

    async def preview(self, conversation: Conversation, user_message: str) -> FittedRequest:
        """Return the turn's next model request without sending or storing anything.

        The next request may be the one that rewords the question for a search.
        """
        book = get_ready_book(self._books, conversation, user_message)
        stored = self._store.messages.get_by_conversation(
            conversation.id, newest=self._max_messages
        )
        model, traits = self._provider.model, self._provider.traits
        question = user(user_message)
        history = self._build_history(stored, question, conversation.horizon)
        if (rewording := self._retrieval.rewording(history)) is not None:
            return fit_request(rewording, model, traits, RequestKind.QUESTION)
        reading = Reading(book=book.id, horizon=conversation.horizon)
        found = await self._retrieval.look_up(history, reading)
        searching = self._retrieval.tools(lambda: reading)
        tools = self._add_page_tool(searching, book, user_message, lambda _: None)
        messages = _append_messages(stored, [question] if found is None else [question, found])
        request = self._build_request(book, conversation, messages)
        request = evolve(request, tools=tuple(tool.definition for tool in tools))
        fit = fit_request(request, model, traits, RequestKind.BOOK)
        dropped = messages[0].position + max(0, len(messages) - self._max_messages)
        older = (f"{dropped} older messages: the newest {self._max_messages} are read",)
        return evolve(fit, left_out=(*(older if dropped else ()), *fit.left_out))

    def _build_history(
        self, stored: Sequence[ChatMessage], question: Message, horizon: int | None
    ) -> Sequence[Message]:
        before = [each.message for each in stored]
        return (*hide_later_pages(horizon, before), question)

    async def _look_up(self, turn: BookTurn) -> None:
        talk = turn.talk
        history = self._build_history(
            turn.earlier_messages, talk.turn_messages[0], talk.reading.horizon
        )
        rewording = self._retrieval.rewording(history)
        reworded = ""
        if rewording is not None:
            answer = await turn.run.bind_model(self._provider, REWORD).complete(rewording)
            # Without a usable rewording, the search uses the reader's own words.
            reworded = "" if answer.lack else answer.text.strip()
        found = talk.earlier_search_result
        found = found or await self._retrieval.look_up(history, talk.reading, reworded)
        if found is not None:
            talk.add_message(found)

    def _build_request(
        self, book: Book, conversation: Conversation, messages: Sequence[ChatMessage]
    ) -> ChatRequest:
        reading = Reading(book=book.id, horizon=conversation.horizon)
        traits = self._provider.traits
        prompt = self._prompts.render(
            SYSTEM_PROMPT,
            {
                "title": book.title,
                "author": book.author,
                "pages": book.pages,
                "horizon": conversation.horizon,
                "unread": book.unread.pages,
                "searches": bool(self._retrieval.tools(lambda: reading)),
            },
            traits.profile.prompt_style,
        )
        built = self._context.build_context(messages, prompt["system"])
        # An earlier turn may have found content of pages that are hidden now.
        visible = list(hide_later_pages(conversation.horizon, built))
        # Answers are short and excerpts long, so the answer gets at most a quarter of the window.
        room = max(1, traits.capabilities.context_window // 4)
        return ChatRequest(
            messages=tuple(self._retrieval.arrange(visible)),
            temperature=_TEMPERATURE,
            max_tokens=min(max_tokens_of(Phase.DISCUSS, traits), room),
        )

    def _build_toolset(self, turn: BookTurn, book: Book, user_message: str) -> Toolset:
        searching = self._retrieval.tools(lambda: turn.talk.reading)
        bound = turn.run.bind_tools(searching, ANSWER, excluded=(SET_PAGE,))
        tools = self._add_page_tool(bound, book, user_message, turn.move_horizon)
        return Toolset(tools, prompts=self._prompts, events=self._runs.events)

    def _add_page_tool(
        self, searching: Sequence[Tool], book: Book, user_message: str, move: Callable[[int], None]
    ) -> Sequence[Tool]:
        if not searching:  # the model cannot call tools
            return ()
        return (
            *searching,
            SetPageTool(
                prompts=self._prompts, user_message=user_message, pages=book.pages, move=move
            ),
        )


def _append_messages(
    stored: Sequence[ChatMessage], new: Sequence[Message]
) -> Sequence[ChatMessage]:
    end = stored[-1].position + 1 if stored else 0
    added = (
        ChatMessage(conversation_id="", position=position, message=message)
        for position, message in enumerate(new, start=end)
    )
    return [*stored, *added]


def _is_search(message: Message) -> bool:
    return (
        message.role is Role.TOOL_RESULT and message.tool_name != SET_PAGE and not message.is_error
    )
