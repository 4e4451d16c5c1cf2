"""Test what every adapter that fetches, parses, splits or searches books must do."""

import pytest

from questfoundry.domain.chat.messages import ChatMessage, assistant, system, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, Page, Paragraph, Reading
from questfoundry.domain.protocols.library import (
    BookFiles,
    BookParser,
    ConversationContextStrategy,
    RetrievalStrategy,
    TextChunker,
)

_TEXTS = ("The keeper climbed the stairs. " * 60, "A storm put out the lamp. " * 60)
_PAGES = tuple(Page(at, (Paragraph(text.strip()),)) for at, text in enumerate(_TEXTS, start=3))


class BookFilesContract:
    """The tests for loaders of book files.

    A subclass adds the fixtures ``files``, the loader, and ``place``, the path or URL of a book.
    """

    async def test_a_file_is_had_and_what_is_none_is_told(
        self, files: BookFiles, place: str
    ) -> None:
        found = await files.read(place)
        assert found == await files.read(place)
        assert found.content
        with pytest.raises(InputError, match="nowhere"):
            await files.read("nowhere.txt")


class BookParserContract:
    """The tests for book parsers; a subclass adds the fixtures ``parser`` and ``file``.

    ``file`` is a book that the parser can read.
    """

    async def test_the_same_file_gives_the_same_pages_in_order(
        self, parser: BookParser, file: BookFile
    ) -> None:
        book = await parser.parse(file)
        numbers = [page.number for page in book.pages]
        assert book == await parser.parse(file)
        assert numbers == sorted(numbers)
        assert any(paragraph.text for page in book.pages for paragraph in page.paragraphs)


class TextChunkerContract:
    """The tests for splitters of books into chunks; a subclass adds a fixture ``chunker``."""

    def test_every_word_is_in_one_chunk_that_knows_its_pages(self, chunker: TextChunker) -> None:
        chunks = list(chunker.chunks("book::the-lamp", _PAGES))
        words = " ".join(chunk.text for chunk in chunks).split()
        assert words == " ".join(_TEXTS).split()
        assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
        assert (chunks[0].first_page, chunks[-1].last_page) == (3, 4)


class ConversationContextContract:
    """The tests for strategies that select messages of a conversation for a model.

    A subclass adds a fixture ``strategy``.
    """

    def test_the_system_s_message_stands_first_and_the_rest_is_history(
        self, strategy: ConversationContextStrategy
    ) -> None:
        said = [user("One."), assistant("Two."), user("Three.")]
        history = [
            ChatMessage(conversation_id="talk", position=at, message=message)
            for at, message in enumerate(said)
        ]
        first, *rest = strategy.build_context(history, "Be brief.")
        assert first == system("Be brief.")
        assert rest == said[-len(rest) :]
        assert strategy.build_context([], "Be brief.") == [first]


class RetrievalStrategyContract:
    """The tests for strategies that select excerpts of a book for a model.

    A subclass adds the fixtures ``strategy`` and ``reading``, a book that is being read.
    """

    async def test_it_offers_a_search_or_makes_it(
        self, strategy: RetrievalStrategy, reading: Reading
    ) -> None:
        history = [system("You know the book."), user("Who lit the lamp?")]
        found = await strategy.look_up(history, reading)
        assert (found is None) == bool(strategy.tools(lambda: reading))
        assert strategy.rewording(history) is None
        context = strategy.arrange([*history, found] if found else history)
        assert context[0] == history[0]
        assert any(history[1].content in message.content for message in context[1:])
