"""Check that players can visit every passage and ending, and meet the plan's entities."""

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.distances import Distances
from questfoundry.domain.solver.livelock import find_trap_entries
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd, are_complementary
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.wants import find_idle_people, list_acts, list_people_with_wants


def find_unreached(search: Search) -> Iterator[Finding]:
    """Yield a finding for each passage that no playthrough visits."""
    unreached = [place for place, family in enumerate(search.reachability.families) if not family]
    reachable = search.graph.distances if unreached else {}
    unreached = [
        at for at in reversed(unreached) if not (at in reachable and _is_reached(search, [at]))
    ]
    for place in reversed(unreached):
        passage = search.graph.structure.passages[place].id
        yield Law.REACHED.build_finding(
            place=passage,
            problem=f"No playthrough visits the passage {passage!r}.",
            fix="Let a choice that leads to it be open in some playthrough, or remove the passage."
            if place in reachable
            else "Lead a choice to it that can be open, or remove the passage.",
        )


def check_endings(search: Search) -> Iterator[Finding]:
    """Yield a finding for each ending that no playthrough reaches, or if there are no endings."""
    structure = search.graph.structure
    by_ending: dict[str, list[int]] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            by_ending.setdefault(passage.ending, []).append(place)
    if not by_ending:
        yield Law.ENDINGS.build_finding(
            place=structure.start,
            problem=f"The story has no ending: {_explain_no_ending(structure)}",
            fix="Give the last passages of the story an ending. In a Twine story this is a passage "
            "without a link; leave out links that only restart the story.",
        )
    for ending, places in by_ending.items():
        if not _is_reached(search, places):
            yield Law.ENDINGS.build_finding(
                place=structure.passages[places[0]].id,
                problem=f"No playthrough reaches the ending {ending!r}.",
                fix="Lead a choice to it that can be open, or remove the ending.",
            )


def _explain_no_ending(structure: Structure) -> str:
    back = [each for each in structure.choices if each.target == structure.start]
    if not back:
        return "every passage leads to another."
    more = f", and {len(back) - 1} more" if len(back) > 1 else ""
    return (
        f"every passage leads to another. The choice {back[0].id!r}{more} leads back to the "
        "start: perhaps the story should end before it."
    )


def _is_reached(search: Search, places: list[int]) -> bool:
    """Return whether some player can reach one of ``places``; true if the search gives up."""
    if any(search.reachability.families[place] for place in places):
        return True
    passages = search.graph.structure.passages
    return any(passages[place].id in search.visited for place in places) or search.can_reach(
        Question(passages=places)
    )


def find_stuck(search: Search) -> Iterator[Finding]:
    """Yield a finding for each passage in which a player can get stuck: no choice is open."""
    for place, passage in enumerate(search.graph.structure.passages):
        route = None if passage.ending else _find_stuck_route(search, place)
        if isinstance(route, tuple):
            yield Law.STUCK.build_finding(
                place=passage.id,
                problem=f"A player can get stuck in the passage {passage.id!r}: no choice is open.",
                fix="Add a choice that is open for this player, or make the passage an ending.",
                counterexample=route,
            )


