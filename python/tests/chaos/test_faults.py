"""After one or three faults of a server, a command succeeds or continues later."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.chaos import KILLS
from tests.chaos.commands import COMMANDS, Command, Starts, counted_in, made_in
from tests.chaos.faults import BILLED, FAULTS
from tests.chaos.kills import run
from tests.chaos.server import WIRES, ChaosServer
from tests.chaos.trial import Undisturbed

TRIES = 3

_OTHER_CONTENT = {"half_a_surrogate"}
"""Faults after which the answer is different but valid."""

_OTHER_PROSE = {"talks", "doubled", "cut_off", "fenced", "deep_brackets"}
"""Faults that change prose: any words can be a passage, and a passage requested alone reads
differently than in an answer with others.
"""

_WRITING = {"fill", "rewrite"}


def endure(
    command: Command,
    whole: Undisturbed,
    starts: Starts,
    server: ChaosServer,
    folder: Path,
    *,
    fault: str,
    at: int,
) -> tuple[str, ...]:
    """Make the fault at call ``at``, and return the problems."""
    starts.copy(command.start, folder)
    server.reset()
    made = FAULTS[fault]
    server.faults = {at: made}
    problems: list[str] = []
    for _ in range(1 + TRIES):
        ended = run(command.arguments, folder, server.env)
        if "Traceback" in ended.said or "a bug" in ended.said:
            problems.append(f"it said: {ended.said[-400:]}")
        server.faults = {}
        if ended.code == 0:
            break
    if ended.code != 0:
        problems.append(f"it never came to an end: {ended.code}, {ended.said[-300:]}")
    other = fault in _OTHER_CONTENT or (fault in _OTHER_PROSE and command.name in _WRITING)
    if not other and command.name != "book chat":
        found = made_in(folder)
        files = [each for each in whole.made if each.startswith(("artifacts/", "exports/"))]
        others = [each for each in files if found.get(each) != whole.made[each]]
        problems += [f"{name} is another" for name in others]
    spent = counted_in(folder) - counted_in(starts.of(command.start))
    if made in BILLED and server.billed != spent:
        problems.append(f"the server counted {server.billed} tokens, the ledger {spent}")
    again = sum(server.sent.values()) - len(server.sent)
    if again:
        problems.append(f"{again} answered calls were made again")
    problems += server.problems
    server.problems.clear()
    return tuple(dict.fromkeys(problems))


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
