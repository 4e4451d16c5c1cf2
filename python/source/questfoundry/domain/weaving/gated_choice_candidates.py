"""Pick passages in which an earlier choice can matter again: gated choices and late callbacks."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from attrs import frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.stat import LEVEL
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.flag_availability import find_possible_flags, find_varying_flags
from questfoundry.domain.weaving.minor_choices import divides_by_level, group_copies
from questfoundry.domain.weaving.readings import find_offered_levels

MAX_OFFERED = 6
"""The maximum number of flags that the model is offered for one passage."""

MAX_RELATED = 4
"""The maximum number of further flags that are offered because of a common entity or location."""

CALLBACK_SHARE = 3
"""One in this many choice flags is recalled in a passage after the first reaction to the choice."""

Copies = tuple[Passage, ...]


@frozen(kw_only=True)
class GatedChoicePlace:
    """A passage, with its copies, where a gated choice can be added that requires one of ``flags``.

    Copies are passages with the same beats. In a passage where the paths of a dilemma fork, the
    gated choice takes the same path as the choice with the id ``beside``.
    """

    copies: Copies
    beside: str
    flags: tuple[str, ...]

    @property
    def id(self) -> str:
        """The key of this place in the model's answer."""
        return self.beside or self.copies[0].id


@frozen(kw_only=True)
class CallbackPlace:
    """A passage, with its copies, whose text can recall earlier choices (a callback).

    Copies are passages with the same beats. The text must recall the choices of at least ``least``
    of the ``flags``.
    """

    copies: Copies
    flags: tuple[str, ...]
    least: int

    @property
    def id(self) -> str:
        """The key of this place in the model's answer: the id of the passage's first copy."""
        return self.copies[0].id


