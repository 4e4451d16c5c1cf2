"""All laws on one structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.checks.advice import (
    long_stretches,
    rare_endings,
    uneven_lengths,
    unread_flags,
)
from questfoundry.domain.checks.cast import unused, vanishing
from questfoundry.domain.checks.choices import choice_findings, outcome_findings
from questfoundry.domain.checks.clues import clue_findings
from questfoundry.domain.checks.commits import commit_findings
from questfoundry.domain.checks.effects import effect_findings
from questfoundry.domain.checks.form import form_findings
from questfoundry.domain.checks.inserts import insert_findings
from questfoundry.domain.checks.law import AddedLaw, Law
from questfoundry.domain.checks.loops import loop_findings
from questfoundry.domain.checks.reach import reach_findings
from questfoundry.domain.checks.time import time_findings
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.play.graph import build_graph
from questfoundry.domain.play.search import Search
from questfoundry.domain.play.zdd_ops import MAX_STEPS
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

_OF_A_PLAN = {
    Law.LOOPS,
    Law.COMMITS,
    Law.ENTITIES,
    Law.PATHS,
    Law.EFFECTS,
    Law.TIME,
    Law.CLUES,
    Law.QUESTIONS,
    Law.LEARNT,
    Law.CAST,
}
"""What only a story that was planned can break."""


def check(
    structure: Structure,
    *,
    story: Story | None = None,
    words: Mapping[str, int] | None = None,
    most: int = MAX_STEPS,
    effort: int = MAX_STEPS,
    added: Sequence[AddedLaw] = (),
    advice: bool = True,
    inserts: bool = True,
) -> tuple[Finding, ...]:
    """What there is to say about the structure, errors first.

    With the ``story`` that it was woven from, its dilemmas, entities and paths are checked
    too, and that every loop runs out; with ``words``, the count of words by passage, their
    lengths. ``most`` bounds the steps in which all that players may hold is found at once,
    ``effort`` those of single answers where that one gave up. Where the form is broken, only
    that is reported: there is nothing to play yet. ``added`` are laws beside those of the
    program. Without ``advice`` nobody looks for what only warns and takes long to find, without
    ``inserts`` for what inserts tell apart.
    """
    if broken := tuple(form_findings(structure)):
        return broken
    search = Search(graph=build_graph(structure), max_steps=most, effort=effort)
    found = list(_played(search))
    if advice:
        found += [*_advised(search, inserts=inserts), *unread_flags(search.graph, story)]
    found += uneven_lengths(structure, words or {})
    if story:
        found += [*loop_findings(search), *commit_findings(search, story)]
        found += [*unused(structure, story), *vanishing(search, story)]
        found += [*effect_findings(search, story), *time_findings(search, story)]
        found += clue_findings(search, story)
    for law in added:
        found += law.findings(structure, story)
    return tuple(sorted(found, key=lambda finding: finding.severity is Severity.WARNING))


def laws_for(*, story: bool, words: bool) -> tuple[Law, ...]:
    """The laws that :func:`check` holds a structure against, given these or not."""
    left_out = (set() if story else _OF_A_PLAN) | (set() if words else {Law.LENGTHS})
    return tuple(law for law in Law if law not in left_out)


def _played(search: Search) -> Iterator[Finding]:
    yield from reach_findings(search)
    yield from choice_findings(search)


def _advised(search: Search, *, inserts: bool) -> Iterator[Finding]:
    yield from outcome_findings(search)
    if inserts:
        yield from insert_findings(search)
    yield from rare_endings(search)
    yield from long_stretches(search)
