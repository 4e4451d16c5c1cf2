"""What stories of each size and shape come to: ten plans by chance, with all that there is to do.

    python python/benchmarks/story_table.py [STORIES] [SHAPE ...]

Without shapes it is the usual one; `all` is all of them, in the sizes without chapters.

Each is written by who takes the middle of every range, and for each insert that has to be there as
many words as people have written on average; then all is counted as ``qf inspect`` does. Of screens
and decisions the fewest of any playthrough of any of the stories stand before the mean of who
chooses by chance, and behind it what is aimed at.
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
"""Words of an insert, in a story of less than three thousand words more."""
_ROW = "{:21} {:7} {:>9} {:>15} {:>16} {:>14} {:>16} {:>9} {:>9} {:>19}"


def counted(shape: StoryShape, size: Size, seed: int) -> Census:
    """The numbers of one story."""
    return inspect_story(written(grown(planned(size, seed, shape=shape), acts=True)))


def written(story: Story) -> Story:
    """The story with as many words everywhere as its writers are asked for."""
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
    """A line of the table."""
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
    """A line for each size, as soon as it is counted."""
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
            found = [counted(shape, size, seed) for seed in range(int(stories))]
            print(row(shape, size, found, counts), flush=True)


if __name__ == "__main__":
    main()
