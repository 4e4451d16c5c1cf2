"""Divide each ending into two variants by a stat: one for its high end, and one for its low end."""

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import make_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.endings import SIDES, side_id
from questfoundry.domain.weaving.readings import measure_stat, pick_threshold

Closings = Mapping[str, tuple[Beat, Beat]]
"""The last beats of each ending by ending id: for the high end of a stat, and for its low end."""


@frozen(kw_only=True)
class LevelReading:
    """The question whether a player's ``stat`` (an id) is at least ``least``."""

    stat: str
    least: int

    def add_to(self, choice: Choice, side: str) -> Choice:
        """Return ``choice`` for players at ``side`` only, ``high`` or ``low``.

        The conditions of the two sides are complementary, so that every player has exactly one open
        choice.
        """
        level = make_level(self.stat, self.least)
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

    The passage of such an ending no longer ends the story. From there, each player continues to one
    of two passages, which end with their own beat: about half of random players come to each. If
    all players have the same value in a passage, it stays as it is.

    Without ``has_all_moves``, some choices still lack their moves; then every ending is
    divided, by a preliminary condition.
    """
    values = measure_stat(structure, stat) if has_all_moves else {}
    passages, choices = list[Passage](), [*structure.choices]
    for passage in structure.passages:
        threshold = pick_threshold(values.get(passage.id, {})) if has_all_moves else 1
        if passage.ending not in closings or threshold is None:
            passages.append(passage)
            continue
        last = [*_build_last(passage, closings[passage.ending])]
        passages += [evolve(passage, ending=""), *last]
        choices += _build_exits(passage, last, LevelReading(stat=stat, least=threshold))
    return evolve(structure, passages=tuple(passages), choices=tuple(choices))


def _build_last(passage: Passage, beats: tuple[Beat, Beat]) -> Iterator[Passage]:
    for side, beat in zip(SIDES, beats, strict=True):
        yield Passage(
            id=f"{passage.id}--{side}", beats=(beat.id,), ending=side_id(passage.ending, side)
        )


def _build_exits(passage: Passage, last: list[Passage], reading: LevelReading) -> Iterator[Choice]:
    for side, target in zip(SIDES, last, strict=True):
        name = build_id("choice", slug_of(passage.id), side)
        yield reading.add_to(Choice(id=name, source=passage.id, target=target.id), side)
