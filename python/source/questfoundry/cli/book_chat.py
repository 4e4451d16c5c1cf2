"""``qf book chat``: a conversation with a book, or one question to it."""

from __future__ import annotations

from functools import partial

import typer
from attrs import evolve, frozen

from questfoundry.app.books.chat import ChatWithBookUseCase
from questfoundry.app.books.conversations import BookConversations, number_of, resolve_horizon
from questfoundry.app.books.retrieval import Retrieval
from questfoundry.app.books.turn import BookAnswer
from questfoundry.app.phases.discuss_tools import is_command
from questfoundry.cli import completion
from questfoundry.cli.run_commands import write_request
from questfoundry.domain.chat.codec import request_to_dict
from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.errors import InputError, LLMError, QuestFoundryError
from questfoundry.domain.events import (
    Event,
    PromptReadInPart,
    RequestShortened,
    ToolCallFinished,
    ToolCallStarted,
)
from questfoundry.domain.library.book import Book, Citation
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.remedy import TalkWithBook
from questfoundry.domain.text.wording import as_json
from questfoundry.presentation.command import Call, command
from questfoundry.presentation.console import DualView, note, say, write_json
from questfoundry.presentation.errors import exit_code_of
from questfoundry.presentation.parameters import BudgetFlag, ModelFlags, Natural, Positive
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import describe_cut, select_fields, to_plain

HELP = """\
Type a question about the book, then press Enter.
  /page N  reveal nothing beyond page N; 0 for the whole book
  /quit    stop here (Ctrl-D does the same); the conversation is saved
  /help    show this help"""


@frozen(kw_only=True)
class ChatOptions:
    """The arguments and options of ``qf book chat``.

    BOOK: Id of a book, or the beginning of the id: moby for moby-dick.
    QUESTION: A single question (default: start a conversation).
    --conversation, -c NUMBER: Continue this conversation.
    --page PAGE: Reveal nothing beyond this page; 0 means the whole book.
    --strategy: tool-use: the model searches the book itself (default, if it can call tools);
        always: qf searches before each answer.
    --show-prompt: Show the request for QUESTION, but do not send it.
    """

    book: completion.Book
    question: str | None = None
    conversation: Positive | None = None
    page: Natural | None = None
    strategy: Retrieval | None = None
    budget: BudgetFlag = None
    show_prompt: bool = False


@command(
    json="Print events, one JSON object per line.",
    without=("provider_discuss", "provider_summarize", "provider_serialize"),
)
async def chat(call: Call, options: ChatOptions, models: ModelFlags) -> None:
    """Ask a book questions; answers cite its pages."""
    view = ChatView(call.screen, as_json=call.as_json)
    try:
        await _Chat(call, options, view).execute(models)
    except QuestFoundryError as problem:
        if not call.as_json:
            raise
        view.show_failure(problem)
        raise typer.Exit(exit_code_of(problem)) from problem


