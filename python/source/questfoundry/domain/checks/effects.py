"""Check that an entity does not appear after a path has removed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import TemporalMonitor, find_violations
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.effect import PresenceChange
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story

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
    """Return the monitor that tracks whether ``entity`` is absent.

    The monitor forbids passages that show the absent entity. ``paths`` gives the entities that each
    path removes or brings back. A path takes effect after the beat that commits to it, so this beat
    may still show the entity.
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
