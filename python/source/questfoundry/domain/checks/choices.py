"""Laws of choices: each can be taken, is told from its siblings, and changes something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from attrs import frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.graph import Edge
from questfoundry.domain.play.search import Question, Search, SearchEnd, SearchResult
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.passage import Choice


def choice_findings(space: Space, search: Search) -> Iterator[Finding]:
    """Choices that are never open, look the same, or do the same; flags that nothing reads."""
    yield from Law.OPENS.searched(space, search, _never_open(space, search))
    yield from Law.LABELS.searched(space, search, _same_labels(space, search))
    yield from Law.OUTCOMES.searched(space, search, _same_outcomes(space, search))


def _never_open(space: Space, search: Search) -> Iterator[Finding]:
    """A choice of a passage that nobody meets is no finding: the passage is."""
    structure = space.graph.structure
    taken = {move.choice for moves in space.moves for move in moves}
    idle = [place for place in range(len(structure.choices)) if place not in taken]
    if not idle:
        return
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    met = _states_by_passage(space)
    granted = {flag for choice in structure.choices for flag in choice.grants}
    for place in idle:
        choice = structure.choices[place]
        source = number[choice.source]
        over = structure.passages[source].ending
        states = met.get(source, [])
        route: SearchResult = space.route_to(states[0]) if states else None
        if not space.complete and not (states and (over or choice.requires - granted)):
            route = _closed_route(space, search, source, place)
        if isinstance(route, tuple):
            yield Law.OPENS.broken(
                place=choice.id,
                problem=f"The choice {choice.id!r} is never open: "
                + (
                    f"the story ends in {choice.source!r}."
                    if over
                    else _why(space, choice, states, granted)
                ),
                fix="Take it out, or take the ending from its passage."
                if over
                else "Grant what it requires on a way that leads to it, or ask less of it.",
                counterexample=route,
            )


def _closed_route(space: Space, search: Search, source: int, place: int) -> SearchResult:
    """A route to the passage of a choice that nobody finds open; ``None`` if somebody does."""
    if space.graph.structure.choices[place].id in search.taken:
        return None
    for each in space.graph.edges[source]:
        if each.choice == place:
            opened = search.route(space.graph, _open([each], source))
            if opened is not None:
                return opened if isinstance(opened, SearchEnd) else None
    return search.route(space.graph, Question(places=(source,)))


def _open(edges: Sequence[Edge], source: int) -> Question:
    """Whether a player can be in the passage when all of those choices are open."""
    return Question(
        places=(source,),
        reads=reduce(or_, (edge.requires | edge.forbids for edge in edges)),
        holds=lambda _, flags: all(edge.open(flags) for edge in edges),
    )


def _states_by_passage(space: Space) -> dict[int, list[int]]:
    states: dict[int, list[int]] = {}
    for state, passage in enumerate(space.passage):
        states.setdefault(passage, []).append(state)
    return states


def _why(space: Space, choice: Choice, states: list[int], granted: set[str]) -> str:
    if ungranted := sorted(choice.requires - granted):
        return f"no choice grants {', '.join(ungranted)}."
    if not space.complete:
        return f"in {choice.source!r} no player meets what it asks for."
    some, every = 0, -1
    for state in states:
        some |= space.flags[state]
        every &= space.flags[state]
    bits = space.graph.bits
    never = [flag for flag in sorted(choice.requires) if not some & bits[flag]]
    always = [flag for flag in sorted(choice.forbids) if every & bits[flag]]
    if never:
        return f"in {choice.source!r} no player has {', '.join(never)}."
    if always:
        return f"in {choice.source!r} every player has {', '.join(always)}."
    return f"in {choice.source!r} no player meets all that it asks for at once."


@frozen(kw_only=True)
class _Pair:
    """Two choices of one passage, by number, and a nearest state in which both are open."""

    first: int
    second: int
    state: int
    always_same: bool
    """Whether they lead to the same state wherever both are open."""


def _open_together(space: Space, suspects: set[tuple[int, int]]) -> Iterator[_Pair]:
    """Those of the pairs that a player can have to choose between, the nearest first."""
    places = {choice for pair in suspects for choice in pair}
    state_of: dict[tuple[int, int], int] = {}
    differ: set[tuple[int, int]] = set()
    for state, moves in enumerate(space.moves):
        here = [move for move in moves if move.choice in places]
        for one, other in combinations(here, 2):
            pair = one.choice, other.choice
            if pair in suspects:
                state_of.setdefault(pair, state)
                if one.state != other.state:
                    differ.add(pair)
    for pair, state in state_of.items():
        first, second = pair
        yield _Pair(first=first, second=second, state=state, always_same=pair not in differ)


def _same_labels(space: Space, search: Search) -> Iterator[Finding]:
    """Labels of choices that are never open together may be the same."""
    choices = space.graph.structure.choices

    def label(place: int) -> str:
        return " ".join(choices[place].label.casefold().split())

    suspects = {
        (one.choice, other.choice): _open([one, other], source)
        for source, edges in enumerate(space.graph.edges)
        for one, other in combinations(edges, 2)
        if label(one.choice) and label(one.choice) == label(other.choice)
    }
    shown = {
        (pair.first, pair.second): space.route_to(pair.state)
        for pair in _open_together(space, set(suspects))
    }
    for both, question in suspects.items():
        if not space.complete and both not in shown:
            route = search.route(space.graph, question)
            if isinstance(route, tuple):
                shown[both] = route
    for (first, second), counterexample in shown.items():
        one, other = choices[first], choices[second]
        yield Law.LABELS.broken(
            place=other.id,
            problem=f"{one.id!r} and {other.id!r} are open together and both say {other.label!r}.",
            fix="Give each choice of a passage a label of its own.",
            counterexample=counterexample,
        )


def _same_outcomes(space: Space, search: Search) -> Iterator[Finding]:
    choices = space.graph.structure.choices
    suspects = {
        (one.choice, other.choice): (one, other)
        for edges in space.graph.edges
        for one, other in combinations(edges, 2)
        if one.target == other.target
    }
    for pair in _open_together(space, set(suspects)) if space.complete else ():
        if pair.always_same and not _read_apart(
            space, search, space.passage[pair.state], *suspects[pair.first, pair.second]
        ):
            one, other = choices[pair.first].id, choices[pair.second].id
            yield Law.OUTCOMES.broken(
                place=other,
                problem=f"It makes no difference whether a player takes {one!r} or {other!r}.",
                fix="Lead one of them elsewhere, or let a later choice read what it grants.",
                counterexample=space.route_to(pair.state),
            )
    if suspects and not space.complete:
        yield Law.OUTCOMES.not_proven(space)


def _read_apart(space: Space, search: Search, source: int, one: Edge, other: Edge) -> bool:
    """Whether an insert later shows some player which of two choices was taken."""
    graph, both = space.graph, _open([one, other], source)
    apart = (one.grants ^ other.grants) & graph.kept[one.target] & ~graph.live[one.target]
    while apart:
        bit = apart & -apart
        apart -= bit

        def new(place: int, flags: int, bit: int = bit) -> bool:
            return not flags & bit and both.holds(place, flags)

        question = Question(places=both.places, reads=both.reads | bit, holds=new)
        if search.route(graph, question) is not None:
            return True
    return False
