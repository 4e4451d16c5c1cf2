"""Hubs: passages in which players look around, a topic at a time, before they go on.

Topics lead on to each other, so that nobody reads the hub's own text twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import build_id


@frozen(kw_only=True)
class Topic:
    """Something to look at or ask about; the ``passage`` tells it, the ``label`` leads there.

    It is read once: the ``mark`` says that it was. It is not open before the one whose mark it
    ``needs`` was read, where there is one.
    """

    passage: str
    beat: str
    label: str
    mark: str
    needs: str = ""


@frozen(kw_only=True)
class Hub:
    """What a passage offers to look at before the way on, or before its decision.

    ``leave`` is what the only way on says; a decision keeps its labels. ``first`` is the mark of
    the topic that must be read before one can leave, empty where one can at once.
    """

    passage: str
    topics: Sequence[Topic]
    leave: str = ""
    first: str = ""


OPEN_AT_FIRST = 2
"""How many topics of a hub that grows are open when players come there."""


def opens(number: int) -> int:
    """The number of the topic that opens this one in a hub that grows, from 1; 0 for none.

    Each opens as many as are open at first, so that the last one opens after some rounds.
    """
    return (number - 1) // OPEN_AT_FIRST if number > OPEN_AT_FIRST else 0


def with_hub(structure: Structure, hub: Hub) -> Structure:
    """The structure in which the passage is that hub."""
    ways = structure.leaving(hub.passage)
    places = [hub.passage, *(topic.passage for topic in hub.topics)]
    choices = [each for place in places for each in _offered(hub, place, ways)]
    sources = [each.source for each in structure.choices]
    at = sources.index(hub.passage)
    others = [each for each in structure.choices if each.source != hub.passage]
    passages = list(structure.passages)
    behind = [each.id for each in passages].index(hub.passage) + 1
    passages[behind:behind] = [
        Passage(id=topic.passage, beats=(topic.beat,), hub=hub.passage) for topic in hub.topics
    ]
    return evolve(
        structure,
        passages=tuple(passages),
        choices=(*others[:at], *choices, *others[at:]),
    )


def _offered(hub: Hub, place: str, ways: Sequence[Choice]) -> Iterator[Choice]:
    """What is open in the hub or in one of its topics: the other topics, and the way out.

    No condition is written that always holds, or never.
    """
    here = next((topic.mark for topic in hub.topics if topic.passage == place), "")
    inside, read = bool(here), _chain(hub.topics, here)

    def may_be_read(mark: str) -> bool:
        """Whether somebody here has read it, or nothing need be read."""
        return not mark or mark in read or (inside and here not in _chain(hub.topics, mark))

    for topic in hub.topics:
        if topic.mark not in read and may_be_read(topic.needs):
            yield Choice(
                id=build_id("choice", slug_of(place), slug_of(topic.passage)),
                source=place,
                target=topic.passage,
                label=topic.label,
                grants={topic.mark},
                requires={topic.needs} - {*read, ""},
                forbids={topic.mark} if inside else (),
            )
    if not may_be_read(hub.first):
        return
    asks = {hub.first} - {*read, ""}
    for way in ways:
        yield evolve(
            way,
            id=build_id("choice", slug_of(place), slug_of(way.id)) if inside else way.id,
            source=place,
            label=way.label if way.takes else hub.leave,
            requires=way.requires | asks,
        )


def _chain(topics: Sequence[Topic], mark: str) -> Sequence[str]:
    """The marks of a topic, of the one that opened it, and so on: who has read it has them all."""
    needs = {topic.mark: topic.needs for topic in topics}
    chain: list[str] = []
    while mark:
        chain.append(mark)
        mark = needs[mark]
    return chain


def places_for_hubs(structure: Structure) -> Sequence[Passage]:
    """The passages that every arc meets, in which players could look around.

    They lie on any one way to an ending, each where no other way leads past it.
    """
    way = _way_to_an_ending(structure)
    place = {passage: number for number, passage in enumerate(way)}
    met = set(way)
    farthest = 0
    found = []
    for number, here in enumerate(way[:-1]):
        if farthest <= number:
            found.append(here)
        waiting = [here]
        while waiting:
            for choice in structure.leaving(waiting.pop()):
                if choice.target in place:
                    farthest = max(farthest, place[choice.target])
                elif structure.passage(choice.target).ending:
                    farthest = len(way)
                elif choice.target not in met:
                    met.add(choice.target)
                    waiting.append(choice.target)
    return [each for each in structure.passages if each.id in found]


def unmoved(story: Story) -> frozenset[str]:
    """The kept entities that no path moves: all players can meet them anywhere."""
    moved = {each.entity for path in story.paths for each in path.consequences if each.entity}
    return frozenset(each.id for each in story.kept()) - moved


def places_of_topics(story: Story) -> Sequence[str]:
    """The locations that stay open to all, to which players roam from a hub: a topic at each."""
    there = unmoved(story)
    return tuple(each.id for each in story.kept(EntityKind.LOCATION) if each.id in there)


def _way_to_an_ending(structure: Structure) -> Sequence[str]:
    """The passages of a shortest way, conditions aside; none where no way ends."""
    before = {structure.start: ""}
    for here in (waiting := [structure.start]):
        if structure.passage(here).ending:
            way = [here]
            while before[way[-1]]:
                way.append(before[way[-1]])
            return way[::-1]
        for choice in structure.leaving(here):
            if choice.target not in before:
                before[choice.target] = here
                waiting.append(choice.target)
    return ()
