"""The output of a conversation with a book: text for readers, or one JSON object per line."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

from questfoundry.app.books.answer import BookAnswer
from questfoundry.app.books.conversations import number_of
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.events import Event, RequestShortened, ToolCallFinished, ToolCallStarted
from questfoundry.domain.library.book import Book, Citation
from questfoundry.domain.protocols import EventSink
from questfoundry.presentation.console import note, say
from questfoundry.presentation.errors import exit_code_of
from questfoundry.presentation.screen import Screen
from questfoundry.presentation.text import clean_json


class ChatView(EventSink, Protocol):
    """The output of a conversation with a book; searches arrive as events."""

    @abstractmethod
    def show_start(self, book: Book, conversation: Conversation) -> None:
        """Show that ``conversation`` has started or been resumed."""

    @abstractmethod
    def show_piece(self, text: str) -> None:
        """Show a streamed piece of the model's answer."""

    @abstractmethod
    def show_answer(self, answer: BookAnswer) -> None:
        """Show the completed ``answer``."""

    @abstractmethod
    def show_page(self, horizon: int | None) -> None:
        """Show the last page that answers may reveal; ``None`` means the whole book."""

    @abstractmethod
    def show_failure(self, problem: QuestFoundryError) -> None:
        """Show why a question got no answer; the conversation continues."""


class TextView(ChatView):
    """Conversation output for people: answers on standard output, the rest on standard error."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def emit(self, event: Event) -> None:
        """Show a search of the book, and the parts of the request that were left out."""
        match event:
            case ToolCallStarted():
                self._screen.note(f"  {event.tool} {event.arguments}")
            case RequestShortened():
                self._screen.note(f"  left out: {'; '.join(event.left_out)}")

    def show_start(self, book: Book, conversation: Conversation) -> None:
        """Show the number, book, title and page limit of ``conversation`` in one line."""
        self._screen.note(
            f"Conversation {number_of(conversation)} with {book.title}: {conversation.title}"
            f"{_format_horizon(conversation.horizon)}"
        )

    def show_piece(self, text: str) -> None:
        """Write ``text`` as soon as the model sends it."""
        self._screen.stream(text)

    def show_answer(self, answer: BookAnswer) -> None:
        """End the answer's line and list citations that no excerpt supports."""
        self._screen.finish_line()
        if not answer.searched:
            say("[not looked up: the book was not searched for this answer]")
        for citation in answer.citations:
            if not citation.supported:
                say(f"[not supported: no excerpt from {_pages(citation)} was found]")

    def show_page(self, horizon: int | None) -> None:
        """Show the page limit of the answers in one line."""
        self._screen.note(
            f"The answers may reveal the book{_format_horizon(horizon) or ' to its end'}."
        )

    def show_failure(self, problem: QuestFoundryError) -> None:
        """Show the error, and say that the conversation is saved."""
        self._screen.finish_line()
        note(f"Error: {problem}\nThe conversation is saved. Ask again, or leave with /quit.")


class JsonView(ChatView):
    """Conversation output for programs: one JSON object per line on standard output."""

    def emit(self, event: Event) -> None:
        """Write a tool call, a tool result, or the parts of the request that were left out."""
        match event:
            case ToolCallStarted():
                _write("tool_call", tool=event.tool, arguments=event.arguments)
            case ToolCallFinished():
                _write("tool_result", tool=event.tool, result=event.result)
            case RequestShortened():
                _write("left_out", left_out=event.left_out)

    def show_start(self, book: Book, conversation: Conversation) -> None:
        """Write the conversation, including the number that ``--conversation`` expects."""
        _write(
            "conversation",
            book=book.id,
            conversation=number_of(conversation),
            title=conversation.title,
            page=conversation.horizon,
        )

    def show_piece(self, text: str) -> None:
        """Write a piece of the answer; the ``answer`` event later holds the whole text."""
        _write("text", text=text)

    def show_answer(self, answer: BookAnswer) -> None:
        """Write the answer, its citations, and the last page that answers may reveal."""
        citations = [
            {"first_page": c.first_page, "last_page": c.last_page, "supported": c.supported}
            for c in answer.citations
        ]
        _write(
            "answer",
            text=answer.text,
            searched=answer.searched,
            citations=citations,
            page=answer.conversation.horizon,
        )

    def show_page(self, horizon: int | None) -> None:
        """Write the last page that answers may reveal; ``null`` means the whole book."""
        _write("page", page=horizon)

    def show_failure(self, problem: QuestFoundryError) -> None:
        """Write the error with the exit code that a single question would end with."""
        fault = getattr(problem, "code", None)
        _write("error", code=exit_code_of(problem), fault=fault, message=str(problem))


def _write(event: str, **values: Any) -> None:
    print(clean_json({"event": event, **values}), flush=True)  # noqa: T201


def _format_horizon(horizon: int | None) -> str:
    return "" if horizon is None else f" up to page {horizon}"


def _pages(citation: Citation) -> str:
    if citation.first_page == citation.last_page:
        return f"p. {citation.first_page}"
    return f"pp. {citation.first_page}-{citation.last_page}"
