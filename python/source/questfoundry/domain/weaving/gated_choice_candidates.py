"""Where something done earlier can count again, and what: for dares, and for late inserts.

Only flags are offered that some players hold there and some do not, so whatever is picked is a
condition that is met on some arcs, and not on all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.flag_availability import held_by_some, held_by_takers

MOST_OFFERED = 6
"""The most flags from which one place can pick."""

MOST_AKIN = 4
"""The most flags beyond these that it can pick since they are about the same people or place."""

SHARE = 3
"""One mark in so many is recalled later than where it is answered."""

Copies = tuple[Passage, ...]


@frozen(kw_only=True)
class DarePlace:
    """A passage and its copies where a dare can stand, with the flags that it can need.

    ``beside`` is the choice at a fork that takes the same path; empty in an act.
    """

    copies: Copies
    beside: str
    flags: tuple[str, ...]

    @property
    def id(self) -> str:
        """By what it is asked for."""
        return self.beside or self.copies[0].id


@frozen(kw_only=True)
class RecallPlace:
    """A passage and its copies that can recall marks, ``least`` of them."""

    copies: Copies
    marks: tuple[str, ...]
    least: int

    @property
    def id(self) -> str:
        """By what it is asked for."""
        return self.copies[0].id


@lru_cache(maxsize=2)
def dares_offered(
    structure: Structure, count: int, kept: frozenset[str] = frozenset()
) -> Sequence[DarePlace]:
    """So many places for dares, evenly spread, in acts and at forks; none in those ``kept``."""
    found = [each for each in _dare_places(structure) if each.copies[0].id not in kept]
    count = min(count, len(found))
    return [found[(2 * number + 1) * len(found) // (2 * count)] for number in range(count)]


def _dare_places(structure: Structure) -> Iterator[DarePlace]:
    held, of_takers = held_by_some(structure), held_by_takers(structure)
    granted = _in_order(structure, frozenset().union(*held.values()))
    hubs = {passage.hub for passage in structure.passages}
    for copies in with_copies(structure):
        first = copies[0]
        ways = structure.offered(first.id)
        if first.hub or first.id in hubs or len(ways) < 2:
            continue
        just_now = {flag for way in structure.arriving(first.id) for flag in way.grants}
        flags = held.get(first.id, frozenset()) - just_now
        taken = list(dict.fromkeys(way.takes for way in ways))
        # Every other fork has its dare beside its second answer.
        takes = taken[len(flags) % len(taken)]
        beside = next(way.id for way in ways if way.takes == takes) if takes else ""
        flags &= frozenset[str]().union(
            *(
                of_takers[way.id]
                for each in copies
                for way in structure.leaving(each.id)
                if way.takes == takes
            )
        )
        if flags:
            yield DarePlace(
                copies=copies,
                beside=beside,
                flags=tuple(_spread([flag for flag in granted if flag in flags], MOST_OFFERED)),
            )


def akin(
    story: Story, copies: Copies, marks: Collection[str], most: int = MOST_AKIN
) -> Sequence[str]:
    """Of those marks the ones that a passage can recall as well, the nearest kin of it first.

    They are left where somebody else than the player, or the place, is the same.
    """
    structure = story.settled_structure
    held = held_by_some(structure)
    near = [mark for mark in marks if holding(held, copies, mark)]
    answered = {
        mark
        for each in copies
        for way in structure.arriving(each.id)
        for mark in way.grants.intersection(near)
    }
    here = frozenset(chain(*(_met(story, each) for each in copies)))
    shared = {mark: len(here & _met_with(story, mark)) for mark in near if mark not in answered}
    kin = [mark for mark in _in_order(structure, shared) if shared[mark]]
    return sorted(kin, key=lambda mark: -shared[mark])[:most]


def _met_with(story: Story, mark: str) -> frozenset[str]:
    """Whom and what players meet where they leave it."""
    structure = story.settled_structure
    return frozenset(
        chain(
            *(
                _met(story, structure.passage(way.source))
                for way in structure.choices
                if mark in way.grants
            )
        )
    )


def _met(story: Story, passage: Passage) -> Iterator[str]:
    """Whom and what players meet there, themselves left out, and where."""
    player = story.player.id if story.player else ""
    for beat in story.beats_in(passage):
        yield beat.location
        yield from (each for each in beat.entities if each != player)


@lru_cache(maxsize=2)
def recalls_offered(
    structure: Structure, marks: frozenset[str], kept: frozenset[str] = frozenset()
) -> Sequence[RecallPlace]:
    """Places for a third of the marks at least; each mark is offered at one of them.

    Passages that are ``kept`` as they are recall nothing more.
    """
    held = held_by_some(structure)
    groups = [
        copies
        for copies in with_copies(structure)
        if not copies[0].hub and copies[0].id not in kept
    ]
    first = {each.id: copies[0].id for copies in groups for each in copies}
    answered: dict[str, set[str]] = defaultdict(set)
    for choice in structure.choices:
        for mark in choice.grants & marks:
            answered[mark].add(first.get(choice.target, ""))
    offered: dict[str, list[str]] = {copies[0].id: [] for copies in groups}
    held_in: dict[str, list[str]] = defaultdict(list)
    for copies in groups:
        for mark in marks.intersection(chain(*(held.get(each.id, ()) for each in copies))):
            held_in[mark].append(copies[0].id)
    turning = {copies[0].id for copies in groups if _turns(structure, copies[0])}
    for number, mark in enumerate(_in_order(structure, marks)):
        places = [
            place
            for place in held_in[mark]
            if place not in answered[mark] and len(offered[place]) < MOST_OFFERED
        ]
        places = [each for each in places if each in turning] or places
        if places:
            # Soon, in a while, at last: memories of every length.
            offered[places[(number % SHARE) * (len(places) - 1) // (SHARE - 1)]].append(mark)
    wanted = -(-len(marks) // SHARE)
    able = sum(map(len, offered.values()))
    return [
        RecallPlace(
            copies=copies,
            marks=tuple(given),
            least=min(len(given), -(-len(given) * wanted // able)),
        )
        for copies in groups
        if (given := offered[copies[0].id])
    ]


def holding(
    held: Mapping[str, frozenset[str]], copies: Collection[Passage], flag: str
) -> Sequence[str]:
    """Those of the copies in which some players hold the flag and some do not."""
    return [each.id for each in copies if flag in held.get(each.id, ())]


def _turns(structure: Structure, passage: Passage) -> bool:
    """Whether a path is taken there, or the story ends."""
    return bool(passage.ending) or any(way.takes for way in structure.leaving(passage.id))


def with_copies(structure: Structure) -> Sequence[Copies]:
    """The passages, each with its copies, which have the same beats."""
    found: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in structure.passages:
        found[passage.beats].append(passage)
    return [tuple(copies) for copies in found.values()]


def _in_order(structure: Structure, flags: Collection[str]) -> Sequence[str]:
    """The flags in the order of the choices that grant them."""
    granted: Mapping[str, None] = dict.fromkeys(
        flag for choice in structure.choices for flag in sorted(choice.grants)
    )
    return [flag for flag in granted if flag in flags]


def _spread(ordered: Sequence[str], most: int) -> Iterator[str]:
    """So many of the flags, evenly from the oldest to the newest."""
    count = min(most, len(ordered))
    return (ordered[number * len(ordered) // count] for number in range(count))
