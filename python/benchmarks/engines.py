"""Play random small stories in each engine that we export to, and compare with the solver.

Run ``uv run python python/benchmarks/engines.py 200 [FOLDER [ENGINE ...]]``; it needs ``npm ci`` in
python/tests/ecosystem. The stories have stats, attempts, gated and closed choices, clues, chapters,
minor choices, hubs, third answers, and conditional texts by flag and by level. inkjs, YarnBound and
the HTML page play every playthrough. In the programs of Twine's four formats, a player visits every
state. Everywhere the open choices, the closed ones, the texts and the next states are those that
the domain says. A difference is printed, and its story is pickled into ``FOLDER``.
"""

import pickle
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exc

from hypothesis import HealthCheck, Phase, given, seed, settings
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

from questfoundry.domain.story.report import Edition  # noqa: E402
from questfoundry.infra.export.twine import TwineExporter  # noqa: E402
from questfoundry.infra.export.twine_formats import (  # noqa: E402
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from tests.ecosystem import test_ink, test_yarn  # noqa: E402
from tests.strategies.engine_editions import engine_editions  # noqa: E402
from tests.support.browser import browser  # noqa: E402
from tests.support.engine_states import assert_states_agree  # noqa: E402
from tests.support.player import begun, playthroughs_on  # noqa: E402
from tests.support.seen import playthroughs_seen  # noqa: E402
from tests.support.twine_programs import played, published  # noqa: E402

MOST_STATES = 2_000
"""The most states of a story that a program of Twine visits."""

BATCH, DRAWN = 10, 100
"""The number of stories that an engine gets together, because starting node takes long, and the
number of stories that are drawn from one seed."""

Play = Callable[[Sequence[Edition]], int]
"""Plays stories, and returns the number of compared playthroughs or states."""


def play_in_node(
    assert_played: Callable[[Sequence[Edition]], None], some: Sequence[Edition]
) -> int:
    assert_played(some)
    return sum(len(playthroughs_seen(each)) for each in some)


def play_on_page(chromium: Browser, some: Sequence[Edition]) -> int:
    compared = 0
    for edition in some:
        expected = playthroughs_seen(edition)
        with begun(chromium, edition) as page:
            assert playthroughs_on(page) == expected
        compared += len(expected)
    return compared


def play_in_twine(chromium: Browser, exporter: TwineExporter, some: Sequence[Edition]) -> int:
    compared = 0
    for edition in some:
        html = published(exporter.export(edition)[0].content.decode(), exporter.program)
        with TemporaryDirectory() as folder:
            visited = played(chromium, Path(folder), html, most=MOST_STATES)
        compared += assert_states_agree(edition, visited)
    return compared


def list_engines(chromium: Browser) -> Mapping[str, Play]:
    exporters = (TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter())
    return {
        "inkjs": partial(play_in_node, test_ink.assert_played),
        "YarnBound": partial(play_in_node, test_yarn.assert_played),
        "HTML page": partial(play_on_page, chromium),
        **{each.program: partial(play_in_twine, chromium, each) for each in exporters},
    }


class Comparison:
    """The stories that each engine played, and the differences."""

    def __init__(self, engines: Mapping[str, Play], folder: Path | None) -> None:
        self.engines, self.folder = engines, folder
        self.stories = dict.fromkeys(engines, 0)
        self.compared = dict.fromkeys(engines, 0)
        self.seconds = dict.fromkeys(engines, 0.0)
        self.faults = 0
        self.seen, self.waiting = set[str](), list[Edition]()

    def take(self, edition: Edition) -> None:
        if (key := str(edition)) not in self.seen:
            self.seen.add(key)
            self.waiting.append(edition)
        if len(self.waiting) == BATCH:
            self.play_waiting()

    def play_waiting(self) -> None:
        for name in self.engines if self.waiting else ():
            began = time.monotonic()
            self.play(name, self.waiting)
            self.seconds[name] += time.monotonic() - began
        self.waiting = []
        self.print_table()

    def play(self, name: str, some: Sequence[Edition]) -> None:
        try:
            self.compared[name] += self.engines[name](some)
            self.stories[name] += len(some)
        except Exception:  # noqa: BLE001  every difference is kept
            if len(some) == 1:
                self.report(name, some[0])
            for each in some if len(some) > 1 else ():
                self.play(name, [each])

    def report(self, name: str, edition: Edition) -> None:
        self.faults += 1
        print(
            f"{self.faults}: DIFFERENCE in {name}:\n{format_exc(limit=-2, chain=False)[-3000:]}",
            flush=True,
        )
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{self.faults}.pickle").write_bytes(pickle.dumps(edition))

    def print_table(self) -> None:
        print(f"{len(self.seen)} different stories, {self.faults} differences")
        for name, number in self.stories.items():
            print(
                f"{name:20} {number:5} stories alike, {self.compared[name]:7,} playthroughs or "
                f"states, {self.seconds[name]:6.0f} s",
                flush=True,
            )


def main(count: int, folder: Path | None = None, *names: str) -> None:
    with browser() as chromium:
        engines = list_engines(chromium)
        comparison = Comparison({n: engines[n] for n in names or engines}, folder)
        batch = 0
        while len(comparison.seen) < count:
            drawing = settings(
                max_examples=min(DRAWN, count - len(comparison.seen)),
                phases=[Phase.generate],
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            )(given(engine_editions())(comparison.take))
            seed(batch := batch + 1)(drawing)()
        comparison.play_waiting()


if __name__ == "__main__":
    count, *more = sys.argv[1:]
    main(int(count), Path(more[0]) if more else None, *more[1:])
