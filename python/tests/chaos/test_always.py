"""A fault in every answer of a stage ends soon, costs little, and leaves no mark in the story."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from tests.chaos import KILLS, TABLE
from tests.chaos.always import PLACES, SETUPS, STAGES, StageEnd, judge, make_starts
from tests.chaos.answer_faults import FRAMES, NULLS, OTHERS, THOUGHTS
from tests.chaos.server import ChaosServer, Fault
from tests.chaos.stream_faults import CALLS, PARTS, STREAMS
from tests.chaos.wire_faults import ENDINGS, FAILURES, MANNERS

pytestmark = pytest.mark.slow

HARMLESS: Mapping[str, Fault] = {**THOUGHTS, **NULLS, **FRAMES, **CALLS, **PARTS, **MANNERS}
"""Faults after which the right answer is found."""
FAULTS: Mapping[str, Fault] = {**HARMLESS, **ENDINGS, **STREAMS, **FAILURES, **OTHERS}
_SETUPS = {each.name: each for each in SETUPS}
_LONG = [*product(FAULTS, _SETUPS, STAGES)]
_SHORT = [
    (fault, [*_SETUPS][at % len(_SETUPS)], STAGES[at % len(STAGES)])
    for at, fault in enumerate(FAULTS)
]


class World(NamedTuple):
    """The server of a setup, the projects before each stage, and the ends without faults."""

    server: ChaosServer
    starts: Path
    whole: dict[str, StageEnd]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, World]]:
    """Return the world of each setup, by name."""
    with ExitStack() as stack:
        made = {}
        for name, setup in _SETUPS.items():
            server = stack.enter_context(ChaosServer(wire=setup.wire))
            starts = tmp_path_factory.mktemp("starts")
            whole = asyncio.run(make_starts(setup, server, starts))
            made[name] = World(server, starts, whole)
        yield made


@pytest.fixture(scope="module")
def table() -> Iterator[dict[str, list[int]]]:
    """Return the row of each fault: stages tried, right, and the most paid calls more."""
    rows: dict[str, list[int]] = {}
    yield rows
    if TABLE:
        with Path(TABLE).open("a", encoding="utf-8") as file:
            file.writelines(
                f"| {name} | {' | '.join(map(str, row))} |\n" for name, row in rows.items()
            )


@pytest.mark.parametrize(("fault", "setup", "stage"), _LONG if KILLS else _SHORT)
async def test_a_fault_in_every_answer_ends_soon(
    fault, setup, stage, worlds, table, tmp_path
) -> None:
    """A fault costs two paid calls more at most. Otherwise the error says what to change."""
    server, starts, whole = worlds[setup]
    row = table.setdefault(fault, [0, 0, 0])
    for place in PLACES:
        folder = copytree(starts / stage, tmp_path / place)
        verdict = await judge(stage, FAULTS[fault], place, whole[stage], server, folder)
        row[:] = row[0] + 1, row[1] + verdict.right, max(row[2], verdict.extra)
        assert verdict.problems == (), place
        assert verdict.right or fault not in HARMLESS, verdict.error
