"""After one or three faults of a server, a command succeeds or continues later."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.chaos.commands import COMMANDS, Starts
from tests.chaos.enduring import endure
from tests.chaos.faults import FAULTS
from tests.chaos.kills import Ended
from tests.chaos.server import WIRES, ChaosServer, Wire
from tests.chaos.trial import Undisturbed
from tests.support.qf import qf

pytestmark = pytest.mark.slow


class World(NamedTuple):
    """The objects that the tests of one format share."""

    server: ChaosServer
    starts: Starts
    whole: Undisturbed


DREAM = next(each for each in COMMANDS if each.name == "dream")
CASES = [(fault, WIRES[number % 3], 1 + number % 3) for number, fault in enumerate(FAULTS)]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, World]]:
    """Return a server, the start projects and the undisturbed result for each format."""
    with ExitStack() as stack:
        made = {}
        for wire in WIRES:
            root = tmp_path_factory.mktemp(wire.name)
            server = stack.enter_context(ChaosServer(wire=wire))
            (root / "starts").mkdir()
            starts = Starts(root / "starts", server)
            whole = Undisturbed.of(DREAM, starts, server, root, counted=False, traced=False)
            made[wire.name] = World(server, starts, whole)
        yield made


def in_process(arguments: tuple[str, ...], folder: Path, env: Mapping[str, str]) -> Ended:
    """Run a command in this process, which is faster than a new process."""
    said = qf(*arguments, "-p", str(folder), env=env)
    return Ended(code=said.code, said=said.out + said.err, seconds=0.0)


@pytest.mark.parametrize(("fault", "wire", "at"), CASES, ids=[f"{c[0]}-{c[1].name}" for c in CASES])
def test_a_fault_is_endured(
    fault: str, wire: Wire, at: int, worlds: dict[str, World], tmp_path: Path
) -> None:
    """Servers fail in many ways, and a fault must never lose or repeat a paid answer. The long run
    tests all phases.
    """
    world = worlds[wire.name]
    folder = tmp_path / "faulty"
    problems = endure(DREAM, world.whole, world.starts, world.server, folder, fault=fault, at=at)
    assert problems == ()
