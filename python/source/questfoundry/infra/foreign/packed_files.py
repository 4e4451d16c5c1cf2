"""List the files of a ZIP archive, so that a packed story is read like a folder."""

import lzma
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import is_plain_name

MAX_FILES, MAX_UNPACKED = 20_000, 512 * 1024 * 1024
"""The most files of an archive, and the most bytes of all of them when unpacked."""

_LINK = 0o120000
_UNREADABLE = (
    zipfile.BadZipFile,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


def is_archive(path: Path) -> bool:
    """Return whether ``path`` is a file whose name ends in ``.zip``."""
    return path.suffix.lower() == ".zip" and path.is_file()


def list_packed_files(path: Path) -> Mapping[str, zipfile.Path]:
    """Return the files in the archive at ``path`` by their names there, in order of names.

    Links, hidden files and names that lead out of the archive are left out. Raise ``InputError`` if
    the archive is damaged, encrypted or too large.
    """
    try:
        archive = zipfile.ZipFile(path)
        entries = archive.infolist()
        # Reading an entry never returns more bytes than the archive declares for the entry.
        if len(entries) > MAX_FILES or sum(e.file_size for e in entries) > MAX_UNPACKED:
            raise InputError(
                f"{str(path)!r} has more than {MAX_FILES:,} files or {MAX_UNPACKED:,} bytes when "
                "unpacked. Pack only the files of the story."
            )
        damaged = archive.testzip()
    except _UNREADABLE as problem:
        raise _damage_error(path, str(problem).rstrip(".")) from problem
    if damaged:
        raise _damage_error(path, f"its file {damaged!r} is damaged")
    names = sorted(each.filename for each in entries if _is_visible_file(each))
    return {name: zipfile.Path(archive, name) for name in names}


def _is_visible_file(entry: zipfile.ZipInfo) -> bool:
    is_link = (entry.external_attr >> 16) & 0o170000 == _LINK
    return not is_link and all(map(is_plain_name, entry.filename.split("/")))


def _damage_error(path: Path, problem: str) -> InputError:
    return InputError(
        f"{str(path)!r} cannot be unpacked: {problem}. Pack the folder of the story again, without "
        "a password."
    )
