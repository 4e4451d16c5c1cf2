"""Joins what was read of each passage to the structure of a story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.story.foreign import ForeignStory, Spot, Unmodelled
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.settling import linked, mere_text, settle
from questfoundry.infra.reading.sheet import Sheet
from questfoundry.infra.reading.special_passages import FIRST_VALUES, is_special, may_act
from questfoundry.infra.reading.twee_body import read_body
from questfoundry.infra.reading.twee_passages import TweePassage


@frozen
class _Read:
    """A passage, and what was found in it."""

    passage: TweePassage
    sheet: Sheet
    special: bool


def story_of(
    passages: Sequence[TweePassage], *, title: str, start: str, story_format: str
) -> ForeignStory:
    """The story of the passages; ``story_format`` is empty where nobody says.

    Variables are flags where choices, or coming to a passage, set them, and nothing else
    changes them.
    """
    read = [_read(passage, story_format) for passage in passages]
    spoiled = {name for each in read for name in each.sheet.spoiled}
    names = {each.passage.name for each in read if not each.special}
    for each in read:
        settle(each.sheet, spoiled, names)
    told = _places(read, start)
    choices = list(_choices(told))
    spots = {each.passage.name: each.passage.spot for each in reversed(told)}
    spots |= {choice.id: spot for choice, spot in choices}
    offering = {choice.source for choice, _ in choices}
    return ForeignStory(
        title=title,
        structure=Structure(
            start=start,
            passages=tuple(
                Passage(id=name, title=name, ending="" if name in offering else name)
                for name in (each.passage.name for each in told)
            ),
            choices=tuple(choice for choice, _ in choices),
        ),
        words={each.passage.name: each.sheet.words for each in told if each.sheet.whole},
        unmodelled=tuple(
            Unmodelled(place=each.passage.name, spot=Spot(each.passage.spot.file, line), what=what)
            for each in read
            for what, line in each.sheet.notes.items()
        ),
        spots=spots,
    )


def _read(passage: TweePassage, story_format: str) -> _Read:
    special = is_special(passage, story_format)
    sheet = Sheet(passage.spot.line, initial=passage.name == FIRST_VALUES)
    script = "script" in passage.tags
    if not script and (not special or may_act(passage)):
        sheet.line += 1
        read_body(passage.text, sheet, story_format)
    if special and not sheet.initial and (script or sheet.ways or sheet.notes):
        sheet.line, sheet.ways, sheet.notes = passage.spot.line, [], {}
        sheet.note(f"what the passage {passage.name!r} does is not modelled")
    return _Read(passage, sheet, special)


def _places(read: Sequence[_Read], start: str) -> list[_Read]:
    """The passages in which a player can stand; those that are mere text of others are none."""
    places = [each for each in read if not each.special]
    sheets = {each.passage.name: each.sheet for each in places}
    text = mere_text(sheets)
    for sheet in sheets.values():
        sheet.ways = [way for way in sheet.ways if not (way.shows and way.target in text)]
    inner = text - linked(sheets.values()) - {start}
    return [each for each in places if each.passage.name not in inner]


def _choices(places: Sequence[_Read]) -> Iterator[tuple[Choice, Spot]]:
    numbers: Counter[str] = Counter()
    for each in places:
        source = each.passage.name
        for way in each.sheet.ways:
            joined = f"{source} -> {way.target}"
            numbers[joined] += 1
            choice = Choice(
                id=f"{joined} #{numbers[joined]}",
                source=source,
                target=way.target,
                label=way.label,
                requires=way.condition.requires,
                forbids=way.condition.forbids,
                grants=way.grants,
            )
            yield choice, Spot(each.passage.spot.file, way.line)
