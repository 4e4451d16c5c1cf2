"""Find the playthrough that a map highlights."""

from enum import StrEnum
from typing import assert_never

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Playthrough, Structure, play
from questfoundry.domain.story.story import Story


@frozen
class ChoiceHighlight:
    """A request to highlight the playthrough that takes the given choices in order."""

    choices: tuple[str, ...]


@frozen
class EndingHighlight:
    """A request to highlight one of the shortest playthroughs to the given ending."""

    ending: str


class Extreme(StrEnum):
    """A request to highlight one of the shortest or longest playthroughs of the story."""

    SHORTEST = "shortest"
    LONGEST = "longest"


Highlight = ChoiceHighlight | EndingHighlight | Extreme


def find_playthrough(story: Story, highlight: Highlight) -> Playthrough:
    """Return the playthrough that ``highlight`` requests, or raise ``InputError``.

    An id in the request may lack its prefix ``choice::`` or ``ending::``.
    """
    structure = story.existing_structure
    match highlight:
        case ChoiceHighlight(choices):
            known = {each.id for each in structure.choices}
            taken = tuple(each if each in known else _add_kind("choice", each) for each in choices)
        case EndingHighlight(ending):
            named = ending in {each.id for each in story.endings}
            taken = _find_route_to(story, ending if named else _add_kind("ending", ending))
        case Extreme():
            taken = _find_extreme(structure, highlight)
        case _:
            assert_never(highlight)
    return play(structure, taken)


def _add_kind(kind: str, identifier: str) -> str:
    return identifier if SEPARATOR in identifier else f"{kind}{SEPARATOR}{identifier}"


def _find_route_to(story: Story, ending: str) -> tuple[str, ...]:
    route = Solver(story.existing_structure).find_shortest_playthrough(ending)
    if route is not None:
        return route
    known = ", ".join(each.id for each in story.endings)
    raise InputError(
        f"No playthrough was found that reaches the ending {ending!r}. The endings are: {known}."
    )


def _find_extreme(structure: Structure, which: Extreme) -> tuple[str, ...]:
    solver, longest = Solver(structure), which is Extreme.LONGEST
    found = solver.find_longest_playthrough() if longest else solver.find_shortest_playthrough()
    if found is None:
        raise InputError(
            f"No {which.value} playthrough was found: the story has loops or no ending, or is too "
            "large for a full search.",
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    return found
