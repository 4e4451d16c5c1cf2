"""Define a fault found in the material, and find the fault's line in its file."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from attrs import frozen

_WINDOW = 4
"""The most consecutive words of a composed text that are searched for in the file."""


@frozen(kw_only=True, order=True)
class MaterialFinding:
    """A fault in the material: its place, the problem, and how to correct it.

    ``variant``: the number of the variant, from 1; 0 for the whole scene or file.
    ``words``: the faulty words; may be empty.
    """

    file: str
    scene: str = ""
    variant: int = 0
    problem: str
    fix: str = ""
    words: str = ""

    def describe(self, line: int) -> str:
        """Return the fault as one line of text; ``line`` is its line number in the file."""
        where = f"scene {self.scene}" if self.scene else ""
        number = f"variant {self.variant}" if self.variant else ""
        place = ", ".join(each for each in (where, number) if each)
        quoted = f' "{self.words}"' if self.words else ""
        head = ": ".join(each for each in (f"{self.file}:{line}", place) if each)
        return f"{head}: {self.problem}{quoted}. {self.fix}".rstrip()


def find_line(finding: MaterialFinding, text: str) -> int:
    """Return the line number of ``finding`` in ``text``, the content of its file.

    If the words are not found, return the first line of the variant, the scene or the file.
    """
    lines = text.splitlines()
    first, last = _find_range(finding, lines)
    for words in _list_windows(finding.words):
        for number in range(first, last):
            if words in lines[number]:
                return number + 1
    return first + 1


def _find_range(finding: MaterialFinding, lines: list[str]) -> tuple[int, int]:
    """Return the first line index and the end index of the finding's variant, scene or file."""
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
    """Yield ``words``, then shorter and shorter parts, which the file may contain literally."""
    yield words
    parts = words.split()
    for size in range(_WINDOW, 1, -1):
        for start in range(len(parts) - size + 1):
            yield " ".join(parts[start : start + size])


def locate(finding: MaterialFinding, folder: Path) -> str:
    """Return a description of ``finding`` with its line in the file, which is below ``folder``."""
    path = folder / finding.file
    text = path.read_text("utf-8") if path.is_file() else ""
    return finding.describe(find_line(finding, text))
