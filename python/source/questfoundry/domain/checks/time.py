"""Check that no beat is read after a beat that happens at a later time.

An entity also does not appear after a path has removed it.
"""

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import TemporalMonitor, find_violations
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.effect import PresenceChange
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story


def check_time(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each passage where time runs backwards for some player.

    Beats that tell a memory and beats without a time are ignored.
    """
    yield from Law.TIME.report_search(search, _find_time_reversals(search, story))


def _find_time_reversals(search: Search, story: Story) -> Iterator[Finding]:
    dated_beats = {
        place: beats
        for place, passage in enumerate(search.graph.structure.passages)
        if (beats := [each for each in story.beats_in(passage) if _has_time(each)])
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
    """Return, by passage, the latest time of the beats on any route to the passage; -1 if none.

    Conditions of choices are ignored.
    """
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


def _has_time(beat: Beat) -> bool:
    return beat.time is not None and not beat.memory


def _time_of(beat: Beat) -> int:
    return beat.time or 0


def _build_finding(search: Search, place: int, beat: Beat, route: tuple[str, ...]) -> Finding:
    passage = search.graph.structure.passages[place].id
    return Law.TIME.build_finding(
        place=passage,
        problem=f"{passage!r} happens at {beat.when or 'a time'} ({beat.id!r}), but some of its "
        "readers have already read of a later time.",
        fix="Move the beat to an earlier passage, give its scene a later time, or make it a "
        "memory.",
        counterexample=route,
    )


_WORDS = {EntityKind.LOCATION: "closed", EntityKind.OBJECT: "lost"}


def check_effects(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each passage that shows an entity which is absent for some player.

    An entity is absent if an earlier path removed it: it is gone, lost or closed.
    """
    yield from Law.EFFECTS.report_search(search, _find_absent_entities(search, story))


def _find_absent_entities(search: Search, story: Story) -> Iterator[Finding]:
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
    """Build the monitor that forbids passages with ``entity`` while the entity is absent.

    The beat that commits to a path may still show an entity that the path removes.
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
