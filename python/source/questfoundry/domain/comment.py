"""What an author notes on the prose while reading: comments, which become the wish of a rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from questfoundry.domain.errors import InputError

MAX_COMMENT_LENGTH = 4_000
"""Characters of a comment."""

MAX_COMMENTS = 2_000
"""Comments of a project."""

_MAX_QUOTE_LENGTH = 200


class AuthorComment(BaseModel):
    """A comment; ``quote`` is how the paragraph began that it was made on, empty for no single one.

    ``number`` counts from 1 in a project, ``passage`` is an id.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1)]
    passage: str
    quote: Annotated[str, StringConstraints(max_length=_MAX_QUOTE_LENGTH)] = ""
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_COMMENT_LENGTH)]


class AuthorComments(BaseModel):
    """All of a project, in the order in which they were made."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    comments: Annotated[tuple[AuthorComment, ...], Field(max_length=MAX_COMMENTS)] = ()

    def find_by_passage(self, passage: str) -> tuple[AuthorComment, ...]:
        """Those of a passage."""
        return tuple(each for each in self.comments if each.passage == passage)

    def add_comment(self, passage: str, text: str, *, quote: str = "") -> AuthorComments:
        """With one more, the last; ``InputError`` where it is empty, too long, or one too many."""
        content = text.strip()
        if not content or len(content) > MAX_COMMENT_LENGTH or len(self.comments) >= MAX_COMMENTS:
            raise InputError(
                f"A comment has 1 to {MAX_COMMENT_LENGTH:,} characters, this one {len(content):,}, and a project "
                f"at most {MAX_COMMENTS:,} comments. Shorten it, or remove some."
            )
        number = max((each.number for each in self.comments), default=0) + 1
        made = AuthorComment(
            number=number, passage=passage, quote=quote_paragraph(quote), text=content
        )
        return AuthorComments(comments=(*self.comments, made))

    def remove_comments(self, *numbers: int) -> AuthorComments:
        """Without those; ``InputError`` where one is not there."""
        missing = {*numbers} - {each.number for each in self.comments}
        if missing:
            raise InputError(f"There is no comment {min(missing)}.")
        return AuthorComments(comments=tuple(c for c in self.comments if c.number not in numbers))


def quote_paragraph(paragraph: str) -> str:
    """How a paragraph begins, on one line, as a comment keeps it."""
    line = " ".join(paragraph.split())
    return line if len(line) <= _MAX_QUOTE_LENGTH else f"{line[: _MAX_QUOTE_LENGTH - 1]}…"


def build_rewrite_note(comments: Sequence[AuthorComment]) -> str:
    """The wish of a rewrite that follows all of them; each after what it was made on."""
    return "\n".join(
        f"“{each.quote}”: {each.text}" if each.quote else each.text for each in comments
    )
