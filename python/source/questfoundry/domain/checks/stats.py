"""Check stats: the moves of choices, and the conditions and conditional texts that read stats."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_

from attrs import evolve

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Edge, Graph, build_graph
from questfoundry.domain.solver.lowering import find_dead_moves
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.stat_values import LEAST_SIDE, measure_levels, measure_states
from questfoundry.domain.solver.value_ranges import ALL_VALUES, find_open_values, find_value_ranges
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import MOST_STEPS, Level, make_level, read_level
from questfoundry.domain.story.story import Story

LEAST_READINGS = 2
"""The least number of places that should read a stat."""


def find_unknown_stats(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each used stat that the plan lacks.

    There is also a finding for each choice that sets or clears a level, instead of moving the stat.
    """
    structure, known = search.graph.structure, {stat.id for stat in story.stats}
    used: dict[str, str] = {}
    for choice in structure.choices:
        for level in _list_levels(choice.grants | choice.clears):
            yield Law.STATS.build_finding(
                place=choice.id,
                problem=f"The choice {choice.id!r} sets or clears {level.id!r}.",
                fix=f"Let the choice move {level.stat!r} instead.",
            )
        for stat in (*choice.moves, *(each.stat for each in _list_conditions(choice))):
            used.setdefault(stat, choice.id)
    for passage in structure.passages:
        for level in _list_levels(passage.conditional_flags):
            used.setdefault(level.stat, passage.id)
    for stat, place in used.items():
        if stat not in known:
            yield Law.STATS.build_finding(
                place=place,
                problem=f"{place!r} uses {stat!r}, which is not a stat of the plan.",
                fix=f"Use one of {', '.join(sorted(known))}."
                if known
                else "Add the stat to the plan, or remove the move or condition.",
            )


def find_steps_out_of_range(search: Search) -> Iterator[Finding]:
    """Yield a finding for each stat that some choice moves beyond its greatest distance from 0."""
    structure = search.graph.structure
    far = [*_list_far_moves(structure)] if search.graph.has_moves else []
    if not far:
        return
    followed, found = _follow_levels(search, far), set[str]()
    for choice, stat, step in far:
        asked = _ask_for_edge(followed.graph, choice, stat, step)
        if stat in found or not followed.can_reach(asked):
            continue
        route = _find_step_beyond(search, choice, stat, step)
        if isinstance(route, tuple):
            found.add(stat)
            yield Law.STEPS.build_finding(
                place=choice.id,
                problem=f"A playthrough moves {stat!r} further than {MOST_STEPS} from 0 with "
                f"the choice {choice.id!r}.",
                fix="Let fewer choices before it move the stat in this direction, or let a "
                "choice of a loop move the stat only once.",
                counterexample=(*route, choice.id),
            )


def _list_far_moves(structure: Structure) -> Iterator[tuple[Choice, str, int]]:
    """Yield each move of a stat that leads too far from the end of its range of values."""
    ranges = find_value_ranges(structure)
    for choice in (each for place in ranges for each in structure.selectable_choices(place)):
        asked = find_open_values(choice)
        for stat, step in choice.moves.items():
            values = ranges[choice.source][stat].intersect(asked.get(stat, ALL_VALUES))
            far = values.greatest if step > 0 else values.least
            if step and values.least <= values.greatest and abs(far + step) > MOST_STEPS:
                yield choice, stat, step


def _find_edge(stat: str, step: int) -> Level:
    """Return the level whose players move too far with ``step``; for big steps, other players."""
    edge = MOST_STEPS + 1 - step if step > 0 else -MOST_STEPS - step
    return make_level(stat, max(1 - MOST_STEPS, min(MOST_STEPS, edge)))


