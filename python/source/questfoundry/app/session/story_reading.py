"""Search and play the author's story, limited to passages that a player has read."""

import re
from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import Any

from questfoundry.app.playing.paragraphs import prose_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.story import Story

_MOST_FOUND, _SHORT = 5, 2
_WORD = re.compile(r"\w+")


def find_passages(
    story: Story, query: str, known_at: str = "", arc: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return at most five passages that match ``query``, best first, with ids, titles and prose.

    A passage matches if it contains a word of ``query``, or a longer word that begins with it. Rare
    words weigh more. ``arc`` limits the search to the passages of this playthrough. ``known_at``
    limits it to passages that a player may have read when reading this one; alone, it adds a key
    ``certain``, which says whether every such player has read the result's passage. Raise
    ``InputError`` for an unknown passage or an impossible playthrough.
    """
    structure = story.structure
    if structure is None:
        return []
    query_words = {each for each in _words(query) if len(each) > _SHORT}
    read = _trace_route(structure, arc, known_at) if arc else None
    possible = _find_ancestors(structure, known_at) if known_at and read is None else None
    found: list[dict[str, Any]] = []
    shared: list[set[str]] = []
    for passage in structure.passages:
        if read is not None and passage.id in read:
            prose = "\n\n".join(prose_of(story, passage, read[passage.id]))
        elif read is not None or (possible is not None and passage.id not in possible):
            continue
        else:
            prose = story.prose.get(passage.id, "")
        found.append({"passage": passage.id, "title": passage.title, "prose": prose})
        words = _words(f"{passage.id} {passage.title} {prose}")
        shared.append(
            {each for each in query_words if any(word.startswith(each) for word in words)}
        )
    rarity = {each: log((1 + len(found)) / max(1, _count(each, shared))) for each in query_words}
    ranked = [sum(rarity[each] for each in words) for words in shared]
    best = sorted((at for at, words in enumerate(shared) if words), key=lambda at: -ranked[at])
    best_passages = [found[at] for at in best[:_MOST_FOUND]]
    if possible is None:
        return best_passages
    return [
        {**each, "certain": known_at not in _find_reachable(structure, without=each["passage"])}
        for each in best_passages
    ]


def describe_position(story: Story, choices: Sequence[str]) -> dict[str, Any]:
    """Return the passage to which ``choices`` lead, as a dictionary for a model.

    The name of the ending is empty if there is none.
    """
    if story.structure is None:
        raise InputError("The story has no passages yet.")
    here = play(story.structure, choices)
    passage = story.structure.passage(here.passage)
    return {
        "passage": passage.id,
        "title": passage.title,
        "text": "\n\n".join(prose_of(story, passage, here.flags)),
        "choices": [{"id": each.id, "label": each.label or each.id} for each in here.open],
        "ending": story.ending_name(here.ending) if here.ending else "",
    }


def _trace_route(
    structure: Structure, arc: Sequence[str], until: str
) -> Mapping[str, Collection[str]]:
    playthrough = play(structure, arc)
    if until and until not in playthrough.passages:
        raise InputError(f"That way does not lead to {until!r}, but to {playthrough.passage!r}.")
    read: dict[str, Collection[str]] = {}
    for place, passage in enumerate(playthrough.passages):
        read[passage] = play(structure, arc[:place]).flags
        if passage == until:
            break
    return read


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _count(word: str, shared: Sequence[Collection[str]]) -> int:
    return sum(word in each for each in shared)


def _find_reachable(structure: Structure, *, without: str) -> set[str]:
    visited, left = {without}, [structure.start]
    while left:
        here = left.pop()
        if here not in visited:
            visited.add(here)
            left += [each.target for each in structure.outgoing_choices(here)]
    return visited - {without}


def _find_ancestors(structure: Structure, passage: str) -> set[str]:
    names = {each.id for each in structure.passages}
    if passage not in names:
        raise InputError(f"There is no passage {passage!r} in the story.")
    read, left = {passage}, [passage]
    while left:
        for choice in structure.incoming_choices(left.pop()):
            if choice.source not in read:
                read.add(choice.source)
                left.append(choice.source)
    return read
