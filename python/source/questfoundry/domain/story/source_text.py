"""The text of a passage as somebody else wrote it: prose, and code that has to stay as it is.

Whoever rewrites it sees a numbered mark, ``{1}``, in place of each stretch of code.
"""

from __future__ import annotations

import re

from attrs import frozen

_PLACEHOLDER = re.compile(r"\{(\d{1,6})\}")


@frozen
class Piece:
    """A part of a passage's text."""

    text: str
    is_code: bool


@frozen
class SourceText:
    """The parts of a passage's text, in order; a brace never stands in prose.

    ``fixed`` says why nobody writes it anew here, and where that can be done; empty elsewhere.
    """

    pieces: tuple[Piece, ...]
    fixed_reason: str = ""

    @property
    def code(self) -> tuple[str, ...]:
        """All that is code, bit by bit."""
        return tuple(each.text for each in self.pieces if each.is_code)

    @property
    def prose(self) -> str:
        """The prose alone."""
        return "".join(each.text for each in self.pieces if not each.is_code).strip()

    @property
    def text(self) -> str:
        """The text as it is written."""
        return "".join(each.text for each in self.pieces)

    @property
    def code_stretches(self) -> tuple[str, ...]:
        """The code by mark, that of ``{1}`` first; bits with only space between are one."""
        return tuple(each.text for each in self._merge_code() if each.is_code)

    @property
    def prose_with_placeholders(self) -> str:
        """The prose, with a mark for each stretch of code."""
        number, found = 0, []
        for each in self._merge_code():
            number += each.is_code
            found.append(f"{{{number}}}" if each.is_code else each.text)
        return "".join(found)

    def fill_placeholders(self, text: str) -> str | None:
        """The marked text with the code in its place; ``None`` where marks are not as they were."""
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
