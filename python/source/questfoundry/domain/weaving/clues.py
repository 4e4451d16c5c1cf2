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


def taught(structure: Structure, story: Story) -> Structure:
    """The structure in which just the choices into a passage that teaches a clue grant its flag.

    No choice leads into the start before it is read, so what that teaches is granted on its ways
    out, too.
    """
    clues = frozenset(clue.id for clue in story.clues)
    if not clues:
        return structure
    here = taught_in(structure, story)

    def granting(choice: Choice) -> Choice:
        begun = choice.source == structure.start
        granted = here.get(choice.target, frozenset()) | (
            here.get(structure.start, frozenset()) if begun else frozenset()
        )
        grants = choice.grants - clues | granted
        return choice if grants == choice.grants else evolve(choice, grants=grants)

    return evolve(structure, choices=tuple(map(granting, structure.choices)))


def taught_in(structure: Structure, story: Story) -> Mapping[str, frozenset[str]]:
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
