"""After one or three faults of a server, a command succeeds or continues later."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from tests.chaos import KILLS
from tests.chaos.commands import COMMANDS, Starts
from tests.chaos.enduring import endure
from tests.chaos.faults import FAULTS
from tests.chaos.server import WIRES, ChaosServer
from tests.chaos.trial import Undisturbed

pytestmark = pytest.mark.slow


class World(NamedTuple):
    """The objects that the tests of one format share."""

    server: ChaosServer
    starts: Starts
    whole: dict[str, Undisturbed]


PLACES = {"dream": (1, 2, 3), "fill": (3, 4, 5), "rewrite": (1,)} if KILLS else {"dream": ()}
"""The numbers of the calls that get a fault in the long run, by command."""
USED = {each.name: each for each in COMMANDS if each.name in PLACES}
CASES = [
    *(("dream", fault, WIRES[at % 3], 1 + at % 3) for at, fault in enumerate(FAULTS)),
    *(
        (name, fault, wire, at)
        for name, places in PLACES.items()
        for fault in FAULTS
        for wire in WIRES
        for at in places
    ),
]


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
            whole = {}
            for name, command in USED.items():
                (root / name).mkdir()
                whole[name] = Undisturbed.of(
                    command, starts, server, root / name, counted=False, traced=False
                )
            made[wire.name] = World(server, starts, whole)
        yield made


@pytest.mark.parametrize(
    ("name", "fault", "wire", "at"), CASES, ids=lambda each: getattr(each, "name", each)
)
def test_a_fault_is_endured(name, fault, wire, at, worlds, tmp_path) -> None:
    """A fault must never lose or repeat a paid answer. The long run tests all phases."""
    server, starts, whole = worlds[wire.name]
    folder = tmp_path / "faulty"
    assert endure(USED[name], whole[name], starts, server, folder, fault=fault, at=at) == ()
