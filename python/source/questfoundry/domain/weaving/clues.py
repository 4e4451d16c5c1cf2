"""Clues in a woven structure: who comes where one is taught holds its flag from there on.

All of them are granted, asked for by a choice or not: the list of what one knows reads them all,
and flags that nothing else reads cost the search nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.story import Story


def grant_clues(structure: Structure, story: Story) -> Structure:
    """The structure in which just the choices into a passage that teaches a clue grant its flag.

    No choice leads into the start before it is read, so what that teaches is granted on its ways
    out, too.
    """
    clues = frozenset(clue.id for clue in story.clues)
    if not clues:
        return structure
    clues_by_passage = find_clues_by_passage(structure, story)

    def granting(choice: Choice) -> Choice:
        begun = choice.source == structure.start
        granted = clues_by_passage.get(choice.target, frozenset()) | (
            clues_by_passage.get(structure.start, frozenset()) if begun else frozenset()
        )
        grants = choice.grants - clues | granted
        return choice if grants == choice.grants else evolve(choice, grants=grants)

    return evolve(structure, choices=tuple(map(granting, structure.choices)))


def find_clues_by_passage(structure: Structure, story: Story) -> Mapping[str, frozenset[str]]:
    """The clues that each passage teaches, by its id; passages that teach none are left out."""
    by_beat: dict[str, set[str]] = defaultdict(set)
    for clue in story.clues:
        for beat in clue.learnt:
            by_beat[beat].add(clue.id)
    found = {
        passage.id: frozenset[str]().union(*(by_beat.get(beat, ()) for beat in passage.beats))
        for passage in structure.passages
    }
    return {passage: clues for passage, clues in found.items() if clues}
