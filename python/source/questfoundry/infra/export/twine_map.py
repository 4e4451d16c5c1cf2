"""Where passages lie on Twine's map: in rows, the further from the start, the lower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from questfoundry.domain.story.passage import Structure

STEP = 150
"""How far passages lie apart, in pixels."""


def positions(structure: Structure) -> Mapping[str, tuple[int, int]]:
    """How far right and down each passage lies."""
    rows = {structure.start: 1}
    waiting = [structure.start]
    for here in waiting:
        for choice in structure.offered(here):
            if choice.target not in rows:
                rows[choice.target] = rows[here] + 1
                waiting.append(choice.target)
    lowest = max(rows.values()) + 1
    filled: Counter[int] = Counter()
    found = {}
    for passage in structure.passages:
        row = rows.get(passage.id, lowest)
        found[passage.id] = (STEP * filled[row], STEP * row)
        filled[row] += 1
    return found
