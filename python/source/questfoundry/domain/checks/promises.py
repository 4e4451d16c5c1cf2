"""Check that a later choice or text reads the flag of each topic and of each minor choice."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import kind_of
from questfoundry.domain.solver.distances import Avoidance, find_avoiding_routes
from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import read_level


def find_broken_promises(search: Search) -> Iterator[Finding]:
    """Yield a finding for each topic of a hub whose flag no later choice can use.

    A topic promises the choices outside its hub that require the topic's flag. Some player who has
    visited the topic must find one of these choices open.
    """
    structure = search.graph.structure
    for topic in (each for each in structure.passages if each.hub):
        granted = frozenset[str]().union(
            *(each.grants for each in structure.incoming_choices(topic.id))
        )
        for flag in sorted(granted):
            promised = [
                each
                for each in structure.choices
                if flag in each.requires and not _is_in_hub(structure, each.source, topic.hub)
            ]
            if promised and _ask_for_choice(search, topic.id, promised) is None:
                yield Law.PROMISES.build_finding(
                    place=topic.id,
                    problem=f"No player who has visited {topic.id!r} finds a choice open that "
                    f"requires its flag {flag!r}.",
                    fix="Let such a choice require fewer flags, or move it to a passage after the "
                    "topic.",
                )


def find_unanswered_options(search: Search) -> Iterator[Finding]:
    """Yield a finding for each choice flag that nothing reads on some route to an ending.

    A choice flag records an option of a minor choice. A conditional text reads the flag in its
    passage; a choice reads the flag where the choice is offered. Whatever reads a stat that the
    option moves reads the option, too.
    """
    structure = search.graph.structure
    asked = dict(_list_avoidances(search.graph))
    for flag, route in zip(asked, _find_routes(search, [*asked.values()]), strict=True):
        if isinstance(route, tuple):
            place = structure.choices[asked[flag].choices[0]].id
            yield Law.ANSWERED.build_finding(
                place=place,
                problem=f"For some players, no later text takes up {flag!r}, which the choice "
                f"{place!r} sets.",
                fix="Let a passage on each route to the endings have a conditional text for the "
                "flag.",
                counterexample=route,
            )


def _list_avoidances(graph: Graph) -> Iterator[tuple[str, Avoidance]]:
    """Yield each choice flag whose readers a player may avoid, with the question for a player."""
    structure = graph.structure
    number = {each.id: place for place, each in enumerate(structure.passages)}
    readers_of = _index_readers(structure)
    for flag in dict.fromkeys(flag for each in structure.choices for flag in sorted(each.grants)):
        if kind_of(flag) != CHOICE_FLAG:
            continue
        choices = structure.granting_choices(flag)
        moved = frozenset.intersection(*(frozenset(each.moves) for each in choices))
        readers = frozenset[str]().union(*(readers_of.get(each, ()) for each in (flag, *moved)))
        # The law about flags that nothing reads at all reports flags without readers.
        places = {number[each] for each in readers}
        if places and _can_avoid(graph, {number[each.target] for each in choices}, places):
            yield flag, Avoidance([structure.choice_index(each) for each in choices], places)


def _find_routes(search: Search, asked: Sequence[Avoidance]) -> Iterable[SearchResult]:
    if not asked:
        return ()
    if search.space:
        return find_avoiding_routes(search.space, asked)
    passages = enumerate(search.graph.structure.passages)
    endings = [place for place, each in passages if each.ending]
    return (_ask_after(search, each.choices, each.passages, endings) for each in asked)


def _is_in_hub(structure: Structure, passage: str, hub: str) -> bool:
    return passage == hub or structure.passage(passage).hub == hub


def _index_readers(structure: Structure) -> Mapping[str, Collection[str]]:
    """Return the ids of the passages that read each flag, and those that read each stat."""
    found: dict[str, set[str]] = {}
    read = [(flag, each.id) for each in structure.passages for flag in each.conditional_flags]
    read += [(f, each.source) for each in structure.choices for f in each.requires | each.forbids]
    for flag, passage in read:
        level = read_level(flag)
        found.setdefault(level.stat if level else flag, set()).add(passage)
    return found


def _can_avoid(graph: Graph, targets: Iterable[int], readers: Collection[int]) -> bool:
    """Return whether a route from one of ``targets`` to an ending avoids ``readers``.

    Conditions of choices are ignored: the result may be wrongly true, but never wrongly false.
    """
    queue = [each for each in targets if each not in readers]
    seen = {*queue}
    for place in queue:
        if graph.structure.passages[place].ending:
            return True
        new = {edge.target for edge in graph.edges[place]} - seen - {*readers}
        seen |= new
        queue += new
    return False


def _ask_for_choice(search: Search, topic: str, promised: Sequence[Choice]) -> SearchResult:
    """Return a route through ``topic`` to an open choice of ``promised``, or ``None``."""
    graph = search.graph
    wanted = {graph.structure.choice_index(each) for each in promised}
    edges = {
        place: [edge for edge in leaving if edge.choice in wanted]
        for place, leaving in enumerate(graph.edges)
    }
    into_topic = {
        graph.structure.choice_index(each) for each in graph.structure.incoming_choices(topic)
    }

    def select(zdd: Zdd, place: int, family: int) -> int:
        here = zdd.restrict(family, graph.extra_flag)
        return zdd.restrict_to_open_choices(here, edges[place]) if here else EMPTY

    return search.find_route(
        Question(
            passages=tuple(place for place, leaving in edges.items() if leaving),
            reads=_mask_conditions(edges.values()) | graph.extra_flag,
            select=select,
        ),
        _mark_choices(graph, into_topic),
    )


def _ask_after(
    search: Search, granting: Collection[int], cleared_at: Collection[int], goals: Sequence[int]
) -> SearchResult:
    """Return a route with a choice of ``granting`` to a goal, without a later ``cleared_at``."""
    graph = search.graph

    def select(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.restrict(family, graph.extra_flag)

    return search.find_route(
        Question(
            passages=tuple(each for each in goals if each not in cleared_at),
            reads=graph.extra_flag,
            select=select,
        ),
        _mark_choices(graph, granting, cleared_at),
    )


def _mark_choices(
    graph: Graph, choices: Collection[int], cleared_at: Collection[int] = ()
) -> Graph:
    """Return the graph with an extra flag that ``choices`` grant and ``cleared_at`` clear."""
    return graph.add_extra_flag(
        (
            [
                edge._replace(grants=edge.grants | graph.extra_flag)
                if edge.choice in choices
                else edge
                for edge in edges
            ]
            for edges in graph.edges
        ),
        cleared_at=cleared_at,
    )


def _mask_conditions(edges: Iterable[Sequence[Edge]]) -> int:
    mask = 0
    for each in edges:
        for edge in each:
            mask |= edge.requires | edge.forbids
    return mask