def _follow_levels(search: Search, far: Sequence[tuple[Choice, str, int]]) -> Search:
    """Return a search that follows the levels from which the moves in ``far`` lead too far.

    Conditional texts for the levels let the solver follow them up to the choices.
    """
    levels = defaultdict[str, set[str]](set)
    for choice, stat, step in far:
        levels[choice.source].add(_find_edge(stat, step).id)
    structure = search.graph.structure
    passages = (
        evolve(each, conditional_flags=each.conditional_flags | levels[each.id])
        for each in structure.passages
    )
    graph = build_graph(evolve(structure, passages=tuple(passages)))
    return Search(graph=graph, max_steps=search.max_steps, effort=search.effort)


def _ask_for_edge(graph: Graph, choice: Choice, stat: str, step: int) -> Question:
    """Return the question whether some player before ``choice`` is at the edge."""
    level = _find_edge(stat, step)
    return Question(
        passages=(_find_place(graph, choice.source),),
        text_flag=graph.bits[level.id],
        must_hold=(level.value > 0) == (step > 0),
    )


def _find_place(graph: Graph, passage: str) -> int:
    return next(at for at, each in enumerate(graph.structure.passages) if each.id == passage)


def _find_step_beyond(search: Search, choice: Choice, stat: str, step: int) -> SearchResult:
    """Return a route to a player at the edge who can take ``choice``."""
    followed = _follow_levels(search, [(choice, stat, step)])
    followed.graph = graph = evolve(followed.graph, live=followed.graph.live_with_text)
    asked = _ask_for_edge(graph, choice, stat, step)
    option = next(
        each
        for each in graph.options[_find_place(graph, choice.source)]
        if graph.structure.choices[each.choice].id == choice.id
    )
    requires = option.requires | asked.text_flag * asked.must_hold
    forbids = option.forbids | asked.text_flag * (not asked.must_hold)

    def select(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.restrict(family, requires, forbids)

    route = followed.find_route(
        Question(passages=asked.passages, reads=requires | forbids, select=select)
    )
    search.gave_up = search.gave_up or followed.gave_up
    return route


def find_constant_readings(search: Search) -> Iterator[Finding]:
    """Yield a finding for each level that a passage asks for with the same answer for all players.

    Passages that no player reaches are skipped, because another check reports them.
    """
    if not _reads_levels(search.graph):
        return
    readings = _list_all_readings(search)
    for place, passage in enumerate(search.graph.structure.passages):
        for level in readings[passage.id]:
            bit = search.graph.bits[level.id]
            some, others = (
                search.can_reach(Question(passages=(place,), text_flag=bit, must_hold=held))
                for held in (True, False)
            )
            if some != others:
                yield Law.READINGS.build_finding(
                    place=passage.id,
                    problem=f"In {passage.id!r}, {'every' if some else 'no'} player meets the "
                    f"condition {level.id!r}.",
                    fix="Ask for another level, or let more choices before it move "
                    f"{level.stat!r}.",
                )


def find_gaps_between_bands(search: Search) -> Iterator[Finding]:
    """Yield a finding for each group of choices with one label that leaves some player out.

    Only groups in which a condition asks for a stat are checked. Conditions that all choices of a
    group share are no gap: they gate the whole group.
    """
    choices = search.graph.structure.choices
    for place, edges in enumerate(search.graph.options if _reads_levels(search.graph) else ()):
        groups = defaultdict[str, list[Edge]](list)
        for edge in edges:
            groups[" ".join(choices[edge.choice].label.casefold().split())].append(edge)
        for group in groups.values():
            if len(group) < 2 or not any(_list_conditions(choices[e.choice]) for e in group):
                continue
            route = search.find_route(_ask_if_all_closed(place, group))
            if isinstance(route, tuple):
                label = choices[group[0].choice].label
                yield Law.BANDS.build_finding(
                    place=choices[group[0].choice].id,
                    problem=f"In {choices[group[0].choice].source!r}, none of the choices "
                    f"labelled {label!r} is open for some player.",
                    fix="Let the conditions of these choices cover every value of the stat.",
                    counterexample=route,
                )


def _ask_if_all_closed(place: int, group: Sequence[Edge]) -> Question:
    requires = reduce(and_, (edge.requires for edge in group))
    forbids = reduce(and_, (edge.forbids for edge in group))

    def select(zdd: Zdd, _place: int, family: int) -> int:
        here = zdd.restrict(family, requires, forbids)
        return zdd.difference(here, zdd.restrict_to_open_choices(here, group))

    reads = reduce(or_, (edge.requires | edge.forbids for edge in group))
    return Question(passages=(place,), reads=reads, select=select)


def find_unread_moves(search: Search) -> Iterator[Finding]:
    """Yield a finding for each move of a stat that no later condition can notice."""
    structure = search.graph.structure
    if not search.graph.has_moves:
        return
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    for choice, stat in find_dead_moves(structure):
        route = search.find_route(Question(passages=(number[choice.source],)))
        yield Law.MOVES.build_finding(
            place=choice.id,
            problem=f"Nothing after the choice {choice.id!r} reads that it moves {stat!r}.",
            fix="Let a later condition ask for a level of the stat, or remove the move.",
            counterexample=route if isinstance(route, tuple) else None,
        )


def find_rarely_read_stats(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each stat of the plan that fewer than two places read.

    Copies of a passage count as one place.
    """
    structure = search.graph.structure
    places = defaultdict[str, set[tuple[str, ...]]](set)
    for passage in structure.passages:
        for level in _list_readings(structure, passage):
            places[level.stat].add(passage.beats or (passage.id,))
    for stat in story.stats:
        if len(places[stat.id]) < LEAST_READINGS:
            yield Law.TWICE.build_finding(
                place=structure.start,
                problem=f"Only one place reads {stat.id!r}."
                if places[stat.id]
                else f"Nothing reads {stat.id!r}.",
                fix="Let a gated choice, an attempt, a variant, a conditional text or an ending "
                "ask for a level of the stat.",
            )


def find_unbalanced_readings(search: Search) -> Iterator[Finding]:
    """Yield a finding for each reading of a stat with a side for too few random players.

    If a player can stay in a loop forever, nothing is reported.
    """
    structure = search.graph.structure
    if not search.graph.has_moves:
        return
    readings = {
        name: [level.id for level in levels] for name, levels in _list_all_readings(search).items()
    }
    measured = (
        measure_states(search.players, readings)
        if search.players
        else measure_levels(structure, readings, max_steps=search.max_steps)
    )
    if measured is None:
        looping = map(search.can_loop_forever, search.graph.cyclic_components)
        search.gave_up = search.gave_up or not any(looping)
        return
    for place, visits in measured.items():
        for level, held in visits.holding.items():
            share = round(held / visits.total, 9)
            if 0 < share < 1 and not LEAST_SIDE <= share <= 1 - LEAST_SIDE:
                yield Law.BALANCE.build_finding(
                    place=place,
                    problem=f"Of the players who choose at random and come to {place!r}, "
                    f"{share:.0%} meet the condition {level!r}.",
                    fix=f"Ask for a level that {LEAST_SIDE:.0%} to {1 - LEAST_SIDE:.0%} of them "
                    "have. If you chose this level on purpose, no change is needed.",
                )


def _list_all_readings(search: Search) -> Mapping[str, Sequence[Level]]:
    structure = search.graph.structure
    return {each.id: _list_readings(structure, each) for each in structure.passages}


def _list_readings(structure: Structure, passage: Passage) -> Sequence[Level]:
    """Return the levels that the choices and conditional texts of ``passage`` ask for."""
    asked = [each for each in structure.selectable_choices(passage.id) if _list_conditions(each)]
    texts = _list_levels(passage.conditional_flags)
    levels = [*texts, *(level for choice in asked for level in _list_conditions(choice))]
    return sorted({*levels}, key=lambda level: (level.stat, level.value))


def _reads_levels(graph: Graph) -> bool:
    return any(map(read_level, graph.bits))


def _list_conditions(choice: Choice) -> Sequence[Level]:
    return _list_levels(choice.requires | choice.forbids)


def _list_levels(flags: frozenset[str]) -> Sequence[Level]:
    return [level for flag in sorted(flags) if (level := read_level(flag))]
