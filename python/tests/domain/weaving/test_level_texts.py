"""Tests for the scenes that go differently for players at the ends of a stat."""

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.solver import LEAST_SIDE, Solver
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.weaving.level_texts import pick_level_texts
from questfoundry.domain.weaving.readings import measure_share, measure_stat
from tests.support.examples import examples
from tests.support.planner import SEEDS_WITH_STATS, grown_with_stats


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
@given(seed=SEEDS_WITH_STATS)
@examples(2, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
def test_scenes_go_differently_where_a_stat_divides_the_players(size: Size, seed: int) -> None:
    """A text that almost no player or almost every player reads makes no difference. (WEV-10.1)"""
    _, story = grown_with_stats(size, seed)
    structure = story.existing_structure
    solver = Solver(structure)
    values = {stat.id: solver.measure_values(stat.id) for stat in story.stats}
    texts = [
        (each, level)
        for each in structure.passages
        for level in map(read_level, each.callback_flags)
        if level
    ]
    assert texts
    for passage, level in texts:
        assert not passage.hub
        assert not passage.ending
        assert passage.id != structure.start
        if shares := values[level.stat]:
            # Gates that come later change the shares a little.
            held = measure_share(shares[passage.id], level.value)
            assert LEAST_SIDE - 0.1 <= held <= 1 - LEAST_SIDE + 0.1
    laws = {each.rule for each in check(structure, story=story)}
    assert Law.READINGS.value not in laws


def test_passages_of_earlier_chapters_keep_their_texts() -> None:
    """A written passage must not get a text that its prose lacks."""
    _, story = grown_with_stats(Size.MICRO, 1)
    assert pick_level_texts(story, {each.id for each in story.existing_structure.passages}) == {}


@pytest.mark.parametrize("seed", range(3))
def test_the_first_move_of_a_stat_gets_no_second_answer(seed: int) -> None:
    """The opening insert answers the choice; a text for the level would tell the same again."""
    _, story = grown_with_stats(Size.SHORT, seed)
    structure = story.existing_structure
    plain = evolve(
        structure, passages=tuple(evolve(each, callback_flags=()) for each in structure.passages)
    )
    story = evolve(story, structure=plain)
    found = pick_level_texts(story, frozenset())
    assert found
    for passage, levels in found.items():
        sources = {choice.source for choice in plain.incoming_choices(passage)}
        for stat in {level.stat for each in levels if (level := read_level(each))}:
            values = measure_stat(plain, stat)
            assert any(len(values[source]) > 1 for source in sources)
