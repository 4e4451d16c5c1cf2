"""Check that a structure can be played: its start exists, ids are unique, choices join passages."""

from collections import Counter
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Structure

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
