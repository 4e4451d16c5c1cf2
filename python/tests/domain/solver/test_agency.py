"""Tests of the agency meter: its exact figures are those of walking every playthrough."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given

from questfoundry.domain.solver import Solver
from questfoundry.domain.solver.agency import HEAVY
from questfoundry.domain.story.passage import Choice, Structure
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.series import StructureWriter

Flags = frozenset[str]


def open_here(structure: Structure, here: str, flags: Flags) -> list[Choice]:
    return [each for each in structure.selectable_choices(here) if each.is_open(flags)]


def chances(structure: Structure, here: str, flags: Flags) -> Counter[str]:
    """Return the chance of each ending for a random player, by walking all playthroughs."""
    if ending := structure.passage(here).ending:
        return Counter({ending: 1.0})  # type: ignore[dict-item]
    found = Counter[str]()
    options = open_here(structure, here, flags)
    for each in options:
        for ending, chance in chances(structure, each.target, each.apply(flags)).items():
            found[ending] += chance / len(options)  # type: ignore[assignment]
    return found


def moments(structure: Structure):
    """Yield the passage, the flags, their screens and the probability of each moment of a play."""
    waiting = [(structure.start, frozenset[str](), dict[str, int](), 0, 1.0)]
    for here, flags, since, screen, share in waiting:
        yield here, flags, since, screen, share
        options = open_here(structure, here, flags)
        for each in options:
            after = {**dict.fromkeys(each.grants, screen), **since}
            waiting.append(
                (each.target, each.apply(flags), after, screen + 1, share / len(options))
            )


@examples(60)
@given(structures(loops=False))
def test_decisions_shift_the_endings_as_all_playthroughs_say(structure: Structure) -> None:
    """Authors judge choices by these figures, so they must be exact. (SEE-8.1)"""
    flow = Solver(structure).trace_players()
    assert flow is not None
    expected = defaultdict[str, list[tuple[float, float]]](list)
    for here, flags, _, _, share in moments(structure):
        options = open_here(structure, here, flags)
        if len(options) > 1:
            after = [chances(structure, each.target, each.apply(flags)) for each in options]
            shift = max(
                sum(abs(one[each] - other[each]) for each in {*one, *other}) / 2
                for one, other in combinations(after, 2)
            )
            expected[here].append((share, shift))
    found = {structure.passages[each.passage].id: each for each in flow.measure_decisions()}
    assert found.keys() == expected.keys()
    for here, met in expected.items():
        effect, meetings = found[here], sum(share for share, _ in met)
        assert effect.meetings == pytest.approx(meetings)
        assert effect.shift == pytest.approx(sum(a * b for a, b in met) / meetings)
        heavy = sum(share for share, shift in met if shift >= HEAVY - 1e-6)
        assert effect.heavy == pytest.approx(heavy / meetings)


@examples(60)
@given(structures(loops=False))
def test_distances_from_a_choice_to_its_text_are_exact(structure: Structure) -> None:
    """A callback that comes at once is no memory, so the screens between must be right."""
    flow = Solver(structure).trace_players()
    assert flow is not None
    everywhere = dict.fromkeys(range(len(structure.passages)), 1)
    for flag in FLAGS:
        read = late = 0.0
        for _, flags, since, screen, share in moments(structure):
            read += share * (flag in flags)
            late += share * (flag in flags and screen - since[flag] >= 3)
        assert flow.measure_distances(flag, everywhere, late=3) == pytest.approx((read, late))


def test_what_only_some_options_lead_to_counts_after_the_next_screen() -> None:
    """The next screen is shown apart, so it must not count as a later difference."""
    writer = StructureWriter()
    fork, left, right, on = (writer.passage(each) for each in ("start", "left", "right", "on"))
    first, second = (writer.passage(each, ending=f"ending::{each}") for each in ("one", "two"))
    writer.choice(fork, left, grants=frozenset({"flag::left"}))
    writer.choice(fork, right)
    writer.choice(left, on)
    writer.choice(right, on)
    writer.choice(on, first)
    writer.choice(on, second, requires=frozenset({"flag::left"}))
    flow = Solver(writer.structure).trace_players()
    assert flow is not None
    effect, last = flow.measure_decisions()
    assert (effect.shift, effect.heavy, last.shift, last.meetings) == (0.5, 1.0, 1.0, 0.5)
    assert (effect.passages, effect.choices) == ({5}, {5})


@examples(60)
@given(structures())
def test_a_story_in_which_players_can_loop_forever_has_no_exact_figures(
    structure: Structure,
) -> None:
    """Chances in an endless loop do not exist, and must not be invented."""
    flow = Solver(structure).trace_players()
    assert (flow is None) == NaivePlayer(structure).goes_round()
