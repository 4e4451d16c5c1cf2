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
    flag: str
    needs: str = ""


@frozen(kw_only=True)
class Hub:
    """What a passage offers to look at before the way on, or before its decision.

    ``leave`` is what the only way on says; a decision keeps its labels. ``first`` is the mark of
    the topic that must be read before one can leave, empty where one can at once.
    """

    passage: str
    topics: Sequence[Topic]
    exit_label: str = ""
    required_flag: str = ""


INITIAL_TOPICS = 2
"""How many topics of a hub that grows are open when players come there."""


def find_opening_topic(number: int) -> int:
    """The number of the topic that opens this one in a hub that grows, from 1; 0 for none.

    Each opens as many as are open at first, so that the last one opens after some rounds.
    """
    return (number - 1) // INITIAL_TOPICS if number > INITIAL_TOPICS else 0


def add_hub(structure: Structure, hub: Hub) -> Structure:
    """The structure in which the passage is that hub."""
    exits = structure.leaving(hub.passage)
    places = [hub.passage, *(topic.passage for topic in hub.topics)]
    choices = [each for place in places for each in _build_choices(hub, place, exits)]
    sources = [each.source for each in structure.choices]
    index = sources.index(hub.passage)
    others = [each for each in structure.choices if each.source != hub.passage]
    passages = list(structure.passages)
    insert_at = [each.id for each in passages].index(hub.passage) + 1
    passages[insert_at:insert_at] = [
        Passage(id=topic.passage, beats=(topic.beat,), hub=hub.passage) for topic in hub.topics
    ]
    return evolve(
        structure,
        passages=tuple(passages),
        choices=(*others[:index], *choices, *others[index:]),
    )


def _build_choices(hub: Hub, place: str, exits: Sequence[Choice]) -> Iterator[Choice]:
    """What is open in the hub or in one of its topics: the other topics, and the way out.

    No condition is written that always holds, or never.
    """
    own_flag = next((topic.flag for topic in hub.topics if topic.passage == place), "")
    inside, flags_here = bool(own_flag), _list_unlocking_flags(hub.topics, own_flag)

    def may_be_read(flag: str) -> bool:
        """Whether somebody here has read it, or nothing need be read."""
        return (
            not flag
            or flag in flags_here
            or (inside and own_flag not in _list_unlocking_flags(hub.topics, flag))
        )

    for topic in hub.topics:
        if topic.flag not in flags_here and may_be_read(topic.needs):
            yield Choice(
                id=build_id("choice", slug_of(place), slug_of(topic.passage)),
                source=place,
                target=topic.passage,
                label=topic.label,
                grants={topic.flag},
                requires={topic.needs} - {*flags_here, ""},
                forbids={topic.flag} if inside else (),
            )
    if not may_be_read(hub.required_flag):
        return
    required = {hub.required_flag} - {*flags_here, ""}
    for leaving in exits:
        yield evolve(
            leaving,
            id=build_id("choice", slug_of(place), slug_of(leaving.id)) if inside else leaving.id,
            source=place,
            label=leaving.label if leaving.takes else hub.exit_label,
            requires=leaving.requires | required,
        )


def _list_unlocking_flags(topics: Sequence[Topic], flag: str) -> Sequence[str]:
    """The marks of a topic, of the one that opened it, and so on: who has read it has them all."""
    needs = {topic.flag: topic.needs for topic in topics}
    chain: list[str] = []
    while flag:
        chain.append(flag)
        flag = needs[flag]
    return chain


def find_hub_places(structure: Structure) -> Sequence[Passage]:
    """The passages that every arc meets, in which players could look around.

    They lie on any one way to an ending, each where no other way leads past it.
    """
    route = _find_shortest_route(structure)
    place = {passage: number for number, passage in enumerate(route)}
    visited = set(route)
    farthest = 0
    found = []
    for number, here in enumerate(route[:-1]):
        if farthest <= number:
            found.append(here)
        waiting = [here]
        while waiting:
            for choice in structure.leaving(waiting.pop()):
                if choice.target in place:
                    farthest = max(farthest, place[choice.target])
                elif structure.passage(choice.target).ending:
                    farthest = len(route)
                elif choice.target not in visited:
                    visited.add(choice.target)
                    waiting.append(choice.target)
    return [each for each in structure.passages if each.id in found]


def find_unchanged_entities(story: Story) -> frozenset[str]:
    """The kept entities that no path moves: all players can meet them anywhere."""
    changed = {each.entity for path in story.paths for each in path.consequences if each.entity}
    return frozenset(each.id for each in story.kept()) - changed


def find_topic_locations(story: Story) -> Sequence[str]:
    """The locations that stay open to all, to which players roam from a hub: a topic at each."""
    unchanged = find_unchanged_entities(story)
    return tuple(each.id for each in story.kept(EntityKind.LOCATION) if each.id in unchanged)


def _find_shortest_route(structure: Structure) -> Sequence[str]:
    """The passages of a shortest way, conditions aside; none where no way ends."""
    previous = {structure.start: ""}
    for here in (waiting := [structure.start]):
        if structure.passage(here).ending:
            route = [here]
            while previous[route[-1]]:
                route.append(previous[route[-1]])
            return route[::-1]
        for choice in structure.leaving(here):
            if choice.target not in previous:
                previous[choice.target] = here
                waiting.append(choice.target)
    return ()
