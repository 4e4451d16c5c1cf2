"""Read book files from the disk or from the open web, and detect their format."""

from pathlib import Path, PurePath, PurePosixPath
from urllib.parse import unquote, urlsplit

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.library import BookFiles
from questfoundry.infra.documents.limits import LARGEST_FILE
from questfoundry.infra.research.web import WebError, WebReader

_WEB = ("http://", "https://")
_TIMEOUT = 120.0
_REASONS = {
    "scheme": "it redirects to an address that is neither http nor https",
    "address": "it lies in a private network, which is not allowed",
    "timeout": f"it was not received within {_TIMEOUT:.0f} seconds",
    "unreachable": "it cannot be reached, or has too many redirects",
}

_BY_SUFFIX = {
    ".docx": "docx",
    ".epub": "epub",
    ".htm": "html",
    ".html": "html",
    ".markdown": "md",
    ".md": "md",
    ".opml": "opml",
    ".pdf": "pdf",
    ".xhtml": "html",
}
_BY_MEDIA_TYPE = {"application/xhtml+xml": "html", "text/html": "html", "text/markdown": "md"}
_WINDOW = 1024


class DiskAndWebBookFiles(BookFiles):
    """A source of book files that accepts paths on the disk and http or https addresses.

    If ``files`` (those of a project) are given, their names are accepted, too. If ``disk`` is
    false, every path is a name in ``files``, because a worker must not read files of its own
    machine for a project.
    """

    def __init__(
        self,
        *,
        reader: WebReader | None = None,
        files: ProjectFiles | None = None,
        disk: bool = True,
    ) -> None:
        self._files = files
        self._disk = disk
        self._reader = reader or WebReader(timeout=_TIMEOUT, max_bytes=LARGEST_FILE + 1)

    async def read(self, place: str) -> BookFile:
        """Return the file or web page at ``place``.

        Raise ``InputError`` if the file or page is missing, empty or too large.
        """
        if place.lower().startswith(_WEB):
            return await self._fetch(place)
        files = self._files
        if files is None or (self._disk and place not in map(files.place, files.names())):
            return _read_from_disk(place)
        return _read_own(place, files)

    async def _fetch(self, url: str) -> BookFile:
        try:
            found = await self._reader.get(url)
        except WebError as problem:
            raise InputError(
                f"{url!r} cannot be read: {_REASONS[problem.problem]}. Open the address in a "
                "browser, download the file and add it from the disk."
            ) from problem
        if found.status != 200:
            raise InputError(
                f"{url!r} answers with status {found.status}. Open the address in a browser."
            )
        name = unquote(PurePosixPath(urlsplit(found.url).path).name) or urlsplit(found.url).netloc
        return _file(url, name, found.content, found.media_type)


def _read_from_disk(place: str) -> BookFile:
    path = Path(place).expanduser()
    if path.is_dir():
        raise InputError(f"{str(path)!r} is a folder. Add the files of books one by one.")
    if not path.is_file():
        raise InputError(f"There is no file {str(path)!r}. Check the path.")
    with path.open("rb") as opened:
        return _file(str(path.resolve()), path.name, opened.read(LARGEST_FILE + 1))


def _read_own(place: str, files: ProjectFiles) -> BookFile:
    name = place.removeprefix(files.place("")).lstrip("/")
    content = files.read(name, max_bytes=LARGEST_FILE + 1)
    if content is None:
        raise InputError(f"The project has no file {name!r}. Add the file to the project first.")
    return _file(files.place(name), PurePosixPath(name).name, content)


def _file(source: str, name: str, content: bytes, media_type: str = "") -> BookFile:
    if len(content) > LARGEST_FILE:
        raise InputError(
            f"{name!r} has more than {LARGEST_FILE // 1_000_000} megabytes, the limit for a "
            "book. Split it and add the parts."
        )
    if not content:
        raise InputError(f"{name!r} is empty. Check that it was copied or downloaded completely.")
    return BookFile(
        source=source, name=name, format=format_of(content, name, media_type), content=content
    )


def format_of(content: bytes, name: str, media_type: str = "") -> str:
    """Return the format of a file, such as ``pdf``; a file of unknown format counts as ``txt``."""
    begin = content[:_WINDOW].lstrip()
    if b"%PDF-" in begin:
        return "pdf"
    if begin.startswith(b"{\\rtf"):
        return "rtf"
    suffix = _BY_SUFFIX.get(PurePath(name).suffix.lower(), "")
    if begin.startswith(b"PK"):
        return _archive(content, suffix)
    if known := _BY_MEDIA_TYPE.get(media_type) or suffix:
        return known
    return "html" if begin.lower().startswith((b"<!doctype html", b"<html")) else "txt"


def _archive(content: bytes, suffix: str) -> str:
    if b"META-INF/container.xml" in content:
        return "epub"
    if b"word/document.xml" in content:
        return "docx"
    return suffix if suffix in {"docx", "epub"} else "zip"
