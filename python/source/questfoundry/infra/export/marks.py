"""Punctuation that formats read as markup, told from that which is only punctuation.

Prose stays readable in the exported file: a mark is escaped only where some format could take
it for more than itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_MARKS = re.compile(
    r"""
    (?P<plain>
        [,.;()]
        | (?<=\w) (?: '(?!') | ! | \?(?!\w) | :(?!\S) | -(?=\w) )
        | (?<!") " (?!")
    )
    | [!-/:-@\[-`{-~]
    """,
    re.VERBOSE,
)


def escaped(text: str, escape: Callable[[str], str]) -> str:
    """The text with ``escape`` of each ASCII mark that could be read as markup."""
    return _MARKS.sub(lambda mark: mark["plain"] or escape(mark[0]), text)
