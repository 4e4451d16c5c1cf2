"""Define the interface to a project's own files, in a folder or elsewhere."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from questfoundry.domain.errors import InputError, StoreError

_LONGEST_NAME = 1_000
_DRIVE = re.compile(r"[A-Za-z]:")
_OF_THIS_MACHINE = re.compile(r"logs|story\.db(\.id|-wal|-shm|-journal)?")
"""The first parts of names of files that a program writes for itself, on one machine."""


class ProjectFiles(Protocol):
    """The files of one project, such as ``project.yaml`` and ``artifacts/dream.yaml``.

    A name is a path from the project, with slashes. Methods raise ``StoreError`` for a name that
    leads outside the project, and for a file that cannot be read or written.
    """

    @abstractmethod
    def read(self, name: str, *, max_bytes: int) -> bytes | None:
        """Return the content of the file ``name``, or ``None`` if it does not exist.

        Raise ``StoreError`` if the file is larger than ``max_bytes``, or is not a regular file.
        """

    @abstractmethod
    def replace(self, name: str, content: str | bytes, *, durable: bool = True) -> None:
        """Write the file ``name`` with its whole ``content``, or leave the old file unchanged.

        Text is stored in UTF-8. If not ``durable``, a power cut may lose the file.
        """

    @abstractmethod
    def remove(self, name: str) -> None:
        """Delete the file ``name`` if it exists."""

    @abstractmethod
    def names(self, below: str = "") -> Sequence[str]:
        """Return the sorted names of the visible files in ``below``, a folder or a single file.

        See :func:`is_visible`. Links, pipes and devices are left out.
        """

    def links(self, below: str = "") -> Sequence[str]:  # noqa: ARG002
        """Return the sorted names of visible files that cannot be read: links, pipes, devices.

        If ``below`` is itself reached through a link, return ``below`` alone.
        """
        return ()

    @abstractmethod
    def stamps(self, below: str = "") -> Mapping[str, object]:
        """Map each of ``names(below)`` to a value that differs once the file has changed."""

    @abstractmethod
    def place(self, name: str) -> str:
        """Return the path or address of the file ``name``, or of the project if it is empty."""


def require_file_name(name: str) -> str:
    """Return ``name``, or raise ``StoreError`` if it is not the name of a file in a project."""
    parts = name.split("/")
    if (
        {"", ".", ".."} & {*parts}
        or {"\\", "\0"} & {*name}
        or _DRIVE.match(name)
        or len(name) > _LONGEST_NAME
        or not _can_be_encoded(name)
    ):
        raise StoreError(
            f"{name[:_LONGEST_NAME]!r} is not a file of the project. Write a path from the "
            "project's folder, with slashes."
        )
    return name


def _can_be_encoded(name: str) -> bool:
    # Linux has names that are not UTF-8; Python shows each wrong byte as half a surrogate pair.
    try:
        return bool(name.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return False


def decode_text(place: str, content: bytes) -> str:
    """Return ``content`` as text without a byte order mark.

    Raise ``InputError`` with ``place`` if ``content`` is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InputError(
            f"{place!r} is not UTF-8 text (byte {problem.start}). Save it as UTF-8 in your editor."
        ) from problem


def encode_content(place: str, content: str | bytes) -> bytes:
    """Return ``content`` as bytes; raise ``StoreError`` with ``place`` if UTF-8 lacks a character.

    Only halves of surrogate pairs, which some models write, have no bytes in UTF-8.
    """
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as problem:
        raise StoreError(
            f"{place!r} cannot be written: character {problem.start + 1:,} of its text is half a "
            "surrogate pair. Its previous content is unchanged. Remove that character."
        ) from problem


def find_oversize(place: str, size: int, max_bytes: int) -> StoreError | None:
    """Return the error for the file at ``place``, of ``size`` bytes, if it is too large to read."""
    if size <= max_bytes:
        return None
    return StoreError(
        f"{place!r} has more than {max_bytes:,} bytes, too many for this kind of file. Check what "
        "it is, and move it away."
    )


def is_visible(name: str) -> bool:
    """Return whether the file ``name`` belongs to the author.

    Hidden files, and files that the program writes for itself (``logs``, ``story.db``), do not.
    """
    first, *_ = parts = name.split("/")
    return not any(part.startswith(".") for part in parts) and not _OF_THIS_MACHINE.fullmatch(first)


def walk_order(name: str) -> list[tuple[bool, str]]:
    """Return a sort key for names that puts the files of a folder before its folders."""
    *folders, last = name.split("/")
    return [*((True, each) for each in folders), (False, last)]


def is_below(name: str, folder: str) -> bool:
    """Return whether the file ``name`` is ``folder`` or in it; the empty ``folder`` has all."""
    return folder in {"", name} or name.startswith(f"{folder}/")
