"""All laws and all counts on structures of growing size, beside walking every playthrough.

Run ``python python/benchmarks/solver.py``. The aim is two seconds and 300 MB for each line,
and growth close to linear: ten times the passages in about ten times the time. ``late`` flags
are all alive at once: too many to meet every state, so that each answer is searched by itself.
Times are those of the processor, the best of a few.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.domain.checks.laws import check
from questfoundry.domain.play.arcs import arcs_of
from questfoundry.domain.play.space import explore
from questfoundry.domain.story.passage import Structure
from tests.support.naive_player import playthroughs
from tests.support.planned_story import story_about
from tests.support.series import series
from tests.support.walked_laws import is_sound

SHAPES = (
    {"soft": 4, "hard": 2},
    {"soft": 27},
    {"soft": 285},
    {"soft": 2_857},
    {"soft": 30, "hard": 4},
    {"soft": 30, "hard": 4, "late": 6},
    {"soft": 30, "hard": 4, "late": 30},
    {"soft": 60, "late": 60},
)
PATIENCE = 5.0
ROUNDS = 3
AIM = 2.0
ROOM = 300


def main() -> None:
    print(f"aims: {AIM} s, {ROOM} MB; walking every playthrough is stopped after {PATIENCE} s")
    lines = [(_line(shape), shape) for shape in SHAPES]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("soft hard late  passages   states  laws, s  per passage, µs  counts, s  arcs    walking")
    for line, shape in lines:
        print(f"{line}  {_walked(series(**shape))}")
    print(f"most memory, walking apart: {memory:.0f} MB")


def _line(shape: dict[str, int]) -> str:
    structure = series(**shape)
    soft, hard, late = (shape.get(kind, 0) for kind in ("soft", "hard", "late"))
    names = [f"d{place}" for place in range(soft)] + [f"h{place}" for place in range(hard)]
    story = story_about(tuple(names))
    laws = _fastest(lambda: check(structure, story=story))
    counts = _fastest(lambda: arcs_of(explore(structure)))
    space = explore(structure)
    assert is_sound(check(structure, story=story))
    arcs = arcs_of(space)
    assert arcs is None or arcs.total == 2 ** len(names)
    return (
        f"{soft:4} {hard:4} {late:4}  {len(structure.passages):8,} {len(space.passage):8,}"
        f"  {laws:7.4f}  {laws / len(structure.passages) * 1e6:15.1f}  {counts:9.4f}"
        f"  {'2^' + str(len(names)) if arcs else 'not counted'}"
    )


def _fastest(run: Callable[[], object]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        run()
        seconds.append(time.process_time() - started)
    return min(seconds)


def _walked(structure: Structure) -> str:
    started = time.process_time()
    for count, _ in enumerate(playthroughs(structure), start=1):
        if time.process_time() - started > PATIENCE:
            return f"gave up after {count:,} arcs"
    return f"{time.process_time() - started:.4f} s"


if __name__ == "__main__":
    main()
