"""How many entities a story is asked for, where the author names more than its size has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from questfoundry.app.stages.brainstorm.rules import LEAST
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.size import PRESETS, Preset, Range, Size

MOST_ENTITIES = PRESETS[Size.LONG].entities.most
"""So many people, places and things of the author's a story of any size has room for."""

_LEAST_BRANCHING = 2
"""In how many dilemmas both answers are explored at least, where a story has so many endings."""


def plan_entity_range(names: Sequence[OutlineName], preset: Preset) -> Range:
    """How many entities are asked for: all whom the author names, in a story of any size."""
    needed = len(names) + count_unnamed_entities(names)
    return Range(preset.entities.least, min(MOST_ENTITIES, max(preset.entities.most, needed)))


def count_unnamed_entities(names: Sequence[OutlineName]) -> int:
    """How many entities a story cannot do without that are none of those names, if there are any.

    Of whose kind nobody knows, that is most likely somebody.
    """
    found = Counter(each.kind or EntityKind.CHARACTER.value for each in names)
    return sum(max(0, least - found[kind.value]) for kind, least in LEAST.items() if names)


def drop_unmet_places(names: Sequence[OutlineName], preset: Preset) -> tuple[OutlineName, ...]:
    """The names without places that the shortest plan of that size has no moment for."""
    places = [each for each in names if each.kind == EntityKind.LOCATION.value]
    left_out = places[_count_fewest_beats(preset) :]
    return tuple(each for each in names if each not in left_out)


def has_room(names: Sequence[OutlineName], preset: Preset) -> bool:
    """Whether a story of that size has room for all of them."""
    fits = len(names) + count_unnamed_entities(names) <= MOST_ENTITIES
    return fits and len(drop_unmet_places(names, preset)) == len(names)


def _count_fewest_beats(preset: Preset) -> int:
    """Those of a plan with as few dilemmas as may be, of which few explore both answers."""
    arm = 1 + preset.tail_beats.least
    both = max(preset.hard_dilemmas.least, min(_LEAST_BRANCHING, preset.endings.least - 1))
    arms = preset.dilemmas.least + min(both, preset.dilemmas.least)
    dilemmas = preset.dilemmas.least * preset.shared_beats.least + arms * arm
    ends = (1 << preset.hard_dilemmas.least) * preset.epilogue_beats.least
    return preset.chapters.least * (preset.setup_beats.least + dilemmas) + ends
