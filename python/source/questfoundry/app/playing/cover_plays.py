"""Find the fewest plays that show everything in a story, and say what each alone shows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.solver import Sight, SightKind, Solver, observe_play
from questfoundry.domain.story.passage import play, play_steps
from questfoundry.domain.story.story import Story


class SheetKind(StrEnum):
    """The kinds of sheets: a proof of all texts, a plan for testers, a script for voices."""

    PROOF = "proof"
    BETA = "beta"
    VOICE = "voice"


@frozen(kw_only=True)
class CoverPlay:
    """A play of a set: its choices (ids), and the name of its ending.

    ``decisions`` counts the choices among several options. ``alone`` says what no other play of the
    set shows.
    """

    choices: tuple[str, ...]
    ending: str
    decisions: int
    alone: tuple[str, ...]


@frozen(kw_only=True)
class PlaySet:
    """Plays that together show everything; no set has fewer plays than ``bound``.

    ``counts`` says how much the plays show, by kind.
    """

    plays: tuple[CoverPlay, ...]
    bound: int
    counts: Mapping[str, int]


def cover_story(story: Story) -> PlaySet:
    """Return the fewest plays that together show every passage, choice and conditional text.

    They also show each conditional text absent, and each visible choice closed, where that can
    happen. Raise ``InputError`` if there is no such set.
    """
    structure = story.existing_structure
    found = Solver(structure).find_fewest_plays()
    if found is None:
        raise InputError(
            "No set of plays shows everything: a player can return to where they were, or cannot "
            "reach an ending, or the story has too many states. Check the structure."
        )
    seen = [frozenset(observe_play(structure, each)) for each in found.plays]
    shows = Counter(sight for each in seen for sight in each)
    kinds = Counter(each.kind for each in found.sights)
    return PlaySet(
        plays=tuple(
            CoverPlay(
                choices=choices,
                ending=story.ending_name(play(structure, choices).ending),
                decisions=count_decisions(story, choices),
                alone=tuple(
                    describe_sight(story, each)
                    for each in dict.fromkeys(observe_play(structure, choices))
                    if shows[each] == 1
                ),
            )
            for choices in found.plays
        ),
        bound=found.bound,
        counts={kind.value: kinds[kind] for kind in SightKind if kinds[kind]},
    )


def count_decisions(story: Story, choices: Sequence[str]) -> int:
    """Return how often a player who takes ``choices`` (ids) had several options."""
    structure = story.existing_structure
    *before, _ = play_steps(structure, choices)
    return sum(len({each.label for each in here.open}) > 1 for here in before)


def describe_sight(story: Story, sight: Sight) -> str:
    """Return ``sight`` in words for authors."""
    structure = story.existing_structure
    if sight.kind in {SightKind.CHOICE, SightKind.CLOSED}:
        choice = structure.choice(sight.place)
        words = choice.closed if sight.kind is SightKind.CLOSED else choice.label
        return f'{sight.kind} "{words or choice.id}" in {_title(story, choice.source)}'
    condition = f" [{story.describe_condition(sight.flag)}]" if sight.flag else ""
    return f"{sight.kind}{condition} {'in ' if condition else ''}{_title(story, sight.place)}"


def _title(story: Story, passage: str) -> str:
    return f'"{story.existing_structure.passage(passage).title or passage}"'
