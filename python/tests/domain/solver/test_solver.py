"""Tests for the door to the solver."""

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
