"""Play a story at random, and count visited passages, endings and dead ends.

The numbers show what players may experience. Unlike the structure checks, they prove nothing.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random

from attrs import frozen

from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Structure

MOST_CHOICES = 10_000
"""Maximum number of choices; a longer play is stopped, since it loops."""


@frozen(kw_only=True)
class RandomPlays:
    """The statistics of several random plays of a story, by id and in story order.

    ``stuck`` counts the plays that ended in a passage without open choices that is no ending,
    ``given_up`` those stopped because they ran in a loop. ``shortest`` and ``longest`` are the
    passages of plays that reached an ending, or 0.
    """

    plays: int
    passages: Mapping[str, int]
    choices: Mapping[str, int]
    endings: Mapping[str, int]
    stuck: Mapping[str, int]
    given_up: int
    shortest: int
    longest: int


def play_at_random(structure: Structure, *, plays: int, rng: Random) -> RandomPlays:
    """Play the story ``plays`` times, and return the statistics of these plays."""
    solver = Solver(structure)
    visits, taken, last_passages = Counter[int](), Counter[int](), Counter[int]()
    lengths: list[int] = []
    for _ in range(plays):
        walk = solver.walk_at_random(rng, max_choices=MOST_CHOICES)
        if walk.is_finished:
            last_passages[walk.passages[-1]] += 1
            if structure.passages[walk.passages[-1]].ending:
                lengths.append(len(walk.passages))
        visits.update(walk.passages)
        taken.update(walk.choices)
    ended: Counter[str] = Counter()
    for place, count in last_passages.items():
        ended[structure.passages[place].ending] += count
    passages = list(enumerate(structure.passages))
    return RandomPlays(
        plays=plays,
        passages={each.id: visits[place] for place, each in passages},
        choices={each.id: taken[place] for place, each in enumerate(structure.choices)},
        endings={each.ending: ended[each.ending] for _, each in passages if each.ending},
        stuck={
            each.id: last_passages[place]
            for place, each in passages
            if last_passages[place] and not each.ending
        },
        given_up=plays - last_passages.total(),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
    )
