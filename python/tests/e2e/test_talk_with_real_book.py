"""Questions about Moby-Dick with the embedded models, offline: every quote exists."""

import asyncio
import re

import pytest
from attrs import evolve

from questfoundry.app.books.chat_models import QuotingChatProvider
from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.new_project import create_project
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.parsers import READERS
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.book_files import file
from tests.support.book_talk import BOOK, TINY, BookTalk
from tests.support.ecosystem import not_here
from tests.support.libraries import ready_book
from tests.support.real_book import TITLE, real_epub
from tests.support.stage_runs import shipped_prompts

QUOTE = re.compile(r"^“(.+)” \(pp?\. (\d+)(?:-(\d+))?\)$", re.MULTILINE)
QUESTIONS = {
    "What did Ahab nail to the mast for him who sees the white whale?": "mast",
    "Who is the harpooneer that shares the bed at the Spouter Inn?": "harpooneer",
    "What is the whiteness of the whale compared with?": "white",
}


@pytest.mark.slow
def test_what_the_embedded_models_cite_stands_on_that_page(tmp_path) -> None:
    """An invented quote or page number would make the answers about a book worthless."""
    try:
        import wordllama  # noqa: F401
    except ImportError:
        not_here("The embedding model is not installed: it comes with `uv sync`")
    asyncio.run(talk_with_it(tmp_path / "story"))


async def talk_with_it(folder) -> None:
    create_project(folder, "Whales")
    parsed = READERS["epub"](file(real_epub(), "moby.epub"))
    pages = {page.number: " ".join(each.text for each in page.paragraphs) for page in parsed.pages}
    chunks = list(SentenceChunker().chunks("book::the-lamp", parsed.pages))
    async with open_project(folder, {}) as project:
        library = project.library
        book = evolve(ready_book(chunks, title=TITLE), digest=BOOK.digest)
        library.books().save(book)
        library.chunks().add(chunks)
        await library.index().add(chunks)
        talk = BookTalk(
            None,
            QuotingChatProvider(
                ScriptedChatProvider([], traits=TINY),
                embeddings=library.embeddings(),
                prompts=shipped_prompts(),
            ),
            book=book,
            books=library.books(),
            search=SearchBooksUseCase(books=library.books(), index=library.index()),
        )
        for question, word in QUESTIONS.items():
            await asked(talk, question, word, pages)
        talk.talks.set_horizon(book, 1, 100)
        await asked(talk, "How does Ahab die?", "", pages, last=100)


async def asked(talk, question, word, pages, last=10**9) -> None:
    answer = await talk.chat.answer(talk.id, question)
    quotes = QUOTE.findall(answer.text)

    assert len(quotes) == 3
    assert word in answer.text.casefold()
    assert all(citation.supported for citation in answer.citations)
    for sentence, first, end in quotes:
        named = range(int(first), int(end or first) + 1)
        assert sentence in " ".join(pages.get(page, "") for page in named)
        assert named[-1] <= last
