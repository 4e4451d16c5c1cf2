"""The output of a conversation with a book: text for readers, or one JSON object per line."""

from questfoundry.app.books.answer import BookAnswer
from questfoundry.app.books.conversations import number_of
from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.events import Event, RequestShortened, ToolCallFinished, ToolCallStarted
from questfoundry.domain.library.book import Book, Citation
from questfoundry.domain.protocols import EventSink
from questfoundry.presentation.console import note, say
from questfoundry.presentation.documents import select_fields, to_plain
from questfoundry.presentation.errors import exit_code_of
from questfoundry.presentation.screen import DualView


class ChatView(DualView, EventSink):
    """The output of a conversation with a book."""

    def emit(self, event: Event) -> None:
        """Show a tool call, a tool result, or the parts of a request that were left out."""
        match event:
            case ToolCallStarted(tool=tool, arguments=arguments):
                line = f"  {tool} {arguments}"
                self._show("tool_call", line, tool=tool, arguments=arguments)
            case ToolCallFinished(tool=tool, result=result) if self._as_json:
                self._show("tool_result", "", tool=tool, result=result)
            case RequestShortened(left_out=left_out):
                self._show("left_out", f"  left out: {'; '.join(left_out)}", left_out=left_out)

    def show_start(self, book: Book, conversation: Conversation) -> None:
        """Show that ``conversation`` has started or been resumed."""
        number, title, horizon = number_of(conversation), conversation.title, conversation.horizon
        line = f"Conversation {number} with {book.title}: {title}{_format_horizon(horizon)}"
        self._show(
            "conversation", line, book=book.id, conversation=number, title=title, page=horizon
        )

    def show_piece(self, text: str) -> None:
        """Show a piece of the answer as soon as the model sends it."""
        if self._as_json:
            self._show("text", "", text=text)
        else:
            self._screen.stream(text)

    def show_answer(self, answer: BookAnswer) -> None:
        """End the answer's line and list citations that no excerpt supports.

        For programs, show the answer, its citations, and the last page that answers may reveal.
        """
        if self._as_json:
            self._show(
                "answer",
                "",
                **select_fields(answer, "text", "searched"),
                citations=to_plain(answer.citations),
                page=answer.conversation.horizon,
            )
            return
        self._screen.finish_line()
        if not answer.searched:
            say("[not looked up: the book was not searched for this answer]")
        for citation in answer.citations:
            if not citation.supported:
                say(f"[not supported: no excerpt from {_pages(citation)} was found]")

    def show_page(self, horizon: int | None) -> None:
        """Show the last page that answers may reveal; ``None`` means the whole book."""
        limit = _format_horizon(horizon) or " to its end"
        self._show("page", f"The answers may reveal the book{limit}.", page=horizon)

    def show_failure(self, problem: QuestFoundryError) -> None:
        """Show why a question got no answer; the conversation is saved and continues.

        Programs get the exit code that a single question would end with.
        """
        if self._as_json:
            code, fault = exit_code_of(problem), getattr(problem, "code", None)
            self._show("error", "", code=code, fault=fault, message=str(problem))
            return
        self._screen.finish_line()
        note(f"Error: {problem}\nThe conversation is saved. Ask again, or leave with /quit.")


def _format_horizon(horizon: int | None) -> str:
    return "" if horizon is None else f" up to page {horizon}"


def _pages(citation: Citation) -> str:
    if citation.first_page == citation.last_page:
        return f"p. {citation.first_page}"
    return f"pp. {citation.first_page}-{citation.last_page}"
