"""Reads a PDF in a process of its own, which a hostile one can fill or crash: PDFium is C++.

Run as a script: the PDF comes on standard input, and what is in it goes to standard output, as
JSON. It therefore imports nothing of QuestFoundry.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Any


def main() -> None:
    """Answer with ``problem``, or with ``title``, ``author``, ``outline`` and ``pages``.

    The arguments are how many characters of text are wanted at most, where reading stops on the
    page that has more, and how many bytes of memory may be used.
    """
    most_text, most_memory = map(int, sys.argv[1:])
    content = sys.stdin.buffer.read()
    _limit_memory(most_memory)
    from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]

    try:
        document = PdfDocument(content)
        about = document.get_metadata_dict()
        answer = {
            "title": about.get("Title", ""),
            "author": about.get("Author", ""),
            "outline": _outline(document),
            "pages": _pages(document, most_text),
        }
    except PdfiumError as problem:
        answer = {"problem": str(problem)}
    json.dump(answer, sys.stdout)


def _limit_memory(most: int) -> None:
    with suppress(ImportError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pages(document: Any, most: int) -> list[str]:
    """The text of each page."""
    pages: list[str] = []
    for page in document:
        pages.append(page.get_textpage().get_text_range())
        most -= len(pages[-1])
        page.close()
        if most < 0:
            break
    return pages


def _outline(document: Any) -> list[tuple[int, str]]:
    """The titles of the outline with the index of the page that each leads to."""
    places = ((bookmark.get_dest(), bookmark.get_title()) for bookmark in document.get_toc())
    found = ((place.get_index(), title) for place, title in places if place)
    return [(index, title) for index, title in found if index is not None]


if __name__ == "__main__":
    main()
