"""How a player comes to a passage, with a flag or without it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from questfoundry.domain.play.search import find_shortest_playthrough
from questfoundry.domain.story.passage import Choice, Passage, Structure

# No id of a story has a space.
_GOAL, _LAST_STEP = "the end of the way", "the last step"


def find_route_to(
    structure: Structure,
    passage: str,
    *,
    required_flags: Iterable[str] = (),
    forbidden_flags: Iterable[str] = (),
) -> tuple[str, ...] | None:
    """The choices of a shortest way there of a player who then holds these flags, and lacks those.

    ``None`` where nobody comes there so. ``KeyError`` where there is no such passage.
    """
    here = structure.passage(passage)
    step = Choice(
        id=_LAST_STEP,
        source=here.id,
        target=_GOAL,
        requires=required_flags,
        forbids=forbidden_flags,
    )
    extended = Structure(
        start=structure.start,
        passages=(
            *(evolve(each, ending="") if each is here else each for each in structure.passages),
            Passage(id=_GOAL, ending=_GOAL),
        ),
        choices=(*structure.choices, step),
    )
    found = find_shortest_playthrough(extended, _GOAL)
    return None if found is None else found[:-1]
