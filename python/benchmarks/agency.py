"""Measure the time of the agency meter on planned stories of each size, with prose.

Run ``uv run python python/benchmarks/agency.py``. Times are processor times, the best of three. The
aim is two seconds for a medium story (150 passages).
"""

import sys
import time
from pathlib import Path

from attrs import evolve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.app.structure.agency import measure_agency
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.grown import grown
from tests.support.planner import planned

SEEDS = (1, 2, 3)
REPEATS = 3
_WORDS = "Somebody comes in and says what nobody else has said before. " * 10


def write_prose(story: Story) -> Story:
    """Return ``story`` with 110 words in each passage, and a conditional text for each callback."""

    def write(passage: Passage) -> str:
        callbacks = (f"[{slug_of(flag)}]\nThis is why." for flag in passage.callback_flags)
        return "\n\n".join((f"{passage.id}. {_WORDS}", *callbacks))

    return evolve(story, prose={each.id: write(each) for each in story.existing_structure.passages})


def report(name: str, story: Story) -> None:
    """Print a line with the sizes, the time and the figures."""
    seconds = []
    for _ in range(REPEATS):
        started = time.process_time()
        found = measure_agency(story)
        seconds.append(time.process_time() - started)
    figures = ", ".join(
        f"{each} {figure.value:.2f}{'' if figure.exact else ' (estimated)'}"
        for each in ("influence", "differs", "memory", "opens")
        if (figure := getattr(found, each))
    )
    passages = len(story.existing_structure.passages)
    print(f"{name:<8} {passages:>5} passages  {min(seconds):6.2f} s  {figures}")


def main() -> None:
    for size in Size:
        for seed in SEEDS:
            report(size.value, write_prose(grown(planned(size, seed), acts=True)))


if __name__ == "__main__":
    main()
