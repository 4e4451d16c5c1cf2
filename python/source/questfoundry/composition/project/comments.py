"""The author's comments on passages of a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.app.structure.passage_lookup import find_passage_id
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.comment import AuthorComment, AuthorComments, build_rewrite_note
from questfoundry.infra.storage.comment_file import read_comments, write_comments

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer


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
        return read_comments(self.container.settings().paths.root)

    def _write(self, comments: AuthorComments) -> None:
        write_comments(self.container.settings().paths.root, comments)
