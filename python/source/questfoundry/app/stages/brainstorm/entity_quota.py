"""The number of entities to request, which grows with the names that the author gives."""

from collections import Counter
from collections.abc import Sequence

from questfoundry.app.stages.brainstorm.rules import LEAST
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.size import PRESETS, Preset, Range, Size

MOST_ENTITIES = PRESETS[Size.LONG].entities.most
"""The most entities that a story of any size can have."""

_LEAST_BRANCHING = 2
"""The least dilemmas that explore both answers, if the story has more endings than that."""


def plan_entity_range(names: Sequence[OutlineName], preset: Preset) -> Range:
    """Return how many entities to request: enough for all ``names``, up to the maximum."""
    needed = len(names) + count_unnamed_entities(names)
    return Range(preset.entities.least, min(MOST_ENTITIES, max(preset.entities.most, needed)))


def count_unnamed_entities(names: Sequence[OutlineName]) -> int:
    """Return how many required entities ``names`` does not cover; 0 without names.

    A name without a kind counts as a character.
    """
    found = Counter(each.kind or EntityKind.CHARACTER.value for each in names)
    return sum(max(0, least - found[kind.value]) for kind, least in LEAST.items() if names)


def drop_unmet_places(names: Sequence[OutlineName], preset: Preset) -> tuple[OutlineName, ...]:
    """Return ``names`` without the places for which the shortest plan of the size has no beat."""
    places = [each for each in names if each.kind == EntityKind.LOCATION.value]
    left_out = places[_count_fewest_beats(preset) :]
    return tuple(each for each in names if each not in left_out)


def has_room(names: Sequence[OutlineName], preset: Preset) -> bool:
    """Return whether a story of the size of ``preset`` has room for all ``names``."""
    fits = len(names) + count_unnamed_entities(names) <= MOST_ENTITIES
    return fits and len(drop_unmet_places(names, preset)) == len(names)


def _count_fewest_beats(preset: Preset) -> int:
    arm = 1 + preset.tail_beats.least
    both = max(preset.hard_dilemmas.least, min(_LEAST_BRANCHING, preset.endings.least - 1))
    arms = preset.dilemmas.least + min(both, preset.dilemmas.least)
    dilemmas = preset.dilemmas.least * preset.shared_beats.least + arms * arm
    ends = (1 << preset.hard_dilemmas.least) * preset.epilogue_beats.least
    return preset.chapters.least * (preset.setup_beats.least + dilemmas) + ends


def find_fitting_size(names: Sequence[OutlineName]) -> Size | None:
    """Return the smallest story size with room for all ``names``, or ``None`` if no size fits."""
    return next((size for size, preset in PRESETS.items() if has_room(names, preset)), None)
