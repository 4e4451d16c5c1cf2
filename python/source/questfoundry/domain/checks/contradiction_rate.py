"""Measure how many contradictions readers meet, over random playthroughs of a written story."""

from collections.abc import Sequence
from random import Random

from questfoundry.domain.checks.fact_pairs import FactPair
from questfoundry.domain.checks.reading_monitor import Visit, is_met, list_visits
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.story import Story

WALKS, _MAX_CHOICES = 400, 2_000
"""The number of random playthroughs, and the choices after which one is cut off."""

_WORDS = 10_000


def measure_contradiction_rate(
    story: Story, contradictions: Sequence[FactPair], *, walks: int = WALKS
) -> float:
    """Return the contradictions that random readers meet in each 10,000 words that they read.

    The same ``walks`` playthroughs are used for equal structures. The result is 0 without prose.
    """
    structure = story.existing_structure
    solver = Solver(structure)
    random = Random(0)  # noqa: S311
    met = words = 0
    for _ in range(walks if contradictions else 0):
        walk = solver.walk_at_random(random, max_choices=_MAX_CHOICES)
        visits = list_visits(structure, [structure.choices[each].id for each in walk.choices])
        met += sum(is_met(each.monitor, visits) for each in contradictions)
        words += sum(_count_words(story, each) for each in visits)
    return _WORDS * met / words if words else 0.0


def _count_words(story: Story, visit: Visit) -> int:
    passage, flags = visit
    read = (each for each in story.paragraphs(passage) if each.is_visible_with(flags))
    return sum(each.word_count for each in read)
