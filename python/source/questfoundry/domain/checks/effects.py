"""The law of effects: what a path does to somebody or something holds on every arc after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import Watch, breaches
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Search
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.effect import Turn
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story

_WORDS = {EntityKind.LOCATION: "closed", EntityKind.OBJECT: "lost"}


def effect_findings(search: Search, story: Story) -> Iterator[Finding]:
    """The passages that tell of somebody, something or a place that some player has no more."""
    yield from Law.EFFECTS.searched(search, _met_again(search, story))


def _met_again(search: Search, story: Story) -> Iterator[Finding]:
    paths = {path: turn for arms in presence_of(story).arms.values() for path, turn in arms.items()}
    leaving = {each for turn in paths.values() for each, absent in turn.items() if absent}
    for entity in story.kept():
        if entity.id not in leaving:
            continue
        watch = _watch(search, story, paths, entity.id)
        for place, route in breaches(search, watch):
            passage = search.graph.structure.passages[place].id
            yield Law.EFFECTS.broken(
                place=passage,
                problem=f"{passage!r} tells of {entity.id!r}, which is "
                f"{_WORDS.get(entity.kind, 'gone')} for some who read it.",
                fix="Take it out of the passage's beats, have a path bring it back before, or let "
                "the path that takes it out have no effect on it.",
                counterexample=route,
            )


def _watch(search: Search, story: Story, paths: Mapping[str, Turn], entity: str) -> Watch:
    """A path turns from the end of its commit on: that beat itself may still show whom it takes."""
    leaves: dict[int, bool] = {}
    breaks, always = set[int](), set[int]()
    for place, passage in enumerate(search.graph.structure.passages):
        for beat in story.beats_in(passage):
            if entity == beat.location or entity in beat.entities:
                if place not in leaves:
                    breaks.add(place)
                elif leaves[place]:
                    always.add(place)
            turn = paths.get(beat.path or "", {}) if beat.role is BeatRole.COMMIT else {}
            if entity in turn:
                leaves[place] = turn[entity]
    return Watch(leaves=leaves, breaks=frozenset(breaks), always=frozenset(always))
