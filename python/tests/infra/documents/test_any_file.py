"""Property tests: the book readers survive arbitrary bytes."""

from io import BytesIO
from zipfile import ZipFile

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Page, Paragraph
from questfoundry.infra.documents.book_files import format_of
from questfoundry.infra.documents.chunker import LARGEST, SentenceChunker
from questfoundry.infra.documents.parsers import READERS
from tests.support.book_files import epub, file, page_mark, zipped
from tests.support.examples import examples


def _docx() -> bytes:
    document, made = docx.Document(), BytesIO()
    document.add_heading("The Sea")
    document.add_paragraph("It is wide.")
    document.save(made)
    return made.getvalue()


_WHOLE = {
    "docx": _docx(),
    "epub": epub([f"{page_mark(1)}<h1>The Sea</h1><p>It is wide.</p>", "<p>It is deep.</p>"]),
}


def _read(content: bytes, format: str) -> tuple[Page, ...]:
    try:
        return READERS[format](file(content, f"book.{format}")).pages
    except InputError as problem:
        return (Page(0, (Paragraph(str(problem)),)),)


def _require_sound(pages: tuple[Page, ...]) -> None:
    numbers = [page.number for page in pages]
    assert numbers == sorted(set(numbers))
    for chunk in SentenceChunker().chunks("book::b", pages):
        assert chunk.text == chunk.text.strip()
        assert 0 < len(chunk.text) <= LARGEST
        chunk.text.encode()


@pytest.mark.parametrize("format", ["txt", "md", "html"])
@given(content=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
@examples(60)
def test_any_bytes_are_a_text_or_refused(content: bytes, format: str) -> None:
    """Random bytes must never crash a reader or produce text that the chunker cannot handle."""
    _require_sound(_read(content, format))


@st.composite
def _changed(draw: st.DrawFn, whole: bytes) -> bytes:
    at = draw(st.integers(0, len(whole)))
    put = draw(
        st.one_of(st.binary(max_size=8), st.sampled_from((b"<", b"</", b'"', b"&a;", b"]]>")))
    )
    return whole[:at] + put + whole[at + draw(st.integers(0, 40)) :]


@pytest.mark.parametrize("format", sorted(_WHOLE))
@given(data=st.data())
@examples(60)
def test_a_file_changed_anywhere_is_read_or_refused(data: st.DataObject, format: str) -> None:
    """One changed byte range in an archive may raise an `InputError`, but no other exception."""
    _require_sound(_read(data.draw(_changed(_WHOLE[format])), format))


@pytest.mark.parametrize("format", sorted(_WHOLE))
@given(data=st.data())
@examples(80)
def test_an_archive_of_changed_files_is_read_or_refused(data: st.DataObject, format: str) -> None:
    """Damage inside reaches the XML parsers."""
    with ZipFile(BytesIO(_WHOLE[format])) as archive:
        files: dict[str, bytes | str] = {name: archive.read(name) for name in archive.namelist()}
    xml = [name for name in sorted(files) if not name.endswith(("mimetype", ".jpeg"))]
    name = data.draw(st.sampled_from(xml))

    _require_sound(_read(zipped({**files, name: data.draw(_changed(bytes(files[name])))}), format))


@given(content=st.binary(max_size=200), name=st.text(max_size=20))
@examples(60)
def test_every_file_has_a_format(content: bytes, name: str) -> None:
    """A file without a reader or a refusal would be ignored. (LIB-3.8)"""
    assert format_of(content, name) in {*READERS, "zip", "rtf"}
