"""Check that each conditional text is read by some players of its passage, but not by all."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Question, Search


def check_conditional_texts(search: Search) -> Iterator[Finding]:
    """Yield a finding for each conditional text that no player reads, or that every player reads.

    Passages that no player reaches are skipped, because another check reports them.
    """
    yield from Law.INSERTS.report_search(search, _find_unconditional_texts(search))


def _find_unconditional_texts(search: Search) -> Iterator[Finding]:
    for place, passage in enumerate(search.graph.structure.passages):
        for flag in sorted(passage.conditional_flags):
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
