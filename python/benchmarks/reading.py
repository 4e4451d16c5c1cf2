"""Measure how long it takes to read Twee stories of growing size, and to check all laws.

Run ``python python/benchmarks/reading.py``. The aim is two seconds and 300 MB for 10,000
passages, and growth close to linear.
"""

import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.passage import Structure
from questfoundry.infra.foreign.twee import TweeReader
from tests.support.series import series
from tests.support.twee_writer import arrow, write

SOFT = (4, 28, 285, 2_857)
WORDS = "It rains on the drowned city, and the bell tells nobody what it saw below. " * 8
ROUNDS = 3
AIM, ROOM = 2.0, 300


def main() -> None:
    print(f"aims for 10,000 passages: {AIM} s, {ROOM} MB")
    print("passages  choices     MB  read, s  laws, s  per passage, µs")
    for soft in SOFT:
        print(_line(soft))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory: {memory:.0f} MB")


def _line(soft: int) -> str:
    structure = _in_twee(series(soft=soft))
    text = write(structure, [arrow] * len(structure.choices)).replace("It rains.", WORDS)
    source = SourceFile("story.twee", text.encode())
    reading, checking = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        story = TweeReader().read([source])
        reading.append(time.perf_counter() - started)
        started = time.perf_counter()
        check(story.structure, words=story.words)
        checking.append(time.perf_counter() - started)
    assert not story.unmodelled
    assert len(story.structure.choices) == len(structure.choices)
    both = (min(reading) + min(checking)) / len(structure.passages)
    return (
        f"{len(structure.passages):8,} {len(structure.choices):8,} {len(source.content) / 1e6:6.2f}"
        f"  {min(reading):7.3f}  {min(checking):7.3f}  {both * 1e6:15.0f}"
    )


def _in_twee(structure: Structure) -> Structure:
    """Return the structure with names that links and variables can have."""

    def name(identifier: str) -> str:
        return identifier.removeprefix("passage::").replace("-", " ")

    def variables(flags: frozenset[str]) -> list[str]:
        return [flag.replace("flag::", "$").replace("-", "_") for flag in flags]

    return Structure(
        start=name(structure.start),
        passages=tuple(evolve(each, id=name(each.id)) for each in structure.passages),
        choices=tuple(
            evolve(
                each,
                source=name(each.source),
                target=name(each.target),
                label=name(each.target),
                requires=variables(each.requires),
                grants=variables(each.grants),
            )
            for each in structure.choices
        ),
    )


if __name__ == "__main__":
    main()
