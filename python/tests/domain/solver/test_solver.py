"""Tests for the door to the solver."""

from random import Random

from questfoundry.domain.solver import Solver
from tests.support.structures import choice, joined

FORK = joined(*(choice(pair, *pair) for pair in ("ab", "ac", "bd")), c="c", d="d")


def test_one_solver_answers_each_question_about_a_structure() -> None:
    """Other rooms need one class, and no knowledge of the methods behind the answers."""
    solver = Solver(FORK)
    counts, length = solver.count_playthroughs(), solver.measure_play_length()
    assert counts is not None
    assert counts.total == 2
    assert length is not None
    assert (length.screens.least, length.screens.most) == (2, 3)
    assert solver.find_shortest_playthrough() == ("choice::ac",)
    assert solver.find_shortest_playthrough("ending::d") == ("choice::ab", "choice::bd")
    assert solver.find_longest_playthrough() == ("choice::ab", "choice::bd")
    assert len(solver.find_covering_playthroughs()) == 2
    assert len(solver.explore().passage) == 4


def test_a_way_back_makes_a_structure_cyclic() -> None:
    """The map offers no longest route where players can come back to a passage."""
    assert Solver(FORK).is_acyclic
    back = joined(*(choice(pair, *pair) for pair in ("ab", "ba", "bc")), c="c")
    assert not Solver(back).is_acyclic


def test_a_limit_of_steps_leaves_a_question_open() -> None:
    """A story that is too large gets no answer instead of a wrong one."""
    assert Solver(FORK, max_steps=0).find_longest_playthrough(max_work=1) is None


def test_a_random_walk_names_each_passage_and_choice() -> None:
    """The statistics of random players count passages, so a walk must list all of them."""
    solver, passages = Solver(FORK), FORK.passages
    walks = [solver.walk_at_random(Random(seed), max_choices=9) for seed in range(20)]
    for walk in walks:
        choices = [FORK.choices[each] for each in walk.choices]
        targets = [each.target for each in choices]
        assert [passages[each].id for each in walk.passages] == [FORK.start, *targets]
        assert walk.is_finished
    assert len({walk.choices for walk in walks}) == 2
    cut = solver.walk_at_random(Random(0), max_choices=0)
    assert (len(cut.passages), cut.choices, cut.is_finished) == (1, (), False)
