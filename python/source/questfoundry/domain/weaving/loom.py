"""The loom: sets passages one after the other and joins them with choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage, Structure, Trace
from questfoundry.domain.weaving.plan import Arm
from questfoundry.domain.weaving.woven import Woven

Ends = tuple[str, ...]
"""The passages that the story goes on from."""


@frozen
class Way:
    """A way out of a passage; ``takes`` is the path that it commits to."""

    source: str
    takes: Arm | None = None
    requires: frozenset[str] = frozenset()


def ways(ends: Ends, takes: Arm | None = None) -> list[Way]:
    """A way out of each end."""
    return [Way(end, takes) for end in ends]


def named(kind: str, *parts: str) -> str:
    """An id made of those parts that are not empty; no slug holds what stands between them."""
    return f"{kind}{SEPARATOR}{'--'.join(part for part in parts if part)}"


def passage_id(beats: Sequence[Beat], copy: str = "") -> str:
    """A passage is named by its first beat, and by what tells it apart from its copies."""
    return named("passage", slug_of(beats[0].id), copy)


@define
class Loom:
    """What is woven so far."""

    _passages: dict[str, Passage] = field(factory=dict)
    _choices: list[Choice] = field(factory=list)
    _beats: dict[str, Beat] = field(factory=dict)

    def run(self, after: Iterable[Way], passages: Iterable[Sequence[Beat]], copy: str = "") -> Ends:
        """Add passages in a row, each with its beats, and say where the row ends."""
        entries = tuple(after)
        for beats in passages:
            self._beats.update((beat.id, beat) for beat in beats)
            identifier = passage_id(beats, copy)
            held = tuple(beat.id for beat in beats)
            self._passages[identifier] = Passage(id=identifier, beats=held)
            for way in entries:
                self._join(way, identifier)
            entries = (Way(identifier),)
        return tuple(way.source for way in entries)

    def remember(self, identifier: str, trace: Trace) -> None:
        """Let a passage remember a path."""
        passage = self._passages[identifier]
        self._passages[identifier] = evolve(passage, remembers=(*passage.remembers, trace))

    def close(self, ends: Ends, ending: str) -> None:
        """Let the story end here."""
        for end in ends:
            self._passages[end] = evolve(self._passages[end], ending=ending)

    def woven(self) -> Woven:
        """All of it; it starts where the first passage was set."""
        return Woven(
            beats=tuple(self._beats.values()),
            structure=Structure(
                start=next(iter(self._passages)),
                passages=tuple(self._passages.values()),
                choices=tuple(self._choices),
            ),
        )

    def _join(self, way: Way, target: str) -> None:
        onward = slug_of(way.takes.path.id) if way.takes else "on"
        self._choices.append(
            Choice(
                id=named("choice", slug_of(way.source), onward),
                source=way.source,
                target=target,
                takes=way.takes.path.id if way.takes else "",
                requires=way.requires,
                grants=way.takes.flags if way.takes else (),
            )
        )
