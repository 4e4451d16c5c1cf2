"""Passages of their own for the options of some minor choices, from the model's words."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
from typing import TypeGuard

from attrs import frozen

from questfoundry.app.stages.section import Rules
from questfoundry.domain.artifacts.branching import BranchingOption
from questfoundry.domain.artifacts.grow import ActOption, AddedBeat
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.option_passages import (
    OptionPassage,
    add_option_passages,
    pick_branching_places,
)

OPTION_WEIGHT = 3
"""The dramatic weight of such a passage: a scene, no reply in passing."""


@frozen(kw_only=True)
class BranchedStructure:
    """A structure with the passages of options; their beats and titles, by id."""

    structure: Structure
    beats: Mapping[str, AddedBeat]
    titles: Mapping[str, str]


def list_branching_places(
    story: Story, structure: Structure, fixed_passages: Collection[str]
) -> Sequence[str]:
    """Return the ids of the passages in ``structure`` whose options get passages of their own.

    Only a story with stats has such passages. ``fixed_passages`` (ids) stay as they are.
    """
    share = story.counts.interactions.branching_share if story.stats else 0
    return pick_branching_places(structure, share, fixed_passages)


def describe_branches(rules: Rules) -> str:
    """Return the instructions for passages of options, in a request for minor choices."""
    return rules.prompts.render("templates/grow/branches", {}).sections["options"]


def has_own_passage(option: ActOption) -> TypeGuard[BranchingOption]:
    """Return whether the model has written a title and a beat for a passage of ``option``."""
    return isinstance(option, BranchingOption) and bool(option.title and option.summary)


def branch_options(
    story: Story, options: Mapping[str, BranchingOption], taken: Collection[str]
) -> BranchedStructure:
    """Return the structure of ``story`` with a passage for each of ``options``, by their flags.

    ``taken`` are the titles of other passages; a title that is taken gets a number.
    """
    structure = story.existing_structure
    added, beats = dict[str, OptionPassage](), dict[str, AddedBeat]()
    titles, used = dict[str, str](), {each.casefold() for each in taken}
    for flag, option in options.items():
        source = structure.granting_choices(flag)[0].source
        slug = build_id("", slug_of(source), slug_of(flag)).removeprefix(SEPARATOR)
        own = OptionPassage(passage=f"passage{SEPARATOR}{slug}", beat=f"beat{SEPARATOR}{slug}")
        added[flag], titles[own.passage] = own, _make_distinct(option.title, used)
        beats[own.beat] = _build_beat(story, source, flag, option.summary)
        used.add(titles[own.passage].casefold())
    return BranchedStructure(
        structure=add_option_passages(structure, added), beats=beats, titles=titles
    )


def _build_beat(story: Story, source: str, flag: str, summary: str) -> AddedBeat:
    """Return the beat of the option that sets ``flag``, with the people and place of ``source``.

    Entities that the path of this passage removes are left out. If its place is closed then, the
    beat is where the next passage begins.
    """
    structure = story.existing_structure
    last = story.beats_in(structure.passage(source))[-1]
    path = story.path_of(last)
    removed = {each.entity for each in path.consequences if each.effect.absence} if path else set()
    after = structure.passage(structure.granting_choices(flag)[0].target)
    place = story.beats_in(after)[0].location if last.location in removed else last.location
    return AddedBeat(
        summary=summary,
        location=place,
        entities=tuple(each for each in last.entities if each not in removed),
        weight=OPTION_WEIGHT,
    )


def _make_distinct(title: str, used: Collection[str]) -> str:
    forms = chain((title,), (f"{title} ({number})" for number in count(2)))
    return next(each for each in forms if each.casefold() not in used)
