"""Pick the passages that can recall an early choice long after it, in a story with stats."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

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

MOST_RECALLED = 3
"""The maximum number of flags that one passage recalls, so that its own text prevails."""

_MOST_PLACES = 3
"""The maximum number of passages that are offered the same flag."""

_MOST_OFFERED = 2 * MOST_RECALLED


def pick_late_callback_places(
    story: Story, flags: frozenset[str], fixed_passages: frozenset[str]
) -> Sequence[CallbackPlace]:
    """Return passages that can recall early choices, by the choice flags ``flags``.

    A passage is offered a flag if the choice is at least three screens back, only some players hold
    the flag there, and a person, thing or place of the choice appears again. Each passage is
    offered at most twice as many flags as it can recall; flags that few passages can recall come
    first. Passages are left out if the id of their first copy is in ``fixed_passages``.
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
    return [
        CallbackPlace(copies=copies, flags=tuple(offered[copies[0].id]), least=1)
        for copies in groups
        if offered[copies[0].id]
    ]


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
