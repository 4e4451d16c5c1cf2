"""Unpack ZIP archives in memory, with a limit on the unpacked size."""

import io
import lzma
import zlib
from zipfile import BadZipFile, ZipFile

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.limits import LARGEST_UNPACKED

_READ_AT_ONCE = 1_000_000
_MOST_FILES = 20_000
_UNREADABLE = (
    BadZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


class Archive:
    """The packed files of a ZIP archive, such as an EPUB or a Word document."""

    def __init__(self, file: BookFile, *, largest: int = LARGEST_UNPACKED) -> None:
        self._file = file
        self._left = largest
        try:
            self._zip = ZipFile(io.BytesIO(file.content))
        except _UNREADABLE as problem:
            raise damage_error(file, problem) from problem
        if len(self._zip.infolist()) > _MOST_FILES:
            raise self._too_much()

    @property
    def names(self) -> frozenset[str]:
        """The names of all files in the archive."""
        return frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """Return an unpacked file; raise ``InputError`` if it is unreadable or too large."""
        unpacked = bytearray()
        try:
            with self._zip.open(name) as packed:
                while part := packed.read(_READ_AT_ONCE):
                    unpacked += part
                    self._left -= len(part)
                    if self._left < 0:
                        raise self._too_much()
        except _UNREADABLE as problem:
            raise damage_error(self._file, problem) from problem
        except RuntimeError as problem:  # raised by zipfile if a password is required
            raise encryption_error(self._file) from problem
        return bytes(unpacked)

    def _too_much(self) -> InputError:
        return InputError(
            f"{self._file.name!r} is larger than {LARGEST_UNPACKED:,} bytes when unpacked, which "
            "is too large for a book. Check where it comes from; if it is a book, add it as plain "
            "text."
        )


def damage_error(file: BookFile, problem: object) -> InputError:
    """Return the ``InputError`` for a file that cannot be parsed; ``problem`` is the reason."""
    return InputError(
        f"{file.name!r} is damaged or not {file.format.upper()}: {str(problem).rstrip('.')}. "
        "Get a new copy, or add it in another format."
    )


def encryption_error(file: BookFile) -> InputError:
    """Return the ``InputError`` for a file that needs a password or a licence."""
    return InputError(
        f"{file.name!r} is encrypted. Add a copy that opens without a password or a licence."
    )
