"""Add hubs: passages in which players explore topics one at a time before they leave.

Topics link to each other directly, so that no player reads the hub's own text twice. A visited
topic is closed by its flag, so play terminates although the graph of hub and topics has cycles.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.minor_choices import divides_by_level


@frozen(kw_only=True)
class Topic:
    """Something to examine or ask about in a hub, with a passage of its own.

    ``label``: the text of the choice that leads to the topic.
    ``passage``: the id of the topic's passage.
    ``flag``: the flag that is set when a player reads the topic. It closes the choices that lead to
      the topic.
    ``needs``: the flag of another topic that must be read first, or empty.
    ``moves``: by how much the topic raises or lowers each stat, by stat id.
    """

    passage: str
    beat: str
    label: str
    flag: str
    needs: str = ""
    moves: Mapping[str, int] = field(factory=dict[str, int], hash=False)


@frozen(kw_only=True)
class Hub:
    """A passage with topics that players can explore before they leave or decide.

    ``exit_label``: the label of the exit, if the passage has only one. The choices of a decision
    keep their own labels.
    ``required_flag``: the flag of a topic that must be read before leaving; empty if there is no
    such topic.
    ``limit``: the number of topics that players have time for; 0 if they can read all.
    ``is_played``: whether players must read a topic, no matter which, before they leave.
    """

    passage: str
    topics: Sequence[Topic]
    exit_label: str = ""
    required_flag: str = ""
    limit: int = 0
    is_played: bool = False


LIMITED_TOPICS = 2
"""The number of topics that players have time for in a limited hub."""

TURNS = 3
"""The number of turns in a played scene, and of its approaches; each approach has two forms."""

INITIAL_TOPICS = 2
"""The number of topics of a growing hub that are open at first."""


def find_openers(topics: int, *, grows: bool, is_two_step: bool = False) -> Sequence[int]:
    """Return for each of the ``topics`` of a hub the number, from 1, of the topic that opens it.

    The number is 0 for a topic that is open at first. In a hub that ``grows``, each topic opens
    ``INITIAL_TOPICS`` further topics. In a two-step hub, the first topic opens the last.
    """
    if grows:
        return [number // INITIAL_TOPICS for number in range(topics)]
    return [int(is_two_step and number == topics) for number in range(1, topics + 1)]


def add_hub(structure: Structure, hub: Hub) -> Structure:
    """Return ``structure`` with the passage ``hub.passage`` turned into a hub."""
    exits = structure.outgoing_choices(hub.passage)
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
        structure, passages=tuple(passages), choices=(*others[:index], *choices, *others[index:])
    )


def _build_choices(hub: Hub, place: str, exits: Sequence[Choice]) -> Iterator[Choice]:
    """Yield the choices that leave ``place``, the hub or one of its topics.

    Conditions that always hold are left out, and so are choices that can never open.
    """
    own_flag = next((topic.flag for topic in hub.topics if topic.passage == place), "")
    inside, flags_here = bool(own_flag), _list_unlocking_flags(hub.topics, own_flag)

    def can_hold(flag: str) -> bool:
        return (
            not flag
            or flag in flags_here
            or (inside and own_flag not in _list_unlocking_flags(hub.topics, flag))
        )

    for topic in hub.topics:
        if topic.flag in flags_here or not can_hold(topic.needs):
            continue
        # A topic's own flag shows the solver that each topic is read once.
        own = frozenset({topic.flag} if inside else ())
        conditions = (
            _find_conditions(hub, topic, own_flag)
            if hub.limit
            else [_Condition(frozenset({topic.needs} - {*flags_here, ""}))]
        )
        for number, condition in enumerate(conditions, start=1):
            yield Choice(
                id=build_id("choice", slug_of(place), slug_of(topic.passage))
                + (f"--{number}" if number > 1 else ""),
                source=place,
                target=topic.passage,
                label=topic.label,
                grants={topic.flag},
                requires=condition.requires,
                forbids=condition.forbids | own,
                moves=topic.moves,
            )
    if not can_hold(hub.required_flag) or (hub.is_played and not inside):
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


_Read = frozenset[str]
"""The flags of the topics that a player has read."""


@frozen
class _Condition:
    """The flags that a choice requires and forbids."""

    requires: _Read = frozenset()
    forbids: _Read = frozenset()


def _find_conditions(hub: Hub, topic: Topic, last: str) -> Iterator[_Condition]:
    """Yield the conditions of the choices to ``topic`` for players who have just read ``last``.

    ``last`` is the flag of a topic of the limited ``hub``, or empty in the hub's own passage.
    """
    reads = _find_reads(hub)[last]
    is_open = {read: _is_open(hub, topic, read) for read in reads}
    yield from _divide(
        [each for each in reads if is_open[each]], [each for each in reads if not is_open[each]]
    )


def _find_reads(hub: Hub) -> Mapping[str, Collection[_Read]]:
    """Return what players can have read, by the flag of the topic that they have just read."""
    found: dict[str, dict[_Read, None]] = {topic.flag: {} for topic in hub.topics}
    found[""] = {frozenset(): None}
    for read in (waiting := [frozenset[str]()]):
        for topic in hub.topics:
            if _is_open(hub, topic, read):
                more = read | {topic.flag}
                if not any(more in reads for reads in found.values()):
                    waiting.append(more)
                found[topic.flag][more] = None
    return found


def _is_open(hub: Hub, topic: Topic, read: _Read) -> bool:
    """Return whether a player of the limited ``hub`` can open ``topic`` after ``read``.

    Enough turns must be left for the required topic.
    """
    if topic.flag in read or not {topic.needs} - {""} <= read:
        return False
    more = read | {topic.flag}
    required = _list_unlocking_flags(hub.topics, hub.required_flag)
    return len(more.union(required)) <= hub.limit


def _divide(opening: Sequence[_Read], closing: Sequence[_Read]) -> Iterator[_Condition]:
    """Yield conditions so that each of ``opening`` meets exactly one, and none of ``closing`` any.

    This is a Shannon expansion: split by the flag that keeps most of ``opening`` together while it
    rules out most of ``closing``, then divide both halves. The sets are few, at most some tens.
    """
    if not opening or not closing:
        yield from (_Condition() for _ in opening[:1])
        return
    literals = [
        (flag, is_held)
        for flag in sorted(frozenset().union(*opening, *closing))
        for is_held in (False, True)
    ]

    def measure_split(literal: tuple[str, bool]) -> int:
        flag, is_held = literal
        kept = sum((flag in read) is is_held for read in opening)
        return kept * sum((flag in read) is not is_held for read in closing)

    flag, is_first = max(literals, key=measure_split)
    for is_held in (is_first, not is_first):
        for each in _divide(
            [read for read in opening if (flag in read) is is_held],
            [read for read in closing if (flag in read) is is_held],
        ):
            if is_held:
                yield evolve(each, requires=each.requires | {flag})
            else:
                yield evolve(each, forbids=each.forbids | {flag})


def _list_unlocking_flags(topics: Sequence[Topic], flag: str) -> Sequence[str]:
    needs = {topic.flag: topic.needs for topic in topics}
    chain: list[str] = []
    while flag:
        chain.append(flag)
        flag = needs[flag]
    return chain


def measure_limit(structure: Structure, hub: str) -> int:
    """Return how many topics of ``hub`` (an id) players have time for; 0 if they can read all.

    In a hub with a limit, a choice from one topic to another forbids the flag of a third topic. All
    players who read as much as they can read the same number.
    """
    topics = [each.id for each in structure.passages if each.hub == hub]
    flags = {
        topic: next((each.grants for each in structure.incoming_choices(topic)), frozenset[str]())
        for topic in topics
    }
    every = frozenset[str]().union(*flags.values())
    between = [
        choice
        for topic in topics
        for choice in structure.outgoing_choices(topic)
        if choice.target in flags
    ]
    if not any(choice.forbids & (every - flags[choice.target]) for choice in between):
        return 0
    read, here, count = frozenset[str](), hub, 0
    while following := [
        choice
        for choice in structure.outgoing_choices(here)
        if choice.target in flags
        and choice.requires & every <= read
        and not choice.forbids & read
        and not flags[choice.target] <= read
    ]:
        here, count = following[0].target, count + 1
        read |= flags[here]
    return count


def find_hub_places(structure: Structure) -> Sequence[Passage]:
    """Return the passages that every playthrough visits, in the order of the structure.

    These are the common dominators of the endings. The passages of one shortest route to an ending
    are examined. A search of all detours finds where each detour rejoins the route. Conditions of
    choices are ignored. Passages whose exits only ask for levels of a stat are left out.
    """
    route = _find_shortest_route(structure)
    place = {passage: number for number, passage in enumerate(route)}
    visited = set(route)
    farthest = 0
    found = []
    for number, here in enumerate(route[:-1]):
        if farthest <= number and not divides_by_level(structure, here):
            found.append(here)
        waiting = [here]
        while waiting:
            for choice in structure.outgoing_choices(waiting.pop()):
                if choice.target in place:
                    farthest = max(farthest, place[choice.target])
                elif structure.passage(choice.target).ending:
                    farthest = len(route)
                elif choice.target not in visited:
                    visited.add(choice.target)
                    waiting.append(choice.target)
    return [each for each in structure.passages if each.id in found]


def find_unchanged_entities(story: Story) -> frozenset[str]:
    """Return the ids of the entities that the plan keeps and that no path changes."""
    changed = {each.entity for path in story.paths for each in path.consequences if each.entity}
    return frozenset(each.id for each in story.list_kept_entities()) - changed


def find_topic_locations(story: Story) -> Sequence[str]:
    """Return the ids of the locations that the plan keeps and that no path changes."""
    unchanged = find_unchanged_entities(story)
    return tuple(
        each.id for each in story.list_kept_entities(EntityKind.LOCATION) if each.id in unchanged
    )


def count_two_step_hubs(structure: Structure, hubs: int, decisions: int) -> int:
    """Return how many of the ``hubs`` must require two topics, so that players make ``decisions``.

    The exit of such a hub requires its last topic, which its first topic opens.
    """
    return max(0, min(hubs, decisions - measure_shortest_route(structure) - hubs))


def measure_shortest_route(structure: Structure) -> int:
    """Return the number of passages before the ending on a shortest route, ignoring conditions.

    A passage whose exits only ask for levels of a stat does not count: it offers no choice.
    """
    before = _find_shortest_route(structure)[:-1]
    return sum(not divides_by_level(structure, each) for each in before)


def _find_shortest_route(structure: Structure) -> Sequence[str]:
    previous = {structure.start: ""}
    for here in (waiting := [structure.start]):
        if structure.passage(here).ending:
            route = [here]
            while previous[route[-1]]:
                route.append(previous[route[-1]])
            return route[::-1]
        for choice in structure.outgoing_choices(here):
            if choice.target not in previous:
                previous[choice.target] = here
                waiting.append(choice.target)
    return ()
