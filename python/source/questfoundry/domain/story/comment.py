"""Define an author's comments on the prose, and build a note to the model from the comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from questfoundry.domain.errors import InputError

MAX_COMMENT_LENGTH = 4_000
"""The maximum length of a comment, in characters."""

MAX_COMMENTS = 2_000
"""The maximum number of comments of a project."""

_MAX_QUOTE_LENGTH = 200


class AuthorComment(BaseModel):
    """A comment on a passage, or on a paragraph of the passage.

    ``number``: the number of the comment in the project, counted from 1.
    ``passage``: the id of the passage.
    ``quote``: the beginning of the paragraph; empty for a comment on the whole passage.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1)]
    passage: str
    quote: Annotated[str, StringConstraints(max_length=_MAX_QUOTE_LENGTH)] = ""
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_COMMENT_LENGTH)]


class AuthorComments(BaseModel):
    """All comments of a project, in the order in which the author made them."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    comments: Annotated[tuple[AuthorComment, ...], Field(max_length=MAX_COMMENTS)] = ()

    def find_by_passage(self, passage: str) -> tuple[AuthorComment, ...]:
        """Return the comments on the passage with the id ``passage``."""
        return tuple(each for each in self.comments if each.passage == passage)

    def add_comment(self, passage: str, text: str, *, quote: str = "") -> AuthorComments:
        """Return the comments with a new comment on ``passage`` at the end.

        ``quote`` is the paragraph that the comment is on, or empty for the whole passage. Raise
        ``InputError`` if ``text`` is empty or too long, or the project has too many comments.
        """
        content = text.strip()
        if not content or len(content) > MAX_COMMENT_LENGTH or len(self.comments) >= MAX_COMMENTS:
            raise InputError(
                f"A comment has 1 to {MAX_COMMENT_LENGTH:,} characters, this one has "
                f"{len(content):,}; a project has at most {MAX_COMMENTS:,} comments. Shorten the "
                "comment, or remove some."
            )
        number = max((each.number for each in self.comments), default=0) + 1
        made = AuthorComment(
            number=number, passage=passage, quote=quote_paragraph(quote), text=content
        )
        return AuthorComments(comments=(*self.comments, made))

    def remove_comments(self, *numbers: int) -> AuthorComments:
        """Return the comments except those with the given numbers.

        Raise ``InputError`` if a number does not exist.
        """
        missing = {*numbers} - {each.number for each in self.comments}
        if missing:
            raise InputError(
                f"There is no comment {min(missing)}. List the comments to see their numbers."
            )
        return AuthorComments(comments=tuple(c for c in self.comments if c.number not in numbers))


def quote_paragraph(paragraph: str) -> str:
    """Return the beginning of ``paragraph`` on one line, for use as the ``quote`` of a comment."""
    line = " ".join(paragraph.split())
    return line if len(line) <= _MAX_QUOTE_LENGTH else f"{line[: _MAX_QUOTE_LENGTH - 1]}…"


def build_rewrite_note(comments: Sequence[AuthorComment]) -> str:
    """Return a note that asks the model to follow ``comments`` in a rewrite."""
    return "\n".join(
        f"“{each.quote}”: {each.text}" if each.quote else each.text for each in comments
    )
