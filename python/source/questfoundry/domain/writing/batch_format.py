"""Passages that are written in one answer, each below a line with its title in double brackets.

The topics of a hub are, and passages that every player reads one after the other::

    [[Under the stairs]]
    There is a bell without a clapper.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from attrs import evolve

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.briefing import Briefing

MAX_PASSAGES = 4
"""How many passages that follow each other are written in one answer."""

MAX_WORDS = 1200
"""How many words such an answer is planned to have: in longer ones models grow brief."""

_TITLE = re.compile(r"^[ \t]*[#*_ \t]*\[\[([^\[\]\n]{1,300})\]\][*_ \t]*$", re.MULTILINE)


def find_sequences(
    structure: Structure, words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    """The passages of which several are written in one answer, in the order in which they are.

    The topics of a hub, where they have no inserts; and those of which each leads to the next
    alone, and the next is come to from nowhere else, as along an arm. An ending stands alone.
    """
    topics: dict[str, list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub and not each.callback_flags and not each.remembers:
            topics[each.hub].append(each.id)
    yield from (tuple(each) for each in topics.values() if len(each) > 1)
    onward = {
        each.id: following
        for each in structure.passages
        if (following := _only_successor(structure, each))
    }
    later = {*onward.values()}
    for first in onward:
        rows = _split_by_length(_follow_chain(first, onward), words) if first not in later else ()
        yield from (row for row in rows if len(row) > 1)


def find_unwritten_runs(
    sequence: Iterable[str], written: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """What is left to write of a group, without those that are ``kept``: each row goes on."""
    for is_kept, row in groupby(sequence, key=written.__contains__):
        if not is_kept:
            yield tuple(row)


def _only_successor(structure: Structure, passage: Passage) -> str:
    """The passage that all go on to from there, and nobody comes to otherwise; else empty."""
    targets = {choice.target for choice in structure.outgoing_choices(passage.id)}
    if passage.hub or len(targets) != 1:
        return ""
    [target] = targets
    following = structure.passage(target)
    alone = {choice.source for choice in structure.incoming_choices(target)} == {passage.id}
    return target if alone and not following.ending and not following.hub else ""


def _follow_chain(first: str, successors: Mapping[str, str]) -> Iterator[str]:
    yield first
    while first in successors:
        first = successors[first]
        yield first


def _split_by_length(
    chain: Iterable[str], words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    """In rows that are short enough for an answer."""
    row: list[str] = []
    for each in chain:
        planned = sum((words(one).least + words(one).most) // 2 for one in (*row, each))
        if row and (len(row) == MAX_PASSAGES or planned > MAX_WORDS):
            yield tuple(row)
            row = []
        row.append(each)
    yield tuple(row)


def batch_briefing(briefings: Sequence[Briefing]) -> Briefing:
    """The first briefing, for a request for all of them.

    It has everybody whom any of them has, as they are when they are first met. Of topics,
    which come in any order, it has what is true at all of them.
    """
    first = briefings[0]
    entities = {each.id: each for briefing in reversed(briefings) for each in briefing.entities}
    order = dict.fromkeys(each.id for briefing in briefings for each in briefing.entities)
    noted = dict.fromkeys(name for briefing in briefings for name in briefing.continuity)
    of_hub = bool(first.hub and first.hub.own)
    told = briefings if of_hub else briefings[:1]
    return evolve(
        first,
        certain=tuple(each for each in first.certain if all(each in one.certain for one in told)),
        entities=tuple(entities[each] for each in order),
        continuity=tuple(noted),
    )


def split_by_title(text: str, titles: Mapping[str, str]) -> Mapping[str, str]:
    """The texts by passage; ``titles`` are those of the passages, by passage.

    A text without a line of its own title is not there.
    """
    named = {title.strip().casefold(): passage for passage, title in titles.items()}
    found: dict[str, str] = {}
    _, *parts = _TITLE.split(text)
    for title, prose in zip(parts[::2], parts[1::2], strict=True):
        passage = named.get(title.strip().casefold())
        if passage and prose.strip():
            found[passage] = prose.strip()
    return found
