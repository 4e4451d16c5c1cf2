"""Commands killed at fixed random moments reach the same result and pay once."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.chaos import KILLS, TABLE
from tests.chaos.commands import COMMANDS, Starts
from tests.chaos.kills import can_trace
from tests.chaos.server import ChaosServer
from tests.chaos.trial import CALL, SYSTEM_CALL, TIME, Undisturbed, attempt

pytestmark = pytest.mark.slow

SEED = 11
AT_A_TIME = 6
"""Kills before a command may finish, in every second trial of the long run."""
SHORT = ("init", "dream", "fill", "undo", "rename", "check", "book add", "import", "studio", "mcp")


@pytest.fixture(scope="module")
def server() -> Iterator[ChaosServer]:
    with ChaosServer(gap=0.001) as running:
        yield running


@pytest.fixture(scope="module")
def starts(server: ChaosServer, tmp_path_factory: pytest.TempPathFactory) -> Starts:
    return Starts(tmp_path_factory.mktemp("starts"), server)


@pytest.mark.parametrize(
    "command",
    [each for each in COMMANDS if KILLS or each.name in SHORT],
    ids=lambda each: each.name,
)
def test_a_killed_command_comes_to_the_same(command, server, starts, tmp_path) -> None:
    """A power failure must not cost work or money. Kills work without strace. (JRN-9.1)"""
    whole = Undisturbed.of(command, starts, server, tmp_path, traced=bool(KILLS))
    kinds = (TIME, SYSTEM_CALL) if KILLS and can_trace() else (TIME, CALL)
    chance, trial, repeated = Random(f"{SEED} {KILLS} {command.name}"), 0, 0
    killed = Counter(dict.fromkeys(kinds, 0))
    while not trial or (killed.total() < KILLS and trial < 3 * KILLS):
        trial += 1
        kills = (AT_A_TIME if trial % 2 else 1) if KILLS else 2
        folder = tmp_path / f"killed-{trial}"
        rarest = tuple(sorted(kinds, key=killed.__getitem__))
        result = attempt(
            command, whole, starts, server, folder, chance=chance, kinds=rarest, kills=kills
        )
        killed.update(result.killed)
        repeated += result.repeated
        assert result.problems == (), f"trial {trial}"
    if TABLE:
        counts = " | ".join(map(str, (trial, *killed.values(), repeated)))
        with Path(TABLE).open("a", encoding="utf-8") as table:
            table.write(f"| `{command.name}` | {counts} |\n")
