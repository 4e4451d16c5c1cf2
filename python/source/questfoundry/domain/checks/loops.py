"""The law of loops: players may come back to a passage, but only so often.

Passages of a hub lead to each other, and each topic is read once: a player who comes back has
flags that close what was open before. What goes on for ever comes back to a state: a passage,
and the flags that choices there or later still read.
"""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Search


def check_loops(search: Search) -> Iterator[Finding]:
    """For each circle of passages that a player can go round for ever, a choice that closes it."""
    yield from Law.LOOPS.report_search(search, _find_endless_loops(search))


def _find_endless_loops(search: Search) -> Iterator[Finding]:
    for component in search.graph.cyclic_components:
        route = search.find_endless_route(component)
        if isinstance(route, tuple):
            last = search.graph.structure.choice(route[-1])
            yield Law.LOOPS.build_finding(
                place=last.id,
                problem=f"The choice {last.id!r} leads a player back to {last.target!r} with "
                "nothing changed, so that it goes on for ever.",
                fix="Lead it on to a later passage, or let what closes the circle be open only "
                "once: it grants a flag and forbids it.",
                counterexample=route,
            )
