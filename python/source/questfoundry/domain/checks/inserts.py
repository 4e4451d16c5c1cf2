"""Advice on inserts: whether they tell players apart."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Question, Search


def check_conditional_texts(search: Search) -> Iterator[Finding]:
    """Inserts that no player reads, or every player who comes to their passage."""
    yield from Law.INSERTS.report_search(search, _find_unconditional_texts(search))


def _find_unconditional_texts(search: Search) -> Iterator[Finding]:
    """An insert of a passage that nobody meets is no finding: the passage is."""
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
                problem=f"The insert for {flag!r} in {passage.id!r} is read by {whom}.",
                fix="Make it a paragraph like the others."
                if shown
                else "Take it out, or ask for a flag that players come there with.",
            )
