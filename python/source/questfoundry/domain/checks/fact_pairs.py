"""Pair the facts of a story's text that a reader may find contradictory, with a playthrough each.

Facts are compared only within one slot (a subject and an attribute). The number of comparisons is
quadratic in the paragraphs of a slot, which are few. A walk over the graph without conditions drops
most of them, and the solver proves the rest, one search for each pair. Random playthroughs measure
how many contradictions readers meet.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import product
from random import Random

from attrs import evolve, frozen

from questfoundry.domain.checks.reading_monitor import (
    ParagraphEvent,
    ReadingMonitor,
    Visit,
    find_reader,
    is_met,
    list_visits,
)
from questfoundry.domain.solver import Solver
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.text_fact import GONE, FactMode, TextFact
from questfoundry.domain.text.names.word_classes import NUMBERS

MAX_CHANGES = 4
"""The highest number of changes between two facts that a judge is shown."""


_DECISIVE = NUMBERS | {"no", "not", "never", "without", "none", "half", "nearly", "or", "only"}
"""The words that make a value another one if only one of two values has them."""


class PairKind(StrEnum):
    """The reason to judge two facts.

    ``CLASH``: a reader meets the first fact, then the second, and their values differ.
    ``WITHOUT``: a reader meets the second fact without the first, which brings it about.
    """

    CLASH = "clash"
    WITHOUT = "without"


@frozen(kw_only=True)
class FactPair:
    """Two facts to judge, and the shortest playthrough of a reader who may find them contradictory.

    ``monitor``: the question about readers that ``route``, a sequence of choice ids, answers.
    ``changes``: the latest changes of the subject on the route, between the two facts.
    """

    kind: PairKind
    first: TextFact
    second: TextFact
    monitor: ReadingMonitor
    route: tuple[str, ...]
    changes: tuple[TextFact, ...] = ()

    @property
    def places(self) -> tuple[tuple[str, int], tuple[str, int]]:
        """The places of the two segments."""
        return self.first.place, self.second.place

    @property
    def is_of_one_slot(self) -> bool:
        """Return whether both facts answer the same question, in the same words."""
        return self.first.slot == self.second.slot


def find_fact_pairs(
    search: Search,
    facts: Sequence[TextFact],
    suspects: Iterable[tuple[TextFact, TextFact]] = (),
    keep: Callable[[FactPair], bool] = lambda _: True,
) -> Iterator[FactPair]:
    """Yield the pairs of ``facts`` that some reader meets, in the order of the second facts.

    ``facts`` are in the order of the story. Of pairs with equal values, only one is yielded.
    ``suspects`` are further pairs, whose slots may differ. Pairs that ``keep`` rejects are left out
    before the search.
    """
    by_slot: dict[tuple[str, str], list[TextFact]] = defaultdict(list)
    for each in facts:
        by_slot[each.slot].append(each)
    pairing = _Pairing(search, facts, keep)
    order = {fact: place for place, fact in enumerate(facts)}
    found = [pair for slot in by_slot.values() for pair in pairing.pair_slot(slot)]
    found += [pair for each in suspects for pair in pairing.pair_suspects(*each)]
    unique: dict[tuple[TextFact, TextFact], FactPair] = {}
    for pair in found:
        unique.setdefault((pair.first, pair.second), pair)
    yield from sorted(unique.values(), key=lambda each: order[each.second])


@frozen(slots=False)
class _Pairing:
    _search: Search
    _facts: Sequence[TextFact]
    _keep: Callable[[FactPair], bool]

    def pair_slot(self, slot: Sequence[TextFact]) -> Iterator[FactPair]:
        """Yield, for each two values, the first pair of facts that a reader meets."""
        seen = set[object]()
        for each in self._list_candidates(slot):
            values = frozenset((each.first.comparable_value, each.second.comparable_value))
            key = each.kind, values, each.second.place
            if key not in seen and self._keep(each) and (pair := self._prove(each)):
                seen.add(key)
                yield pair

    def pair_suspects(self, one: TextFact, other: TextFact) -> Iterator[FactPair]:
        """Yield the first two facts that state the same as the given ones and that a reader meets.

        Either of the two may come first.
        """
        ones, others = (self._by_statement[each.statement] for each in (one, other))
        for first, second in (*product(ones, others), *product(others, ones)):
            pair = _build_pair(PairKind.CLASH, first, second, [(first, True)])
            if self._keep(pair) and (proven := self._prove(pair)):
                yield proven
                return

    def _list_candidates(self, slot: Sequence[TextFact]) -> Iterator[FactPair]:
        yield from self._list_lasting(slot)
        for second in slot:
            yield from self._list_states(slot, second)
            if second.mode in {FactMode.NOW, FactMode.KNOWS}:
                yield from self._list_unfounded(slot, second)

    def _list_lasting(self, slot: Sequence[TextFact]) -> Iterator[FactPair]:
        """Yield pairs with different values that clash in any order: one fact is lasting."""
        stated = [each for each in slot if each.mode not in {FactMode.LEARNS, FactMode.KNOWS}]
        for first in stated:
            for second in stated:
                is_lasting = FactMode.ALWAYS in {first.mode, second.mode}
                if is_lasting and _differ(first, second):
                    yield _build_pair(PairKind.CLASH, first, second, [(first, True)])

    def _list_states(self, slot: Sequence[TextFact], second: TextFact) -> Iterator[FactPair]:
        """Yield pairs of a state and a different, later state that ``second`` states.

        Another statement of the slot between the two ends the earlier state. A change explains the
        new state, unless the subject is gone.
        """
        states = [each for each in slot if each.mode in {FactMode.NOW, FactMode.CHANGES}]
        for first in reversed(states if second in states else []):
            is_explained = second.is_change and first.comparable_value != GONE
            if _differ(first, second) and not is_explained and first.place != second.place:
                events = [(each, each is first) for each in states if each is not second]
                yield _build_pair(PairKind.CLASH, first, second, events)

    def _list_unfounded(self, slot: Sequence[TextFact], second: TextFact) -> Iterator[FactPair]:
        """Yield a pair of ``second`` and the change that brings its value about, if any.

        Any earlier statement of the value counts as a change. A change that can only come after a
        state does not bring it about.
        """
        same = [each for each in slot if not _differ(each, second) and each is not second]
        origins = [each for each in same if each.is_change]
        if second.mode is FactMode.NOW:
            origins = [each for each in origins if not self._is_later(each, second)]
        if origins:
            events = [(each, True) for each in same]
            yield _build_pair(PairKind.WITHOUT, origins[0], second, events)

    def _prove(self, pair: FactPair) -> FactPair | None:
        if pair.kind is PairKind.CLASH and not self._can_follow(pair.first, pair.second):
            return None
        route = find_reader(self._search, pair.monitor)
        if not isinstance(route, tuple):
            return None
        return evolve(pair, route=route, changes=self._list_changes(pair, route))

    def _list_changes(self, pair: FactPair, route: Sequence[str]) -> tuple[TextFact, ...]:
        """Return the latest changes of the subject on ``route`` after the first fact."""
        subject, found = pair.first.subject, list[TextFact]()
        for passage, flags in list_visits(self._search.graph.structure, route):
            for each in self._by_passage.get(passage, ()):
                if each == pair.first:
                    found = []
                elif each == pair.second:
                    break
                elif each.subject == subject and self._is_relevant(each, pair, flags):
                    found.append(each)
        return tuple({each.statement: each for each in found}.values())[-MAX_CHANGES:]

    def _is_relevant(self, change: TextFact, pair: FactPair, flags: frozenset[str]) -> bool:
        """Return whether a reader with ``flags`` reads a change of the same kind as the pair."""
        is_knowledge = pair.second.mode is FactMode.KNOWS
        wanted = FactMode.LEARNS if is_knowledge else FactMode.CHANGES
        return change.mode is wanted and change.is_read_with(flags)

    @cached_property
    def _by_statement(self) -> Mapping[object, Sequence[TextFact]]:
        found: dict[object, list[TextFact]] = defaultdict(list)
        for each in self._facts:
            found[each.statement].append(each)
        return found

    @cached_property
    def _by_passage(self) -> Mapping[str, Sequence[TextFact]]:
        found: dict[str, list[TextFact]] = defaultdict(list)
        for each in self._facts:
            found[each.passage].append(each)
        return found

    def _can_follow(self, first: TextFact, second: TextFact) -> bool:
        """Return whether a reader could meet ``first``, then ``second``, if all choices opened."""
        if first.passage == second.passage and first.number <= second.number:
            return True
        return second.passage in self._later_passages(first.passage)

    def _is_later(self, first: TextFact, second: TextFact) -> bool:
        """Return whether a reader can meet ``first`` only after ``second``."""
        return self._can_follow(second, first) and not self._can_follow(first, second)

    def _later_passages(self, passage: str) -> frozenset[str]:
        if passage not in self._later:
            structure, found, waiting = self._search.graph.structure, set[str](), [passage]
            while waiting:
                for choice in structure.selectable_choices(waiting.pop()):
                    if choice.target not in found:
                        found.add(choice.target)
                        waiting.append(choice.target)
            self._later[passage] = frozenset(found)
        return self._later[passage]

    @cached_property
    def _later(self) -> dict[str, frozenset[str]]:
        return {}


def _differ(first: TextFact, second: TextFact) -> bool:
    """Return whether the values differ, and neither only adds words to the other.

    A word such as "not" or "two" that only one of the values has makes them different.
    """
    one, other = ({*each.comparable_value.split()} for each in (first, second))
    return not (one <= other or other <= one) or bool((one ^ other) & _DECISIVE)


def _build_pair(
    kind: PairKind, first: TextFact, second: TextFact, events: Iterable[tuple[TextFact, bool]]
) -> FactPair:
    """Return a pair without a route; each of ``events`` sets or clears the bit, in story order.

    Each reader of a segment meets both facts of a pair in it, without any event before.
    """
    found: dict[str, list[ParagraphEvent]] = defaultdict(list)
    for each, sets in events:
        found[each.passage].append(ParagraphEvent(each.number, each.flag, sets))
    monitor = ReadingMonitor(
        events=found,
        passage=second.passage,
        number=second.number,
        flag=second.flag,
        wanted=kind is PairKind.CLASH and first.place != second.place,
    )
    return FactPair(kind=kind, first=first, second=second, monitor=monitor, route=())


_WALKS, _MAX_CHOICES = 400, 2_000
"""The number of random playthroughs, and the choices after which one is cut off."""

_WORDS = 10_000


def measure_contradiction_rate(story: Story, contradictions: Sequence[FactPair]) -> float:
    """Return the contradictions that random readers meet in each 10,000 words that they read.

    The same 400 playthroughs are used for equal structures. The result is 0 without prose.
    """
    structure = story.existing_structure
    solver = Solver(structure)
    random = Random(0)  # noqa: S311
    met = words = 0
    for _ in range(_WALKS if contradictions else 0):
        walk = solver.walk_at_random(random, max_choices=_MAX_CHOICES)
        visits = list_visits(structure, [structure.choices[each].id for each in walk.choices])
        met += sum(is_met(each.monitor, visits) for each in contradictions)
        words += sum(_count_words(story, each) for each in visits)
    return _WORDS * met / words if words else 0.0


def _count_words(story: Story, visit: Visit) -> int:
    passage, flags = visit
    read = (each for each in story.paragraphs(passage) if each.is_visible_with(flags))
    return sum(each.word_count for each in read)