def _find_stuck_route(search: Search, place: int) -> SearchResult:
    if search.is_complete(place) and not search.reachability.partition_by_open_choices(place).get(
        0
    ):
        return None
    leaving = search.graph.options[place]
    conditions = [(edge.requires, edge.forbids) for edge in leaving]
    if (0, 0) in conditions or any(
        are_complementary(*each) for each in combinations(conditions, 2)
    ):
        return None

    def select_stuck(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.difference(family, zdd.restrict_to_open_choices(family, leaving))

    reads = reduce(or_, (edge.requires | edge.forbids for edge in leaving), 0)
    return search.find_route(Question(passages=(place,), reads=reads, select=select_stuck))


def find_trapped(search: Search) -> Iterator[Finding]:
    """Yield a finding for each loop that a player cannot leave.

    A loop that leads to a dead end is left out, because another check reports the dead end.
    """
    if not any(search.can_loop_forever(component) for component in search.graph.cyclic_components):
        return
    if not search.is_complete():
        search.gave_up = True
        return
    for place, family in find_trap_entries(search.reachability).items():

        def select(zdd: Zdd, _place: int, here: int, family: int = family) -> int:
            return zdd.intersection(here, family)

        route = search.find_route(Question(passages=(place,), select=select))
        if isinstance(route, tuple):
            passage = search.graph.structure.passages[place].id
            yield Law.TRAPPED.build_finding(
                place=passage,
                problem=f"From the passage {passage!r} on, a player stays in a loop forever.",
                fix="Add a choice that leads out of the loop.",
                counterexample=route,
            )


def find_idle_characters(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each character with a want and each act in which they never act first."""
    passages = search.graph.structure.passages
    for act in list_acts(story) if list_people_with_wants(story) else ():
        beats = {beat.id for beat in act.beats}
        place = next((each.id for each in passages if not beats.isdisjoint(each.beats)), "")
        for person in find_idle_people(story, act) if place else ():
            dilemmas = " and ".join(map(repr, act.dilemmas))
            yield Law.WANTS.build_finding(
                place=place,
                problem=f"{person.id!r} has a want, and acts first in no beat before the decision "
                f"of {dilemmas}.",
                fix=f"In the plan, let {person.name} act first in a beat that all players meet, "
                "and name them as its actor; or remove the want.",
            )


MIN_ABSENCE = 3  # The smallest number of passages without an entity that counts as a disappearance


def find_unused_entities(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each entity that the plan keeps, and that has no beat in any passage.

    An entity that a dilemma is about may be dead or absent, and need not appear. An entity that the
    author added by hand may wait for its first passage.
    """
    structure = search.graph.structure
    beats = [beat for passage in structure.passages for beat in story.beats_in(passage)]
    cast = {each for beat in beats for each in (beat.location, *beat.entities)}
    for entity in story.list_kept_entities() if story.is_planned else ():
        if not (entity.is_unplanned or entity.id in cast | story.dilemma_people):
            yield Law.ENTITIES.build_finding(
                place=structure.start,
                problem=f"No passage has a beat with {entity.id!r}, which the plan keeps.",
                fix="Add it to a beat, or cut it from the plan.",
            )


def find_unused_paths(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each path that has no beat in any passage."""
    structure = search.graph.structure
    used = {beat.path for passage in structure.passages for beat in story.beats_in(passage)}
    for path in story.paths:
        if path.id not in used:
            yield Law.PATHS.build_finding(
                place=structure.start,
                problem=f"No passage has a beat of the path {path.id!r}.",
                fix="Put the path's beats into passages.",
            )


def find_vanishing(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each entity that appears only in the first half of every playthrough.

    Locations and background characters are exempt, and so are entities that a path removes.
    """
    passages = search.graph.structure.passages
    if not search.is_complete():
        search.gave_up = True
        return
    distances = Distances(search, [at for at, each in enumerate(passages) if each.ending])
    shortest = distances.from_start
    if shortest is None:
        return
    places = defaultdict[str, list[int]](list)
    for place, passage in enumerate(passages):
        for each in {each for beat in story.beats_in(passage) for each in beat.entities}:
            places[each].append(place)
    presence = presence_of(story)
    departing = {each for dilemma in presence.changes for each in presence.find_departing(dilemma)}
    for entity in story.list_kept_entities():
        if entity.kind is EntityKind.LOCATION or entity.background or entity.id in departing:
            continue
        nearest = distances.find_nearest(places[entity.id])
        if nearest is None:
            continue
        absence, place = nearest
        if absence >= MIN_ABSENCE and 2 * absence > shortest:
            passage_id = passages[place].id
            yield Law.CAST.build_finding(
                place=passage_id,
                problem=f"{entity.id!r} appears last in {passage_id!r}, at least {absence} "
                "passages before any ending.",
                fix="Let it appear again later, or say what becomes of it.",
            )
