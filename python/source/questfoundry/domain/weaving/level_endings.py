"""Divide each ending into two variants by a stat: one for its high end, and one for its low end."""

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import make_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import SIDES, side_id
from questfoundry.domain.weaving.readings import Shares, measure_arrivals, pick_threshold

Closings = Mapping[str, tuple[Beat, Beat]]
"""The last beats of each ending by ending id: for the high end of a stat, and for its low end."""


@frozen(kw_only=True)
class LevelReading:
    """The question whether a player's ``stat`` (an id) is at least ``least``."""

    stat: str
    least: int

    def add_to(self, choice: Choice, side: str) -> Choice:
        """Return ``choice`` for players at ``side`` only, ``high`` or ``low``.

        The reading counts the moves of the choice itself. The conditions of the two sides are
        complementary, so that every player has exactly one open choice.
        """
        step = choice.moves.get(self.stat, 0)
        level = make_level(self.stat, self.least - step)
        if (level.value > 0) is (side == SIDES[0]):
            return evolve(choice, requires=choice.requires | {level.id})
        return evolve(choice, forbids=choice.forbids | {level.id})


def find_closings(story: Story) -> Closings:
    """Return the last beats of each ending for the two ends of the first stat, by ending id."""
    by_ending = {beat.ending: beat for beat in story.beats if beat.ending}
    found = {
        ending: tuple(by_ending.get(side_id(ending, side)) for side in SIDES)
        for ending in by_ending
        if ending and story.stats
    }
    return {ending: (high, low) for ending, (high, low) in found.items() if high and low}


def split_endings(
    structure: Structure, closings: Closings, stat: str, *, has_all_moves: bool = True
) -> Structure:
    """Return ``structure`` with each ending in ``closings`` divided by the value of ``stat``.

    Each passage of such an ending becomes two passages, which end with their own beat. The choices
    that led to the passage lead to both, with complementary conditions: about half of random
    players come to each. A passage in which all players have the same value is not divided.

    Without ``has_all_moves``, some choices have not got their moves yet; then every ending is
    divided, by a preliminary condition.
    """
    arriving = {
        each.id: structure.incoming_choices(each.id)
        for each in structure.passages
        if each.ending in closings
    }
    ids = [choice.id for choices in arriving.values() for choice in choices]
    values = measure_arrivals(structure, stat, ids) if has_all_moves else {}
    thresholds = {
        passage: pick_threshold(values[each.id] for each in choices if each.id in values)
        if has_all_moves
        else 1
        for passage, choices in arriving.items()
    }
    readings = {
        passage: LevelReading(stat=stat, least=least)
        for passage, least in thresholds.items()
        if least is not None
    }
    return evolve(
        structure,
        passages=tuple(_split_passages(structure, closings, readings)),
        choices=tuple(_split_choices(structure, readings, values)),
    )


def _split_passages(
    structure: Structure, closings: Closings, readings: Mapping[str, LevelReading]
) -> Iterator[Passage]:
    for passage in structure.passages:
        if passage.id not in readings:
            yield passage
            continue
        for side, beat in zip(SIDES, closings[passage.ending], strict=True):
            yield evolve(
                passage,
                id=f"{passage.id}--{side}",
                beats=(*passage.beats, beat.id),
                ending=side_id(passage.ending, side),
            )


def _split_choices(
    structure: Structure, readings: Mapping[str, LevelReading], values: Mapping[str, Shares]
) -> Iterator[Choice]:
    """Yield the choices; where all players of a choice are at one side, it has no condition."""
    for choice in structure.choices:
        reading = readings.get(choice.target)
        if reading is None:
            yield choice
            continue
        possible = {value >= reading.least for value in values.get(choice.id, ())}
        for side in SIDES:
            leading = evolve(choice, id=f"{choice.id}--{side}", target=f"{choice.target}--{side}")
            if len(possible) != 1:
                yield reading.add_to(leading, side)
            elif (side == SIDES[0]) in possible:
                yield leading
