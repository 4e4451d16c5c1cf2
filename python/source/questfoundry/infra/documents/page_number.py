"""What is printed on a page, by the labels that files give it."""

from __future__ import annotations

import re


def page_number(label: str) -> str:
    """The number in a label such as ``Page 12``; roman ones are as good as none."""
    found = re.search(r"\d+", label)
    return found[0] if found else ""
