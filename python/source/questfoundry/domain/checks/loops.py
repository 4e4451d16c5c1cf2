"""Check that no player can stay in a loop forever; a player may still come back to a passage.

A player who comes back may have flags that close choices. For example, the flag of a topic that was
read closes the choice to read it again. An endless playthrough repeats a state: a passage, and the
flags that later choices read.
"""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Search


def check_loops(search: Search) -> Iterator[Finding]:
    """Yield a finding for each loop in which a player can stay forever.

    The place of the finding is a choice that closes the loop.
    """
    yield from Law.LOOPS.report_search(search, _find_endless_loops(search))


def _find_endless_loops(search: Search) -> Iterator[Finding]:
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
