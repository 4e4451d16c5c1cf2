"""Commands killed at fixed random moments reach the same result and pay once."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.chaos.commands import COMMANDS, Command, Starts
from tests.chaos.server import ChaosServer
from tests.chaos.trial import CALL, TIME, Undisturbed, attempt

pytestmark = pytest.mark.slow

SEED = 11
KILLS = 2
SHORT = ("init", "dream", "fill", "undo", "rename", "check", "book add")


@pytest.fixture(scope="module")
def server() -> Iterator[ChaosServer]:
    with ChaosServer(gap=0.001) as running:
        yield running


@pytest.fixture(scope="module")
def starts(server: ChaosServer, tmp_path_factory: pytest.TempPathFactory) -> Starts:
    return Starts(tmp_path_factory.mktemp("starts"), server)


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each.name in SHORT], ids=lambda each: each.name
)
def test_a_killed_command_comes_to_the_same(
    command: Command, server: ChaosServer, starts: Starts, tmp_path: Path
) -> None:
    """A power failure must not cost work or money. The kills work without strace, which many
    machines lack. (JRN-9.1)
    """
    whole = Undisturbed.of(command, starts, server, tmp_path, traced=False)
    result = attempt(
        command,
        whole,
        starts,
        server,
        tmp_path / "killed",
        chance=Random(f"{SEED} {command.name}"),
        kinds=(TIME, CALL),
        kills=KILLS,
    )
    assert result.problems == ()
