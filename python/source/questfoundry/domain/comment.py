"""What an author notes on the prose while reading: comments, which become the wish of a rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from questfoundry.domain.errors import InputError

LONGEST = 4_000
"""Characters of a comment."""

MOST = 2_000
"""Comments of a project."""

_QUOTED = 200


class AuthorComment(BaseModel):
    """A comment; ``quote`` is how the paragraph began that it was made on, empty for no single one.

    ``number`` counts from 1 in a project, ``passage`` is an id.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1)]
    passage: str
    quote: Annotated[str, StringConstraints(max_length=_QUOTED)] = ""
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]


class AuthorComments(BaseModel):
    """All of a project, in the order in which they were made."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    comments: Annotated[tuple[AuthorComment, ...], Field(max_length=MOST)] = ()

    def on(self, passage: str) -> tuple[AuthorComment, ...]:
        """Those of a passage."""
        return tuple(each for each in self.comments if each.passage == passage)

    def added(self, passage: str, text: str, *, quote: str = "") -> AuthorComments:
        """With one more, the last; ``InputError`` where it is empty, too long, or one too many."""
        said = text.strip()
        if not said or len(said) > LONGEST or len(self.comments) >= MOST:
            raise InputError(
                f"A comment has 1 to {LONGEST:,} characters, this one {len(said):,}, and a project "
                f"at most {MOST:,} comments. Shorten it, or remove some."
            )
        number = max((each.number for each in self.comments), default=0) + 1
        made = AuthorComment(number=number, passage=passage, quote=quoted(quote), text=said)
        return AuthorComments(comments=(*self.comments, made))

    def without(self, *numbers: int) -> AuthorComments:
        """Without those; ``InputError`` where one is not there."""
        gone = {*numbers} - {each.number for each in self.comments}
        if gone:
            raise InputError(f"There is no comment {min(gone)}.")
        return AuthorComments(comments=tuple(c for c in self.comments if c.number not in numbers))


def quoted(paragraph: str) -> str:
    """How a paragraph begins, on one line, as a comment keeps it."""
    line = " ".join(paragraph.split())
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…"


def wish_of(comments: Sequence[AuthorComment]) -> str:
    """The wish of a rewrite that follows all of them; each after what it was made on."""
    return "\n".join(
        f"“{each.quote}”: {each.text}" if each.quote else each.text for each in comments
    )
