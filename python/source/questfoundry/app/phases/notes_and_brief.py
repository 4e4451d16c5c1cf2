"""Split a Discuss reply that ends with the brief into notes, brief and data.

Without an author, one reply can do the work of two phases: notes instead of the discussion, and the
brief that sums them up (decision 0017). Marker lines separate the parts. After the brief, the reply
may contain the data that the first request of the phase Serialize would ask for::

    Duty against mercy is the harder of the two.
    [the brief]
    Ilk opens the gate at once, and sees the water come.
    [the data]
    {"order": ["dilemma::duty", "dilemma::mercy"]}
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from questfoundry.domain.protocols import PromptRepository


def get_brief_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the brief in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["mark"])


def get_data_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the data in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["data_mark"])


def extract_brief(reply: str, marker: str) -> str:
    """Return the text below the first ``marker`` line of ``reply``, without further marker lines.

    Return "" if there is no marker line. The first of several marker lines counts, because a brief
    that is too long does less harm than a brief that is too short.
    """
    _, *below = _compile_marker(marker).split(reply)
    return "\n".join(part.strip("\n") for part in below).strip()


def extract_notes(reply: str, marker: str) -> str:
    """Return the text above the first ``marker`` line of ``reply``, or "" without such a line."""
    above, *below = _compile_marker(marker).split(reply, maxsplit=1)
    return above.strip() if below else ""


@lru_cache(maxsize=8)
def _compile_marker(marker: str) -> re.Pattern[str]:
    words = re.escape(marker.strip("[]"))
    return re.compile(
        rf"^[ \t]*[#*_>`]*[ \t]*\[?{words}\]?[ \t]*:?[*_`]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
    )


_LEAD = re.compile(r"[ \t]*((?:[-*•]|\d{1,2}[.)])[ \t])?[\s#*_`\"'\[(]*")

_HEADING = re.compile(r"#|\*\*.{1,100}$|.*:$|[A-Z][A-Z ]+\.?$")
"""A heading: Markdown, a bold start, a final colon, or a line in capitals."""


def remove_parts(brief: str, ids: Collection[str], *, known_ids: Collection[str]) -> str:
    """Return ``brief`` without the parts that are about ``ids`` alone.

    ``known_ids`` are all ids that can have a part in the brief. A part starts with a line that
    begins with an id, after an optional list marker. A list item is a part of its own. Any other
    part ends before the next part, a heading, or a paragraph that is not a list item. If all lines
    below a heading are removed, the heading is removed, too.
    """
    lines = brief.split("\n")
    removed: set[int] = set()
    for start in range(len(lines)):
        line = lines[start]
        lead = _LEAD.match(line)
        rest = line[lead.end() :] if lead else ""
        named = {
            each
            for each in known_ids
            if each in line and re.search(rf"{re.escape(each)}(?![\w-])", line)
        }
        if named and named <= {*ids} and rest.startswith(tuple(named)):
            is_item = bool(lead and lead[1])
            removed |= {start} if is_item else {start, *_find_part_lines(lines, start, known_ids)}
    removed |= {*_find_empty_headings(lines, removed)}
    remaining = "\n".join(line for number, line in enumerate(lines) if number not in removed)
    return re.sub(r"\n{3,}", "\n\n", remaining).strip()


def _find_empty_headings(lines: Sequence[str], removed: Collection[int]) -> Iterator[int]:
    for number in range(len(lines) - 1):
        if number in removed or number + 1 not in removed or not _HEADING.match(lines[number]):
            continue
        after = next(each for each in range(number + 1, len(lines) + 1) if each not in removed)
        if after == len(lines) or not lines[after].strip():
            yield number


def _find_part_lines(lines: Sequence[str], start: int, ids: Collection[str]) -> Iterator[int]:
    for number in range(start + 1, len(lines)):
        lead = _LEAD.match(lines[number])
        rest = lines[number][lead.end() :] if lead else ""
        continues_part = bool(lead and lead[1]) or lines[number][:1].isspace()
        starts_part = lines[number].strip() and not lines[number - 1].strip() and not continues_part
        if starts_part or rest.startswith(tuple(ids)) or lines[number].startswith("#"):
            return
        yield number
