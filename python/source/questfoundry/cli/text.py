"""Text as the terminal may show it, and numbers as people read them.

What a model or a file says is data: no control character of it reaches the terminal.
"""

from __future__ import annotations

import re
from decimal import Decimal

# Line breaks and tabs stay. The others can move the cursor, change colours, or, as marks of
# direction, let a text look like another one; half a surrogate pair cannot be written at all.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def clean(text: str) -> str:
    """The text without control characters."""
    return _CONTROL.sub("", text)


def counted(number: int, noun: str) -> str:
    """``1 call``, ``2,345 calls``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def money(dollars: Decimal | None) -> str:
    """What it cost; ``None`` is a price that nobody here knows."""
    if dollars is None:
        return "cost unknown"
    if not dollars:
        return "no cost"
    return f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.4f}"


def one_line(text: str) -> str:
    """The text without breaks, for a line of its own."""
    return " ".join(text.split())
