"""The colours of a map, and its texts in programs that measure lines in characters."""

from functools import cache
from textwrap import TextWrapper

from attrs import frozen

from questfoundry.app.story_map.story_map import PathCode
from questfoundry.infra.export.text import one_line


@frozen
class Ink:
    """A pair of colours: a strong one for lines, and a pale one behind black text."""

    line: str
    fill: str


NEUTRAL = Ink("#4d4d4d", "#f2f2f2")

# The colours of Okabe and Ito without black; fills are the same colours at 25 % on white.
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
    """Return the colours for a path code such as ``2a``: one of seven pairs, or a neutral pair."""
    return NEUTRAL if code is None else dilemma_ink(code.dilemma)


def dilemma_ink(number: int) -> Ink:
    """Return the colours of the dilemma (dramatic question) ``number``, counted from 1."""
    return _INKS[(number - 1) % len(_INKS)]


def wrap_text(text: str, width: int, *, most: int) -> list[str]:
    """Wrap ``text`` to at most ``most`` lines of ``width`` characters; the rest becomes ``...``."""
    line = one_line(text)
    if not any(char.isprintable() and char != " " for char in line):
        return [""]
    if len(line) <= width:  # skip the slow wrapping for short texts
        return [line]
    return _wrapper(width, most).wrap(line)


@cache
def _wrapper(width: int, max_lines: int) -> TextWrapper:
    return TextWrapper(width, max_lines=max_lines, placeholder=" ...")
