"""The author's own story as something to be read: its passages, as far as a player has come."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from questfoundry.app.playing.paragraphs import prose_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

_MOST_FOUND, _SHORT = 5, 2


def passages_about(
    story: Story, query: str, known_at: str = "", arc: Sequence[str] = ()
) -> list[dict[str, str]]:
    """The passages that share most words with the query, each with its id, title and prose.

    ``known_at`` names a passage: nothing is found then but what a player can have read who has
    come there. ``arc`` are the choices that were taken: then it is what exactly they have read.
    ``InputError`` where there is no such passage, or no such way.
    """
    structure = story.structure
    if structure is None:
        return []
    wanted = {each for each in query.casefold().split() if len(each) > _SHORT}
    read = _read_on(structure, arc, known_at) if arc else None
    possible = _read_at(structure, known_at) if known_at and read is None else None
    ranked: list[tuple[int, int, dict[str, str]]] = []
    for place, passage in enumerate(structure.passages):
        if read is not None and passage.id in read:
            prose = "\n\n".join(prose_of(story, passage, read[passage.id]))
        elif read is not None or (possible is not None and passage.id not in possible):
            continue
        else:
            prose = story.prose.get(passage.id, "")
        text = f"{passage.id} {passage.title} {prose}".casefold()
        shared = sum(each in text for each in wanted)
        if shared:
            found = {"passage": passage.id, "title": passage.title, "prose": prose}
            ranked.append((-shared, place, found))
    return [found for _, _, found in sorted(ranked, key=lambda each: each[:2])[:_MOST_FOUND]]


def step_after(story: Story, choices: Sequence[str]) -> dict[str, Any]:
    """Where a player stands who took those choices, and what is open there.

    ``InputError`` where one of them was not open.
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


def _read_on(structure: Structure, arc: Sequence[str], until: str) -> Mapping[str, Collection[str]]:
    """The passages on that way, each with the flags that the player had there."""
    whole = play(structure, arc)
    if until and until not in whole.passages:
        raise InputError(f"That way does not lead to {until!r}, but to {whole.passage!r}.")
    read: dict[str, Collection[str]] = {}
    for place, passage in enumerate(whole.passages):
        read[passage] = play(structure, arc[:place]).flags
        if passage == until:
            break
    return read


def _read_at(structure: Structure, passage: str) -> set[str]:
    """That passage, and all that lie on some way to it."""
    names = {each.id for each in structure.passages}
    if passage not in names:
        raise InputError(f"There is no passage {passage!r} in the story.")
    read, left = {passage}, [passage]
    while left:
        for choice in structure.arriving(left.pop()):
            if choice.source not in read:
                read.add(choice.source)
                left.append(choice.source)
    return read
