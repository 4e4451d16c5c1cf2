"""Check choices and conditional texts, and that the options of a choice differ in something."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from attrs import evolve

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Edge, Graph, build_graph, iter_bits
from questfoundry.domain.solver.search import Question, Search
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.foreign.story import link_id
from questfoundry.domain.story.passage import Choice, Structure, play
from questfoundry.domain.story.stat import read_level


def find_never_open(search: Search) -> Iterator[Finding]:
    """Yield a finding for each choice that is never open."""
    structure, graph = search.graph.structure, search.graph
    if len(search.reachability.open_choices) == len(structure.choices):
        return
    openable = search.reachability.open_choices.union(
        edge.choice
        for edges in graph.options
        for edge in edges
        if edge.choice not in search.reachability.open_choices and _is_open(search, edge)
    )
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    granted = {flag for choice in structure.choices for flag in choice.grants}
    moved = {stat for choice in structure.choices for stat in choice.moves}
    asked = frozenset[str]().union(*(choice.requires for choice in structure.choices))
    granted.update(each for each in asked if (level := read_level(each)) and level.stat in moved)
    for place, choice in enumerate(structure.choices):
        if place in openable:
            continue
        source = number[choice.source]
        route = search.find_route(Question(passages=(source,)))
        if isinstance(route, tuple):
            over = structure.passages[source].ending
            yield Law.OPENS.build_finding(
                place=choice.id,
                problem=f"The choice {choice.id!r} is never open: "
                + (
                    f"the story ends in {choice.source!r}."
                    if over
                    else _explain_closed(search, source, choice, granted)
                ),
                fix="Remove the choice, or remove the ending from its passage."
                if over
                else "Grant the flags that it requires on a route that leads to it, or require "
                "fewer.",
                counterexample=route,
            )


def _is_open(search: Search, edge: Edge) -> bool:
    """Return whether some player finds ``edge`` open; true if the search gives up."""
    reach, source = search.reachability, edge.source
    if (reach.families[source] and not edge.is_conditional) or search.is_complete(source):
        return bool(reach.zdd.restrict(reach.families[source], edge.requires, edge.forbids))
    return search.graph.structure.choices[edge.choice].id in search.chosen or search.can_reach(
        _ask_if_all_open([edge], source)
    )


def _ask_if_all_open(
    edges: Sequence[Edge], source: int, *, lacking: int = 0, holding: int = 0
) -> Question:
    """Return the search question whether a player at ``source`` finds all ``edges`` open.

    Edges are choices. The player must also have the flags ``holding`` and lack ``lacking``.
    """
    requires = reduce(or_, (edge.requires for edge in edges)) | holding
    forbids = reduce(or_, (edge.forbids for edge in edges))

    def select(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.restrict(family, requires, forbids)

    return Question(passages=(source,), reads=requires | forbids, text_flag=lacking, select=select)


def _explain_closed(search: Search, source: int, choice: Choice, granted: set[str]) -> str:
    if ungranted := sorted(choice.requires - granted):
        return f"no choice sets {_quote(ungranted)}."
    if not search.is_complete(source):
        return f"no player in {choice.source!r} meets its condition."
    reach, bits = search.reachability, search.graph.bits
    zdd, family = reach.zdd, reach.families[source]
    never = [each for each in sorted(choice.requires) if not zdd.restrict(family, bits[each])]
    always = [each for each in sorted(choice.forbids) if not zdd.restrict(family, 0, bits[each])]
    if never:
        return f"it requires {_quote(never)}, which no player has in {choice.source!r}."
    if always:
        return f"it forbids {_quote(always)}, which every player has in {choice.source!r}."
    return f"no player in {choice.source!r} meets all parts of its condition at once."


def _quote(flags: Iterable[str]) -> str:
    return " and ".join(map(repr, flags))


def find_same_labels(search: Search) -> Iterator[Finding]:
    """Yield a finding for each choice that can be open together with another of the same label."""
    choices = search.graph.structure.choices
    labels = [" ".join(choice.label.casefold().split()) for choice in choices]
    for source, edges in enumerate(search.graph.options):
        for first, second in combinations(edges, 2):
            if not labels[first.choice] or labels[first.choice] != labels[second.choice]:
                continue
            if _exclude(first, second) or _share_link(search, first, second):
                continue
            route = search.find_route(_ask_if_all_open([first, second], source))
            if isinstance(route, tuple):
                one, other = choices[first.choice], choices[second.choice]
                yield Law.LABELS.build_finding(
                    place=other.id,
                    problem=f"Two choices of {one.source!r} are open together, and both say "
                    f"{other.label!r}.",
                    fix=f"Give {one.id!r} or {other.id!r} a different label.",
                    counterexample=route,
                )


def find_same_outcomes(search: Search) -> Iterator[Finding]:
    """Yield a finding for each choice with the same outcome as another choice of its passage."""
    choices = search.graph.structure.choices
    for source, edges in enumerate(search.graph.options):
        for first, second in combinations(edges, 2):
            if first.target != second.target or _exclude(first, second):
                continue
            if _share_link(search, first, second) or _differ_for_some_player(search, first, second):
                continue
            route = search.find_route(_ask_if_all_open([first, second], source))
            if isinstance(route, tuple):
                one, other = choices[first.choice].id, choices[second.choice].id
                yield Law.OUTCOMES.build_finding(
                    place=other,
                    problem=f"It makes no difference whether a player takes {one!r} or {other!r}.",
                    fix="Lead one of them elsewhere, or let a later choice read a flag that only "
                    "one grants.",
                    counterexample=route,
                )


def _exclude(one: Edge, other: Edge) -> bool:
    return bool(one.requires & other.forbids or other.requires & one.forbids)


def _share_link(search: Search, one: Edge, other: Edge) -> bool:
    """Return whether both choices encode the same link of an imported story; a player sees one."""
    choices = search.graph.structure.choices
    return link_id(choices[one.choice].id) == link_id(choices[other.choice].id)


def _differ_for_some_player(search: Search, one: Edge, other: Edge) -> bool:
    """Return whether some player ends up with other flags after one choice than after the other."""
    edges = search.graph.edges[one.source]
    others = [each for each in edges if each.choice == other.choice]
    return any(
        _differ(search, one.source, first, second)
        for first in edges
        if first.choice == one.choice
        for second in others
        if not _exclude(first, second)
    )


def _differ(search: Search, source: int, one: Edge, other: Edge) -> bool:
    kept = search.graph.live_with_text[one.target]
    if (one.grants & other.clears | one.clears & other.grants) & kept:
        return search.can_reach(_ask_if_all_open([one, other], source))
    granted, cleared = (one.grants ^ other.grants) & kept, (one.clears ^ other.clears) & kept
    return any(
        search.can_reach(_ask_if_all_open([one, other], source, lacking=flag))
        for flag in iter_bits(granted)
    ) or any(
        search.can_reach(_ask_if_all_open([one, other], source, holding=flag))
        for flag in iter_bits(cleared)
    )


def find_unconditional_texts(search: Search) -> Iterator[Finding]:
    """Yield a finding for each conditional text that no player reads, or that every player reads.

    Passages that no player reaches are skipped, because another check reports them. Texts for
    levels of a stat are skipped, too: the law about readings covers them.
    """
    for place, passage in enumerate(search.graph.structure.passages):
        for flag in sorted(passage.conditional_flags):
            if read_level(flag):
                continue
            bit = search.graph.bits[flag]
            shown, left_out = (
                search.can_reach(Question(passages=(place,), text_flag=bit, must_hold=held))
                for held in (True, False)
            )
            if shown == left_out:
                continue
            readers = "every player" if shown else "no player"
            yield Law.INSERTS.build_finding(
                place=passage.id,
                problem=f"The conditional text for {flag!r} in {passage.id!r} is shown to "
                f"{readers}.",
                fix="Make it an ordinary paragraph."
                if shown
                else "Remove it, or use a flag that some player has there.",
            )


_Outlook = frozenset[tuple[int, ...]]
"""The ways to continue after an option: each a passage, a condition, and the flags that follow."""


def find_idle_passages(structure: Structure) -> tuple[str, ...]:
    """Return the ids of the passages that :func:`find_idle_choices` reports."""
    return tuple(each.place for each in find_idle_choices(Search(graph=build_graph(structure))))


def find_idle_choices(search: Search) -> Iterator[Finding]:
    """Yield a finding for each passage whose options differ in nothing after the next screen.

    The options lead to the same passages, under the same conditions, with the same flags that a
    choice or a conditional text reads later. A difference that the analysis cannot exclude counts
    as a difference. Options that are exactly alike, also on the next screen, are skipped.
    """
    for place, edges in enumerate(search.graph.edges):
        pairs = [
            pair
            for pair in combinations(edges, 2)
            if pair[0].choice != pair[1].choice and not _exclude(*pair)
        ]
        if not pairs or not all(_continue_alike(search.graph, *pair) for pair in pairs):
            continue
        first = next((pair for pair in pairs if _differ_at_once(search.graph, *pair)), None)
        route = first and search.find_route(_ask_if_all_open(first, place))
        if first and isinstance(route, tuple):
            yield _build_finding(search.graph, place, first, route)


def _build_finding(
    graph: Graph, place: int, pair: Sequence[Edge], route: tuple[str, ...]
) -> Finding:
    structure = graph.structure
    one, other = (_continue_route(graph, (*route, structure.choices[e.choice].id)) for e in pair)
    passage = structure.passages[place].id
    found = Law.MATTERS.build_finding(
        place=passage,
        problem=f"The options of {passage!r} differ in nothing after the next screen.",
        fix="Let a later conditional text or choice read a flag that only one option grants, or "
        "lead an option elsewhere.",
        counterexample=one,
    )
    return evolve(found, twin=other)


def _continue_route(graph: Graph, route: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``route`` with the choice after the next screen, if a choice is open there."""
    following = play(graph.structure, route).open
    return (*route, following[0].id) if following else route


