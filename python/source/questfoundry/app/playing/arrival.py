"""Find a shortest route through a story to a passage, under conditions on the player's flags."""

from collections.abc import Iterable

from attrs import evolve

from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Passage, Structure

# Ids of a story contain no spaces, so these two ids cannot collide with one.
_GOAL, _LAST_STEP = "the end of the way", "the last step"


def find_route_to(
    structure: Structure,
    passage: str,
    *,
    required_flags: Iterable[str] = (),
    forbidden_flags: Iterable[str] = (),
) -> tuple[str, ...] | None:
    """Return the ids of the choices of a shortest route to the passage with the id ``passage``.

    Return ``None`` if no route satisfies the conditions on arrival. Raise ``KeyError`` if the
    passage does not exist.
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
    found = Solver(extended).find_shortest_playthrough(_GOAL)
    return None if found is None else found[:-1]