class _Chat:
    def __init__(self, call: Call, options: ChatOptions, view: ChatView) -> None:
        self._call = call
        self._options = options
        self._view = view
        self._conversation: Conversation | None = None
        call.resume_hint = self._describe_resumption

    def _describe_resumption(self) -> str:
        if self._conversation is None:
            return ""
        talk = TalkWithBook(self._options.book, number_of(self._conversation))
        return (
            f"The conversation is saved. Continue it with: {command_of(talk, self._call.project)}"
        )

    async def execute(self, models: ModelFlags) -> None:
        from questfoundry.composition.project.books import (
            book_conversations,
            can_only_quote,
            chat_with_book,
        )

        options = self._options
        async with self._call.open_project(
            flags=models.source_choices, edits=False, sinks=(self._view,)
        ) as project:
            book = project.library.finder().find(options.book)
            talks = book_conversations(project)
            chat = chat_with_book(project, options.strategy, budget=options.budget)
            if options.show_prompt:
                await self._preview(chat, talks, book)
                return
            if options.conversation is not None:
                self._resume(talks, book, options.conversation)
            if can_only_quote(project) and not self._call.as_json:
                model = project.phase_providers().discuss.model
                self._call.screen.note(
                    f"{model} is too small to discuss a book, so it only quotes passages."
                )
            if options.question is not None:
                await self._ask(chat, book, options.question)
            else:
                await self._answer_lines(chat, talks, book)

    async def _preview(
        self, chat: ChatWithBookUseCase, talks: BookConversations, book: Book
    ) -> None:
        options = self._options
        question, number, page = options.question, options.conversation, options.page
        if question is None:
            raise InputError("--show-prompt needs a question. Add it after the book.")
        conversation = (
            talks.get(book, number) if number else talks.plan_conversation(book, question)
        )
        if page is not None:
            conversation = evolve(conversation, horizon=resolve_horizon(book, page))
        shown = await chat.preview(conversation, question)
        request = request_to_dict(shown.request)
        if self._call.as_json:
            write_json({**request, "left_out": shown.left_out})
            return
        write_request(request)
        for each in shown.left_out:
            note(f"Left out: {each}")

    def _resume(self, talks: BookConversations, book: Book, number: int) -> None:
        self._conversation = talks.get(book, number)
        if self._options.page is not None:
            self._conversation = talks.set_horizon(book, number, self._options.page)
        self._view.show_start(book, self._conversation)

    async def _answer_lines(
        self, chat: ChatWithBookUseCase, talks: BookConversations, book: Book
    ) -> None:
        if not self._call.as_json:
            self._call.screen.note(f"{book.title}: ask a question (/help lists all commands)")
        page = self._options.page
        while (line := self._call.read_author_line()) is not None:
            words = line.split()
            try:
                match words:
                    case []:
                        continue
                    case ["/quit"]:
                        return
                    case ["/help"]:
                        self._call.screen.note(HELP)
                    case ["/page", number] if number.isdecimal():
                        self._set_page(talks, book, int(number))
                        page = int(number)
                    case _ if is_command(line):
                        raise InputError(f"There is no command {line.strip()!r}.\n{HELP}")
                    case _:
                        await self._ask(chat, book, line, page)
            except (LLMError, InputError) as problem:
                self._view.show_failure(problem)

    def _set_page(self, talks: BookConversations, book: Book, page: int) -> None:
        if self._conversation is None:
            horizon = resolve_horizon(book, page)
        else:
            self._conversation = talks.set_horizon(book, number_of(self._conversation), page)
            horizon = self._conversation.horizon
        self._view.show_page(horizon)

    async def _ask(
        self, chat: ChatWithBookUseCase, book: Book, question: str, page: int | None = None
    ) -> None:
        if self._conversation is None:
            answer = await chat.ask(
                book,
                question,
                page=self._options.page if page is None else page,
                on_text=self._view.show_piece,
                on_begun=partial(self._show_start, book),
            )
        else:
            answer = await chat.answer(self._conversation.id, question, self._view.show_piece)
        self._view.show_answer(answer)

    def _show_start(self, book: Book, conversation: Conversation) -> None:
        self._conversation = conversation
        self._view.show_start(book, conversation)


class ChatView(DualView, EventSink):
    """The output of a conversation with a book: text for people, or JSON lines for programs."""

    def emit(self, event: Event) -> None:
        """Show a tool call, a tool result, or which parts did not fit into the model's request."""
        match event:
            case ToolCallStarted(tool=tool, arguments=arguments):
                line = f"  {tool} {as_json(dict(arguments))}"
                self._show("tool_call", line, tool=tool, arguments=arguments)
            case ToolCallFinished(tool=tool, result=result) if self._as_json:
                self._show("tool_result", "", tool=tool, result=result)
            case RequestShortened(left_out=left_out):
                self._show("left_out", f"  left out: {'; '.join(left_out)}", left_out=left_out)
            case PromptReadInPart(read=read, least=least):
                self._show("prompt_cut", f"  {describe_cut(event)}", read=read, least=least)

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
        """Show the unsupported citations of a finished answer; programs get all citations."""
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
        """Show the last page whose content answers may use; ``None`` means the whole book."""
        limit = _format_horizon(horizon) or " to its end"
        self._show("page", f"The answers may reveal the book{limit}.", page=horizon)

    def show_failure(self, problem: QuestFoundryError) -> None:
        """Show why there is no answer; JSON output includes the exit code of ``problem``."""
        if self._as_json:
            code, fault = exit_code_of(problem), getattr(problem, "code", None)
            self._show("error", "", code=code, fault=fault, message=str(problem))
            return
        self._screen.finish_line()
        note(f"Error: {problem}\nThe conversation is saved. Ask again, or leave with /quit.")


def _format_horizon(horizon: int | None) -> str:
    return "" if horizon is None else f" up to page {horizon}"


def _pages(citation: Citation) -> str:
    is_one = citation.first_printed == citation.last_printed
    return f"{'p.' if is_one else 'pp.'} {citation.page_names}"
