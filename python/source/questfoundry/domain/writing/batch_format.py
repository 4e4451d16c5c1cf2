"""The format of an answer with several passages, and the sequences that can share an answer.

In the answer, each passage follows a line with its title in double brackets::

    [[Under the stairs]]
    There is a bell without a clapper.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.size import Range

MAX_PASSAGES = 4
"""The highest number of passages in a sequence that one answer contains."""

MAX_WORDS = 1200
"""The highest number of planned words of a sequence; in longer answers, models write too little."""

_TITLE = re.compile(r"^[ \t]*[#*_ \t]*\[\[([^\[\]\n]{1,300})\]\][*_ \t]*$", re.MULTILINE)


def find_sequences(
    structure: Structure, words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    """Yield the groups of passages that one answer can contain, at least two in each group.

    A group is either the topics of a hub, or a chain: each passage has only one successor, and that
    successor has no other predecessor. Topics with conditional text are left out, and an ending is
    never part of a chain.
    """
    topics: dict[str, list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub and not each.callback_flags and not each.remembers:
            topics[each.hub].append(each.id)
    yield from (tuple(each) for each in topics.values() if len(each) > 1)
    successors = {
        each.id: successor
        for each in structure.passages
        if (successor := _only_successor(structure, each))
    }
    continued = {*successors.values()}
    for first in (each for each in successors if each not in continued):
        parts = _split_by_length(_follow_chain(first, successors), words)
        yield from (part for part in parts if len(part) > 1)


def find_unwritten_runs(
    sequence: Iterable[str], written: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the stretches of consecutive passages in ``sequence`` that are not in ``written``."""
    for is_written, run in groupby(sequence, key=written.__contains__):
        if not is_written:
            yield tuple(run)


def _only_successor(structure: Structure, passage: Passage) -> str:
    """Return the id of the next passage if it follows ``passage`` alone, else an empty text.

    The result is also empty for a topic, and if the next passage is an ending or a topic.
    """
    targets = {choice.target for choice in structure.outgoing_choices(passage.id)}
    if passage.hub or len(targets) != 1:
        return ""
    [target] = targets
    successor = structure.passage(target)
    sources = {choice.source for choice in structure.incoming_choices(target)}
    is_chained = sources == {passage.id} and not successor.ending and not successor.hub
    return target if is_chained else ""


def _follow_chain(first: str, successors: Mapping[str, str]) -> Iterator[str]:
    yield first
    while first in successors:
        first = successors[first]
        yield first


def _split_by_length(
    chain: Iterable[str], words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    part: list[str] = []
    for each in chain:
        planned = sum((words(one).least + words(one).most) // 2 for one in (*part, each))
        if part and (len(part) == MAX_PASSAGES or planned > MAX_WORDS):
            yield tuple(part)
            part = []
        part.append(each)
    yield tuple(part)


def split_by_title(text: str, titles: Mapping[str, str]) -> Mapping[str, str]:
    """Split an answer into its passages and return their texts by passage id.

    A passage whose title line or text is missing is left out.
    """
    passages = {title.strip().casefold(): passage for passage, title in titles.items()}
    texts: dict[str, str] = {}
    _, *parts = _TITLE.split(text)
    for title, prose in zip(parts[::2], parts[1::2], strict=True):
        passage = passages.get(title.strip().casefold())
        if passage and prose.strip():
            texts[passage] = prose.strip()
    return texts
