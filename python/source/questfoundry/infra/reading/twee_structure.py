"""Joins what was read of each passage to the structure of a story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.story.foreign import ForeignStory, Spot, Unmodelled
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.settling import settle, without_mere_text
from questfoundry.infra.reading.sheet import Sheet
from questfoundry.infra.reading.special_passages import is_initial, is_special, may_act
from questfoundry.infra.reading.twee_body import read_body
from questfoundry.infra.reading.twee_passages import TweePassage


def story_of(
    passages: Sequence[TweePassage], *, title: str, start: str, story_format: str
) -> ForeignStory:
    """The story of the passages; ``story_format`` is empty where nobody says.

    Variables are flags where choices, or coming to a passage, set them, and nothing else
    changes them.
    """
    sheets = [_sheet_of(passage, story_format) for passage in passages]
    places = [each for each in sheets if not is_special(each.passage, story_format)]
    settle(sheets, {each.passage.name for each in places})
    told = without_mere_text(places, start)
    choices = list(_choices(told))
    spots = {each.passage.name: each.passage.spot for each in reversed(told)}
    spots |= {each.choice.id: each.spot for each in choices}
    offering = {each.choice.source for each in choices}
    return ForeignStory(
        title=title,
        structure=Structure(
            start=start,
            passages=tuple(
                Passage(id=name, title=name, ending="" if name in offering else name)
                for name in (each.passage.name for each in told)
            ),
            choices=tuple(each.choice for each in choices),
        ),
        words={each.passage.name: each.words for each in told if each.whole},
        unmodelled=tuple(
            Unmodelled(place=each.passage.name, spot=Spot(each.passage.spot.file, line), what=what)
            for each in sheets
            for what, line in each.notes.items()
        ),
        spots=spots,
    )


def _sheet_of(passage: TweePassage, story_format: str) -> Sheet:
    if not is_special(passage, story_format):
        return _read(Sheet(passage), story_format)
    if is_initial(passage):
        return _read(Sheet(passage, initial=True), story_format)
    sheet = Sheet(passage)
    if may_act(passage) and (
        "script" in passage.tags or _acts(_read(Sheet(passage), story_format))
    ):
        sheet.passage_unknown()
    return sheet


def _read(sheet: Sheet, story_format: str) -> Sheet:
    sheet.line += 1
    read_body(sheet.passage.text, sheet, story_format)
    return sheet


def _acts(sheet: Sheet) -> bool:
    return bool(sheet.ways or sheet.notes or sheet.grants)


@frozen
class _Located:
    choice: Choice
    spot: Spot


def _choices(sheets: Sequence[Sheet]) -> Iterator[_Located]:
    numbers: Counter[str] = Counter()
    for sheet in sheets:
        for way in sheet.ways:
            joined = f"{sheet.passage.name} -> {way.target}"
            numbers[joined] += 1
            choice = Choice(
                id=f"{joined} #{numbers[joined]}",
                source=sheet.passage.name,
                target=way.target,
                label=way.label,
                requires=way.condition.requires,
                forbids=way.condition.forbids,
                grants=way.grants,
            )
            yield _Located(choice, Spot(sheet.passage.spot.file, way.line))
