"""Joins what was found on all ways through a compiled story to its structure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.play.value_sets import Link
from questfoundry.domain.story.foreign.code_parts import reads
from questfoundry.domain.story.foreign.expressions import (
    Expression,
    Truth,
    Value,
    number,
    text,
    value_of,
)
from questfoundry.domain.story.foreign.story import ForeignStory, Unmodelled, alternative_id
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.ink.compiled import CompiledStory
from questfoundry.infra.reading.ink.exits import Exit, exits_of, is_ending, without_steps
from questfoundry.infra.reading.ink.explore import Explorer
from questfoundry.infra.reading.ink.places import is_chosen
from questfoundry.infra.reading.ink.stop_positions import CALLED, InkPlace
from questfoundry.infra.reading.ink.survey import Survey
from questfoundry.infra.reading.ink.symbolic_values import is_large, is_unknown, said_of, unknown
from questfoundry.infra.reading.ink.truth_tables import as_truths, cases_of
from questfoundry.infra.reading.story_variables import resolve_links

_LARGEST = 100
"""The most that a condition is made of, once it is as short as it gets."""


@frozen
class ReadInk:
    """A story as far as it was read, and the text of each passage."""

    story: ForeignStory
    texts: Mapping[str, str]


def read_ink(story: CompiledStory, *, title: str, file: str) -> ReadInk:
    """The structure of the story, which stands in the file of that name."""
    survey = Survey.of(story)
    explorer = Explorer(story)
    first = explorer.explore(survey.places, survey.arrows, survey.names)
    places = list(explorer.found.values())
    exits = without_steps(places, [each for place in places for each in exits_of(place)])
    joined = {each.source.name for each in exits}.union(*(each.targets for each in exits))
    kept = {each.name: each for each in places if each.name in joined or not _is_step(each)}
    place = FilePlace(file, 1)
    notes = {
        (each.name, what): leads for each in kept.values() for what, leads in each.notes.items()
    }
    choices, by_chance = _choices(exits, explorer, first.name, notes)
    flags = frozenset[str]().union(*(each.grants for each in choices))
    endings = {target for each in exits for target in each.targets} - kept.keys()
    passages = [*(_passage(each, flags) for each in kept.values())]
    passages += [Passage(id=each, title=each, ending=each) for each in sorted(endings)]
    found = ForeignStory(
        title=title,
        structure=Structure(start=first.name, passages=tuple(passages), choices=tuple(choices)),
        words={each.name: each.word_count for each in kept.values() if each.word_count},
        unmodelled=tuple(
            Unmodelled(passage=passage, place=place, what=what, leads=leads)
            for (passage, what), leads in notes.items()
        ),
        places=dict.fromkeys(
            [*(each.id for each in passages), *(each.id for each in choices)], place
        ),
        by_chance=frozenset(by_chance),
        in_pieces=True,
        unpromised=frozenset(
            [
                *(each.id for each in exits if not each.promised),
                *(each.name for each in kept.values() if not each.promised),
                *endings,
            ]
        ),
    )
    texts = {each.id: "" for each in passages} | {each.name: each.text for each in kept.values()}
    return ReadInk(found, texts)


def _is_step(place: InkPlace) -> bool:
    """Whether it may be only the way from a choice to where that leads."""
    return is_chosen(place.place.container) and bool(place.leads) and not is_ending(place)


def _choices(
    exits: Sequence[Exit], explorer: Explorer, start: str, notes: dict[tuple[str, str], bool]
) -> tuple[list[Choice], set[str]]:
    """What the links become; what is not understood of their conditions is noted."""
    links: Sequence[Link] = [way for each in exits for way in each.ways]
    begun: Mapping[str, Value] = {CALLED: text("")}
    for name, first in explorer.first.items():
        value = value_of(first, {})
        if value is None:
            explorer.spoiled.add(name)
        else:
            begun = {**begun, name: value}
    links, begun = as_truths(links, begun)
    split: list[Link] = []
    owners: list[tuple[Exit, str]] = []
    at = 0
    for each in exits:
        for way in links[at : at + len(each.ways)]:
            for condition in cases_of(way.condition):
                split.append(_small(evolve(way, condition=condition)))
                owners.append((each, way.target))
        at += len(each.ways)
    names = {name for link in split for name in _names(link)}
    found = resolve_links(
        split,
        initial=begun,
        untracked={name for name in names if is_unknown(name)} | explorer.spoiled,
        unset=number(0),
        start=start,
    )
    choices: list[Choice] = []
    by_chance = set[str]()
    counts: Counter[str] = Counter()
    for (exit_, target), link in zip(owners, found, strict=True):
        for code in link.unclear:
            said = said_of(code)
            what = f"the condition {said!r} is not modelled: what depends on it counts as open"
            notes.setdefault((exit_.source.name, what), False)
        for alternative in link.choices:
            counts[exit_.id] += 1
            choice = Choice(
                id=alternative_id(exit_.id, counts[exit_.id]),
                source=exit_.source.name,
                target=target,
                label=exit_.label,
                requires=alternative.requires,
                forbids=alternative.forbids,
                grants=alternative.grants,
                clears=alternative.clears,
            )
            choices.append(choice)
            by_chance |= {choice.id} if link.by_chance else set()
    return choices, by_chance


def _names(link: Link) -> Iterator[str]:
    yield from (*reads(link.condition), *link.settings)
    for each in link.settings.values():
        yield from reads(each)


def _small(link: Link) -> Link:
    condition = link.condition
    if is_large(condition, _LARGEST):
        condition = Truth(unknown("a long condition"))
    settings: dict[str, Expression] = {
        name: unknown(name) if is_large(each, _LARGEST) else each
        for name, each in link.settings.items()
    }
    return evolve(link, condition=condition, settings=settings)


def _passage(place: InkPlace, flags: AbstractSet[str]) -> Passage:
    looked_at = {flag for flag in flags if not place.looked_at.isdisjoint(_variables(flag))}
    return Passage(
        id=place.name,
        title=place.name,
        ending=place.name if is_ending(place) else "",
        reads=looked_at,
    )


def _variables(flag: str) -> Iterator[str]:
    """The variable that the flag is of, and the list that it may be an item of."""
    name = flag.partition(" is ")[0]
    yield name
    yield name.partition(": ")[0]
