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
from questfoundry.domain.weaving.flag_availability import find_possible_flags, find_varying_flags

MAX_OFFERED = 6
"""The most flags from which one place can pick."""

MAX_RELATED = 4
"""The most flags beyond these that it can pick since they are about the same people or place."""

CALLBACK_SHARE = 3
"""One mark in so many is recalled later than where it is answered."""

Copies = tuple[Passage, ...]


@frozen(kw_only=True)
class GatedChoicePlace:
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
class CallbackPlace:
    """A passage and its copies that can recall marks, ``least`` of them."""

    copies: Copies
    flags: tuple[str, ...]
    least: int

    @property
    def id(self) -> str:
        """By what it is asked for."""
        return self.copies[0].id


@lru_cache(maxsize=2)
def pick_gated_choice_places(
    structure: Structure, count: int, fixed_passages: frozenset[str] = frozenset()
) -> Sequence[GatedChoicePlace]:
    """So many places for dares, evenly spread, in acts and at forks; none in those ``kept``."""
    found = [
        each
        for each in _find_gated_choice_places(structure)
        if each.copies[0].id not in fixed_passages
    ]
    count = min(count, len(found))
    return [found[(2 * number + 1) * len(found) // (2 * count)] for number in range(count)]


def _find_gated_choice_places(structure: Structure) -> Iterator[GatedChoicePlace]:
    varying, possible = find_varying_flags(structure), find_possible_flags(structure)
    ordered = _sort_by_grant(structure, frozenset().union(*varying.values()))
    hubs = {passage.hub for passage in structure.passages}
    for copies in group_copies(structure):
        first = copies[0]
        choices = structure.offered(first.id)
        if first.hub or first.id in hubs or len(choices) < 2:
            continue
        just_granted = {flag for way in structure.arriving(first.id) for flag in way.grants}
        flags = varying.get(first.id, frozenset()) - just_granted
        taken = list(dict.fromkeys(way.takes for way in choices))
        # Every other fork has its dare beside its second answer.
        takes = taken[len(flags) % len(taken)]
        beside = next(way.id for way in choices if way.takes == takes) if takes else ""
        flags &= frozenset[str]().union(
            *(
                possible[way.id]
                for each in copies
                for way in structure.leaving(each.id)
                if way.takes == takes
            )
        )
        if flags:
            yield GatedChoicePlace(
                copies=copies,
                beside=beside,
                flags=tuple(_pick_evenly([flag for flag in ordered if flag in flags], MAX_OFFERED)),
            )


def find_related_flags(
    story: Story, copies: Copies, flags: Collection[str], limit: int = MAX_RELATED
) -> Sequence[str]:
    """Of those marks the ones that a passage can recall as well, the nearest kin of it first.

    They are left where somebody else than the player, or the place, is the same.
    """
    structure = story.settled_structure
    varying = find_varying_flags(structure)
    available = [mark for mark in flags if find_copies_with_flag(varying, copies, mark)]
    answered = {
        mark
        for each in copies
        for way in structure.arriving(each.id)
        for mark in way.grants.intersection(available)
    }
    here = frozenset(chain(*(_list_entities(story, each) for each in copies)))
    shared = {
        mark: len(here & _list_entities_at_grant(story, mark))
        for mark in available
        if mark not in answered
    }
    related = [mark for mark in _sort_by_grant(structure, shared) if shared[mark]]
    return sorted(related, key=lambda mark: -shared[mark])[:limit]


def _list_entities_at_grant(story: Story, flag: str) -> frozenset[str]:
    """Whom and what players meet where they leave it."""
    structure = story.settled_structure
    return frozenset(
        chain(
            *(
                _list_entities(story, structure.passage(way.source))
                for way in structure.choices
                if flag in way.grants
            )
        )
    )


def _list_entities(story: Story, passage: Passage) -> Iterator[str]:
    """Whom and what players meet there, themselves left out, and where."""
    player = story.player.id if story.player else ""
    for beat in story.beats_in(passage):
        yield beat.location
        yield from (each for each in beat.entities if each != player)


@lru_cache(maxsize=2)
def pick_callback_places(
    structure: Structure, flags: frozenset[str], fixed_passages: frozenset[str] = frozenset()
) -> Sequence[CallbackPlace]:
    """Places for a third of the marks at least; each mark is offered at one of them.

    Passages that are ``kept`` as they are recall nothing more.
    """
    varying = find_varying_flags(structure)
    groups = [
        copies
        for copies in group_copies(structure)
        if not copies[0].hub and copies[0].id not in fixed_passages
    ]
    first = {each.id: copies[0].id for copies in groups for each in copies}
    shown_at: dict[str, set[str]] = defaultdict(set)
    for choice in structure.choices:
        for mark in choice.grants & flags:
            shown_at[mark].add(first.get(choice.target, ""))
    offered: dict[str, list[str]] = {copies[0].id: [] for copies in groups}
    available_at: dict[str, list[str]] = defaultdict(list)
    for copies in groups:
        for mark in flags.intersection(chain(*(varying.get(each.id, ()) for each in copies))):
            available_at[mark].append(copies[0].id)
    turning_points = {copies[0].id for copies in groups if _is_turning_point(structure, copies[0])}
    for number, mark in enumerate(_sort_by_grant(structure, flags)):
        places = [
            place
            for place in available_at[mark]
            if place not in shown_at[mark] and len(offered[place]) < MAX_OFFERED
        ]
        places = [each for each in places if each in turning_points] or places
        if places:
            # Soon, in a while, at last: memories of every length.
            offered[
                places[(number % CALLBACK_SHARE) * (len(places) - 1) // (CALLBACK_SHARE - 1)]
            ].append(mark)
    wanted = -(-len(flags) // CALLBACK_SHARE)
    assigned = sum(map(len, offered.values()))
    return [
        CallbackPlace(
            copies=copies,
            flags=tuple(place_flags),
            least=min(len(place_flags), -(-len(place_flags) * wanted // assigned)),
        )
        for copies in groups
        if (place_flags := offered[copies[0].id])
    ]


def find_copies_with_flag(
    varying: Mapping[str, frozenset[str]], copies: Collection[Passage], flag: str
) -> Sequence[str]:
    """Those of the copies in which some players hold the flag and some do not."""
    return [each.id for each in copies if flag in varying.get(each.id, ())]


def _is_turning_point(structure: Structure, passage: Passage) -> bool:
    """Whether a path is taken there, or the story ends."""
    return bool(passage.ending) or any(way.takes for way in structure.leaving(passage.id))


def group_copies(structure: Structure) -> Sequence[Copies]:
    """The passages, each with its copies, which have the same beats."""
    found: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in structure.passages:
        found[passage.beats].append(passage)
    return [tuple(copies) for copies in found.values()]


def _sort_by_grant(structure: Structure, flags: Collection[str]) -> Sequence[str]:
    """The flags in the order of the choices that grant them."""
    granted: Mapping[str, None] = dict.fromkeys(
        flag for choice in structure.choices for flag in sorted(choice.grants)
    )
    return [flag for flag in granted if flag in flags]


def _pick_evenly(ordered: Sequence[str], limit: int) -> Iterator[str]:
    """So many of the flags, evenly from the oldest to the newest."""
    count = min(limit, len(ordered))
    return (ordered[number * len(ordered) // count] for number in range(count))
