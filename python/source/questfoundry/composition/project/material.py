"""The author's own texts about the story: outline, story bible, samples, and comments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.outline.material_parts import OUTLINE, Material
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.story.comment import AuthorComment, AuthorComments, build_rewrite_note
from questfoundry.infra.documents.outliners import read_material_text
from questfoundry.infra.storage.material_files import (
    read_comments,
    read_material,
    remove_material,
    rename_material,
    write_comments,
    write_material,
)

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.protocols.files import ProjectFiles


def read_outline_idea(files: ProjectFiles) -> str:
    """Return the story's idea from the outline among ``files``; empty if there is no outline."""
    return extract_idea(read_material(files).select_folders(OUTLINE))


@frozen
class ProjectMaterial:
    """The author's files in the project's folders ``bible/``, ``outline/`` and ``samples/``."""

    container: ProjectContainer

    def read(self) -> Material:
        """Return all files; raise ``InputError`` if one is not text or the files are too large."""
        return read_material(self.container.settings().files)

    def idea(self) -> str:
        """Return the story's idea from the outline; a run without an idea uses this one."""
        return read_outline_idea(self.container.settings().files)

    async def add(self, path: Path, name: str) -> None:
        """Convert the document ``path`` to Markdown and store it as ``name``.

        The document may be Markdown, plain text, Word, RTF, OPML or Scrivener. Raise ``InputError``
        for another format, or if ``name`` is taken.
        """
        if any(each.name.casefold() == name.casefold() for each in self.read().pages):
            raise InputError(
                f"There is already a text {name!r}. Use another name, or remove that text first."
            )
        self.write(name, await read_material_text(path))

    def write(self, name: str, text: str) -> None:
        """Write ``text`` to the file ``name``, such as ``bible/people.md``, creating it if needed.

        Raise ``InputError`` for an invalid name, and ``StoreError`` if the file cannot be written.
        """
        write_material(self.container.settings().files, name, text)

    def rename(self, name: str, new: str) -> None:
        """Rename the file ``name`` to ``new``, which may be in another of the folders.

        Raise ``InputError`` if the file does not exist, or the new name is invalid or taken.
        """
        rename_material(self.container.settings().files, name, new)

    def remove(self, name: str) -> None:
        """Delete a file permanently; raise ``InputError`` if the file does not exist."""
        remove_material(self.container.settings().files, name)


@former_names(wish="build_note")
@frozen
class ProjectComments:
    """The author's comments on passages; ``passage`` is a passage's id or title."""

    container: ProjectContainer

    def list(self, passage: str = "") -> tuple[AuthorComment, ...]:
        """Return the comments on ``passage``, or all comments, in order of creation."""
        kept = self._read()
        return kept.find_by_passage(self._find_passage(passage)) if passage else kept.comments

    def add(self, passage: str, text: str, *, quote: str = "") -> AuthorComment:
        """Add a comment on a passage, or on the paragraph that contains ``quote``.

        Raise ``InputError`` for an unknown passage, or a text that is empty or too long.
        """
        made = self._read().add_comment(self._find_passage(passage), text, quote=quote)
        self._write(made)
        return made.comments[-1]

    def remove(self, *numbers: int) -> None:
        """Remove the comments with these numbers; raise ``InputError`` for an unknown number."""
        self._write(self._read().remove_comments(*numbers))

    def build_note(self, passage: str) -> str:
        """Return the comments on a passage as a note for its rewrite.

        Raise ``InputError`` if the passage has no comment.
        """
        found = self.list(passage)
        if not found:
            raise InputError(f"There is no comment on {passage!r}. Add one first.")
        return build_rewrite_note(found)

    def _find_passage(self, passage: str) -> str:
        story = self.container.registry().story(self.container.store().artifacts)
        return find_passage_id(story.existing_structure, passage)

    def _read(self) -> AuthorComments:
        return read_comments(self.container.settings().files)

    def _write(self, comments: AuthorComments) -> None:
        write_comments(self.container.settings().files, comments)
