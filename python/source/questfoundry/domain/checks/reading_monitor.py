"""Find a reader who meets a paragraph after, or without, certain other paragraphs.

A monitor has one bit of state, like :class:`TemporalMonitor`, but it follows paragraphs: each event
is a paragraph that sets or clears the bit, for the players who read it. The search runs the monitor
as one more flag of the graph. A passage with conditional events gets one copy of each outgoing
choice for each event that can be the last one read: the copy requires the event's flag, forbids the
flags of the later events, and sets or clears the bit. So a passage with ``k`` events makes at most
``k + 1`` copies of its choices.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from attrs import evolve, frozen

from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.passage import Structure

Visit = tuple[str, frozenset[str]]
"""The id of a passage that a reader visits, and the flags that the reader holds on arrival."""


@frozen
class ParagraphEvent:
    """A paragraph that sets or clears the bit of a monitor, for players who hold its ``flag``.

    ``number``: the index of the paragraph in its passage; ``flag`` is empty for all players.
    """

    number: int
    flag: str
    sets: bool


@frozen(kw_only=True)
class ReadingMonitor:
    """The question whether a reader meets a paragraph while the monitor's bit has a certain value.

    ``events``: the events of each passage, by its id, in the order of the paragraphs.
    ``passage``, ``number``, ``flag``: the paragraph to meet.
    ``wanted``: the value of the bit right before that paragraph. At the start, the bit is false.
    """

    events: Mapping[str, Sequence[ParagraphEvent]]
    passage: str
    number: int
    flag: str
    wanted: bool

    @property
    def events_before(self) -> Sequence[ParagraphEvent]:
        """The events of the passage that come before the paragraph to meet."""
        return [each for each in self.events.get(self.passage, ()) if each.number < self.number]


@frozen
class _Case:
    """The players who hold all flags of ``requires`` and none of ``forbids``.

    ``bit``: the bit after the events that these players read; ``None`` if they read none.
    """

    requires: int
    forbids: int
    bit: bool | None


def find_reader(search: Search, monitor: ReadingMonitor) -> SearchResult:
    """Return the choice ids of a playthrough that meets the paragraph as ``monitor`` asks.

    The playthrough ends in the passage of the paragraph, and is a shortest one if the search is
    exact. The result is ``None`` if there is no such reader, and ``SearchEnd.GAVE_UP`` if the
    search took too many steps.
    """
    graph, bits = search.graph, search.graph.bits
    masks = {
        passage: _split_cases(events, bits) for passage, events in monitor.events.items() if events
    }
    own, extra = bits.get(monitor.flag, 0), graph.extra_flag
    cases_before = _split_cases(monitor.events_before, bits)
    place = [each.id for each in graph.structure.passages].index(monitor.passage)
    met = {each.bit for each in cases_before} & {None, monitor.wanted}
    if (monitor.flag and not own) or not met:
        return None
    if monitor.wanted not in met and not _can_arrive(graph, masks, place, monitor.wanted):
        return None
    goals = [
        (
            each.requires | own | (extra if monitor.wanted and each.bit is None else 0),
            each.forbids | (extra if not monitor.wanted and each.bit is None else 0),
        )
        for each in cases_before
        if each.bit in (None, monitor.wanted)
    ]

    def select(zdd: Zdd, _passage: int, family: int) -> int:
        found = EMPTY
        for requires, forbids in goals:
            if not requires & forbids:
                found = zdd.union(found, zdd.restrict(family, requires, forbids))
        return found

    extended = _extend_graph(graph, masks, own)
    reads = reduce(or_, (each | other for each, other in goals), extra)
    return search.find_route(Question(passages=(place,), reads=reads, select=select), extended)


def _can_arrive(
    graph: Graph, cases: Mapping[str, Sequence[_Case]], goal: int, wanted: bool
) -> bool:
    """Return whether a reader could arrive at ``goal`` with the bit, if all choices were open.

    This walk takes time linear in the choices, and spares most searches.
    """
    ids = [each.id for each in graph.structure.passages]
    waiting = [(graph.start, False)]
    seen = set(waiting)
    for place, bit in waiting:
        if (place, bit) == (goal, wanted):
            return True
        found = {each.bit for each in cases.get(ids[place], ())} or {None}
        after = {bit if each is None else each for each in found}
        for state in [(edge.target, each) for edge in graph.edges[place] for each in after]:
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return False


def _split_cases(events: Sequence[ParagraphEvent], bits: Mapping[str, int]) -> list[_Case]:
    """Return one case for each event that can be the last one read, and one for no event."""
    cases, later = list[_Case](), 0
    for each in reversed(events):
        flag = bits.get(each.flag, 0)
        if each.flag and not flag:
            continue
        if not flag & later:
            cases.append(_Case(flag, later, each.sets))
        if not flag:
            return cases
        later |= flag
    return [*cases, _Case(0, later, None)]


def _extend_graph(graph: Graph, cases: Mapping[str, Sequence[_Case]], own: int) -> Graph:
    """Return ``graph`` with the monitor's bit as a flag, and with all flags that it needs live.

    ``own``: the mask of the flag of the paragraph to meet.
    """
    extra = graph.extra_flag
    ids = [each.id for each in graph.structure.passages]
    read = reduce(or_, (e.requires | e.forbids for found in cases.values() for e in found), own)
    live = tuple(
        each | text & read for each, text in zip(graph.live, graph.live_with_text, strict=True)
    )
    edges = [
        [copy for edge in found for copy in _copy_edge(edge, cases.get(ids[place], ()), extra)]
        for place, found in enumerate(graph.edges)
    ]
    return evolve(graph, live=live).add_extra_flag(edges)


def _copy_edge(edge: Edge, cases: Sequence[_Case], extra: int) -> Iterator[Edge]:
    if not cases:
        yield edge
    for each in cases:
        requires, forbids = edge.requires | each.requires, edge.forbids | each.forbids
        if requires & forbids:
            continue
        yield edge._replace(
            requires=requires,
            forbids=forbids,
            grants=edge.grants | (extra if each.bit else 0),
            clears=edge.clears | (extra if each.bit is False else 0),
        )


def is_met(monitor: ReadingMonitor, visits: Iterable[Visit]) -> bool:
    """Return whether a reader who makes ``visits`` meets the paragraph as ``monitor`` asks."""
    bit = False
    for passage, flags in visits:
        read = [e for e in monitor.events.get(passage, ()) if not e.flag or e.flag in flags]
        if passage == monitor.passage and (not monitor.flag or monitor.flag in flags):
            before = [each.sets for each in read if each.number < monitor.number]
            if (before[-1] if before else bit) is monitor.wanted:
                return True
        bit = read[-1].sets if read else bit
    return False


def list_visits(structure: Structure, choices: Iterable[str]) -> Sequence[Visit]:
    """Return the passages of a playthrough, each with the flags of the player on arrival."""
    visits = [(structure.start, frozenset[str]())]
    for choice in map(structure.choice, choices):
        visits.append((choice.target, choice.apply(visits[-1][1])))
    return visits
