"""Draw the map of a story, and find the playthrough to highlight."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from attrs import frozen

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from questfoundry.domain.checks.foreign import build_playable
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Ending, Playthrough, Structure, play
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.suggestion import suggest_words


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
    """Return the playthrough that ``highlight`` requests; its ids may lack their prefixes.

    Raise ``InputError`` if there is no such playthrough.
    """
    structure = story.existing_structure
    match highlight:
        case ChoiceHighlight(choices):
            known = {each.id for each in structure.choices}
            taken = tuple(each if each in known else _add_kind("choice", each) for each in choices)
        case EndingHighlight(ending):
            wanted = _find_ending(story, ending)
            route = Solver(structure).find_shortest_playthrough(wanted)
            if route is None:
                name = story.ending_name(wanted)
                raise InputError(f"No playthrough was found that reaches the ending {name!r}.")
            taken = route
        case Extreme():
            taken = _find_extreme(structure, highlight)
        case _:
            assert_never(highlight)
    return play(structure, taken)


def _find_ending(story: Story, ending: str) -> str:
    """Return the id of the ending with this id, slug or name, or raise ``InputError``."""
    names = {each.id: each.name for each in story.endings}
    by_name = {name.casefold(): identifier for identifier, name in names.items()}
    found = by_name.get(ending.casefold(), _add_kind("ending", ending))
    if ending in names or found in names:
        return ending if ending in names else found
    hint = suggest_words(ending, names.values())
    known = "; ".join(f"{name!r} ({identifier})" for identifier, name in names.items())
    raise InputError(f"There is no ending {ending!r}.{hint} The endings are: {known}.")


def _add_kind(kind: str, identifier: str) -> str:
    return identifier if SEPARATOR in identifier else f"{kind}{SEPARATOR}{identifier}"


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


@frozen(kw_only=True)
class DrawnMap:
    """A map as the bytes of a file."""

    content: bytes
    format: MapFormat
    suffix: str
    story_map: StoryMap
    highlighted: Playthrough | None


@frozen(kw_only=True)
class DrawMapUseCase:
    """A use case that draws the map of a story; the first renderer is the default."""

    _renderers: Sequence[MapRenderer]

    def execute(
        self,
        story: Story,
        *,
        map_format: MapFormat | None = None,
        beats: bool = False,
        highlight: Highlight | None = None,
        words: Mapping[str, Range] | None = None,
    ) -> DrawnMap:
        """Draw the map of ``story`` in the format ``map_format``, or else in the default format.

        ``words`` holds word counts of passages; if ``None``, they are computed from ``story``.
        Raise ``InputError`` if the highlighted playthrough does not exist.
        """
        playthrough = None if highlight is None else find_playthrough(story, highlight)
        story_map = build_map(story, beats=beats, highlighted=playthrough, words=words)
        renderer = next(each for each in self._renderers if map_format in (None, each.format))
        return DrawnMap(
            content=renderer.render(story_map),
            format=renderer.format,
            suffix=renderer.suffix,
            story_map=story_map,
            highlighted=playthrough,
        )

    def draw_foreign(
        self, story: ForeignStory, *, map_format: MapFormat | None, highlight: Highlight | None
    ) -> DrawnMap:
        """Draw the part that can be played of a story that another program wrote."""
        structure = build_playable(story.structure)
        endings = (each.ending for each in structure.passages if each.ending)
        drawn = Story(
            title=story.title,
            structure=structure,
            endings=tuple(Ending(id=each, name=each) for each in endings),
        )
        words = {passage: Range(count, count) for passage, count in story.words.items()}
        return self.execute(drawn, map_format=map_format, highlight=highlight, words=words)
