"""Check safety properties of all playthroughs: no player enters a forbidden passage.

A passage can be forbidden always, or only while a bit is set. The bit says, for instance, that an
entity is absent or a clue unknown; it is no flag of the story. Passages set and clear the bit. So
the property is a two-state automaton, checked on its product with the graph. Conditions of choices
are ignored at first. If a passage may break the property, a real playthrough to it is searched for,
with the bit as an extra flag. Two such properties are checked here: time never runs backwards, and
no entity appears after a path has removed it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from attrs import frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import play
from questfoundry.domain.story.presence import PresenceChange, presence_of
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class TemporalMonitor:
    """A two-state automaton over the passages of a playthrough, with one bit of state.

    ``state_after``: the bit after each passage that sets or clears it.
    ``initial``: the bit before the start.
    """

    state_after: Mapping[int, bool]
    forbidden_while_set: frozenset[int]
    always_forbidden: frozenset[int]
    initial: bool = False

    def next_state(self, place: int, is_set: bool) -> bool:
        """Return the monitor's bit after the passage ``place``; ``is_set`` is the bit before it."""
        return self.state_after.get(place, is_set)

    def is_violation(self, place: int, is_set: bool) -> bool:
        """Return whether ``place`` must not be entered if the bit is ``is_set`` before it."""
        return place in self.always_forbidden or (is_set and place in self.forbidden_while_set)


