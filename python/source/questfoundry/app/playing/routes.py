"""Find a route through a story, encode it as indexes of its choices, or play at random."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Passage, Structure, play, play_steps, take

# Ids of a story contain no spaces, so these two ids cannot collide with one.
_GOAL, _LAST_STEP = "the end of the way", "the last step"


def find_route_to(
    structure: Structure,
    passage: str,
    *,
    required_flags: Iterable[str] = (),
    forbidden_flags: Iterable[str] = (),
) -> tuple[str, ...] | None:
    """Return the ids of the choices of a shortest route to the passage with the id ``passage``.

    Return ``None`` if no route satisfies the conditions on arrival. Raise ``KeyError`` if the
    passage does not exist.
    """
    here = structure.passage(passage)
    step = Choice(
        id=_LAST_STEP,
        source=here.id,
        target=_GOAL,
        requires=required_flags,
        forbids=forbidden_flags,
    )
    extended = Structure(
        start=structure.start,
        passages=(
            *(evolve(each, ending="") if each is here else each for each in structure.passages),
            Passage(id=_GOAL, ending=_GOAL),
        ),
        choices=(*structure.choices, step),
    )
    found = Solver(extended).find_shortest_playthrough(_GOAL)
    return None if found is None else found[:-1]


_CLOSED = "This route is no longer open: the story may have changed. Restart the story."
_MAX_CHOICES = 2_000


def decode_route(structure: Structure, route: str) -> tuple[str, ...]:
    """Return the ids of the choices (at most 2,000) in ``route``, or raise ``InputError``."""
    here = play(structure)
    for step in route.split(".")[:_MAX_CHOICES] if route else ():
        if not (step.isascii() and step.isdigit() and int(step) < len(here.open)):
            raise InputError(_CLOSED)
        here = take(structure, here, here.open[int(step)].id)
    return here.choices


def encode_route(structure: Structure, choices: Sequence[str]) -> str:
    """Return the ids in ``choices`` as a text such as ``0.2.1``.

    Each number is the index of a choice among those that are open at that point. Raise
    ``InputError`` if a choice cannot be selected.
    """
    *before, _ = play_steps(structure, choices)
    indexes = (
        [each.id for each in here.open].index(choice)
        for here, choice in zip(before, choices, strict=True)
    )
    return ".".join(map(str, indexes))


MOST_CHOICES = 10_000
"""Maximum number of choices in a random play; a longer play is stopped as a probable loop."""


@frozen(kw_only=True)
class RandomPlays:
    """The statistics of several random plays of a story.

    ``passages``, ``choices`` and ``endings`` map ids, in story order, to numbers of plays.
    ``stuck`` counts the plays that ended in a passage without open choices that is no ending.
    ``given_up`` counts the plays that were stopped as probable loops. ``shortest`` and ``longest``
    are the smallest and the largest number of passages in a play that reached an ending, or 0.
    """

    plays: int
    passages: Mapping[str, int]
    choices: Mapping[str, int]
    endings: Mapping[str, int]
    stuck: Mapping[str, int]
    given_up: int
    shortest: int
    longest: int


def find_random_routes(structure: Structure, *, plays: int, rng: Random) -> list[tuple[str, ...]]:
    """Return the choices (ids) of random players, also of those who never came to an end."""
    solver = Solver(structure)
    walks = (solver.walk_at_random(rng, max_choices=MOST_CHOICES) for _ in range(plays))
    return [tuple(structure.choices[each].id for each in walk.choices) for walk in walks]


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
