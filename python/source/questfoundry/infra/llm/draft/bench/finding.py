"""Define a fault of the material, and find its line in the file."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from attrs import frozen

_WINDOW = 4
"""The number of words by which a composed text is found in its file."""


@frozen(kw_only=True, order=True)
class MaterialFinding:
    """A fault: its file, scene and variant, the words, the problem, and what to do.

    ``variant``: the number of the variant, from 1; 0 for the whole scene or file.
    """

    file: str
    scene: str = ""
    variant: int = 0
    problem: str
    fix: str = ""
    words: str = ""

    def describe(self, line: int) -> str:
        """Return the fault in words, with the ``line`` of the file."""
        where = f"scene {self.scene}" if self.scene else ""
        number = f"variant {self.variant}" if self.variant else ""
        place = ", ".join(each for each in (where, number) if each)
        quoted = f' "{self.words}"' if self.words else ""
        head = ": ".join(each for each in (f"{self.file}:{line}", place) if each)
        return f"{head}: {self.problem}{quoted}. {self.fix}".rstrip()


def find_line(finding: MaterialFinding, text: str) -> int:
    """Return the line of ``finding`` in ``text``, its file; 1 if the place is unknown."""
    lines = text.splitlines()
    first, last = _find_range(finding, lines)
    for words in _list_windows(finding.words):
        for number in range(first, last):
            if words in lines[number]:
                return number + 1
    return first + 1


def _find_range(finding: MaterialFinding, lines: list[str]) -> tuple[int, int]:
    """Return the first line, and the end, of the variant or the scene; else of the file."""
    if not finding.scene:
        return 0, len(lines)
    heads = [number for number, each in enumerate(lines) if re.match(r"  [a-z][\w-]*:\s*$", each)]
    heads.append(len(lines))
    for first, last in pairwise(heads):
        if lines[first].strip() == f"{finding.scene}:" and _is_scene(lines, first):
            return _find_variant(finding.variant, lines, first, last)
    return 0, len(lines)


def _is_scene(lines: list[str], number: int) -> bool:
    start = next((at for at, each in enumerate(lines) if each.startswith("scenes:")), 0)
    return number > start


def _find_variant(variant: int, lines: list[str], first: int, last: int) -> tuple[int, int]:
    starts = [at for at in range(first, last) if re.match(r"\s*- title:", lines[at])]
    if not 0 < variant <= len(starts):
        return first, last
    return starts[variant - 1], [*starts, last][variant]


def _list_windows(words: str) -> Iterator[str]:
    """Yield the whole words, then runs of a few words, which may be literal in the file."""
    yield words
    parts = words.split()
    for size in range(_WINDOW, 1, -1):
        for start in range(len(parts) - size + 1):
            yield " ".join(parts[start : start + size])


def locate(finding: MaterialFinding, folder: Path) -> str:
    """Return ``finding`` in words, with its line in the file below ``folder``."""
    path = folder / finding.file
    text = path.read_text("utf-8") if path.is_file() else ""
    return finding.describe(find_line(finding, text))
