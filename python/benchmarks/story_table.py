"""Print the statistics of stories of each size and shape, from ten random plans with minor choices.

    python python/benchmarks/story_table.py [STORIES] [SHAPE ...]

Without SHAPE, the stories have the default shape; `all` means all shapes, in the sizes without
chapters.

Each passage gets the middle of its word range, and each required insert (conditional text) the
average length of inserts that people have written. The script counts as ``qf inspect`` does. For
screens and decisions it prints the fewest in any playthrough, the mean of random players, and for
decisions also the aim.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import evolve

from questfoundry.app.structure.census import Census
from questfoundry.app.structure.inspect import inspect_story
from questfoundry.domain.story.shape import SHAPES, Counts, StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefer import Briefer
from tests.support.grown import grown
from tests.support.planner import planned

STORIES = 10
INSERT, INSERT_OF_MICRO = 22, 32
"""The words of an insert; the second number is for a micro story."""
_ROW = "{:21} {:7} {:>9} {:>15} {:>16} {:>14} {:>16} {:>9} {:>9} {:>19}"


def count_story(shape: StoryShape, size: Size, seed: int) -> Census:
    """Return the statistics of one story."""
    return inspect_story(fill_in_words(grown(planned(size, seed, shape=shape), acts=True)))


def fill_in_words(story: Story) -> Story:
    """Return ``story`` with prose of the requested length in each passage."""
    briefer, prose = Briefer(story), dict[str, str]()
    insert = INSERT_OF_MICRO if story.effective_size is Size.MICRO else INSERT
    for passage in briefer.turns:
        briefing = briefer.build_briefing(passage, prose, {})
        inserts = [
            f"[{each}]\n{_words(insert)}" for each in briefing.list_required_inserts(endings=True)
        ]
        words = briefing.words
        prose[passage] = "\n\n".join((*inserts, _words((words.least + words.most) // 2)))
    return evolve(story, prose=prose)


def _words(count: int) -> str:
    return " ".join(["word"] * count)


def row(shape: StoryShape, size: Size, found: Sequence[Census], counts: Counts) -> str:
    """Return a line of the table."""
    paces = [each.pace for each in found if each.pace]
    routes = [route for each in found for route in (each.shortest, each.longest) if route]
    lone = [each.onward.mean / each.screens.mean for each in paces]
    return _ROW.format(
        shape.value,
        size.value,
        f"{min(each.passages for each in found)}-{max(each.passages for each in found)}",
        f"{min(each.words.least for each in routes):,}-{max(each.words.most for each in routes):,}",
        f"{min(each.words.least for each in found):,}-{max(each.words.most for each in found):,}",
        f"{min(each.screens.least for each in paces)}, {mean(e.screens.mean for e in paces):.1f}",
        f"{min(e.decisions.least for e in paces)}, {mean(e.decisions.mean for e in paces):.1f}"
        f" of {counts.interactions.decisions}",
        f"{mean(lone):.0%}",
        f"{min(len(each.endings) for each in found)}-{max(len(each.endings) for each in found)}"
        f" of {counts.preset.endings}",
        str(counts.preset.chapters),
    )


def main() -> None:
    """Print a line for each size as soon as its stories are counted."""
    stories, *named = sys.argv[1:] or [str(STORIES)]
    every = named == ["all"]
    print(
        _ROW.format(
            *("shape", "size", "passages", "words, a play", "words in all", "screens"),
            *("decisions", "lone way", "endings", "chapters"),
        )
    )
    for shape in StoryShape if every else map(StoryShape, named or [next(iter(StoryShape))]):
        for size, counts in SHAPES[shape].sizes.items():
            if every and counts.preset.chapters.most > 1:
                continue
            found = [count_story(shape, size, seed) for seed in range(int(stories))]
            print(row(shape, size, found, counts), flush=True)


if __name__ == "__main__":
    main()
