"""Check that each playthrough ends, and decides each dilemma that comes up exactly once.

Two quick analyses, which ignore conditions, find the dilemmas that may break this law. Only for
these dilemmas, a playthrough that breaks the law is searched for. An endless playthrough repeats a
state: a passage, and the flags that later choices read.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from operator import or_

from attrs import evolve, frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Graph
from questfoundry.domain.solver.scc import find_components
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.passage import play
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class _Commits:
    """The dilemmas that each passage decides, as bit masks.

    ``once`` and ``twice`` have one mask per passage: the dilemmas decided there at least once, and
    twice. ``parent_passages`` maps a dilemma that comes up on one path only to the passages that
    commit the player to this path.
    """

    dilemmas: tuple[str, ...]
    once: list[int]
    twice: list[int]
    parent_passages: Mapping[int, frozenset[int]]


def check_commits(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each dilemma that some playthrough decides twice or fails to decide."""
    commits = _collect_commits(search.graph, story)
    twice_mask, never_mask = _find_suspects(search.graph, commits)
    for place, dilemma in enumerate(commits.dilemmas):
        bit = 1 << place
        routes = {
            True: _find_route_with_two(search, commits, bit) if twice_mask & bit else None,
            False: _find_route_without(search, commits, bit) if never_mask & bit else None,
        }
        for twice, route in routes.items():
            if isinstance(route, tuple):
                yield _build_finding(search.graph, route, dilemma, twice=twice)


def _collect_commits(graph: Graph, story: Story) -> _Commits:
    planned = {path.dilemma for path in story.paths}
    dilemmas = [each.id for each in story.dilemmas if each.id in planned]
    bits = {dilemma: 1 << place for place, dilemma in enumerate(dilemmas)}
    settles = {
        beat.id: bits.get(beat.dilemma or "", 0)
        for beat in story.beats
        if beat.role is BeatRole.COMMIT
    }
    passages = graph.structure.passages
    once, twice = [0] * len(passages), [0] * len(passages)
    for place, passage in enumerate(passages):
        for beat in passage.beats:
            bit = settles.get(beat, 0)
            twice[place] |= once[place] & bit
            once[place] |= bit
    parents = {
        bits[each.id]: frozenset(
            place
            for place, passage in enumerate(passages)
            if any(
                beat.role is BeatRole.COMMIT and beat.path == each.course.parent_path
                for beat in story.beats_in(passage)
            )
        )
        for each in story.dilemmas
        if each.id in bits and each.course and each.course.parent_path
    }
    return _Commits(dilemmas=tuple(dilemmas), once=once, twice=twice, parent_passages=parents)


def _find_suspects(graph: Graph, commits: _Commits) -> tuple[int, int]:
    """Return bit masks of the dilemmas that may be decided twice, and that may stay undecided."""
    # Two dataflow problems in one worklist (Kildall 1973): ``some`` is a may analysis with union,
    # ``every`` a must analysis with intersection. Both ignore conditions.
    own, reachable = commits.once, graph.distances
    some, every = list(own), [-1] * len(own)
    every[graph.start] = own[graph.start]
    twice_mask = reduce(or_, map(commits.twice.__getitem__, reachable), 0)
    pending = dict.fromkeys(
        place for group in graph.components for place in group if place in reachable
    )
    while pending:
        place = next(iter(pending))
        del pending[place]
        for edge in graph.edges[place]:
            after = edge.target
            twice_mask |= some[place] & own[after]
            some_new, every_new = (
                some[after] | some[place],
                every[after] & (every[place] | own[after]),
            )
            if (some_new, every_new) != (some[after], every[after]):
                some[after], every[after] = some_new, every_new
                pending[after] = None
    never_mask = 0
    for place, passage in enumerate(graph.structure.passages):
        if passage.ending and place in reachable:
            never_mask |= ~every[place]
    return twice_mask, never_mask


def _find_route_without(search: Search, commits: _Commits, bit: int) -> SearchResult:
    graph, parents = search.graph, commits.parent_passages.get(bit)
    if commits.once[graph.start] & bit:
        return None
    settling = {place for place, settled in enumerate(commits.once) if settled & bit}
    edges = tuple(
        tuple(edge for edge in each if edge.target not in settling) for each in graph.edges
    )
    components = find_components([[edge.target for edge in each] for each in edges])
    passages = graph.structure.passages
    ends = [at for at, each in enumerate(passages) if each.ending and at not in settling]
    reduced = evolve(graph, edges=edges, components=components, segments=((), components))
    if parents is None:
        return search.find_route(Question(passages=ends), reduced)
    return _find_route_after(search, reduced, ends, parents, parents)


def _find_route_with_two(search: Search, commits: _Commits, bit: int) -> SearchResult:
    settling = frozenset(place for place, settled in enumerate(commits.once) if settled & bit)
    exempt = frozenset(place for place in settling if commits.twice[place] & bit)
    return _find_route_after(search, search.graph, settling, settling, exempt)


def _find_route_after(
    search: Search,
    graph: Graph,
    places: Collection[int],
    required: Collection[int],
    exempt: Collection[int],
) -> SearchResult:
    """Search for a route that visits a passage of ``required`` and later a passage of ``places``.

    At a passage of ``exempt``, the earlier visit is not required.
    """
    marked = graph.add_extra_flag(
        [edge._replace(grants=edge.grants | graph.extra_flag) for edge in edges]
        if place in required
        else edges
        for place, edges in enumerate(graph.edges)
    )

    def select(zdd: Zdd, place: int, family: int) -> int:
        return family if place in exempt else zdd.restrict(family, graph.extra_flag)

    return search.find_route(
        Question(passages=places, reads=graph.extra_flag, select=select), marked
    )


def _build_finding(
    graph: Graph, counterexample: tuple[str, ...], dilemma: str, *, twice: bool
) -> Finding:
    return Law.COMMITS.build_finding(
        place=play(graph.structure, counterexample).passage,
        problem=f"A playthrough decides the dilemma {dilemma!r} twice."
        if twice
        else f"A playthrough ends without deciding the dilemma {dilemma!r}.",
        fix="Let no route visit two passages that decide it."
        if twice
        else "Lead every route to an ending through a passage that decides it.",
        counterexample=counterexample,
    )


def find_endless_loops(search: Search) -> Iterator[Finding]:
    """Yield a finding for each loop in which a player can stay forever.

    The place of the finding is a choice that leads back into the loop.
    """
    for component in search.graph.cyclic_components:
        route = search.find_endless_route(component)
        if isinstance(route, tuple):
            last = search.graph.structure.choice(route[-1])
            yield Law.LOOPS.build_finding(
                place=last.id,
                problem=f"The choice {last.id!r} leads a player back to {last.target!r} with "
                "nothing changed, so the loop can continue forever.",
                fix="Lead the choice to a later passage, or let a choice of the loop be open only "
                "once: it grants a flag and forbids the same flag.",
                counterexample=route,
            )
