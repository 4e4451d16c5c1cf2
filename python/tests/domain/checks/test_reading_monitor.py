"""The search for a reader of two paragraphs finds what a player finds who tries every choice."""

from collections import deque

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.reading_monitor import (
    ParagraphEvent,
    ReadingMonitor,
    find_reader,
    is_met,
    list_visits,
)
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.passage import Structure
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples

TEXT_FLAG = "flag::only-text"
ALL = (*FLAGS, TEXT_FLAG, "")


@st.composite
def watched(draw: st.DrawFn) -> tuple[Structure, ReadingMonitor]:
    """Draw a structure in which some texts need a flag, and a monitor of some paragraphs."""
    found = draw(structures())
    ids = [each.id for each in found.passages]
    events = {
        passage: [
            ParagraphEvent(number, draw(st.sampled_from(ALL)), draw(st.booleans()))
            for number in range(draw(st.integers(0, 3)))
        ]
        for passage in draw(st.sets(st.sampled_from(ids)))
    }
    monitor = ReadingMonitor(
        events=events,
        passage=draw(st.sampled_from(ids)),
        number=draw(st.integers(0, 3)),
        flag=draw(st.sampled_from(ALL)),
        wanted=draw(st.booleans()),
    )
    grants = [
        evolve(each, grants=each.grants | {TEXT_FLAG}) if draw(st.booleans()) else each
        for each in found.choices
    ]
    passages = [evolve(each, conditional_flags={*FLAGS, TEXT_FLAG}) for each in found.passages]
    return evolve(found, passages=tuple(passages), choices=tuple(grants)), monitor


def shortest(structure: Structure, monitor: ReadingMonitor) -> int | None:
    """Return the length of a shortest playthrough that meets the paragraph, by trying all."""
    start = (structure.start, frozenset[str](), False)
    waiting, seen = deque([((), start)]), {start}
    while waiting:
        route, (place, flags, bit) = waiting.popleft()
        if _is_met_here(monitor, place, flags, bit=bit):
            return len(route)
        for each in monitor.events.get(place, ()):
            bit = each.sets if not each.flag or each.flag in flags else bit
        for choice in structure.selectable_choices(place):
            after = (choice.target, choice.apply(flags), bit)
            if choice.is_open(flags) and after not in seen:
                seen.add(after)
                waiting.append(((*route, choice.id), after))
    return None


def _is_met_here(monitor: ReadingMonitor, place: str, flags: frozenset[str], *, bit: bool) -> bool:
    for each in monitor.events.get(place, ()):
        if each.number < monitor.number and (not each.flag or each.flag in flags):
            bit = each.sets if place == monitor.passage else bit
    reads = not monitor.flag or monitor.flag in flags
    return place == monitor.passage and reads and bit is monitor.wanted


@examples(400)
@given(watched())
def test_a_reader_is_found_exactly_where_there_is_one(case):
    """A missed reader hides a contradiction; an invented one accuses a sound story."""
    structure, monitor = case
    for max_steps in (1_500_000, 0):
        search = Search(graph=build_graph(structure), max_steps=max_steps)
        route = find_reader(search, monitor)
        length = shortest(structure, monitor)
        assert (length is None) is (route is None)
        if isinstance(route, tuple):
            assert is_met(monitor, list_visits(structure, route))
            assert max_steps == 0 or len(route) == length
