"""Select the lines of a request that a correction needs: those about the ids that it names."""

import re
from collections.abc import Collection, Mapping

from questfoundry.domain.writing.fitting import beginning_of

MAX_ID_WORDS = 16
"""The number of words, with the id, to which a retry cuts the line about an allowed id."""

MAX_REFERENCE_WORDS = 8
"""The number of words to which a retry cuts the line about an id that other lines name."""

_GAP = re.compile(r"\n{2,}")
_ID = re.compile(r"(?:- )?([\w:-]*\w)(?: = |: )")


def select_id_lines(text: str, limits: Mapping[str, int | None], wanted: Collection[str]) -> str:
    """Return ``text`` without lines about other ids than ``wanted``, and without empty headings.

    ``limits`` has for each known id the most words of its line, or ``None`` for the whole line. A
    line without an id is left out if its paragraph is about unwanted ids only.
    """
    found: list[str] = []
    is_empty = False
    for paragraph in reversed(_GAP.split(text)):
        lines = [(_find_id(each, limits), each) for each in paragraph.split("\n")]
        heads = {name for name, line in lines if name and not line.startswith("- ")}
        has_head = not heads or not heads.isdisjoint(wanted)
        kept = [
            line if (limit := limits.get(name)) is None else beginning_of(line, limit)
            for name, line in lines
            if (name in wanted if name else has_head)
        ]
        is_heading = len(lines) == 1 and (paragraph[:1] == "#" or paragraph[-1:] == ":")
        is_empty = not kept or (is_empty and is_heading)
        if not is_empty:
            found.append("\n".join(kept))
    return "\n\n".join(reversed(found))


def _find_id(line: str, known: Collection[str]) -> str:
    """Return the known id with which ``line`` begins, or ""."""
    found = _ID.match(line)
    return found[1] if found and found[1] in known else ""
