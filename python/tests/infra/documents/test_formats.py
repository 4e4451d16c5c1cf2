from __future__ import annotations

import subprocess
import sys

import pytest

from questfoundry.infra.documents.formats import format_of
from questfoundry.infra.documents.parsers import book_parsers
from tests.support.book_files import epub, zipped


@pytest.mark.parametrize(
    ("content", "name", "media_type", "format"),
    [
        (b"Text.", "book.txt", "", "txt"),
        (b"Text.", "book", "", "txt"),
        (b"Text.", "book.md", "text/plain", "md"),
        (b"Text.", "book.MARKDOWN", "", "md"),
        (b"Text.", "page", "text/markdown", "md"),
        (b"<p>", "page.php", "text/html", "html"),
        (b"\n<!DOCTYPE HTML>", "page", "", "html"),
        (b"<html>", "book.txt", "", "html"),
        (b"junk %PDF-1.4", "book.txt", "text/html", "pdf"),
        (b"<html>login</html>", "book.pdf", "", "pdf"),
        (epub(["x"]), "book.zip", "application/zip", "epub"),
        (zipped({"word/document.xml": "x"}), "book", "", "docx"),
        (zipped({"a.txt": "x"}), "book.zip", "", "zip"),
        (b"PK\3\4", "book.epub", "", "epub"),
        (b"{\\rtf1 Text.}", "book.txt", "", "rtf"),
    ],
)
def test_the_content_tells_the_format_before_the_name_does(
    content: bytes, name: str, media_type: str, format: str
) -> None:
    """LIB-3.8."""
    assert format_of(content, name, media_type) == format


def test_each_format_has_its_parser() -> None:
    """LIB-3.8."""
    assert sorted(book_parsers()) == ["docx", "epub", "html", "md", "pdf", "txt"]


def test_without_the_extra_packages_some_formats_are_read_and_the_rest_say_what_to_install() -> (
    None
):
    """LIB-3.9."""
    program = """
import sys
for name in ("charset_normalizer", "docx", "markdown_it", "pypdfium2"):
    sys.modules[name] = None
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.parsers import book_parsers
from tests.support.book_files import epub, zipped

contents = {"epub": epub(["<p>x</p>"]), "docx": zipped({"word/document.xml": "x"})}
for format, parser in book_parsers().items():
    file = BookFile(
        source="b", name="b." + format, format=format, content=contents.get(format, b"Text.")
    )
    try:
        print(format, parser.parse(file).pages[0].paragraphs[0].text)
    except InputError as problem:
        print(format, problem)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="python"
    )

    told = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert [told.pop(name) for name in ("txt", "html", "epub")] == ["Text.", "Text.", "x"]
    assert set(told) == {"docx", "md", "pdf"}
    for format, problem in told.items():
        assert f"is not installed, and 'b.{format}' cannot be read without it." in problem
        assert problem.endswith("with: pip install 'questfoundry[books]'")
