"""Check a structure: first its form, then all laws (rules) that apply to it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from questfoundry.domain.checks import advice as pace
from questfoundry.domain.checks import (
    choices,
    clues,
    commits,
    promises,
    reach,
    stats,
    temporal_monitor,
)
from questfoundry.domain.checks.law import CODE_LAWS, AddedLaw, Law
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.search import Search
from questfoundry.domain.solver.zdd_ops import MAX_STEPS
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

_PLAY_LAWS: Mapping[Law, Callable[[Search], Iterable[Finding]]] = {
    Law.REACHED: reach.find_unreached,
    Law.ENDINGS: reach.check_endings,
    Law.STUCK: reach.find_stuck,
    Law.TRAPPED: reach.find_trapped,
    Law.OPENS: choices.find_never_open,
    Law.LABELS: choices.find_same_labels,
    Law.STEPS: stats.find_steps_out_of_range,
    Law.READINGS: stats.find_constant_readings,
    Law.BANDS: stats.find_gaps_between_bands,
}
_ADVICE_LAWS: Mapping[Law, Callable[[Search], Iterable[Finding]]] = {
    Law.OUTCOMES: choices.find_same_outcomes,
    Law.MATTERS: choices.find_idle_choices,
    Law.PROMISES: promises.find_broken_promises,
    Law.ANSWERED: promises.find_unanswered_options,
    Law.INSERTS: choices.find_unconditional_texts,
    Law.SHARES: pace.find_rare_endings,
    Law.STRETCHES: pace.find_long_stretches,
    Law.MOVES: stats.find_unread_moves,
    Law.BALANCE: stats.find_unbalanced_readings,
}
_STORY_ADVICE = (Law.MATTERS, Law.PROMISES, Law.ANSWERED)
"""The advice that applies only to a structure with a plan, but does not need the plan."""

_PLAN_LAWS: Mapping[Law, Callable[[Search, Story], Iterable[Finding]]] = {
    Law.LOOPS: lambda search, _: commits.find_endless_loops(search),
    Law.STATS: stats.find_unknown_stats,
    Law.TWICE: stats.find_rarely_read_stats,
    Law.COMMITS: commits.check_commits,
    Law.ENTITIES: reach.find_unused_entities,
    Law.PATHS: reach.find_unused_paths,
    Law.CAST: reach.find_vanishing,
    Law.WANTS: reach.find_idle_characters,
    Law.EFFECTS: temporal_monitor.check_effects,
    Law.TIME: temporal_monitor.check_time,
    Law.CLUES: clues.check_needed_clues,
    Law.QUESTIONS: clues.check_questions,
    Law.LEARNT: clues.find_unlearnable_clues,
}
"""The laws that apply only to a structure with a plan."""


def check(
    structure: Structure,
    *,
    story: Story | None = None,
    words: Mapping[str, int] | None = None,
    max_steps: int = MAX_STEPS,
    effort: int = MAX_STEPS,
    added_laws: Sequence[AddedLaw] = (),
    advice: bool = True,
    conditional_texts: bool = True,
) -> tuple[Finding, ...]:
    """Check a structure against all laws that apply, and return the findings, errors first.

    If the structure cannot be played because its form is broken, only findings about the form are
    returned.

    ``story``: the plan that the structure was woven from, for the laws about plans.
    ``words``: the number of words of each passage, for the law about lengths.
    ``max_steps``: the limit of the exact analysis, in steps.
    ``effort``: the limit, in steps, of the separate searches that replace an abandoned analysis.
    ``advice``: false to skip the expensive warnings.
    ``conditional_texts``: false to skip the law about conditional texts.
    """
    if broken := tuple(check_form(structure)):
        return broken
    search = Search(graph=build_graph(structure), max_steps=max_steps, effort=effort)
    laws = {**_PLAY_LAWS, **(_ADVICE_LAWS if advice else {})}
    if not story:
        laws = {law: find for law, find in laws.items() if law not in _STORY_ADVICE}
    if not conditional_texts:
        laws.pop(Law.INSERTS, None)
    found = [each for law in laws for each in law.report_search(search, laws[law](search))]
    if advice:
        found += pace.find_unread_flags(search.graph, story)
    found += pace.find_uneven_lengths(structure, words or {})
    if story:
        for law, find in _PLAN_LAWS.items():
            found += law.report_search(search, find(search, story))
    for added in added_laws:
        found += added.findings(structure, story)
    return tuple(sorted(found, key=lambda finding: finding.severity is Severity.WARNING))


def list_laws(*, story: bool, words: bool) -> tuple[Law, ...]:
    """Return the laws that apply: ``story`` adds those for plans, ``words`` those for lengths."""
    left_out = {
        *CODE_LAWS,
        *(() if story else (*_PLAN_LAWS, *_STORY_ADVICE)),
        *(() if words else [Law.LENGTHS]),
    }
    return tuple(law for law in Law if law not in left_out)


_MOST, _LONGEST = 2_000, 80


def check_form(structure: Structure) -> Iterator[Finding]:
    """Yield a finding for each error that prevents the structure from being played."""
    yield from _check_start(structure)
    yield from _check_ids(structure)
    yield from _check_joins(structure)


def _check_start(structure: Structure) -> Iterator[Finding]:
    if not any(passage.id == structure.start for passage in structure.passages):
        yield Law.START.build_finding(
            place=structure.start,
            problem=f"The story starts at {structure.start!r}, which is not a passage.",
            fix=f"{_suggest_name(structure.start, {each.id for each in structure.passages})}Set "
            "the start to the id of the first passage.",
        )


def _check_ids(structure: Structure) -> Iterator[Finding]:
    for kind, parts in (("passages", structure.passages), ("choices", structure.choices)):
        ids = [part.id for part in parts]
        for identifier, times in Counter(ids).items() if len({*ids}) < len(ids) else ():
            if times > 1:
                yield Law.IDS.build_finding(
                    place=identifier,
                    problem=f"{times} {kind} have the id {identifier!r}.",
                    fix="Give each a unique id.",
                )


def _check_joins(structure: Structure) -> Iterator[Finding]:
    known = {passage.id for passage in structure.passages}
    choices = structure.choices
    for choice in [e for e in choices if e.source not in known or e.target not in known]:
        for side, passage in (("leaves", choice.source), ("leads to", choice.target)):
            if passage not in known:
                yield Law.JOINS.build_finding(
                    place=choice.id,
                    problem=f"The choice {choice.id!r} {side} {passage!r}, which is not a passage.",
                    fix=f"{_suggest_name(passage, known)}Add the passage {passage!r}, or connect "
                    "the choice to an existing one.",
                )


def _suggest_name(name: str, known: Collection[str]) -> str:
    # Among many long names, the search for the nearest would take seconds.
    near = get_close_matches(name[:_LONGEST], sorted(known), 1) if len(known) <= _MOST else []
    return f"Did you mean {near[0]!r}? " if near else ""
