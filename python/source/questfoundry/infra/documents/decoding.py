"""Decode text files: by their byte order mark, as UTF-8, or in a guessed encoding."""

import codecs
import re

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.extra import extra_packages

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_LENGTH = 100_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROL_SHARE = 0.01


def decode_text(file: BookFile) -> str:
    """Return the text of ``file``; raise ``InputError`` if the file is binary."""
    text = _text(file)
    controls = sum(1 for _ in _CONTROL.finditer(text, 0, _SAMPLE_LENGTH))
    if controls > _MOST_CONTROL_SHARE * min(len(text), _SAMPLE_LENGTH):
        raise InputError(
            f"{file.name!r} is not text. Books are read from plain text, Markdown, HTML, EPUB, "
            "Word (docx) and PDF."
        )
    return text


def _text(file: BookFile) -> str:
    for mark, encoding in _MARKS:
        if file.content.startswith(mark):
            return file.content.decode(encoding, errors="replace")
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        return file.content.decode(_guess_encoding(file), errors="replace")


def _guess_encoding(file: BookFile) -> str:
    if b"\0" in file.content[:_SAMPLE_LENGTH]:
        return "latin-1"  # not text, or not in an encoding that can be guessed
    with extra_packages(file):
        from charset_normalizer import from_bytes
    best = from_bytes(file.content[:_SAMPLE_LENGTH]).best()
    return best.encoding if best else "latin-1"
