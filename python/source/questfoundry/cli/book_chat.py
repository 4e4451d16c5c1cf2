"""``qf book chat``: talk with a book, or ask it one question."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen

from questfoundry.app.books.chat import ChatWithBookUseCase
from questfoundry.app.books.conversations import BookConversations, horizon_at, number_of
from questfoundry.app.books.retrieval.strategies import Retrieval
from questfoundry.cli.book_chat_view import JsonView, TalkView, TextView
from questfoundry.cli.errors import errors_told
from questfoundry.cli.exit_codes import exit_code_of
from questfoundry.cli.interrupts import Interrupts
from questfoundry.cli.lines import PROMPT, read_line
from questfoundry.cli.options import Debug, Project, Provider, flags_of
from questfoundry.cli.project_use import require_project
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.work import run_work
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.errors import InputError, LLMError, QuestFoundryError
from questfoundry.domain.library.book import Book
from questfoundry.domain.remedy import TalkWithBook

HELP = """\
Ask the book something, and Enter.
  /page N  you have come to page N: nothing beyond it is told; 0 for the whole book
  /quit    stop here (Ctrl-D does the same); the conversation is kept
  /help    show this"""

BookName = Annotated[str, typer.Argument(metavar="BOOK", help="Its id, or the beginning of it.")]


@frozen(kw_only=True)
class ChatOptions:
    """What was typed after ``qf book chat``."""

    book: str
    question: str | None
    conversation: int | None
    page: int | None
    strategy: Retrieval | None
    provider: str | None
    project: Path | None
    as_json: bool


def chat(
    book: BookName,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION", help="One question; without it, lines are read and answered."
        ),
    ] = None,
    conversation: Annotated[
        int | None,
        typer.Option("--conversation", "-c", min=1, metavar="NUMBER", help="Go on with this one."),
    ] = None,
    page: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="PAGE", help="Tell nothing beyond this page; 0 for the whole book."
        ),
    ] = None,
    strategy: Annotated[
        Retrieval | None,
        typer.Option(
            help="Let the model search by itself, or search before each answer; else the model "
            "decides by what it can."
        ),
    ] = None,
    provider: Provider = None,
    project: Project = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write what happens, one JSON object a line.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Talk with a book: answers come from its excerpts, with their pages."""
    options = ChatOptions(
        book=book,
        question=question,
        conversation=conversation,
        page=page,
        strategy=strategy,
        provider=provider,
        project=project,
        as_json=as_json,
    )
    with errors_told(as_json=as_json, debug=debug, project=project):
        screen = Screen(text_to_stderr=as_json)
        view = JsonView() if as_json else TextView(screen)
        talk = _Chat(options, screen, view)
        try:
            run_work(talk.execute, screen=screen, how_to_go_on=talk.how_to_go_on, as_json=as_json)
        except QuestFoundryError as problem:
            if not as_json:
                raise
            view.failed(problem)
            raise typer.Exit(exit_code_of(problem)) from problem


class _Chat:
    """One execution of the command."""

    def __init__(self, options: ChatOptions, screen: Screen, view: TalkView) -> None:
        self._options = options
        self._screen = screen
        self._view = view
        self._conversation: Conversation | None = None

    def how_to_go_on(self) -> str:
        if self._conversation is None:
            return ""
        number = number_of(self._conversation)
        again = command_of(TalkWithBook(self._options.book, number), self._options.project)
        return f"The conversation is kept. Go on with: {again}"

    async def execute(self, interrupts: Interrupts) -> None:
        """Answer the one question, or line after line."""
        options = self._options
        folder = project_folder(options.project, os.environ)
        require_project(ProjectPaths(folder))
        from questfoundry.composition.book_chat import (
            book_conversations,
            chat_with_book,
            only_quotes,
        )
        from questfoundry.composition.project import open_project

        flags = flags_of(options.provider, None, None, None)
        async with open_project(folder, os.environ, flags=flags, sinks=(self._view,)) as project:
            book = project.library.finder().find(options.book)
            talks = book_conversations(project)
            if options.conversation is not None:
                self._resume(talks, book, options.conversation)
            chat = chat_with_book(project, options.strategy)
            if only_quotes(project) and not options.as_json:
                model = project.phase_providers().discuss.model
                self._screen.note(f"{model} is too small to speak about a book; it is quoted.")
            if options.question is not None:
                await self._ask(chat, talks, book, options.question)
            else:
                await self._lines(chat, talks, book, interrupts)

    def _resume(self, talks: BookConversations, book: Book, number: int) -> None:
        self._conversation = talks.get(book, number)
        if self._options.page is not None:
            self._conversation = talks.read_to(book, number, self._options.page)
        self._view.begun(book, self._conversation)

    async def _lines(
        self,
        chat: ChatWithBookUseCase,
        talks: BookConversations,
        book: Book,
        interrupts: Interrupts,
    ) -> None:
        if not self._options.as_json:
            self._screen.note(f"{book.title}: ask it something (/help shows what else)")
        page = self._options.page
        while (line := self._read(interrupts)) is not None:
            words = line.split()
            try:
                match words:
                    case []:
                        continue
                    case ["/quit"]:
                        return
                    case ["/help"]:
                        self._screen.note(HELP)
                    case ["/page", number] if number.isdecimal():
                        self._move(talks, book, int(number))
                        page = int(number)
                    case _:
                        await self._ask(chat, talks, book, line, page)
            except (LLMError, InputError) as problem:
                self._view.failed(problem)

    def _move(self, talks: BookConversations, book: Book, page: int) -> None:
        if self._conversation is None:
            horizon = horizon_at(book, page)
        else:
            self._conversation = talks.read_to(book, number_of(self._conversation), page)
            horizon = self._conversation.horizon
        self._view.page(horizon)

    async def _ask(
        self,
        chat: ChatWithBookUseCase,
        talks: BookConversations,
        book: Book,
        question: str,
        page: int | None = None,
    ) -> None:
        if self._conversation is None:
            begin_at = self._options.page if page is None else page
            self._conversation = talks.begin(book, question, page=begin_at)
            self._view.begun(book, self._conversation)
        answer = await chat.answer(self._conversation.id, question, self._view.piece)
        self._view.answered(answer)

    def _read(self, interrupts: Interrupts) -> str | None:
        self._screen.settle()
        with interrupts.prompting():
            if self._options.as_json:
                return read_line("", lambda _: None)
            return read_line(PROMPT, self._screen.stream)
