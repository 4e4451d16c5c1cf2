"""How maps look: colours that colour-blind people can tell apart, and text in short lines."""

from __future__ import annotations

from functools import cache
from textwrap import TextWrapper

from attrs import frozen

from questfoundry.app.story_map.story_map import PathCode
from questfoundry.infra.export.text import one_line


@frozen
class Ink:
    """A strong colour for lines and a pale one below black text."""

    line: str
    fill: str


NEUTRAL = Ink("#4d4d4d", "#f2f2f2")
# The palette of Okabe and Ito, without black; the pale ones are a quarter of it on white.
_INKS = (
    Ink("#e69f00", "#f9e7bf"),
    Ink("#0072b2", "#bfdcec"),
    Ink("#009e73", "#bfe7dc"),
    Ink("#cc79a7", "#f2dde9"),
    Ink("#56b4e9", "#d5ecf9"),
    Ink("#d55e00", "#f4d6bf"),
    Ink("#f0e442", "#fbf8d0"),
)


def ink_of(code: PathCode | None) -> Ink:
    """The colours of a path's dilemma; from the eighth on they come again, with other numbers."""
    return NEUTRAL if code is None else dilemma_ink(code.dilemma)


def dilemma_ink(number: int) -> Ink:
    """The colours of the dilemma of that number."""
    return _INKS[(number - 1) % len(_INKS)]


def hub_label(topics: int) -> str:
    """What the frame of a hub says, in place of an arrow from each topic to each other."""
    return f"Look around: {topics} topics, each once, in any order"


def wrap_text(text: str, width: int, *, most: int) -> list[str]:
    """The text in at most so many lines of at most so many characters; the rest is left out.

    Of a text in which there is nothing to see, such as a mark of direction, nothing is left.
    """
    line = one_line(text)
    if not any(char.isprintable() and char != " " for char in line):
        return [""]
    if len(line) <= width:  # wrapping is slow, and most texts are short
        return [line]
    return _wrapper(width, most).wrap(line)


@cache
def _wrapper(width: int, most: int) -> TextWrapper:
    return TextWrapper(width, max_lines=most, placeholder=" ...")