def find_violations(
    search: Search, monitor: TemporalMonitor
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each forbidden passage that players can enter, with a playthrough that ends there."""
    for place in sorted(_find_suspects(search.graph, monitor)):
        route = _find_violation(search, monitor, place)
        if isinstance(route, tuple):
            yield place, route


def _find_suspects(graph: Graph, monitor: TemporalMonitor) -> set[int]:
    """Return the forbidden passages that players could enter if every choice were open."""
    start = (graph.start, monitor.initial)
    seen, queue = {start}, [start]
    found = set[int]()
    for place, is_set in queue:
        if monitor.is_violation(place, is_set):
            found.add(place)
        for edge in graph.edges[place]:
            after = (edge.target, monitor.next_state(place, is_set))
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return found


def _find_violation(search: Search, monitor: TemporalMonitor, place: int) -> SearchResult:
    # The extra flag stands for "the bit differs from its initial value". Edges into a passage that
    # changes the bit grant the flag; passages that change it back drop it.
    graph, changed = search.graph, not monitor.initial
    if place in monitor.always_forbidden or (monitor.initial and place == graph.start):
        return search.find_route(Question(passages=(place,)))
    at_start = monitor.state_after.get(graph.start) is changed
    extended = graph.add_extra_flag(
        (
            [
                edge._replace(grants=edge.grants | graph.extra_flag)
                if monitor.state_after.get(edge.target) is changed
                or (at == graph.start and at_start)
                else edge
                for edge in edges
            ]
            for at, edges in enumerate(graph.edges)
        ),
        cleared_at={at for at, leaves in monitor.state_after.items() if leaves is monitor.initial},
    )
    entering: dict[int, list[Edge]] = {}
    for edge in graph.incoming(place):
        entering.setdefault(edge.source, []).append(edge)
    reads = reduce(
        or_, (edge.requires | edge.forbids for edges in entering.values() for edge in edges)
    )

    def select(zdd: Zdd, at: int, family: int) -> int:
        here = zdd.restrict_to_open_choices(family, entering[at])
        if at == graph.start and at_start:
            return here if changed else EMPTY
        return (
            zdd.restrict(here, graph.extra_flag)
            if changed
            else zdd.restrict(here, 0, graph.extra_flag)
        )

    found = search.find_route(
        Question(passages=tuple(entering), reads=reads | graph.extra_flag, select=select), extended
    )
    if not isinstance(found, tuple):
        return found
    target = graph.structure.passages[place].id
    last = next(each for each in play(graph.structure, found).open if each.target == target)
    return (*found, last.id)


def check_time(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each passage where time runs backwards for some player.

    Beats that tell a memory and beats without a time are ignored.
    """
    dated_beats = {
        place: beats
        for place, passage in enumerate(search.graph.structure.passages)
        if (
            beats := [
                each
                for each in story.beats_in(passage)
                if each.time is not None and not each.memory
            ]
        )
    }
    reached = _find_latest_times(search, dated_beats)
    for place, beats in dated_beats.items():
        reversal = next(
            (n for n in range(1, len(beats)) if _time_of(beats[n]) < _time_of(beats[n - 1])), 0
        )
        if not reversal and reached[place] <= _time_of(beats[0]):
            continue
        monitor = TemporalMonitor(
            state_after={
                at: _time_of(each[-1]) > _time_of(beats[0]) for at, each in dated_beats.items()
            },
            forbidden_while_set=frozenset() if reversal else frozenset({place}),
            always_forbidden=frozenset({place} if reversal else ()),
        )
        for _, route in find_violations(search, monitor):
            yield _build_finding(search, place, beats[reversal], route)


def _find_latest_times(search: Search, dated_beats: Mapping[int, Sequence[Beat]]) -> list[int]:
    """Return the latest time of the beats on any route to each passage; -1 without such beats."""
    latest = [-1] * len(search.graph.edges)
    waiting = [search.graph.start]
    met = {search.graph.start}
    while waiting:
        place = waiting.pop()
        now = _time_of(dated_beats[place][-1]) if place in dated_beats else latest[place]
        for edge in search.graph.edges[place]:
            if edge.target not in met or now > latest[edge.target]:
                met.add(edge.target)
                latest[edge.target] = max(now, latest[edge.target])
                waiting.append(edge.target)
    return latest


def _time_of(beat: Beat) -> int:
    return beat.time or 0


def _build_finding(search: Search, place: int, beat: Beat, route: tuple[str, ...]) -> Finding:
    passage = search.graph.structure.passages[place].id
    return Law.TIME.build_finding(
        place=passage,
        problem=f"Some readers of {passage!r} have already read of a later time than"
        f"{f' “{beat.when}”,' if beat.when else ''} the time of {beat.id!r}.",
        fix="Move the beat to an earlier passage, give its scene a later time, or make it a "
        "memory.",
        counterexample=route,
    )


_WORDS = {EntityKind.LOCATION: "closed", EntityKind.OBJECT: "lost"}


def check_effects(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each passage that shows an entity which is absent for some player.

    An entity is absent if an earlier path removed it: it is gone, lost or closed.
    """
    paths = {
        path: turn for arms in presence_of(story).changes.values() for path, turn in arms.items()
    }
    removable = {each for turn in paths.values() for each, absent in turn.items() if absent}
    for entity in story.list_kept_entities():
        if entity.id not in removable:
            continue
        monitor = _build_monitor(search, story, paths, entity.id)
        for place, route in find_violations(search, monitor):
            passage = search.graph.structure.passages[place].id
            yield Law.EFFECTS.build_finding(
                place=passage,
                problem=f"{passage!r} shows {entity.id!r}, which is "
                f"{_WORDS.get(entity.kind, 'gone')} for some of its readers.",
                fix="Remove it from the passage's beats, let a path bring it back earlier, or drop "
                "the effect of the path that removes it.",
                counterexample=route,
            )


def _build_monitor(
    search: Search, story: Story, paths: Mapping[str, PresenceChange], entity: str
) -> TemporalMonitor:
    """Return a monitor that forbids passages with ``entity`` while the entity is absent.

    The passage with the beat that commits to a path may still show an entity that the path removes.
    """
    state_after: dict[int, bool] = {}
    forbidden, always_forbidden = set[int](), set[int]()
    for place, passage in enumerate(search.graph.structure.passages):
        for beat in story.beats_in(passage):
            if entity == beat.location or entity in beat.entities:
                if place not in state_after:
                    forbidden.add(place)
                elif state_after[place]:
                    always_forbidden.add(place)
            turn = paths.get(beat.path or "", {}) if beat.role is BeatRole.COMMIT else {}
            if entity in turn:
                state_after[place] = turn[entity]
    return TemporalMonitor(
        state_after=state_after,
        forbidden_while_set=frozenset(forbidden),
        always_forbidden=frozenset(always_forbidden),
    )
