"""Compare the solver with a naive player on random structures, and count what they contain.

Run ``uv run python python/benchmarks/agreement.py 20000 [FOLDER]``. A third of the structures are
small graphs with any errors, whose choices move stats. A third are woven stories with every
feature, and a third are such stories damaged as an author's edit would damage them. Each structure
is given to the tests that compare the solver with the naive player. A disagreement is printed and
pickled into ``FOLDER``, and so is a structure that takes long. A comparison skips structures that
are too large to enumerate. Every second structure is judged from its families of flag sets alone.
"""

import pickle
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from traceback import format_exc
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import UnsatisfiedAssumption

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

from questfoundry.domain.checks.check import check  # noqa: E402
from questfoundry.domain.solver.search import Search  # noqa: E402
from questfoundry.domain.story.passage import Choice, Structure  # noqa: E402
from questfoundry.domain.story.stat import read_level  # noqa: E402
from questfoundry.domain.weaving.hubs import TURNS, measure_limit  # noqa: E402
from tests.domain.checks import test_features, test_stat_laws  # noqa: E402
from tests.domain.solver import test_agency, test_fewest_plays, test_stats  # noqa: E402
from tests.strategies.features import any_story  # noqa: E402
from tests.strategies.structures import Told  # noqa: E402

BATCH = 500
"""The number of structures that are drawn from one seed."""
MOST_PLAYS = 400
"""The most playthroughs of a structure for comparisons that list all of them."""

SLOW = 10
"""The seconds from which on a comparison is reported."""

Compare = Callable[..., object]


def on_structure(test: Compare, *more: object) -> Compare:
    """Return the comparison of a property test that takes a structure and ``more``."""
    inner = test.hypothesis.inner_test  # type: ignore[attr-defined]
    return lambda told: inner(told.structure, *more)


def on_few_plays(test: Compare, *more: object) -> Compare:
    """Return a comparison like ``on_structure``, for structures with few playthroughs."""
    compare = on_structure(test, *more)

    def skipping(told: Told) -> None:
        player = test_stats.walk(told.structure)
        if player.goes_round() or test_stats.count_walks(player) > MOST_PLAYS:
            raise UnsatisfiedAssumption
        compare(told)

    return skipping


COMPARISONS: dict[str, Compare] = {
    "laws of play": test_features.assert_judged_as_walked,
    "stats: conditions that divide": on_structure(
        test_stat_laws.test_readings_that_do_not_divide_are_those_that_walking_finds
    ),
    "stats: bands": on_structure(
        test_stat_laws.test_gaps_between_bands_are_those_that_walking_finds
    ),
    "stats: range": on_structure(
        test_stat_laws.test_moves_out_of_range_are_those_that_walking_finds
    ),
    "stats: dead moves": on_structure(
        test_stat_laws.test_a_move_that_nothing_reads_changes_nothing
    ),
    "stats: balance": on_structure(
        test_stat_laws.test_unbalanced_readings_are_those_of_random_players
    ),
    "flags and levels": on_structure(test_stats.test_flags_are_those_of_a_player_with_numbers),
    "shares and counts": on_structure(
        test_stats.test_shares_and_counts_are_those_of_a_player_with_numbers
    ),
    "values": on_structure(
        test_stats.test_values_of_random_players_are_those_of_a_player_with_numbers
    ),
    "covering playthroughs": on_few_plays(
        test_stats.test_covering_playthroughs_show_what_a_player_with_numbers_reads
    ),
    "fewest plays": on_few_plays(
        test_fewest_plays.test_the_plays_show_what_any_player_meets, 10_000
    ),
    "agency: decisions": on_few_plays(
        test_agency.test_decisions_shift_the_endings_as_all_playthroughs_say
    ),
    "agency: distances": on_few_plays(
        test_agency.test_distances_from_a_choice_to_its_text_are_exact
    ),
}


