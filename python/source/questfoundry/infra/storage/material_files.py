"""Read and write the author's material (texts in certain project folders) and comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from questfoundry.domain.errors import InputError, StoreDamagedError
from questfoundry.domain.outline.material_parts import FOLDERS, Material, MaterialPage
from questfoundry.domain.protocols.files import decode_text, walk_order
from questfoundry.domain.text.validation import describe_first

if TYPE_CHECKING:
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.story.comment import AuthorComments

SUFFIXES = (".md", ".markdown", ".txt")
"""The suffixes of material files."""

MOST_CHARACTERS = 400_000
"""The most characters of all files together; each run stores the material that it read."""

MOST_BYTES = 4 * MOST_CHARACTERS
"""The most bytes of one file."""

_MOST_FILES = 500
_DEEPEST, _LONGEST_NAME = 6, 200
_RESERVED = frozenset('\\:*?"<>|')
"""Characters that some file systems do not allow in names."""


def material_names(files: ProjectFiles) -> tuple[str, ...]:
    """Return the names of all material files of a project; files come before folders.

    Raise ``InputError`` if there are too many files.
    """
    found = tuple(_names(files))
    if len(found) > _MOST_FILES:
        raise InputError(
            f"{', '.join(FOLDERS)} of {files.place('')!r} contain more than {_MOST_FILES:,} texts. "
            "Join some, or move those that the story does not need to another folder."
        )
    return found


def read_material(files: ProjectFiles) -> Material:
    """Return all material files of a project with their texts.

    Raise ``InputError`` if a file is not UTF-8 text or all texts together are too long. Raise
    ``StoreError`` if a file is reached through a symbolic link.
    """
    pages, remaining = [], MOST_CHARACTERS
    for name in material_names(files):
        text = decode_text(name, files.read(name, max_bytes=MOST_BYTES) or b"")
        remaining -= len(text)
        if remaining < 0:
            raise InputError(
                f"{', '.join(FOLDERS)} have more than {MOST_CHARACTERS:,} characters together. "
                "Move files that the story does not need to another folder, or add them as books."
            )
        pages.append(MaterialPage(name=name, text=text))
    return Material(pages=tuple(pages))


def write_material(files: ProjectFiles, name: str, text: str) -> None:
    """Write ``text`` to the material file ``name``; create the file if it does not exist.

    Raise ``InputError`` if ``name`` is not a valid path such as ``bible/people.md``, or if all
    texts together would be too long. Raise ``StoreError`` if the file is reached through a symbolic
    link.
    """
    _require_name(name)
    others = sum(len(each.text) for each in read_material(files).pages if each.name != name)
    if others + len(text) > MOST_CHARACTERS:
        raise InputError(
            f"{', '.join(FOLDERS)} would have more than {MOST_CHARACTERS:,} characters together. "
            "Shorten it, or add it as a book."
        )
    files.replace(name, text)


def rename_material(files: ProjectFiles, name: str, new: str) -> None:
    """Rename the material file ``name`` to ``new``, possibly in another folder.

    Raise ``InputError`` if the file does not exist, or if ``new`` is invalid or in use.
    """
    _require_name(new)
    _require_known(files, name)
    if new.casefold() in {each.casefold() for each in material_names(files)}:
        raise InputError(f"A text {new!r} exists already. Choose another name.")
    files.replace(new, files.read(name, max_bytes=MOST_BYTES) or b"")
    files.remove(name)


def remove_material(files: ProjectFiles, name: str) -> None:
    """Delete the material file ``name``; raise ``InputError`` if it does not exist."""
    _require_known(files, name)
    files.remove(name)


def _require_known(files: ProjectFiles, name: str) -> None:
    known = material_names(files)
    if name not in known:
        raise InputError(
            f"There is no text {name[:_LONGEST_NAME]!r}. The texts are: "
            f"{', '.join(known) or 'none yet'}."
        )


def _require_name(name: str) -> None:
    parts = name.split("/")
    plain = all(each.isprintable() and each[0] not in ". " for each in parts if each)
    if not (
        1 < len(parts) <= _DEEPEST
        and all(parts)
        and plain
        and len(name) <= _LONGEST_NAME
        and parts[0] in FOLDERS
        and name.lower().endswith(SUFFIXES)
        and not set(name) & _RESERVED
    ):
        raise InputError(
            f"{name[:_LONGEST_NAME]!r} is not a valid path. Write one of the folders "
            f"{', '.join(FOLDERS)}, a name and .md or .txt, as in bible/people.md."
        )


def _names(files: ProjectFiles) -> Iterator[str]:
    for folder in FOLDERS:
        # A link is listed, so that reading it raises an error that names the link.
        found = [*files.names(folder), *files.links(folder)]
        for name in sorted(found, key=walk_order):
            if name == folder or name.lower().endswith(SUFFIXES):
                yield name


FILE = "comments.json"
_MOST_BYTES = 40_000_000


def read_comments(files: ProjectFiles) -> AuthorComments:
    """Return the author's comments on the passages of a project.

    Raise ``StoreDamagedError`` if the file does not contain comments.
    """
    from pydantic import ValidationError

    from questfoundry.domain.story.comment import AuthorComments

    content = files.read(FILE, max_bytes=_MOST_BYTES)
    if content is None:
        return AuthorComments()
    try:
        return AuthorComments.model_validate_json(content)
    except ValidationError as problem:
        raise StoreDamagedError(
            f"{files.place(FILE)!r} is not a valid comment file: {describe_first(problem)} "
            "Correct it, or move it away."
        ) from problem


def write_comments(files: ProjectFiles, comments: AuthorComments) -> None:
    """Store ``comments`` in place of all earlier comments."""
    files.replace(FILE, f"{comments.model_dump_json(indent=2)}\n")
