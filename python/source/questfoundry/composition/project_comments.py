"""The author's comments on passages of a project."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.structure.passage_lookup import find_passage_id
from questfoundry.composition.containers import ProjectContainer
from questfoundry.domain.comment import AuthorComment, AuthorComments, build_rewrite_note
from questfoundry.domain.errors import InputError
from questfoundry.infra.storage.comment_file import read_comments, write_comments


@frozen
class ProjectComments:
    """What the author noted on passages; a passage is named by its id or title."""

    container: ProjectContainer

    def list(self, passage: str = "") -> tuple[AuthorComment, ...]:
        """All, or those of a passage, in the order in which they were made."""
        kept = self._read()
        return kept.find_by_passage(self._find_passage(passage)) if passage else kept.comments

    def add(self, passage: str, text: str, *, quote: str = "") -> AuthorComment:
        """Note something on a passage, or on the paragraph of it that is quoted.

        ``InputError`` where there is no such passage, or the text is empty or too long.
        """
        made = self._read().add_comment(self._find_passage(passage), text, quote=quote)
        self._write(made)
        return made.comments[-1]

    def remove(self, *numbers: int) -> None:
        """Forget those; ``InputError`` where one is not there."""
        self._write(self._read().remove_comments(*numbers))

    def build_note(self, passage: str) -> str:
        """What a rewrite of the passage is to follow; ``InputError`` where nothing was noted."""
        found = self.list(passage)
        if not found:
            raise InputError(f"There is no comment on {passage!r}. Add one first.")
        return build_rewrite_note(found)

    def _find_passage(self, passage: str) -> str:
        story = self.container.registry().story(self.container.store().artifacts)
        return find_passage_id(story.existing_structure, passage)

    def _read(self) -> AuthorComments:
        return read_comments(self.container.settings().paths.root)

    def _write(self, comments: AuthorComments) -> None:
        write_comments(self.container.settings().paths.root, comments)
