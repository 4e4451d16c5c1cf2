"""Measure time, memory and growth of weaving, and of all laws on the woven structures.

Run ``python python/benchmarks/weaving.py``. Every proposed scene is accepted. Each case runs in a
process of its own. Times are processor times, the best of a few runs. Memory is the maximum of the
process, with the interpreter, before playthroughs are walked. The aims: 10,000 beats, and thirty
dilemmas that rejoin before four that split, each in less than two seconds and 300 MB. For
comparison, the benchmark also walks every playthrough, until a time limit.
"""

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.domain.checks.check import check
from questfoundry.domain.solver.play_length import count_playthroughs
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.weaving.builder import WovenStory
from questfoundry.domain.weaving.weave import weave
from tests.support.naive_player import playthroughs
from tests.support.shapes import soft_and_hard
from tests.support.walked_laws import is_sound

CASES = {
    "100 beats": (10, 2),
    "1,000 beats": (123, 2),
    "10,000 beats": (1248, 2),
    "30 soft, 4 hard": (30, 4),
    "30 soft, 8 hard": (30, 8),
}
REPEATS = 3
PATIENCE = 5.0


@frozen(kw_only=True)
class Measured:
    passages: int
    arcs: str
    weaving: float
    laws: float
    counts: float
    megabytes: float
    walking: str

    @property
    def seconds(self) -> float:
        return self.weaving + self.laws


def measure(soft: int, hard: int) -> Measured:
    """One case."""
    story = soft_and_hard(soft, hard)

    def woven() -> WovenStory:
        return weave(story)

    made = woven()
    structure, told = made.structure, evolve(story, beats=made.beats)
    assert is_sound(check(structure, story=told))
    arcs = count_playthroughs(structure)
    assert arcs is not None
    assert arcs.total == 2 ** (soft + hard)
    return Measured(
        passages=len(structure.passages),
        arcs=f"2^{soft + hard}",
        weaving=_best(woven),
        laws=_best(lambda: check(structure, story=told)),
        counts=_best(lambda: count_playthroughs(structure)),
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        walking=_walked(structure),
    )


def _best(run: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        started = time.process_time()
        run()
        seconds.append(time.process_time() - started)
    return min(seconds)


def _walked(structure: Structure) -> str:
    started = time.process_time()
    for count, _ in enumerate(playthroughs(structure), start=1):
        if time.process_time() - started > PATIENCE:
            return f"gave up after {count:,} arcs"
    return f"{time.process_time() - started:.3f} s"


def main() -> None:
    """Print one line for each case; growth is the factor in time since the preceding case."""
    print("case             passages  arcs    weaving, s  laws, s  both  counts, s  MB  walking")
    before = None
    for case, (soft, hard) in CASES.items():
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.apply(measure, (soft, hard))
        growth = f"x{found.seconds / before.seconds:.1f}" if before and hard == 2 else ""
        before = found
        print(
            f"{case:16} {found.passages:8,}  {found.arcs:7} {found.weaving:10.3f} {found.laws:8.3f}"
            f" {growth:>5} {found.counts:10.3f} {found.megabytes:3.0f}  {found.walking}"
        )


if __name__ == "__main__":
    main()
