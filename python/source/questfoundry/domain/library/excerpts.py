"""Format excerpts as text for a model, each below a label with its pages.

The text is only for the model. Programs read the stored excerpts, which are values.
"""

import re
from collections.abc import Iterable

from attrs import evolve

from questfoundry.domain.library.book import Chunk, Excerpt

_LABEL = re.compile(r"\[(Pages \d+-\d+)\]")
_BLANK_LINES = re.compile(r"\n\s*\n")
_BETWEEN = "\n\n"


def build_excerpts(chunks: Iterable[Chunk], room: int) -> tuple[Excerpt, ...]:
    """Return as many of the first ``chunks`` as fit in ``room`` characters, as excerpts.

    ``room`` includes labels and separators. If even the first chunk is too long, its text is cut.
    Labels and blank lines inside a chunk are changed, so that they cannot imitate the format.
    """
    excerpts: list[Excerpt] = []
    for chunk in chunks:
        words = _LABEL.sub(r"(\1)", _BLANK_LINES.sub("\n", chunk.text.strip()))
        excerpt = Excerpt(first_page=chunk.first_page, last_page=chunk.last_page, text=words)
        size = len(_format_excerpt(excerpt))
        if size > room and not excerpts:
            excerpt = evolve(excerpt, text=words[: room - size])
        elif size > room:
            break
        excerpts.append(excerpt)
        room -= size + len(_BETWEEN)
    return tuple(excerpts)


def format_excerpts(excerpts: Iterable[Excerpt]) -> str:
    """Return the excerpts as text, each below its label, separated by blank lines."""
    return _BETWEEN.join(map(_format_excerpt, excerpts))


def _format_excerpt(excerpt: Excerpt) -> str:
    return f"{excerpt.label}\n{excerpt.text}"
