"""What stories of each size come to: ten plans by chance, woven with all that there is to do.

    python python/benchmarks/story_table.py [STORIES]

Words are those of the ranges that writers are told, of a playthrough and of all passages; the rest
is counted as ``qf inspect`` does. Of screens and decisions the fewest of any playthrough of any of
the stories stand before the mean of who chooses by chance, and behind it what is aimed at.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.app.structure.inspect import Census, inspect_story
from questfoundry.domain.story.size import DEEDS, PRESETS, Size
from tests.support.grown import grown
from tests.support.planner import planned

STORIES = 10
_ROW = "{:7} {:>9} {:>15} {:>16} {:>14} {:>16} {:>9} {:>9} {:>19}"


def counted(size: Size, seed: int) -> Census:
    """The numbers of one story."""
    return inspect_story(grown(planned(size, seed), acts=True))


def row(size: Size, found: Sequence[Census]) -> str:
    """A line of the table."""
    paces = [each.pace for each in found if each.pace]
    routes = [route for each in found for route in (each.shortest, each.longest) if route]
    lone = [each.onward.mean / each.screens.mean for each in paces]
    return _ROW.format(
        size.value,
        f"{min(each.passages for each in found)}-{max(each.passages for each in found)}",
        f"{min(each.words.least for each in routes):,}-{max(each.words.most for each in routes):,}",
        f"{min(each.words.least for each in found):,}-{max(each.words.most for each in found):,}",
        f"{min(each.screens.least for each in paces)}, {mean(e.screens.mean for e in paces):.1f}",
        f"{min(e.decisions.least for e in paces)}, {mean(e.decisions.mean for e in paces):.1f}"
        f" of {DEEDS[size].decisions}",
        f"{mean(lone):.0%}",
        f"{min(len(each.endings) for each in found)}-{max(len(each.endings) for each in found)}"
        f" of {PRESETS[size].endings}",
        str(PRESETS[size].chapters),
    )


def main() -> None:
    """A line for each size, as soon as it is counted."""
    stories = int(sys.argv[1]) if len(sys.argv) > 1 else STORIES
    print(
        _ROW.format(
            *("size", "passages", "words, a play", "words in all", "screens"),
            *("decisions", "lone way", "endings", "chapters"),
        )
    )
    for size in Size:
        print(row(size, [counted(size, seed) for seed in range(stories)]), flush=True)


if __name__ == "__main__":
    main()
