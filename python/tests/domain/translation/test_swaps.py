"""Tests of the warning about swapped translations, in a language that is made up."""

import random

import pytest

from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.domain.translation.swaps import find_probable_shift, find_probable_swaps

WORDS = {f"word{number}": f"wort{number % 70}" for number in range(80)}


Rows = list[tuple[str, str]]


def workbook(rows: Rows) -> tuple[list[StoryLine], dict[str, str]]:
    lines = [
        StoryLine(id=f"L{number}", place=f"p{number}", kind=TextKind.PROSE, text=source)
        for number, (source, _) in enumerate(rows)
    ]
    return lines, {f"L{number}": text for number, (_, text) in enumerate(rows)}


def find(rows: Rows) -> list[set[int]]:
    return [{int(each.id[1:]) for each in pair} for pair in find_probable_swaps(*workbook(rows))]


def translation(chance: random.Random) -> Rows:
    """Return sentences of frequent and rare words; the translation orders and omits words."""
    rows = []
    for _ in range(120):
        words = [f"word{int(80 * chance.random() ** 2)}" for _ in range(chance.randint(4, 14))]
        translated = [WORDS[each] for each in words if chance.random() > 0.1]
        chance.shuffle(translated)
        rows.append((" ".join(words), " ".join([*translated, f"neu{chance.random()}"])))
    return rows


def test_most_swaps_are_found_and_a_good_translation_is_quiet() -> None:
    """A warning that is mostly false would not be read. (TRA-3.2)"""
    found = 0
    for seed in range(20):
        chance = random.Random(seed)
        rows = translation(chance)
        assert find(rows) == []
        assert find_probable_shift(*workbook(rows)) is None
        one, other = chance.sample(range(len(rows)), 2)
        texts = rows[one][1], rows[other][1]
        rows[one], rows[other] = (rows[one][0], texts[1]), (rows[other][0], texts[0])
        found += {one, other} in find(rows)
        assert find_probable_shift(*workbook(rows)) is None
    assert found >= 16


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("seed", range(10))
def test_a_shift_is_found_with_its_first_and_last_line(step: int, seed: int) -> None:
    """A cell too many or too few in a table moves all translations below it. (TRA-3.3)"""
    chance = random.Random(seed)
    rows = translation(chance)
    first = chance.randrange(1, 100) if seed else 1
    sources, texts = ([each[at] for each in rows] for at in (0, 1))
    moved = (
        [*texts[:first], "", *texts[first:-1]] if step > 0 else texts[:first] + texts[first + 1 :]
    )
    shift = find_probable_shift(*workbook([*zip(sources, moved, strict=False)]))
    assert shift
    assert shift.is_down is (step > 0)
    place = int(shift.first.id[1:])
    assert abs(place - first) <= 5
    assert int(shift.last.id[1:]) >= len(rows) - 3


def test_few_lines_say_nothing() -> None:
    """Without other lines there is nothing to learn from."""
    assert find_probable_shift([], {}) is None
    assert find([]) == find([("One.", "Eins.")]) == []
    assert find([("One bell.", "Zwei Boote."), ("Two boats.", "Eine Glocke.")]) == []
