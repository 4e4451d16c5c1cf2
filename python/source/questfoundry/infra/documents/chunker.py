"""Split a book into chunks (pieces of text) for a search index."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from questfoundry.domain.library.book import Chunk, Page, Paragraph
from questfoundry.domain.library.paging import PageKey, parse_label
from questfoundry.domain.library.text import LONGEST_HEADING, has_sentence_end, split_sentences
from questfoundry.domain.protocols.library import TextChunker

LARGEST = 1_200  # longest chunk, in characters: about 200 words of English
_ENOUGH = 900  # from this length, in characters, a chunk ends at the next paragraph
_SHORT = 30
_PARAGRAPH = "\n\n"
_BREAK = len(_PARAGRAPH)


class SentenceChunker(TextChunker):
    """A splitter that ends each chunk at the end of a sentence.

    A chunk also ends before a heading, after a paragraph if the chunk is long enough, and before a
    third page, so that a citation names few pages. Chunks do not overlap, and together they are the
    whole book. A sentence that is longer than a chunk is cut, at a space if possible.
    """

    def chunks(self, book: str, pages: Iterable[Page]) -> Iterator[Chunk]:
        """Yield the chunks of ``book`` in order; a heading is in the same chunk as its text."""
        heading = ""
        for number, chunk in enumerate(_group_into_chunks(_split_pages(pages))):
            heading = _heading(chunk) or heading
            yield Chunk(
                book=book,
                number=number,
                first_page=chunk[0].page.number,
                last_page=chunk[-1].page.number,
                first_label=chunk[0].page.label,
                last_label=chunk[-1].page.label,
                text=_text(chunk),
                heading=heading,
            )


@frozen
class _Page:
    number: int
    label: str

    @property
    def key(self) -> PageKey:
        return parse_label(self.label or str(self.number))


@frozen(kw_only=True)
class _Sentence:
    text: str
    page: _Page
    heading: bool
    opens: bool
    ends: bool


def _split_pages(pages: Iterable[Page]) -> Iterator[_Sentence]:
    continues = False
    for page in pages:
        place = _Page(page.number, page.label)
        for left, paragraph in enumerate(page.paragraphs, start=1 - len(page.paragraphs)):
            opens = not continues or paragraph.heading
            pieces = list(_split_paragraph(paragraph))
            # Only the last sentence of a page can continue on the next page.
            open_end = left == 0 and not paragraph.heading and not has_sentence_end(paragraph.text)
            for at, (text, is_cut) in enumerate(pieces, start=1 - len(pieces)):
                continues = is_cut or (open_end and at == 0)
                yield _Sentence(
                    text=text,
                    page=place,
                    heading=paragraph.heading,
                    opens=opens,
                    ends=not continues,
                )
                opens = False


def _split_paragraph(paragraph: Paragraph) -> Iterator[tuple[str, bool]]:
    """Yield each piece of the paragraph, with true if the piece is cut off within a sentence."""
    whole = (
        (paragraph.text,)
        if paragraph.heading
        else _join_short_sentences(split_sentences(paragraph.text))
    )
    for sentence in whole:
        at = 0
        while len(sentence) - at > LARGEST:
            space = sentence.rfind(" ", at, at + LARGEST + 1)
            end = space if space > at else at + LARGEST
            yield sentence[at:end], True
            at = end + (end == space)
        yield sentence[at:], False


def _join_short_sentences(found: Iterable[str]) -> Iterator[str]:
    pending, size = list[str](), 0
    for sentence in found:
        pending.append(sentence)
        size += len(sentence) + 1
        if size >= _SHORT:
            yield " ".join(pending)
            pending, size = [], 0
    if pending:
        yield " ".join(pending)


def _group_into_chunks(found: Iterable[_Sentence]) -> Iterator[Sequence[_Sentence]]:
    pending, size = list[_Sentence](), 0
    for sentence in found:
        if pending and _starts_chunk(sentence, pending, size):
            yield pending
            pending, size = [], 0
        if pending and _is_far(sentence.page, pending[0].page, pending[-1].page):
            end = _find_sentence_end(pending)
            yield from filter(None, (pending[:end],))
            pending = pending[end:]
            size = sum(map(_size_with_break, pending))
        while pending and size + _size_with_break(sentence) > LARGEST + _BREAK:
            end = _find_chunk_end(pending)
            yield pending[:end]
            pending = pending[end:]
            size = sum(map(_size_with_break, pending))
        pending.append(sentence)
        size += _size_with_break(sentence)
    if pending:
        yield pending


def _starts_chunk(sentence: _Sentence, pending: Sequence[_Sentence], size: int) -> bool:
    before = pending[-1]
    if sentence.heading:
        return not before.heading
    return sentence.opens and size >= _ENOUGH


def _is_far(page: _Page, first: _Page, last: _Page) -> bool:
    """Return whether a chunk with ``first`` and ``last`` must not continue on ``page``.

    This is so if ``page`` would be its third page, or begins another numbering.
    """
    if page == last:
        return False
    key, before = page.key, last.key
    return first != last or key.series != before.series or key.value < before.value


def _find_sentence_end(pending: Sequence[_Sentence]) -> int:
    """Return the number of pending sentences up to the last that ends and is no heading."""
    ends = (each.ends and not each.heading for each in reversed(pending))
    return next((len(pending) - at for at, is_end in enumerate(ends) if is_end), 0)


def _find_chunk_end(pending: Sequence[_Sentence]) -> int:
    end = next((at for at in range(len(pending), 0, -1) if pending[at - 1].ends), 0)
    return end if 2 * sum(map(_size_with_break, pending[:end])) >= LARGEST else len(pending)


def _size_with_break(sentence: _Sentence) -> int:
    return len(sentence.text) + _BREAK


def _text(chunk: Sequence[_Sentence]) -> str:
    return "".join(f"{_PARAGRAPH if each.opens else ' '}{each.text}" for each in chunk).lstrip()


def _heading(chunk: Sequence[_Sentence]) -> str:
    return " / ".join(each.text for each in chunk if each.heading)[:LONGEST_HEADING]
