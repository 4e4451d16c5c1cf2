"""The long run, which kills every command many times and prints a table of the survivors.

    uv run python -m tests.chaos [kills a command] [seed] [command ...]

Run this command in the folder python/. The table is also written, line by line, to kills.json and
kills.md in the folder CHAOS_TABLES.
"""

# ruff: noqa: T201 - a table is what it is for

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="qf-chaos-")

from tests.chaos.commands import COMMANDS, Starts
from tests.chaos.kills import can_trace
from tests.chaos.server import ChaosServer
from tests.chaos.table import TABLES, Row, write_table
from tests.chaos.trial import CALL, SYSTEM_CALL, TIME, Undisturbed, attempt

AT_A_TIME = 6
"""Kills before a command may finish, in every second trial."""


def main(wanted: int, seed: int, names: list[str]) -> int:
    """Print one line for each command, and return the number of failed trials."""
    kinds = (TIME, SYSTEM_CALL) if can_trace() else (TIME, CALL)
    print(f"seed {seed}, kills by {' and '.join(kinds)}")
    print(
        f"{'command':14}{'kills':>7}{kinds[0]:>8}{kinds[1]:>13}{'trials':>8}{'survived':>10}"
        f"{'repeated':>10}{'seconds':>9}"
    )
    failed = 0
    rows: list[Row] = []
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name, ChaosServer(gap=0.002) as server:
        root = Path(name)
        (root / "starts").mkdir()
        starts = Starts(root / "starts", server)
        for command in COMMANDS:
            if names and command.name not in names:
                continue
            began = time.monotonic()
            place = root / command.name
            place.mkdir()
            whole = Undisturbed.of(command, starts, server, place)
            chance = Random(f"{seed} {command.name}")
            killed: Counter[str] = Counter()
            trials = survived = repeated = 0
            problems: Counter[str] = Counter()
            while killed.total() < wanted and trials < 3 * wanted:
                trials += 1
                result = attempt(
                    command,
                    whole,
                    starts,
                    server,
                    place / str(trials),
                    chance=chance,
                    kinds=kinds,
                    kills=AT_A_TIME if trials % 2 else 1,
                )
                killed += result.killed
                repeated += result.repeated
                survived += not result.problems
                problems.update(f"trial {trials}: {each}" for each in result.problems)
            failed += trials - survived
            total += killed
            print(
                f"{command.name:14}{killed.total():7}{killed[kinds[0]]:8}{killed[kinds[1]]:13}"
                f"{trials:8}{survived:10}{repeated:10}{time.monotonic() - began:9.0f}",
                flush=True,
            )
            rows.append(
                {
                    "command": command.name,
                    "kills": killed.total(),
                    **{f"at a {kind}": killed[kind] for kind in kinds},
                    "tried": trials,
                    "survived": survived,
                    "answers under way": repeated,
                }
            )
            write_table(TABLES / "kills", rows)
            for problem in problems:
                print(f"    {problem}", flush=True)
    print(f"{'all':14}{total.total():7}{total[kinds[0]]:8}{total[kinds[1]]:13}")
    return failed


if __name__ == "__main__":
    given = sys.argv[1:]
    kills_a_command = int(given[0]) if given else 70
    sys.exit(min(1, main(kills_a_command, int(given[1]) if given[1:] else 1, given[2:])))
