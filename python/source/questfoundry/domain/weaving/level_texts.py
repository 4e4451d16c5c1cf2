"""Choose the scenes that go differently for players at the two ends of a stat."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.solver import ValueShares
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import WEIGHT_SHARES
from questfoundry.domain.story.stat import Level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.gated_choice_candidates import find_present_entities
from questfoundry.domain.weaving.minor_choices import group_copies
from questfoundry.domain.weaving.readings import (
    is_balanced,
    measure_share,
    measure_stat,
    pick_value,
    sum_shares,
)

LEVEL_TEXT_SHARE = 0.8
"""The share of a playthrough's scenes that have a text for each end of a stat."""

Scene = tuple[Passage, ...]
"""A passage with its copies, the passages with the same beats."""


@frozen(kw_only=True)
class LevelTexts:
    """The texts of a scene for the high and the low end of a stat.

    ``levels``: the levels that get a text, by passage id.
    ``visits``: the mean number of visits of a random player.
    ``difference``: the weight of the scene, times the chance that a random player reads a text that
      another random player does not read.
    """

    scene: Scene
    levels: Mapping[str, tuple[str, ...]]
    visits: float
    difference: float


def pick_level_texts(
    story: Story, fixed_passages: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the levels for which a passage gets a text, by passage id: one for each end of a stat.

    The stats take turns. Each gets the scene in which its texts make the greatest difference: where
    it divides the players, and where the drama is. Topics of hubs, the first passage, endings and
    ``fixed_passages`` (ids) are left out.
    """
    if not story.stats:
        return {}
    scenes, found = [*_list_scenes(story, fixed_passages)], list[LevelTexts]()
    offers = {stat.id: _build_offers(story, stat.id, scenes) for stat in story.stats}
    wanted = LEVEL_TEXT_SHARE * _count_visits(story, scenes)
    stats = [*offers]
    while any(offers.values()) and sum(each.visits for each in found) < wanted:
        stats.append(stat := stats.pop(0))
        if offers[stat]:
            best = max(offers[stat], key=lambda each: each.difference)
            found.append(best)
            offers = {
                name: [each for each in offered if each.scene != best.scene]
                for name, offered in offers.items()
            }
    return {passage: levels for each in found for passage, levels in each.levels.items()}


def _list_scenes(story: Story, fixed_passages: Collection[str]) -> Iterator[Scene]:
    structure = story.existing_structure
    for copies in group_copies(structure.passages):
        first = copies[0]
        is_left_out = first.hub or first.ending or first.id == structure.start
        if not is_left_out and first.id not in fixed_passages:
            yield copies


def _build_offers(story: Story, stat: str, scenes: Sequence[Scene]) -> list[LevelTexts]:
    """Return the offers of the scenes; a stat about a person fits where that person is."""
    values = measure_stat(story.existing_structure, stat)
    about = next(each.about for each in story.stats if each.id == stat)
    open_scenes = [each for each in scenes if not _is_first_answer(story, each, values)]
    there = [each for each in open_scenes if about in find_present_entities(story, each)]
    offers = (_build_offer(story, stat, each, values) for each in there or open_scenes)
    return [each for each in offers if each]


def _is_first_answer(story: Story, scene: Scene, values: ValueShares) -> bool:
    """Return whether only the choice right before ``scene`` can have moved the stat.

    The opening insert of the scene answers that choice. A text for the level would tell the same
    players the same once more.
    """
    structure = story.existing_structure
    choices = (choice for each in scene for choice in structure.incoming_choices(each.id))
    return all(len(values.get(each.source, {})) <= 1 for each in choices)


def _build_offer(story: Story, stat: str, scene: Scene, values: ValueShares) -> LevelTexts | None:
    by_copy = {each.id: values.get(each.id, {}) for each in scene}
    shares = sum_shares(by_copy.values())
    held = {
        value: share
        for sign in (1, -1)
        if (value := pick_value(shares, sign))
        and is_balanced(share := measure_share(shares, value))
    }
    if not held:
        return None
    visits = sum(shares.values())
    weight = WEIGHT_SHARES[max((each.weight for each in story.beats_in(scene[0])), default=2)]
    return LevelTexts(
        scene=scene,
        levels={
            copy: tuple(
                Level(stat, value).id for value in held if is_balanced(measure_share(own, value))
            )
            for copy, own in by_copy.items()
        },
        visits=visits,
        difference=weight * visits * sum(share * (1 - share) for share in held.values()),
    )


def _count_visits(story: Story, scenes: Sequence[Scene]) -> float:
    """Return the mean number of visits of a random player to ``scenes``."""
    values = measure_stat(story.existing_structure, story.stats[0].id)
    return sum(sum(values.get(each.id, {}).values()) for copies in scenes for each in copies)