def list_features(structure: Structure) -> Iterator[str]:
    """Yield the features that ``structure`` contains; a feature may come twice."""
    read = {flag for each in structure.passages for flag in each.conditional_flags}
    for choice in structure.choices:
        asked = choice.requires | choice.forbids
        is_level = any(map(read_level, asked))
        yield from (["moves"] if choice.moves else [])
        yield from (["gates by flag"] if choice.requires and not is_level else [])
        yield from (["closed texts"] if choice.closed and asked else [])
        yield from (["marks"] if any(each.startswith("mark::") for each in choice.grants) else [])
        if choice.grants & structure.passage(choice.target).conditional_flags:
            yield "replies"
        if is_level:
            yield "attempts" if _is_attempt(structure, choice) else "gates by level"
    yield from (["third answers"] if "mark::third" in _granted(structure) else [])
    yield from (["conditional texts by level"] if any(map(read_level, read)) else [])
    yield from (["late texts"] if read & _granted(structure) else [])
    yield from (
        ["endings by level"] if any(e.id.endswith("--high") for e in structure.passages) else []
    )
    hubs = {each.hub for each in structure.passages if each.hub}
    yield from (["hubs"] if hubs else [])
    limits = {measure_limit(structure, each) for each in hubs}
    yield from (["limited hubs"] if any(limits) else [])
    yield from (["played scenes"] if TURNS in limits else [])


def _granted(structure: Structure) -> frozenset[str]:
    return frozenset[str]().union(*(each.grants for each in structure.choices))


def _is_attempt(structure: Structure, choice: Choice) -> bool:
    """Return whether another choice with the same label is open to the others."""
    return any(
        each.label == choice.label
        and (each.requires & choice.forbids or each.forbids & choice.requires)
        for each in structure.outgoing_choices(choice.source)
    )


class Comparison:
    """The counts of features, of comparisons and of disagreements."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.features, self.compared = Counter[str](), Counter[str]()
        self.seen, self.faults, self.reports = set[str](), 0, 0
        self.seconds = defaultdict[str, float](float)

    def take(self, told: Told) -> None:
        structure = told.structure
        if (key := str(structure)) in self.seen:
            return
        self.seen.add(key)
        self.features.update({*list_features(structure)})
        # Half of the structures are judged without a list of their states, as large ones are.
        listing = nullcontext() if len(self.seen) % 2 else patch.object(Search, "space", None)
        for name, compare in COMPARISONS.items():
            began = time.process_time()
            try:
                with listing:
                    compare(told)
                self.compared[name] += 1
            except UnsatisfiedAssumption:
                pass
            except Exception:  # noqa: BLE001  every disagreement is kept
                self.report(f"DISAGREEMENT in {name}:\n{format_exc(limit=-3)}", told)
                self.faults += 1
            if (seconds := time.process_time() - began) > SLOW:
                self.report(f"{seconds:.0f} s in {name}", told)
            self.seconds[name] += seconds

    def report(self, problem: str, told: Told) -> None:
        self.reports += 1
        print(f"{self.reports}: {problem}", flush=True)
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{self.reports}.pickle").write_bytes(pickle.dumps(told))


def main(count: int, folder: Path | None = None) -> None:
    comparison, began, batch = Comparison(folder), time.process_time(), 0
    drawing = settings(
        max_examples=min(BATCH, count),
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )(given(any_story())(comparison.take))
    while (total := len(comparison.seen)) < count:
        # Five of the tests ask for the same findings.
        with patch.object(test_stat_laws, "check", lru_cache(maxsize=2)(check)):
            seed(batch := batch + 1)(drawing)()
        print(f"{total} structures, {time.process_time() - began:.0f} s", flush=True)
    print(f"{total} different structures, {comparison.faults} disagreements")
    for name, seconds in comparison.seconds.items():
        print(f"{'seconds':9} {name:32} {seconds:6.0f}")
    for title, counts in (("contain", comparison.features), ("compared", comparison.compared)):
        for name, number in counts.most_common():
            print(f"{title:9} {name:32} {number:6} {number / total:6.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(Path, sys.argv[2:]))
