import subprocess
import sys
from pathlib import Path

import pytest

from questfoundry.domain.errors import AuthorError, InputError
from questfoundry.infra.documents import book_files
from questfoundry.infra.documents.book_files import DiskAndWebBookFiles, format_of
from questfoundry.infra.documents.parsers import READERS, book_parsers
from questfoundry.infra.research.web import WebReader
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.book_files import epub, zipped
from tests.support.loopback import Loopback, Reply, only_this_machine, page, redirect


def _web(**options: object) -> DiskAndWebBookFiles:
    return DiskAndWebBookFiles(reader=WebReader(may_reach=only_this_machine, **options))  # type: ignore[arg-type]


async def test_a_file_on_the_disk_is_read(tmp_path: Path) -> None:
    """Most authors add a book from their own disk, so its content, name and path must be right."""
    (tmp_path / "book.md").write_text("# The Sea")

    found = await DiskAndWebBookFiles().read(str(tmp_path / "book.md"))

    assert (found.name, found.format, found.content) == ("book.md", "md", b"# The Sea")
    assert found.source == str(tmp_path / "book.md")


async def test_an_author_adds_files_of_the_machine_and_of_a_shared_project(tmp_path: Path) -> None:
    """A project in a database takes books from the author's disk, as a folder does."""
    (tmp_path / "book.md").write_text("# The Land")
    own = InMemoryProjectFiles({"books/sea.md": "# The Sea"})
    files = DiskAndWebBookFiles(files=own)

    assert (await files.read(str(tmp_path / "book.md"))).content == b"# The Land"
    assert (await files.read(own.place("books/sea.md"))).content == b"# The Sea"


async def test_a_worker_reads_no_file_of_the_machine(tmp_path: Path) -> None:
    """On a worker, another person's job could otherwise read the files of the operator."""
    (tmp_path / "book.md").write_text("secret")
    own = InMemoryProjectFiles({"books/sea.md": "# The Sea"})
    files = DiskAndWebBookFiles(files=own, disk=False)

    for place in ("books/sea.md", own.place("books/sea.md")):
        assert (await files.read(place)).content == b"# The Sea"
    for place in (str(tmp_path / "book.md"), "../book.md", "~/book.md", "", "a\0b"):
        with pytest.raises(AuthorError):
            await files.read(place)


async def test_a_book_in_the_web_is_read_and_called_what_redirects_lead_to() -> None:
    """`/latest` is no name. (LIB-4.2)"""
    with Loopback(redirect("/books/The%20Sea.txt"), page("Text.", media_type="text/plain")) as web:
        found = await _web().read(f"{web.url}/latest")

    assert (found.name, found.format, found.content) == ("The Sea.txt", "txt", b"Text.")


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("missing.txt", r"There is no file 'missing.txt'\. Check the path\."),
        (".", r"'\.' is a folder"),
        ("/dev/zero", "There is no file '/dev/zero'"),
        ("ftp://books.example/b.txt", "There is no file"),
        ("bad\0name", "There is no file"),
    ],
)
async def test_what_is_no_file_is_told(place: str, problem: str) -> None:
    """A wrong path must produce an instruction, not a traceback."""
    with pytest.raises(InputError, match=problem):
        await DiskAndWebBookFiles().read(place)


async def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """An empty book would add a library entry that no search can ever find."""
    (tmp_path / "book.txt").touch()

    with pytest.raises(InputError, match=r"'book.txt' is empty\."):
        await DiskAndWebBookFiles().read(str(tmp_path / "book.txt"))


async def test_a_file_of_200_megabytes_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    """Reading a huge file completely before the check would exhaust the memory. (LIB-6.2)"""
    large = tmp_path / "book.txt"
    with large.open("wb") as made:
        made.truncate(200_000_000)

    with pytest.raises(InputError, match=r"more than 100 megabytes.*Split it and add the parts\."):
        await DiskAndWebBookFiles().read(str(large))


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9/b.txt", "http://localhost:9/b.txt", "http://[::1]:9/", "http://10.1.2.3/",
     "http://169.254.169.254/latest/meta-data", "http://0x7f000001:9/"],
)  # fmt: skip
async def test_nothing_is_fetched_from_a_private_address(url: str) -> None:
    """A prompt could read services such as cloud metadata."""
    with pytest.raises(InputError, match=r"lies in a private network|cannot be reached"):
        await DiskAndWebBookFiles().read(url)


async def test_a_redirect_to_a_private_address_is_not_followed() -> None:
    """Without this check, a public server could redirect the reader into the private network."""
    with (
        Loopback(redirect("http://127.0.0.2:9/secret.txt")) as web,
        pytest.raises(InputError, match="lies in a private network"),
    ):
        await _web().read(f"{web.url}/b.txt")


async def test_redirects_without_an_end_are_given_up() -> None:
    """A server that redirects to itself would otherwise hold the command forever."""
    endless = redirect("/again")
    with Loopback(endless) as web, pytest.raises(InputError, match="too many redirects"):
        await _web().read(f"{web.url}/b.txt")

    assert len(web.asked) < 10


async def test_a_download_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends data without end would otherwise fill the memory. (LIB-6.2)"""
    monkeypatch.setattr(book_files, "LARGEST_FILE", 1_000_000)
    endless = Reply(headers={"content-type": "text/plain"}, chunks=(b"x" * 500_000,) * 20)

    with Loopback(endless) as web, pytest.raises(InputError, match="more than 1 megabytes"):
        await _web(max_bytes=1_000_001).read(f"{web.url}/b.txt")


async def test_an_error_of_the_server_is_told() -> None:
    """An error page of the server must not become the text of a book. (LIB-4.2)"""
    missing = page("Not here.", status=404)
    with Loopback(missing) as web, pytest.raises(InputError, match="answers with status 404"):
        await _web().read(f"{web.url}/b.txt")


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
def test_content_goes_before_names(content: bytes, name: str, media_type: str, format: str) -> None:
    """Servers and names are often wrong. (LIB-3.8)"""
    assert format_of(content, name, media_type) == format


def test_each_format_has_its_parser() -> None:
    """Otherwise adding a book would fail in the middle. (LIB-3.8)"""
    assert sorted(book_parsers()) == sorted(READERS) == ["docx", "epub", "html", "md", "pdf", "txt"]


def test_without_extra_packages_the_formats_that_need_them_say_so() -> None:
    """A minimal installation must read plain text."""
    program = """
import sys
for name in ("charset_normalizer", "docx", "markdown_it", "pypdfium2"):
    sys.modules[name] = None
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.parsers import READERS
from tests.support.book_files import epub, zipped

contents = {"epub": epub(["<p>x</p>"]), "docx": zipped({"word/document.xml": "x"})}
for format, read in READERS.items():
    file = BookFile(
        source="b", name="b." + format, format=format, content=contents.get(format, b"Text.")
    )
    try:
        print(format, read(file).pages[0].paragraphs[0].text)
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
