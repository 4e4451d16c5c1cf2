"""The long run of faults: each fault in every format, phase, prose and rewrite.

    uv run python -m tests.chaos.fault_table [command ...]

Run this command in the folder python/. The table by command and fault is also written to
faults.json and faults.md in the folder CHAOS_TABLES.
"""

# ruff: noqa: T201 - a table is what it is for

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="qf-chaos-")

from tests.chaos.commands import COMMANDS, Starts
from tests.chaos.enduring import endure
from tests.chaos.faults import FAULTS
from tests.chaos.server import WIRES, ChaosServer
from tests.chaos.table import TABLES, write_table
from tests.chaos.trial import Undisturbed

PLACES = {"dream": (1, 2, 3), "fill": (3, 4, 5), "rewrite": (1,)}
"""The numbers of the calls that get a fault, by command."""


def main(commands: list[str]) -> int:
    """Print one line for each command and format, and return the number of failures."""
    failed = 0
    tried, survived = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as name:
        for wire in WIRES:
            with ChaosServer(wire=wire) as server:
                root = Path(name) / wire.name
                (root / "starts").mkdir(parents=True)
                starts = Starts(root / "starts", server)
                for command in (each for each in COMMANDS if each.name in commands):
                    place = root / command.name
                    place.mkdir()
                    whole = Undisturbed.of(
                        command, starts, server, place, counted=False, traced=False
                    )
                    problems = {}
                    for fault in FAULTS:
                        for at in PLACES[command.name]:
                            folder = place / f"{fault}-{at}"
                            told = endure(
                                command, whole, starts, server, folder, fault=fault, at=at
                            )
                            problems[fault, at] = told
                    lost = {case: told for case, told in problems.items() if told}
                    failed += len(lost)
                    whole_ones = len(problems) - len(lost)
                    tried.update((command.name, fault) for fault, _ in problems)
                    survived.update((command.name, fault) for fault, _ in problems.keys() - lost)
                    print(
                        f"{wire.name:11}{command.name:9}{whole_ones:4} of {len(problems)} survived"
                    )
                    for (fault, at), told in lost.items():
                        print(f"    {fault} at call {at}: {'; '.join(told)}", flush=True)
    write_table(
        TABLES / "faults",
        [
            {"command": case[0], "fault": case[1], "tried": times, "survived": survived[case]}
            for case, times in tried.items()
        ],
    )
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:] or list(PLACES))))
