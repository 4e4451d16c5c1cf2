"""Collect the states of simulated random players, the walkers, as proofs that states are possible.

A walk cannot prove that a state is impossible. It costs far less than the exact analysis of flags
that only conditional texts read.
"""

from collections.abc import Collection, Sequence
from functools import cache
from random import Random

from attrs import frozen

from questfoundry.domain.solver.graph import Edge, Graph

MAX_WALKS = 300
"""The number of walks; every second one prefers choices that were taken least."""

MAX_CHOICES = 300
"""The number of choices after which a walk ends, because it may go round in a loop."""

MAX_STATES = 20
"""The number of states of a passage that are kept."""


@frozen
class Witnesses:
    """The states in which walkers came to each passage.

    ``had`` and ``lacked``: the masks of the flags that some walker had there, or lacked.
    ``states``: the flags of some walkers there, at most ``MAX_STATES``.
    """

    had: Sequence[int]
    lacked: Sequence[int]
    states: Sequence[Collection[int]]

    def prove(self, place: int, flag: int, *, held: bool) -> bool:
        """Return whether a walker came to the passage ``place`` with the flag, or without it."""
        return bool((self.had if held else self.lacked)[place] & flag)

    def find_open_flags(self, place: int, flags: int) -> int:
        """Return the part of ``flags`` that the walkers in ``place`` leave open.

        A flag is open if all walkers there had the flag, or if all of them lacked it.
        """
        return flags & ~(self.had[place] & self.lacked[place])


def watch_walkers(graph: Graph) -> Witnesses:
    """Return the states that random players come to; equal graphs give equal results."""

    @cache  # In a loop, walkers come to the same state again and again.
    def find_open_edges(place: int, flags: int) -> list[Edge]:
        return [edge for edge in graph.edges[place] if edge.is_open(flags)]

    had, lacked = [0] * len(graph.edges), [0] * len(graph.edges)
    states: list[dict[int, None]] = [{} for _ in graph.edges]
    taken = [0] * len(graph.structure.choices)
    for number in range(MAX_WALKS):
        rng, here, flags = Random(number), graph.start, 0  # noqa: S311
        for _ in range(MAX_CHOICES):
            had[here] |= flags
            lacked[here] |= ~flags
            if len(states[here]) < MAX_STATES:
                states[here][flags] = None
            options = find_open_edges(here, flags)
            if not options:
                break
            least = min(taken[edge.choice] for edge in options) if number % 2 else None
            edge = rng.choice([e for e in options if least in (None, taken[e.choice])])
            taken[edge.choice] += 1
            here, flags = edge.target, edge.apply(flags)
    return Witnesses(had, lacked, states)