@lru_cache(maxsize=2)
def pick_gated_choice_places(
    structure: Structure, count: int, fixed_passages: frozenset[str] = frozenset()
) -> Sequence[GatedChoicePlace]:
    """Return ``count`` places for gated choices (choices that require a flag), evenly spread.

    A place is left out if the id of its first passage is in ``fixed_passages``.
    """
    found = [
        each
        for each in _find_gated_choice_places(structure)
        if each.copies[0].id not in fixed_passages
    ]
    count = min(count, len(found))
    return [found[(2 * number + 1) * len(found) // (2 * count)] for number in range(count)]


@lru_cache(maxsize=2)
def find_gate_places(
    structure: Structure, fixed_passages: frozenset[str] = frozenset()
) -> Sequence[GatedChoicePlace]:
    """Return all places for gated choices, each with all flags and levels that it may require.

    A place is left out if the id of its first passage is in ``fixed_passages``.
    """
    return [
        each
        for each in _find_gated_choice_places(structure, find_offered_levels(structure), None)
        if each.copies[0].id not in fixed_passages
    ]


def get_gate_place(structure: Structure, identifier: str) -> GatedChoicePlace:
    """Return the place for a gated choice with the id of a passage, or of a choice at a fork."""
    beside = next((each for each in structure.choices if each.id == identifier), None)
    first = structure.passage(beside.source if beside else identifier)
    copies = tuple(each for each in structure.passages if each.beats == first.beats)
    return GatedChoicePlace(copies=copies, beside=beside.id if beside else "", flags=())


def _find_gated_choice_places(
    structure: Structure,
    levels: Mapping[str, Sequence[str]] = MappingProxyType({}),
    most: int | None = MAX_OFFERED,
) -> Iterator[GatedChoicePlace]:
    """Yield the places for gated choices, each with flags that a gated choice may require.

    ``levels`` has further flags by passage id, and ``most`` is the number of flags for each place.
    Hubs and topics are skipped. Flags that a choice into the passage has just granted are left out.
    """
    varying, possible = find_varying_flags(structure), find_possible_flags(structure)
    every = frozenset().union(*varying.values())
    ordered = (*dict.fromkeys(chain(*levels.values())), *_sort_by_grant(structure, every))
    hubs = {passage.hub for passage in structure.passages}
    for copies in group_copies(structure.passages):
        first = copies[0]
        choices = structure.selectable_choices(first.id)
        if first.hub or first.id in hubs or len(choices) < 2:
            continue
        if divides_by_level(structure, first.id):
            continue
        just_granted = {
            flag for choice in structure.incoming_choices(first.id) for flag in choice.grants
        }
        here = varying.get(first.id, frozenset()) - just_granted
        taken = list(dict.fromkeys(choice.takes for choice in choices))
        # Alternate forks get the gated choice beside their second answer.
        takes = taken[len(here) % len(taken)]
        beside = next(choice.id for choice in choices if choice.takes == takes) if takes else ""
        # A gate stands in those copies where some players hold the flag and others lack it.
        flags = frozenset[str]().union(*(varying.get(each.id, ()) for each in copies))
        flags = (flags - just_granted) & frozenset[str]().union(
            *(
                possible[choice.id]
                for each in copies
                for choice in structure.outgoing_choices(each.id)
                if choice.takes == takes
            )
        )
        if flags:
            own = levels.get(first.id, ())
            some = [
                flag
                for flag in ordered
                if flag in flags and (flag in own or kind_of(flag) != LEVEL)
            ]
            offered = min(most or len(some), len(some))
            evenly = tuple(some[number * len(some) // offered] for number in range(offered))
            yield GatedChoicePlace(copies=copies, beside=beside, flags=evenly)


def find_related_flags(story: Story, copies: Copies, flags: Collection[str]) -> Sequence[str]:
    """Return up to ``MAX_RELATED`` of ``flags`` that a passage can recall, most related first.

    A flag is related to this passage if a choice grants the flag in a passage with the same
    location or with a common entity. Flags that a choice into this passage grants are left out.
    """
    structure = story.existing_structure
    varying = find_varying_flags(structure)
    available = [flag for flag in flags if find_copies_with_flag(varying, copies, flag)]
    answered = {
        flag
        for each in copies
        for choice in structure.incoming_choices(each.id)
        for flag in choice.grants.intersection(available)
    }
    here = find_present_entities(story, copies)
    shared = {
        flag: len(
            here
            & find_present_entities(
                story, (structure.passage(each.source) for each in structure.granting_choices(flag))
            )
        )
        for flag in available
        if flag not in answered
    }
    related = [flag for flag in _sort_by_grant(structure, shared) if shared[flag]]
    return sorted(related, key=lambda flag: -shared[flag])[:MAX_RELATED]


def find_present_entities(story: Story, passages: Iterable[Passage]) -> frozenset[str]:
    """Return the locations of ``passages``, and the entities there other than the player."""
    beats = [beat for each in passages for beat in story.beats_in(each)]
    entities = {each for beat in beats for each in (beat.location, *beat.entities)}
    return frozenset(entities - {story.player.id if story.player else ""})


@lru_cache(maxsize=2)
def pick_callback_places(
    structure: Structure, flags: frozenset[str], fixed_passages: frozenset[str] = frozenset()
) -> Sequence[CallbackPlace]:
    """Return passages whose texts can recall a third of ``flags``, if that is possible.

    The flags represent earlier choices. Each flag is offered for one passage only, and a passage
    gets at most ``MAX_OFFERED`` flags. Passages are left out if the id of their first copy is in
    ``fixed_passages``.
    """
    varying = find_varying_flags(structure)
    groups = [
        copies
        for copies in group_copies(structure.passages)
        if not copies[0].hub and copies[0].id not in fixed_passages
    ]
    first = {each.id: copies[0].id for copies in groups for each in copies}
    shown_at: dict[str, set[str]] = defaultdict(set)
    for choice in structure.choices:
        for flag in choice.grants & flags:
            shown_at[flag].add(first.get(choice.target, ""))
    offered: dict[str, list[str]] = {copies[0].id: [] for copies in groups}
    available_at: dict[str, list[str]] = defaultdict(list)
    for copies in groups:
        for flag in flags.intersection(chain(*(varying.get(each.id, ()) for each in copies))):
            available_at[flag].append(copies[0].id)
    deciding = {choice.source for choice in structure.choices if choice.takes}
    turning_points = {each.id for each in structure.passages if each.ending or each.id in deciding}
    for number, flag in enumerate(_sort_by_grant(structure, flags)):
        places = [
            place
            for place in available_at[flag]
            if place not in shown_at[flag] and len(offered[place]) < MAX_OFFERED
        ]
        places = [each for each in places if each in turning_points] or places
        if places:
            # Cycle through an early, a middle and the latest place, so that distances vary.
            offered[
                places[(number % CALLBACK_SHARE) * (len(places) - 1) // (CALLBACK_SHARE - 1)]
            ].append(flag)
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


LATE = 3
"""The number of screens after which a callback is late: the player no longer expects it."""


@lru_cache(maxsize=512)
def find_late_passages(structure: Structure, flag: str) -> frozenset[str]:
    """Return the ids of the passages at least ``LATE`` screens after every choice with ``flag``.

    The distance counts screens, from the screen with the choice that grants ``flag``. Conditions
    are ignored.
    """
    granting = {choice.target for choice in structure.granting_choices(flag)}
    near, last = set(granting), granting
    for _ in range(LATE - 2):
        last = {choice.target for passage in last for choice in structure.outgoing_choices(passage)}
        near |= last
    return frozenset(each.id for each in structure.passages if each.id not in near)


def find_copies_with_flag(
    varying: Mapping[str, frozenset[str]], copies: Collection[Passage], flag: str
) -> Sequence[str]:
    """Return the ids of the passages in ``copies`` where only some of the players hold the flag."""
    return [each.id for each in copies if flag in varying.get(each.id, ())]


def _sort_by_grant(structure: Structure, flags: Collection[str]) -> Sequence[str]:
    granted: Mapping[str, None] = dict.fromkeys(
        flag for choice in structure.choices for flag in sorted(choice.grants)
    )
    return [flag for flag in granted if flag in flags]
