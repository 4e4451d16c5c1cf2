"""Lower choices that move stats to choices that only set and clear flags.

A stat is a row of *thresholds*: is the value at least ``t``? Each threshold is one flag, a level. A
move by ``d`` turns the old threshold ``t - d`` into the new threshold ``t``. A backward analysis
finds the thresholds that matter in each passage: conditions ahead test them, or moves turn them
into thresholds that matter. They divide the values at a choice into intervals. The choice becomes
one lowered choice for each interval, which requires and forbids the levels at the ends of its
interval, and sets or clears each level that matters afterwards. So every player with the original
choice open has exactly one of the lowered choices open. Thresholds outside the range of values that
a stat can have in a passage are constant and cost nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from attrs import evolve

from questfoundry.domain.solver.value_ranges import (
    ALL_VALUES,
    Interval,
    Values,
    find_open_values,
    find_value_ranges,
)
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import MOST_STEPS, make_level, read_level

_Thresholds = dict[str, int]
"""The thresholds of each stat, as a mask with bit ``t + MOST_STEPS`` for the threshold ``t``."""


def lower_moves(structure: Structure) -> tuple[Sequence[Choice], Sequence[int]]:
    """Return choices without moves that have the same effects as the choices of ``structure``.

    The second result has, for each of these choices, the index of the original choice.
    """
    if not any(choice.moves for choice in structure.choices):
        return structure.choices, range(len(structure.choices))
    ranges = find_value_ranges(structure)
    thresholds = _find_thresholds(structure, ranges)
    lowered = [
        (each, place)
        for place, choice in enumerate(structure.choices)
        for each in _lower_choice(
            choice, ranges.get(choice.source, {}), thresholds.get(choice.target, {})
        )
    ]
    return [each for each, _ in lowered], [place for _, place in lowered]


def find_dead_moves(structure: Structure) -> Iterator[tuple[Choice, str]]:
    """Yield each choice with the id of a stat that it moves although no later reading notices it.

    A reading is a condition of a choice, or a conditional text. Only the ranges of values and the
    conditions on the stat itself are taken into account, so some dead moves are not found. All
    moves that are found can be removed together.
    """
    # Of +1 and +1 before "at least 1", either may go, but not both. So the moves found become
    # optional, and those that are noticed then are no longer dead, until all the others stay dead.
    found = [*_find_unnoticed_moves(structure, structure)]
    dead = list[tuple[Choice, str]]()
    while dead != found:
        dead, optional = found, _make_optional(structure, found)
        found = [each for each in _find_unnoticed_moves(structure, optional) if each in dead]
    yield from found


def _find_unnoticed_moves(
    structure: Structure, optional: Structure
) -> Iterator[tuple[Choice, str]]:
    """Yield the moves that change no threshold which a reading needs, in any form of ``optional``.

    The choices of ``structure`` come first in ``optional``, which can have more choices.
    """
    ranges = find_value_ranges(optional)
    thresholds = _find_thresholds(optional, ranges)
    leaving = [each for place in ranges for each in structure.selectable_choices(place)]
    for choice in leaving:
        asked = find_open_values(choice)
        for stat, step in choice.moves.items():
            values = ranges[choice.source][stat].intersect(asked.get(stat, ALL_VALUES))
            read = _list_thresholds(thresholds.get(choice.target, {}).get(stat, 0))
            # The values that a move lifts over the threshold ``each``, or drops below it.
            crossing = (Interval(each - max(step, 0), each - 1 - min(step, 0)) for each in read)
            if step and all(both.least > both.greatest for both in map(values.intersect, crossing)):
                yield choice, stat


def _make_optional(structure: Structure, moves: Iterable[tuple[Choice, str]]) -> Structure:
    """Return ``structure`` with a copy of each choice in ``moves`` that lacks these moves."""
    kept: dict[str, Choice] = {}
    for choice, stat in moves:
        copy = kept.get(choice.id, choice)
        left = {name: step for name, step in copy.moves.items() if name != stat}
        kept[choice.id] = evolve(copy, moves=left)
    return evolve(structure, choices=(*structure.choices, *kept.values()))


def _list_thresholds(mask: int) -> Sequence[int]:
    return [bit - MOST_STEPS for bit in range(mask.bit_length()) if mask >> bit & 1]


def _find_thresholds(
    structure: Structure, ranges: Mapping[str, Values]
) -> Mapping[str, _Thresholds]:
    # Backward liveness (Kildall 1973). Moves shift thresholds, but only within the range of
    # values, so each passage has at most 24 thresholds for each stat, and the worklist ends.
    found = {each.id: _read_thresholds(structure, each.id) for each in structure.passages}
    waiting = dict.fromkeys(reversed(found))
    while waiting:
        passage = next(iter(waiting))
        del waiting[passage]
        for choice in structure.incoming_choices(passage):
            if choice.source not in ranges or structure.passage(choice.source).ending:
                continue
            before = found[choice.source]
            grown = False
            for stat, mask in found[passage].items():
                mask = _shift(mask, choice.moves.get(stat, 0), ranges[choice.source].get(stat))
                grown = grown or bool(mask & ~before.get(stat, 0))
                before[stat] = before.get(stat, 0) | mask
            if grown:
                waiting[choice.source] = None
    return found


def _read_thresholds(structure: Structure, passage: str) -> _Thresholds:
    conditions = [each.requires | each.forbids for each in structure.selectable_choices(passage)]
    found: _Thresholds = {}
    for flag in structure.passage(passage).conditional_flags.union(*conditions):
        level = read_level(flag)
        if level and abs(level.value) <= MOST_STEPS:
            bit = 1 << level.threshold + MOST_STEPS
            found[level.stat] = found.get(level.stat, 0) | bit
    return found


def _shift(mask: int, step: int, values: Interval | None) -> int:
    """Return the thresholds before a move by ``step``, without those that are constant there."""
    if not step or values is None:
        return mask
    before = mask >> step if step > 0 else mask << -step
    first, last = values.least + 1 + MOST_STEPS, values.greatest + MOST_STEPS
    return before & ((1 << last + 1) - (1 << first))


def _lower_choice(choice: Choice, ranges: Values, thresholds: _Thresholds) -> Iterator[Choice]:
    if not choice.moves:
        yield choice
        return
    lowered = [evolve(choice, moves={})]
    asked = find_open_values(choice)
    for stat, step in choice.moves.items():
        values = ranges.get(stat, Interval(0, 0)).intersect(asked.get(stat, ALL_VALUES))
        lowered = [
            part
            for each in lowered
            for part in _split_choice(each, stat, step, values, thresholds.get(stat, 0))
        ]
    # A choice that no value opens keeps its condition, so that its law can explain it.
    yield from lowered or [evolve(choice, moves={})]


def _split_choice(
    choice: Choice, stat: str, step: int, values: Interval, thresholds: int
) -> Iterator[Choice]:
    """Yield the choice for each interval of ``values`` between two thresholds before the move."""
    if values.least > values.greatest:
        return
    if not (step and thresholds):
        yield choice
        return
    after = _list_thresholds(thresholds)
    inner = [each - step for each in after if values.least < each - step <= values.greatest]
    for first, end in pairwise([values.least, *inner, values.greatest + 1]):
        pins = {first, end} & {*inner}
        required = {_level_id(stat, each) for each in pins if (each == first) == (each > 0)}
        held = {_level_id(stat, each) for each in after if (first + step >= each) == (each > 0)}
        yield evolve(
            choice,
            requires=choice.requires | required,
            forbids=choice.forbids | ({_level_id(stat, each) for each in pins} - required),
            grants=choice.grants | held,
            clears=choice.clears | ({_level_id(stat, each) for each in after} - held),
        )


@lru_cache(maxsize=1_000)
def _level_id(stat: str, threshold: int) -> str:
    return make_level(stat, threshold).id
