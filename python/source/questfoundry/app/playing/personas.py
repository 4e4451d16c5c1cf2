"""Play a story as a persona: a reader who chooses by a rule, without chance and without a model."""

from collections.abc import Callable

from questfoundry.app.playing.routes import MOST_CHOICES
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Playthrough, Structure, play, take
from questfoundry.domain.story.stat import make_stat_id, value_of
from questfoundry.domain.story.story import Story

HURRIED, EXPLORER, FIRST, LAST = "hurried", "explorer", "first", "last"
RAISE, LOWER = "raise", "lower"
PERSONAS = (EXPLORER, HURRIED, FIRST, LAST, f"{RAISE}:STAT", f"{LOWER}:STAT")
"""The personas: who explores, hurries, takes the first or last choice, or moves a stat."""

_Rule = Callable[[Playthrough, int, Choice], tuple[int, ...]]
"""A rule maps a choice and its index to its rank; of the open choices, the least is taken."""


def play_as(story: Story, persona: str) -> tuple[str, ...]:
    """Return the choices (ids) of ``persona``, one of ``PERSONAS``, until no choice is open.

    Raise ``InputError`` if there is no such persona or stat, or if the play does not end.
    """
    structure = story.existing_structure
    if persona == HURRIED:
        route = Solver(structure).find_shortest_playthrough()
        if route is None:
            raise InputError("No player reaches an ending. Check the structure.")
        return route
    rule, here = _find_rule(story, persona), play(structure)
    while here.open and len(here.choices) < MOST_CHOICES:
        _, _, choice = min((rule(here, at, each), at, each) for at, each in enumerate(here.open))
        here = take(structure, here, choice.id)
    if here.open:
        raise InputError(
            f"The persona {persona!r} made {MOST_CHOICES:,} choices without reaching an ending. "
            "Choose another persona."
        )
    return here.choices


def _find_rule(story: Story, persona: str) -> _Rule:
    verb, _, stat = persona.partition(":")
    if persona == EXPLORER:
        return _explore(story.existing_structure)
    if persona in {FIRST, LAST}:
        sign = 1 if persona == FIRST else -1
        return lambda _here, at, _choice: (sign * at,)
    if verb in {RAISE, LOWER}:
        return _move(_find_stat(story, stat), -1 if verb == RAISE else 1)
    raise InputError(
        f"There is no persona {persona!r}. Choose one of these: {', '.join(PERSONAS)}."
    )


def _explore(structure: Structure) -> _Rule:
    """Prefer passages that the player has not visited, and of these the farthest from an ending.

    The choices that leave a hub are nearer to an ending than its topics.
    """
    left = Solver(structure).measure_distances()
    return lambda here, _, choice: (here.passages.count(choice.target), -left.get(choice.target, 0))


def _move(stat: str, sign: int) -> _Rule:
    return lambda here, _, choice: (sign * value_of(stat, choice.apply(here.flags)),)


def _find_stat(story: Story, name: str) -> str:
    found = [each.id for each in story.stats if each.id == make_stat_id(name)]
    if not found:
        known = ", ".join(slug_of(each.id) for each in story.stats) or "none"
        raise InputError(f"The story has no stat {name!r}. Its stats: {known}.")
    return found[0]
