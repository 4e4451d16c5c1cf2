"""Measure all laws on structures with many live flags, on long structures, and on planned stories.

Run ``uv run --with dd python python/benchmarks/solver.py`` for the whole table. Two columns compare
the solver with other methods. The first is the method of the first edition, a list of states, with
the number of laws that it leaves unproven; its code comes from git. The second is the package `dd`,
with CUDD if there is a wheel, otherwise in Python. It computes only the flags that players may
hold, which is a part of the work for the laws. Without ``--with dd``, its column stays empty.

The aim is two seconds and 300 MB up to 300 flags, and three seconds for 50,000 passages; a case
that misses the aim is marked. Random quests have this aim up to 120 flags. Random graphs, and
structures whose flags are all counted twice, have no aim. Each case runs in a process of its own;
times are processor times.
"""

import resource
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

from questfoundry.domain.checks.check import check  # noqa: E402
from questfoundry.domain.story.passage import Structure  # noqa: E402
from tests.support.quests import (  # noqa: E402
    arms,
    counted,
    counted_twice,
    key_hunt,
    open_map,
    pairs,
    random_graph,
    random_quests,
)
from tests.support.series import series  # noqa: E402

FLAGS = (10, 30, 60, 120, 300)
FAMILIES: Mapping[str, Callable[[int], Structure]] = {
    "key hunt": key_hunt,
    "open map": open_map,
    "count": lambda flags: counted(flags, modulo=flags + 1),
    "parity": partial(counted, modulo=2),
    "pairs": pairs,
    "arms": arms,
    "random quests": random_quests,
    "random graph": random_graph,
    "count twice": counted_twice,
}
WITHOUT_AIM = ("random graph", "count twice")
STORIES = ("medium", "long")
LONG = (27, 270, 2_700, 13_400)
FIRST = "python/source/questfoundry/domain/play/families.py"
PATIENCE = 12
MOST_QUESTS = 120


def main() -> None:
    with TemporaryDirectory() as folder:
        _first_edition(Path(folder))
        print(f"{'':26}all laws{'':24} | first edition        | dd, reach alone")
        print(f"family{'':12}size passages   seconds    MB  open  |   seconds    MB  open |  s MB")
        cases = [(family, flags) for family in FAMILIES for flags in FLAGS]
        for size in STORIES:
            print(f"{size:22} {_run('story', size, 1)}", flush=True)
        for name, count in (*cases, *(("series", soft) for soft in LONG)):
            first = _run("laws", name, count, path=f"{folder}/python/source")[-21:]
            dd = _run("dd", name, count) if find_spec("dd") else "-"
            line = _run("laws", name, count)
            missed = "" if _meets_aim(name, count, line) else "<- missed"
            print(f"{name:15} {count:6} {line:30} | {first:21} | {dd:12} {missed}", flush=True)


def _meets_aim(family: str, size: int, line: str) -> bool:
    """Return whether a case is proven within time and memory, or has no aim."""
    if family in WITHOUT_AIM or (family == "random quests" and size > MOST_QUESTS):
        return True
    try:
        _, seconds, memory, unproven = map(float, line.replace(",", "").split())
    except ValueError:
        return False
    return seconds <= (3 if family == "series" else 2) and memory <= 300 and not unproven


def _first_edition(folder: Path) -> None:
    """Extract the source code from before decision diagrams were used into ``folder``."""
    git: Callable[..., Any] = partial(subprocess.run, cwd=ROOT, check=True, capture_output=True)
    added = git(["git", "log", "--diff-filter=A", "--format=%H", "--", FIRST]).stdout.split()[-1]
    packed = git(["git", "archive", f"{added.decode()}^", "python/source"]).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def _run(method: str, family: str, size: int, path: str = f"{ROOT}/python/source") -> str:
    done = subprocess.run(
        [sys.executable, __file__, method, family, str(size)],
        env={"PYTHONPATH": path, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == -signal.SIGXCPU:
        return f"over {PATIENCE} s"
    return done.stdout.rstrip() or done.stderr.strip().rpartition("\n")[-1]


def _measured(method: str, family: str, size: int) -> None:
    if method == "story":
        _story(family, size)
        return
    structure = series(soft=size) if family == "series" else FAMILIES[family](size)
    diagrams = _dd() if method == "dd" else None
    started = time.process_time()
    most = int(started) + PATIENCE
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    if diagrams:
        _with_dd(structure, diagrams())
        print(f"{time.process_time() - started:6.2f} {_memory():5.0f}")
        return
    findings = check(structure)
    seconds = time.process_time() - started
    memory = _memory()
    unproven = sum(not finding.proven for finding in findings)
    print(f"{len(structure.passages):8,} {seconds:9.2f} {memory:5.0f} {unproven:5}")


def _memory() -> float:
    """Return the maximum memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _story(size: str, seed: int) -> None:
    """Measure the laws of a planned story, and the playthroughs that together show all of it."""
    from questfoundry.domain.solver.covering import find_covering_playthroughs
    from questfoundry.domain.solver.space import explore
    from questfoundry.domain.story.size import Size
    from tests.support.grown import grown
    from tests.support.planner import planned

    story = grown(planned(Size(size), seed), acts=True)
    structure = story.existing_structure
    started = time.process_time()
    unproven = sum(not each.proven for each in check(structure, story=story))
    proven = time.process_time()
    arcs = find_covering_playthroughs(explore(structure))
    covered = time.process_time()
    print(
        f"{len(structure.passages):8,} passages: laws {proven - started:.2f} s, {unproven} unproven"
        f", {len(arcs)} arcs in {covered - proven:.2f} s"
    )


def _dd() -> Callable[[], Any]:
    """Return the class of diagrams of the package ``dd``, from CUDD if it is available."""
    try:
        from dd.cudd import BDD
    except ImportError:
        from dd.autoref import BDD
    return BDD


def _with_dd(structure: Structure, bdd: Any) -> None:
    """Compute the flag sets that players may hold, by the operations of the package ``dd``."""
    from questfoundry.domain.solver.graph import build_graph, iter_bits

    graph = build_graph(structure)
    bdd.declare(*(f"f{place}" for place in reversed(range(len(graph.bits)))))

    def names(flags: int) -> list[str]:
        return [f"f{flag.bit_length() - 1}" for flag in iter_bits(flags)]

    at = [bdd.false] * len(graph.edges)
    at[graph.start] = bdd.cube(dict.fromkeys(names(graph.live[graph.start]), False))
    for group in graph.components:
        waiting = {place: at[place] for place in group}
        while waiting:
            place, family = waiting.popitem()
            for edge in graph.edges[place]:
                asked = dict.fromkeys(names(edge.requires), True)
                asked |= dict.fromkeys(names(edge.forbids), False)
                live = graph.live[edge.target]
                grants = edge.grants & live
                gone = names((graph.live[place] | edge.requires | edge.forbids) & ~live | grants)
                after = bdd.exist(gone, family & bdd.cube(asked))
                new = live & ~graph.live[place] & ~grants
                after &= bdd.cube(
                    dict.fromkeys(names(grants), True) | dict.fromkeys(names(new), False)
                )
                more = after & ~at[edge.target]
                if more != bdd.false:
                    at[edge.target] |= after
                    if edge.target in group:
                        waiting[edge.target] = waiting.get(edge.target, bdd.false) | more


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _measured(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        main()
