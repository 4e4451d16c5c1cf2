"""Warn about poor pace, and about flags that no condition reads."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Graph
from questfoundry.domain.solver.search import Question, Search
from questfoundry.domain.solver.shares import compute_ending_shares
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

RARE_SHARE = 100  # An ending is rare if fewer than one in this many random players reach it
MAX_STRETCH = 5  # The largest accepted number of passages in a row without a decision

MAX_LENGTH_RATIO = 3
"""The largest accepted ratio between the lengths of a passage and its neighbours."""


def find_rare_endings(search: Search) -> Iterator[Finding]:
    """Yield a finding for each ending that fewer than one in 100 random players reach.

    A random player takes every open choice with equal probability. If a player can stay in a loop
    forever, nothing is reported.
    """
    structure, players = search.graph.structure, search.players
    shares = players.share_endings() if players else compute_ending_shares(search.reachability)
    passages = structure.passages
    place = {passage.ending: passage.id for passage in reversed(passages)}
    for ending, share in shares.items() if shares else ():
        if 0 < share * RARE_SHARE < 1:
            yield Law.SHARES.build_finding(
                place=place[ending],
                problem=f"Of {1 / share:,.0f} players who choose at random, one reaches the ending "
                f"{ending!r}.",
                fix="Let the choices that lead to it require fewer flags, or add choices that "
                "lead to it.",
            )


def find_long_stretches(search: Search) -> Iterator[Finding]:
    """Yield a finding for each stretch of passages that is too long without a decision.

    A stretch is a sequence of passages in which the player has only one open choice each. It is too
    long if it has more than five passages.
    """
    if not search.is_complete():
        search.gave_up = True
        return
    graph = search.graph
    single = [
        search.reachability.partition_by_open_choices(place).get(1, EMPTY)
        for place in range(len(graph.edges))
    ]
    if not _has_long_stretch(graph, single):
        return
    stretch = _find_stretch_players(search, single)
    restrict = search.reachability.zdd.restrict
    continued = set[int]()
    for place in stretch:
        for edge in graph.edges[place]:
            target = edge.target
            if target in continued or target not in stretch or target == place:
                continue
            if restrict(single[place], edge.requires, edge.forbids):
                continued.add(target)
    for place in sorted(stretch.keys() - continued):

        def select(zdd: Zdd, place: int, family: int) -> int:
            return zdd.intersection(family, stretch[place])

        route = search.find_route(Question(passages=(place,), select=select))
        if not isinstance(route, tuple):
            continue
        route = (*route, *_follow_single_choices(graph, route))
        passage = graph.structure.passages[place].id
        yield Law.STRETCHES.build_finding(
            place=passage,
            problem=f"From {passage!r} on, more than {MAX_STRETCH} passages in a row offer no "
            "choice.",
            fix="Join passages, or add a choice between them.",
            counterexample=route,
        )


def _follow_single_choices(graph: Graph, route: tuple[str, ...]) -> Iterator[str]:
    choices, here, flags = graph.structure.choices, graph.start, 0
    for choice_id in route:
        edge = next(
            each
            for each in graph.edges[here]
            if choices[each.choice].id == choice_id and each.is_open(flags)
        )
        here, flags = edge.target, edge.apply(flags)
    for _ in range(MAX_STRETCH + 1):
        only = next(each for each in graph.edges[here] if each.is_open(flags))
        yield choices[only.choice].id
        here, flags = only.target, only.apply(flags)


def _has_long_stretch(graph: Graph, single: Sequence[int]) -> bool:
    """Return whether a player may read more than five passages in a row with one open choice each.

    Conditions of choices are ignored: the result may be wrongly true, but never wrongly false.
    """

    @cache
    def continues(place: int, remaining: int) -> bool:
        return bool(single[place]) and (
            not remaining
            or any(continues(edge.target, remaining - 1) for edge in graph.edges[place])
        )

    return any(continues(place, MAX_STRETCH) for place in range(len(single)))


def _find_stretch_players(search: Search, single: Sequence[int]) -> Mapping[int, int]:
    zdd, graph, reach = search.reachability.zdd, search.graph, search.reachability
    # Backward induction: after round n, ``stretch`` holds the players with n + 1 passages in a row
    # with one open choice. Only predecessors of passages that changed are recomputed.
    stretch = list(single)
    changed = {place for place, family in enumerate(single) if family != reach.families[place]}
    for _ in range(MAX_STRETCH):
        extended = {}
        for place in {edge.source for each in changed for edge in graph.incoming(each)}:
            found = EMPTY
            for edge in graph.edges[place]:
                target = edge.target
                keep = reach.live_flags[target]
                players = zdd.preimage(single[place], edge, keep, stretch[target])
                found = zdd.union(found, players)
            if found != stretch[place]:
                extended[place] = found
        stretch = [extended.get(place, found) for place, found in enumerate(stretch)]
        changed = {*extended}
    return {place: family for place, family in enumerate(stretch) if family}


def find_uneven_lengths(structure: Structure, words: Mapping[str, int]) -> Iterator[Finding]:
    """Yield a finding for each passage much longer or shorter than its neighbours.

    ``words`` maps passage ids to numbers of words.
    """
    for passage in (each.id for each in structure.passages if each.id in words):
        neighbours = {choice.target for choice in structure.outgoing_choices(passage)}
        neighbours |= {choice.source for choice in structure.incoming_choices(passage)}
        others = [words[each] for each in neighbours - {passage} if each in words]
        if not others:
            continue
        own, average = words[passage], sum(others) / len(others)
        if own > MAX_LENGTH_RATIO * average or own * MAX_LENGTH_RATIO < average:
            yield Law.LENGTHS.build_finding(
                place=passage,
                problem=f"The passage {passage!r} has {own:,} word{'' if own == 1 else 's'}, "
                f"and its neighbours have {average:,.0f} on average.",
                fix="Split the passage, or lengthen its neighbours."
                if own > average
                else "Lengthen the passage, or join it with a neighbour.",
            )


def find_unread_flags(graph: Graph, story: Story | None) -> Iterator[Finding]:
    """Yield a finding for each granted flag that no choice and no conditional text reads.

    With ``story``, the flags of clues, of delayed effects and of divided endings are exempt: only
    the prose uses these. So are the flags of options that move a stat: the stat is read instead.
    """
    structure = graph.structure
    remembered_flags = _list_remembered_flags(structure, story) if story else frozenset[str]()
    granted: dict[str, str] = {}
    for choice in structure.choices:
        for flag in sorted(choice.grants if not choice.moves else ()):
            granted.setdefault(flag, choice.id)
    for flag, place in granted.items():
        if flag not in graph.bits and flag not in remembered_flags:
            yield Law.FLAGS.build_finding(
                place=place,
                problem=f"Nothing reads the flag {flag!r}, which {place!r} grants.",
                fix="Let a later choice require it. If only the prose uses it, no change is "
                "needed.",
            )


def _list_remembered_flags(structure: Structure, story: Story) -> frozenset[str]:
    remembered = {trace.path for passage in structure.passages for trace in passage.remembers}
    hard = {dilemma.id for dilemma in story.dilemmas if story.splits_end(dilemma)}
    return frozenset(
        consequence.flag
        for path in story.paths
        if path.id in remembered or path.dilemma in hard
        for consequence in path.consequences
    ).union(clue.id for clue in story.clues)
