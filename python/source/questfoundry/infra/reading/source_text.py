"""The text of a file that somebody else wrote, or a clear word on why there is none."""

from __future__ import annotations

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile

MOST_BYTES = 32 * 1024 * 1024
"""The largest file that is read; the largest published stories have less than half of it."""


def text_of(file: SourceFile) -> str:
    """The text, with line feeds for all ends of lines; ``InputError`` where it is none."""
    if len(file.content) > MOST_BYTES:
        raise InputError(
            f"{file.name!r} has {len(file.content):,} bytes; stories of up to {MOST_BYTES:,} "
            "are read. Give the story in several files."
        )
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = file.content.count(b"\n", 0, problem.start) + 1
        raise _no_text(file, line, f"byte {file.content[problem.start]:#04x} is no UTF-8") from None
    if "\x00" in text:
        raise _no_text(file, text.count("\n", 0, text.index("\x00")) + 1, "there is a NUL")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _no_text(file: SourceFile, line: int, problem: str) -> InputError:
    return InputError(
        f"{file.name!r}, line {line}: {problem}, so this is no text that can be read. "
        "Save the story as UTF-8 text."
    )
