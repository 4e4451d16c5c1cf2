"""Compare kept plays of the examples with random edits, and a naive reader with what they tell.

Run ``uv run python python/benchmarks/kept_plays.py``. Twenty plays of each example are kept. Then
the story gets one or two random edits: of labels, titles, texts, conditions, targets, orders, ids,
stats and endings, or none, as after an undo. A naive reader walks both versions and lists what
differs for each play. The table counts the comparisons, the plays with a difference, and the plays
where the check reports less or more than the reader.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

from questfoundry.app.playing.kept_play import compare_plays, keep_play  # noqa: E402
from questfoundry.domain.solver import Solver  # noqa: E402
from questfoundry.domain.story.story import Story  # noqa: E402
from tests.app.playing.test_kept_play import edited, naive_changes, told_of  # noqa: E402
from tests.docs.test_example_story import EXAMPLES, load_story  # noqa: E402

PLAYS, EDITS = 20, 58


def draw_edits(story: Story) -> Iterator[tuple[Story, dict[str, str]]]:
    """Yield the story after an edit of each kind, or after two, with the ids that were renamed."""
    for number in range(EDITS):
        chance = Random(number)
        new, ids = edited(story, number, chance)
        if number % 2 and not ids:
            with suppress(KeyError):  # the second edit needs a passage that has gone
                new, ids = edited(new, chance.randrange(EDITS), chance)
        yield new, ids


def main() -> None:
    print(f"{'story':<48}{'compared':>9}{'differ':>8}{'missed':>8}{'false':>7}")
    for example in EXAMPLES:
        story = load_story(example)
        structure = story.existing_structure
        solver = Solver(structure)
        walks = (solver.walk_at_random(Random(seed), max_choices=500) for seed in range(PLAYS))
        routes = [tuple(structure.choices[each].id for each in walk.choices) for walk in walks]
        plays = [keep_play(story, each) for each in routes]
        compared = differ = missed = false = 0
        for new, ids in draw_edits(story):
            for route, kept in zip(routes, plays, strict=True):
                wanted = naive_changes(story, new, route, ids)
                told = told_of(new.existing_structure, compare_plays(new, {"kept": kept}))
                compared, differ = compared + 1, differ + bool(wanted)
                missed, false = missed + bool(wanted - told), false + bool(told - wanted)
        print(f"{example.name:<48}{compared:>9,}{differ:>8,}{missed:>8,}{false:>7,}", flush=True)


if __name__ == "__main__":
    main()
