"""Remove the parts of a brief that one section of an artifact does not need.

A brief is the text at the end of a discussion from which a model creates the artifact.
"""

import re
from collections.abc import Collection, Iterator, Sequence

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
