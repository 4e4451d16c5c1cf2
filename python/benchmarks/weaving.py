"""Time, memory and growth of weaving, with every scene accepted that is proposed.

Run ``python python/benchmarks/weaving.py``. Each case runs in a process of its own; memory is
the most that this process ever held, the interpreter included. The aims: 10,000 beats, and
thirty dilemmas that rejoin before four that split, each under two seconds and 300 MB.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from pathlib import Path

from attrs import frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.domain.weaving.scenes import propose_scenes
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import soft_and_hard

CASES = {
    "100 beats": (10, 2),
    "1,000 beats": (123, 2),
    "10,000 beats": (1248, 2),
    "30 soft, 4 hard": (30, 4),
    "30 soft, 8 hard": (30, 8),
}
REPEATS = 3


@frozen
class Measured:
    beats: int
    scenes: int
    passages: int
    choices: int
    seconds: float
    megabytes: float


def measure(soft: int, hard: int) -> Measured:
    """The fastest of a few times: propose the scenes, accept them all, weave."""
    story, fastest = soft_and_hard(soft, hard), float("inf")
    for _ in range(REPEATS):
        started = time.perf_counter()
        scenes = [scene.id for scene in propose_scenes(story)]
        woven = weave(story, scenes)
        fastest = min(fastest, time.perf_counter() - started)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    made = woven.structure
    return Measured(
        len(story.beats), len(scenes), len(made.passages), len(made.choices), fastest, held
    )


def main() -> None:
    """One line a case; growth is the factor in time since the case before it."""
    before = None
    for case, (soft, hard) in CASES.items():
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.apply(measure, (soft, hard))
        growth = f"x{found.seconds / before.seconds:.1f}" if before and hard == 2 else ""
        before = found
        print(
            f"{case:17}{found.beats:7} beats {found.scenes:5} scenes {found.passages:6} passages"
            f"{found.choices:7} choices {found.seconds * 1000:8.1f} ms{found.megabytes:7.0f} MB"
            f"  {growth}"
        )


if __name__ == "__main__":
    main()