def _differ_at_once(graph: Graph, one: Edge, other: Edge) -> bool:
    changed = one.grants ^ other.grants | one.clears ^ other.clears
    return one.target != other.target or bool(changed & graph.live_with_text[one.target])


def _continue_alike(graph: Graph, one: Edge, other: Edge) -> bool:
    passages = graph.structure.passages
    if passages[one.target].ending or passages[other.target].ending:
        return False
    held, lacked = one.requires | other.requires, one.forbids | other.forbids
    return _look_ahead(graph, one, held, lacked) == _look_ahead(graph, other, held, lacked)


def _look_ahead(graph: Graph, edge: Edge, held: int, lacked: int) -> _Outlook:
    """Return the ways to continue after ``edge`` for players with the flags ``held``.

    ``lacked`` is the mask of the flags that the players surely lack. About other flags nothing is
    known; they stay as they are unless a choice changes them.
    """
    held = held & ~edge.clears | edge.grants
    lacked = (lacked | edge.clears) & ~edge.grants
    found = set[tuple[int, ...]]()
    for onward in graph.edges[edge.target]:
        if onward.requires & lacked or onward.forbids & held:
            continue
        read = graph.live_with_text[onward.target]
        found.add(
            (
                onward.target,
                onward.requires & ~held,
                onward.forbids & ~lacked,
                (held & ~onward.clears | onward.grants) & read,
                (lacked | onward.clears) & ~onward.grants & read,
            )
        )
    return frozenset(found)
