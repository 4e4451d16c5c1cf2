"""Where players by chance end, as shares of all of them.

A passage that many come to in other ways often differs by nothing but how many there are: that
number stands beside the diagram, so that the diagram is one for all of them. A player who comes
back to a passage does so with other flags, as long as every loop runs out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import frexp, ldexp

from questfoundry.domain.play.families import EMPTY, MOST_STEPS, Families, TooManyStepsError
from questfoundry.domain.play.flow import runs_out
from questfoundry.domain.play.reach import Reach
from questfoundry.domain.story.passage import Structure

_Arriving = dict[int, float]
"""Diagrams of who comes to a passage, each with what its values are multiplied by."""


def together(one: float, other: float) -> float:
    """Both shares, to twelve digits: what comes by other ways to the same share is the same."""
    digits, exponent = frexp(one + other)
    return ldexp(round(digits, 12), exponent)


def part(share: float, choices: int) -> float:
    """The share of those who take one of so many choices."""
    return together(share / (choices or 1), 0.0)


def shares_of(reach: Reach, *, most: int = MOST_STEPS) -> Mapping[str, float] | None:
    """Which share of players by chance comes to each ending; ``None`` where one can go for ever.

    ``TooManyStepsError`` is raised where it cannot be told.
    """
    if not reach.complete:
        raise TooManyStepsError
    if not runs_out(reach):
        return None
    graph, families = reach.graph, Families(add=together, most=most)
    arriving = [_Arriving() for _ in graph.edges]
    arriving[graph.start] = {families.leaf(1.0): 1.0}
    ended = [0.0] * len(graph.edges)
    for group in graph.groups:
        here = {place: arriving[place] for place in group if arriving[place]}
        while here:
            back: defaultdict[int, _Arriving] = defaultdict(dict)
            for place, players in here.items():
                share, family = _joined(families, players)
                for choices, those in families.parted(family, graph.edges[place]).items():
                    if not choices:
                        ended[place] += share * (families.total(those) or 0.0)
                    for edge in graph.edges[place] if choices else ():
                        target = edge.target
                        after = families.after(those, edge, graph.live[target])
                        _add(
                            back[target] if target in group else arriving[target],
                            after,
                            part(share, choices),
                        )
                arriving[place] = {}
            here = {place: players for place, players in back.items() if players}
    return by_ending(graph.structure, ended)


def by_ending(structure: Structure, shares: Sequence[float]) -> Mapping[str, float]:
    """The shares of passages, by the ending that they are."""
    endings: dict[str, float] = {}
    for passage, share in zip(structure.passages, shares, strict=True):
        if passage.ending:
            endings[passage.ending] = endings.get(passage.ending, 0.0) + share
    return endings


def _add(players: _Arriving, family: int, share: float) -> None:
    if family != EMPTY:
        players[family] = together(players.get(family, 0.0), share)


def _joined(families: Families, players: _Arriving) -> tuple[float, int]:
    """All players as one diagram, and what its values are multiplied by."""
    alike: dict[float, int] = {}
    for family, share in players.items():
        alike[share] = families.union(alike.get(share, EMPTY), family)
    greatest, whole = max(alike), EMPTY
    for share, family in alike.items():
        if share != greatest:
            less = share / greatest
            family = families.changed(family, lambda value, less=less: together(value * less, 0.0))
        whole = families.union(whole, family)
    return greatest, whole
