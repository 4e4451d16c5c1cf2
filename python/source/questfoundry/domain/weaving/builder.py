"""The structure builder: sets passages one after the other and joins them with choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from questfoundry.domain.artifacts.grow import Trace
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.plan import Arm

Ends = tuple[str, ...]
"""The passages that the story goes on from."""


@frozen(kw_only=True)
class Woven:
    """A woven story.

    ``beats`` are those of the plan and those that weaving made, in one order that no choice
    goes against. Titles and labels are empty; endings have ids, and no names yet.
    """

    beats: tuple[Beat, ...]
    structure: Structure


@frozen
class OpenChoice:
    """A choice that leads nowhere yet; ``takes`` is the path that it commits to."""

    source: str
    takes: Arm | None = None
    requires: frozenset[str] = frozenset()


def choices_at(ends: Ends, takes: Arm | None = None) -> list[OpenChoice]:
    """A choice at each end."""
    return [OpenChoice(end, takes) for end in ends]


def named(kind: str, *parts: str) -> str:
    """An id made of those parts that are not empty; no slug holds what stands between them."""
    return f"{kind}{SEPARATOR}{'--'.join(part for part in parts if part)}"


def passage_id(beats: Sequence[Beat], copy: str = "") -> str:
    """A passage is named by its first beat, and by what tells it apart from its copies."""
    return named("passage", slug_of(beats[0].id), copy)


@define
class StructureBuilder:
    """What is woven so far."""

    _passages: dict[str, Passage] = field(factory=dict)
    _choices: list[Choice] = field(factory=list)
    _beats: dict[str, Beat] = field(factory=dict)

    def run(
        self, after: Iterable[OpenChoice], passages: Iterable[Sequence[Beat]], copy: str = ""
    ) -> Ends:
        """Add passages in a row, each with its beats, and say where the row ends."""
        entries = tuple(after)
        for beats in passages:
            self._beats.update((beat.id, beat) for beat in beats)
            identifier = passage_id(beats, copy)
            held = tuple(beat.id for beat in beats)
            self._passages[identifier] = Passage(id=identifier, beats=held)
            for choice in entries:
                self._join(choice, identifier)
            entries = (OpenChoice(identifier),)
        return tuple(choice.source for choice in entries)

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

    def _join(self, choice: OpenChoice, target: str) -> None:
        onward = slug_of(choice.takes.path.id) if choice.takes else "on"
        self._choices.append(
            Choice(
                id=named("choice", slug_of(choice.source), onward),
                source=choice.source,
                target=target,
                takes=choice.takes.path.id if choice.takes else "",
                requires=choice.requires,
                grants=choice.takes.flags if choice.takes else (),
            )
        )
