"""Tests of hostile books: a child process without keys reads them within limits."""

import asyncio
import json
import zlib
from asyncio.subprocess import Process
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.text import tidy
from questfoundry.infra import bounded
from questfoundry.infra.bounded import Bounds, TooMuchError, run_in_child
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.parsers import BoundedBookParser
from questfoundry.infra.documents.plain_text import read_plain_text
from tests.support.book_files import epub, file

SMALL = Bounds(memory_bytes=400_000_000, cpu_seconds=1, seconds=30, answer_bytes=10_000_000)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument\
.wordprocessingml.document.main+xml"/></Types>""".replace("\\\n", "")
_MAIN = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Target="word/document.xml" Type="http://schemas.openxmlformats.org\
/officeDocument/2006/relationships/officeDocument"/></Relationships>""".replace("\\\n", "")


def _docx(body: str, *, before: str = "") -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _MAIN)
        document = f'{before}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
        archive.writestr("word/document.xml", document)
    return made.getvalue()


def _cell(merging: str, text: str = "x") -> str:
    return f"<w:tc><w:tcPr>{merging}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def _table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def _pdf(stream: bytes) -> bytes:
    """Return a minimal PDF whose page shows the stream."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    body = b"".join(b"%d 0 obj%bendobj\n" % (at, each) for at, each in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + b"trailer<</Size 6/Root 1 0 R>>\n%%EOF"


_SHOWN = b"BT /F1 1 Tf " + b"(The sea is wide.) Tj " * 400_000 + b" ET"
_LAUGHS = "".join(
    f'<!ENTITY a{at + 1} "{f"&a{at};" * 10}">' if at else '<!ENTITY a1 "ha ha ha">'
    for at in range(12)
)
_MERGED = _cell('<w:vMerge w:val="restart"/>'), *[_cell("<w:vMerge/>")] * 400

READ = {
    "a cell over millions of columns.docx": _docx(
        _table(_cell('<w:gridSpan w:val="900000000"/>', "The sea."))
    ),
    "cells over thousands of rows.docx": _docx(_table(*(each * 3 for each in _MERGED))),
    "accents.txt": f"The sea. a{chr(0x301) * 50_000}{chr(0x323) * 50_000}".encode(),
    "accents.html": f"<p>The sea. a{chr(0x301) * 50_000}{chr(0x323) * 50_000}".encode(),
}
"""Files that must be read quickly, although each once needed gigabytes or minutes."""

REFUSED = {
    "entities.docx": _docx(
        "<w:p><w:r><w:t>&a12;</w:t></w:r></w:p>", before=f"<!DOCTYPE x [{_LAUGHS}]>"
    ),
    "a bomb.docx": _docx("<w:p/>" * 4_000_000),
    "a bomb.epub": epub(["<p>x</p>" + "<b>" * 11_000_000]),
    "a wide table.md": b"|" + b"a|" * 700 + b"\n|" + b"-|" * 700 + b"\n" + b"|x|\n" * 100_000,
    "a page of text.pdf": _pdf(zlib.compress(_SHOWN, 9)),
}
"""Files that exceed a limit."""


def _parsed(name: str, content: bytes) -> list[str]:
    form = name.rpartition(".")[2]
    book = asyncio.run(BoundedBookParser(form, bounds=SMALL).parse(file(content, name)))
    return [each.text for page in book.pages for each in page.paragraphs]


@pytest.mark.parametrize("name", READ)
def test_what_looks_endless_and_is_not_is_read(name: str) -> None:
    """A file may claim millions of columns, but reading must depend on its real size."""
    assert {"The sea.", "x x x"} & {text[:8].strip() for text in _parsed(name, READ[name])}


@pytest.mark.parametrize("name", REFUSED)
def test_what_takes_too_much_is_refused(name: str) -> None:
    """A small file can demand gigabytes, so only the child process may end. (FGN-4.2)"""
    with pytest.raises(InputError, match=name):
        _parsed(name, REFUSED[name])


def test_more_paragraphs_than_a_book_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Millions of tiny paragraphs would exhaust the memory of the parent process. (FGN-4.2)"""
    monkeypatch.setattr(limits, "MOST_PIECES", 3)
    with pytest.raises(InputError, match="more than 3 paragraphs"):
        read_plain_text(file("a\n\nb\n\nc\n\nd"))


async def test_the_process_has_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that a file takes over must find no key to steal."""
    for name in ("OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "MY_SERVER", "PYTHONPATH"):
        monkeypatch.setenv(name, "sk-do-not-tell")
    assert "sk-do-not-tell" not in json.dumps(await run_in_child(_work("environment"), b"", SMALL))


@pytest.mark.parametrize("work", ["endless", "talkative", "crashing"])
async def test_the_process_ends_at_its_bounds(work: str) -> None:
    """A process without limits would run, fill the memory or write forever. (FGN-4.2)"""
    with pytest.raises(TooMuchError):
        await run_in_child(
            _work(work), b"", Bounds(cpu_seconds=1, seconds=30, answer_bytes=1_000_000)
        )


async def test_a_process_that_is_ended_with_an_unread_answer_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pipe that is not read to its end kept the program waiting for ever."""

    async def overrun(process: Process, limit: int) -> bytes:
        assert process.stdout is not None
        while not process.stdout._paused:  # noqa: ASYNC110 - a pause has no event
            await asyncio.sleep(0)
        raise TooMuchError(f"more than {limit} bytes")

    monkeypatch.setattr(bounded, "_read_answer", overrun)
    with pytest.raises(TooMuchError):
        await asyncio.wait_for(run_in_child(_work("talkative"), b"", SMALL), 20)


async def test_the_process_writes_no_file(tmp_path) -> None:
    """A parser that a file takes over must not change the author's files."""
    with pytest.raises(TooMuchError):
        await run_in_child(_work("files"), b"", SMALL, path=str(tmp_path / "made"))
    assert not (tmp_path / "made").read_text()


async def test_the_loop_is_free_and_an_end_of_the_task_is_one_of_the_process() -> None:
    """The application must stay usable while a book is read, and cancelling must end the work."""
    began = asyncio.get_running_loop().time()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await run_in_child(_work("endless"), b"", Bounds())
    assert asyncio.get_running_loop().time() - began < 20


def test_a_word_of_accents_takes_no_time() -> None:
    """Thousands of accents on one letter make normalisation quadratic."""
    assert tidy("e\u0301 " * 3) == "\xe9 \xe9 \xe9"
    assert len(tidy("a" + "\u0301" * 500_000 + "\u0323" * 500_000)) > 900_000


def _work(name: str) -> str:
    return f"tests.support.bounded_work:{name}"
