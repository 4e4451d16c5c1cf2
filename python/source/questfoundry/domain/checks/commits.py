"""The law of dilemmas: no playthrough settles one twice, and none ends without settling all.

What has been settled on some route, and on every route, to a state is enough to see which
dilemmas are at fault; only for those is a playthrough looked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.graph import Step, latest_first
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.play.search import Question, Search, SearchResult
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class _Commits:
    """How often each passage settles the dilemmas, one bit for each: at all, and twice."""

    dilemmas: tuple[str, ...]
    once: list[int]
    twice: list[int]


def commit_findings(space: Space, search: Search, story: Story) -> Iterator[Finding]:
    """The dilemmas that an arc settles twice or never."""
    yield from Law.COMMITS.searched(space, search, _unsettled(space, search, story))


def _unsettled(space: Space, search: Search, story: Story) -> Iterator[Finding]:
    commits = _commits(space, story)
    again, never = _faulty(space, commits)
    for place, dilemma in enumerate(commits.dilemmas):
        bit = 1 << place
        for twice, faulty in ((True, again & bit), (False, never & bit)):
            if faulty:
                route: SearchResult = _shortest(space, commits, bit, twice=twice)
            else:
                route = None if space.complete else _searched(space, search, commits, bit, twice)
            if isinstance(route, tuple):
                yield _finding(space, route, dilemma, twice=twice)


def _commits(space: Space, story: Story) -> _Commits:
    dilemmas = [each.id for each in story.dilemmas if each.course and each.course.explored]
    bits = {dilemma: 1 << place for place, dilemma in enumerate(dilemmas)}
    settles = {
        beat.id: bits.get(beat.dilemma or "", 0)
        for beat in story.beats
        if beat.role is BeatRole.COMMIT
    }
    passages = space.graph.structure.passages
    once, twice = [0] * len(passages), [0] * len(passages)
    for place, passage in enumerate(passages):
        for beat in passage.beats:
            bit = settles.get(beat, 0)
            twice[place] |= once[place] & bit
            once[place] |= bit
    return _Commits(dilemmas=tuple(dilemmas), once=once, twice=twice)


def _faulty(space: Space, commits: _Commits) -> tuple[int, int]:
    """The dilemmas settled twice on some route, and those not settled on some route to an end."""
    own = [commits.once[passage] for passage in space.passage]
    following = [[move.state for move in moves] for moves in space.moves]
    following += [[] for _ in range(len(own) - len(following))]
    order = list(reversed(latest_first(following)))
    some, every = own.copy(), [-1] * len(own)
    every[0] = own[0]
    again = 0
    for passage in space.passage:
        again |= commits.twice[passage]
    resting = False
    while not resting:
        resting = True
        for state in order:
            for after in following[state]:
                again |= some[state] & own[after]
                met, sure = some[after] | some[state], every[after] & (every[state] | own[after])
                if (met, sure) != (some[after], every[after]):
                    some[after], every[after] = met, sure
                    resting = False
    never = 0
    for state, settled in enumerate(every):
        if space.ended(state):
            never |= ~settled
    return again, never


def _shortest(space: Space, commits: _Commits, bit: int, *, twice: bool) -> tuple[str, ...]:
    """A shortest playthrough that settles the dilemma twice, or that ends without it."""
    first = (0, _count(space, commits, bit, 0))
    came_by: dict[tuple[int, int], Step[tuple[int, int]]] = {}
    nodes, known = [first], {first}
    for node in nodes:
        state, times = node
        if times >= 2 if twice else not times and space.ended(state):
            return space.graph.way(came_by, node)
        for move in space.moves[state] if state < len(space.moves) else ():
            count = min(2, times + _count(space, commits, bit, move.state))
            after = (move.state, count)
            if after not in known:
                known.add(after)
                nodes.append(after)
                came_by[after] = move.choice, node
    raise AssertionError("the dilemma was found at fault")


def _count(space: Space, commits: _Commits, bit: int, state: int) -> int:
    passage = space.passage[state]
    return bool(commits.once[passage] & bit) + bool(commits.twice[passage] & bit)


def _searched(
    space: Space, search: Search, commits: _Commits, bit: int, twice: bool
) -> SearchResult:
    """A playthrough that settles the dilemma twice, or that ends without it, in any state."""
    graph = space.graph
    settling = {place for place, settled in enumerate(commits.once) if settled & bit}
    passages = graph.structure.passages
    if not twice:
        edges = [[edge for edge in each if edge.target not in settling] for each in graph.edges]
        ends = {at for at, each in enumerate(passages) if each.ending} - settling
        without = evolve(graph, edges=tuple(map(tuple, edges)))
        return None if graph.start in settling else search.route(without, Question(places=ends))
    settled = 1 << len(graph.bits)
    marked = [
        tuple(evolve(edge, grants=edge.grants | settled) for edge in edges)
        if place in settling
        else edges
        for place, edges in enumerate(graph.edges)
    ]
    remembering = evolve(
        graph, edges=tuple(marked), kept=tuple(flags | settled for flags in graph.kept)
    )
    at_once = {place for place in settling if commits.twice[place] & bit}
    return search.route(
        remembering,
        Question(
            places=settling,
            reads=settled,
            holds=lambda place, flags: place in at_once or bool(flags & settled),
        ),
    )


def _finding(
    space: Space, counterexample: tuple[str, ...], dilemma: str, *, twice: bool
) -> Finding:
    return Law.COMMITS.broken(
        place=play(space.graph.structure, counterexample).passage,
        problem=f"A playthrough settles the dilemma {dilemma!r} twice."
        if twice
        else f"A playthrough ends without settling the dilemma {dilemma!r}.",
        fix="Keep the passages that settle it on ways that never meet."
        if twice
        else "Lead every way to the end through one passage that settles it.",
        counterexample=counterexample,
    )
