"""Let players learn clues: each choice into a passage that teaches a clue grants the clue's flag.

Every clue has a flag, even if no choice requires the flag, because the player's list of clues reads
the flags of all clues. Flags that nothing else reads do not slow the search of game states.
"""

from collections import defaultdict
from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.story import Story


def grant_clues(structure: Structure, story: Story) -> Structure:
    """Return ``structure`` with clue flags granted exactly where players learn the clues.

    A choice grants the clues that its target passage teaches. No choice leads to the start passage,
    so the clues that the start teaches are granted by the choices that leave it.
    """
    clues = frozenset(clue.id for clue in story.clues)
    if not clues:
        return structure
    clues_by_passage = find_clues_by_passage(structure, story)

    def granting(choice: Choice) -> Choice:
        is_first = choice.source == structure.start
        granted = clues_by_passage.get(choice.target, frozenset()) | (
            clues_by_passage.get(structure.start, frozenset()) if is_first else frozenset()
        )
        grants = choice.grants - clues | granted
        return choice if grants == choice.grants else evolve(choice, grants=grants)

    return evolve(structure, choices=tuple(map(granting, structure.choices)))


def find_clues_by_passage(structure: Structure, story: Story) -> Mapping[str, frozenset[str]]:
    """Return the ids of the clues that each passage teaches, by passage id.

    Passages that teach no clue are missing.
    """
    by_beat: dict[str, set[str]] = defaultdict(set)
    for clue in story.clues:
        for beat in clue.teaching_beats:
            by_beat[beat].add(clue.id)
    found = {
        passage.id: frozenset[str]().union(*(by_beat.get(beat, ()) for beat in passage.beats))
        for passage in structure.passages
    }
    return {passage: clues for passage, clues in found.items() if clues}
