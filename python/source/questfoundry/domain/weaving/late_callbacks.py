"""Pick the passages that can recall an early choice long after it, in a story with stats."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.flag_availability import find_varying_flags
from questfoundry.domain.weaving.gated_choice_candidates import (
    CallbackPlace,
    Copies,
    find_copies_with_flag,
    find_late_passages,
    find_present_entities,
)
from questfoundry.domain.weaving.minor_choices import group_copies

MOST_RECALLED = 7
"""The maximum number of flags that one passage recalls: as many as a choice has options."""

USUALLY_RECALLED = 3
"""The number of flags for each passage by which code counts how many a request can ask for."""

_MOST_PLACES = 3
"""The maximum number of passages that are offered the same flag."""

_MOST_OFFERED = 2 * USUALLY_RECALLED
"""The number of flags from which a passage is offered no more choices."""


def pick_late_callback_places(
    story: Story, flags: frozenset[str], fixed_passages: frozenset[str]
) -> Sequence[CallbackPlace]:
    """Return passages that can recall early choices, by the choice flags ``flags``.

    A passage is offered a flag if the choice is at least three screens back, only some players hold
    the flag there, and a person, thing or place of the choice appears again. Flags that few
    passages can recall come first. With a flag come those of its siblings that fit, so that a
    passage can answer each option of the choice. Passages are left out if the id of their first
    copy is in ``fixed_passages``.
    """
    groups = [
        copies
        for copies in group_copies(story.existing_structure.passages)
        if not copies[0].hub and copies[0].id not in fixed_passages
    ]
    fitting = {flag: _find_fitting_groups(story, groups, flag) for flag in sorted(flags)}
    offered: dict[str, list[str]] = defaultdict(list)
    for flag in sorted(fitting, key=lambda each: len(fitting[each])):
        # The places with the most in common come first, then those with the fewest flags so far.
        places = sorted(fitting[flag], key=lambda each: (-fitting[flag][each], len(offered[each])))
        free = [each for each in places if len(offered[each]) < _MOST_OFFERED]
        for place in free[:_MOST_PLACES]:
            offered[place].append(flag)
    siblings = group_siblings(story.existing_structure, flags)
    return [
        CallbackPlace(
            copies=copies,
            flags=tuple(
                dict.fromkeys(
                    sibling
                    for flag in offered[copies[0].id]
                    for sibling in siblings[flag]
                    if copies[0].id in fitting[sibling]
                )
            ),
            least=1,
        )
        for copies in groups
        if offered[copies[0].id]
    ]


def group_siblings(structure: Structure, flags: Collection[str]) -> Mapping[str, Sequence[str]]:
    """Return, for each of ``flags``, itself and the flags of the other options of its choice.

    Topics of a hub are no siblings, because a player can open several of them.
    """
    hubs = {passage.hub for passage in structure.passages}
    by_source: dict[str, dict[str, None]] = defaultdict(dict)
    for choice in structure.choices:
        if choice.source not in hubs and not structure.passage(choice.source).hub:
            by_source[choice.source] |= dict.fromkeys(sorted(choice.grants & frozenset(flags)))
    return {
        flag: next((tuple(each) for each in by_source.values() if flag in each), (flag,))
        for flag in flags
    }


def _find_fitting_groups(story: Story, groups: Sequence[Copies], flag: str) -> Mapping[str, int]:
    """Return, by the id of the first copy, how much a passage has in common with the choice."""
    structure = story.existing_structure
    sources = [structure.passage(each.source) for each in structure.granting_choices(flag)]
    there = find_present_entities(story, sources)
    late, varying = find_late_passages(structure, flag), find_varying_flags(structure)
    common = {
        copies[0].id: len(there & find_present_entities(story, copies))
        for copies in groups
        if copies[0].id in late and find_copies_with_flag(varying, copies, flag)
    }
    return {place: number for place, number in common.items() if number}
