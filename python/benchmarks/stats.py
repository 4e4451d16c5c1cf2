"""Measure all laws on a story of 150 passages whose three stats use their full range.

Run ``uv run python python/benchmarks/stats.py``. Each stat is moved by twelve minor choices, up or
down, so its values range from -12 to 12. Between the minor choices, soft dilemmas branch and
rejoin. Gated choices, attempts and conditional texts read the stats. Then come medium stories that
GROW weaves from random plans, a quarter of a minute each. The aim is 2 s for all laws with all
advice. Times are processor times.
"""

import resource
import sys
import time
from pathlib import Path
from typing import Any

from attrs import evolve

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

from questfoundry.domain.checks.check import check  # noqa: E402
from questfoundry.domain.solver import Solver  # noqa: E402
from questfoundry.domain.story.passage import Choice, Passage, Structure  # noqa: E402
from questfoundry.domain.story.size import Size  # noqa: E402
from questfoundry.domain.story.stat import MOST_STEPS, Level  # noqa: E402
from tests.support.grown import grown  # noqa: E402
from tests.support.planner import planned_with_stats  # noqa: E402

WOVEN = (1, 2, 3, 4, 9, 11)
"""The seeds of the first random plans that the weaver accepts at once."""


class StoryWriter:
    """A builder of a story whose passages follow each other in rounds that rejoin."""

    def __init__(self) -> None:
        self.passages = [Passage(id="passage::0")]
        self.choices: list[Choice] = []

    def add_passage(self, **fields: Any) -> str:
        self.passages.append(evolve(Passage(id=f"passage::{len(self.passages)}"), **fields))
        return self.passages[-1].id

    def add_choice(self, source: str, target: str, **fields: Any) -> None:
        number = len(self.choices)
        choice = Choice(id=f"choice::{number}", source=source, target=target, label=f"{number}")
        self.choices.append(evolve(choice, **fields))

    @property
    def structure(self) -> Structure:
        return Structure(
            start="passage::0", passages=tuple(self.passages), choices=tuple(self.choices)
        )


def write_story(stats: int, moves: int, passages: int) -> Structure:
    """Return a story in which ``moves`` minor choices move each of ``stats`` stats by one."""
    story, here, round_number = StoryWriter(), "passage::0", 0
    granting = set[str]()
    while len(story.passages) < passages - 3:
        stat, times = f"stat::{round_number % stats}", round_number // stats
        after = story.add_passage()
        for step in (1, -1) if times < moves else ():
            story.add_choice(here, after, moves={stat: step})
        if times >= moves:
            story.add_choice(here, after)
        here = after
        flags = [{f"flag::{round_number}-{side}"} for side in "xy"]
        if round_number % 2 == 0:
            arms, granting = [story.add_passage() for _ in flags], flags[0]
            for arm, flag in zip(arms, flags, strict=True):
                story.add_choice(here, arm, grants=flag)
            here = story.add_passage()
            for arm in arms:
                story.add_choice(arm, here)
        if round_number % 3 == 2:
            # An attempt at the stat, and a gated choice of the players who took the first arm.
            read = f"stat::{round_number // 3 % stats}"
            after, level = story.add_passage(), {Level(read, 1).id}
            failed = story.add_passage(conditional_flags={Level(read, -1).id})
            story.add_choice(here, after, requires=level, label="Try")
            story.add_choice(here, failed, forbids=level, label="Try")
            story.add_choice(here, after, requires=granting)
            story.add_choice(failed, after)
            here = after
        round_number += 1
    for at in range(2):
        level = {Level("stat::0", 1).id}
        ending = story.add_passage(ending=f"ending::{at}")
        story.add_choice(here, ending, **({"forbids": level} if at else {"requires": level}))
    return story.structure


def measure_woven(seed: int) -> None:
    """Print the time of all laws with all advice on a woven medium story with three stats."""
    story = grown(planned_with_stats(Size.MEDIUM, seed), acts=True)
    structure = story.existing_structure
    began = time.process_time()
    findings = check(structure, story=story)
    laws = time.process_time() - began
    space = Solver(structure).search.space
    states = f"{len(space.passage):,}" if space else "too many"
    print(
        f"seed {seed}: {len(structure.passages)} passages, {len(structure.choices)} choices, "
        f"{states} states, laws {laws:.2f} s, {len(findings)} findings, "
        f"{sum(not each.proven for each in findings)} unproven",
        flush=True,
    )


def main() -> None:
    print("stats moves passages choices   edges  laws s  values s  findings unproven    MB")
    for stats, moves, passages in ((0, 0, 150), (1, 12, 150), (2, 12, 150), (3, 12, 150)):
        structure = write_story(stats or 1, moves, passages)
        began = time.process_time()
        findings = check(structure)
        laws = time.process_time() - began
        began = time.process_time()
        Solver(structure).measure_values("stat::0")
        values = time.process_time() - began
        edges = sum(map(len, Solver(structure).graph.edges))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{stats:5} {moves:5} {len(structure.passages):8} {len(structure.choices):7} "
            f"{edges:7} {laws:7.2f} {values:9.2f} {len(findings):9} "
            f"{sum(not each.proven for each in findings):8} {memory:5}"
        )
    assert moves == MOST_STEPS
    for seed in WOVEN:
        measure_woven(seed)


if __name__ == "__main__":
    main()
