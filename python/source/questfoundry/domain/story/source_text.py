"""Divide the text of an imported passage into prose, and code that must not change."""

import re
from typing import Generic, TypeVar

from attrs import frozen

Item = TypeVar("Item", covariant=True)


@frozen(order=True)
class FilePlace:
    """A line of a file and, if known, a column; both count from 1."""

    file: str
    line: int
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@frozen
class Located(Generic[Item]):
    """A value that was read from a file, with its place; the place is ``None`` if unknown."""

    item: Item
    place: FilePlace | None


_PLACEHOLDER = re.compile(r"\{(\d{1,6})\}")


@frozen
class Piece:
    """A piece of a passage's text, either prose or code."""

    text: str
    is_code: bool


@frozen
class SourceText:
    """The pieces of a passage's text, in order; prose pieces contain no braces.

    ``fixed_reason`` is empty if the program can rewrite the text. Otherwise it says why the program
    cannot, and where the text can be changed.
    """

    pieces: tuple[Piece, ...]
    fixed_reason: str = ""

    @property
    def code(self) -> tuple[str, ...]:
        """The texts of the code pieces, in order."""
        return tuple(each.text for each in self.pieces if each.is_code)

    @property
    def prose(self) -> str:
        """The prose pieces as one text, without white space at both ends."""
        return "".join(each.text for each in self.pieces if not each.is_code).strip()

    @property
    def text(self) -> str:
        """The original text: all pieces, joined."""
        return "".join(each.text for each in self.pieces)

    @property
    def code_stretches(self) -> tuple[str, ...]:
        """The stretches of code that placeholders replace, in order.

        Pieces of code with only white space between them form one stretch.
        """
        return tuple(each.text for each in self._merge_code() if each.is_code)

    @property
    def prose_with_placeholders(self) -> str:
        """The text with a numbered placeholder instead of each stretch of code."""
        number, found = 0, []
        for each in self._merge_code():
            number += each.is_code
            found.append(f"{{{number}}}" if each.is_code else each.text)
        return "".join(found)

    def fill_placeholders(self, text: str) -> str | None:
        """Return ``text`` with each placeholder replaced by its stretch of code.

        The result is ``None`` unless ``text`` has exactly the placeholders of the original, in the
        same order.
        """
        codes = self.code_stretches
        if [int(each) for each in _PLACEHOLDER.findall(text)] != list(range(1, len(codes) + 1)):
            return None
        return _PLACEHOLDER.sub(lambda mark: codes[int(mark[1]) - 1], text)

    def _merge_code(self) -> list[Piece]:
        joined: list[Piece] = []
        for each in self.pieces:
            if each.is_code and joined[-2:] and joined[-1].text.isspace() and len(joined) > 1:
                space, before = joined.pop(), joined.pop()
                joined.append(Piece(before.text + space.text + each.text, is_code=True))
            elif each.is_code and joined and joined[-1].is_code:
                joined.append(Piece(joined.pop().text + each.text, is_code=True))
            else:
                joined.append(each)
        return joined
