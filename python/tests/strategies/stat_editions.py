"""Editions in which random choices move stats, and random conditions read them."""

from itertools import islice

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import Level, Stat, map_levels
from tests.strategies.structures import sound
from tests.support.editions import told, with_clues
from tests.support.naive_player import playthroughs

STATS = tuple(
    Stat(
        id=f"stat::{name.lower()}",
        name=name,
        question=f"How is {name}?",
        high=f"{name} is *high*.",
        low=f"{name} isn't high.",
    )
    for name in ("Trust", "Air")
)
MOST_WAYS = 150
"""The maximum number of playthroughs of an edition, because an engine plays each of them."""

_LEVELS = st.builds(
    lambda stat, value: Level(stat.id, value).id,
    st.sampled_from(STATS),
    st.sampled_from([-2, -1, 1, 2]),
)
_MOVES = st.sampled_from([{}, *({stat.id: step} for stat in STATS for step in (1, -1))])


@st.composite
def stat_editions(draw: DrawFn) -> Edition:
    """Draw a sound story in which no player gets stuck, whatever the values of its stats are."""
    edition = told(draw(sound()).structure)
    choices = [evolve(each, moves=draw(_MOVES)) for each in edition.structure.choices]
    for number in range(draw(st.integers(0, 2))):
        choices[:0] = _gated(draw, draw(st.sampled_from(choices)), number)
    choices = [part for each in choices for part in _attempted(draw, each)]
    edition = evolve(
        edition,
        structure=evolve(edition.structure, choices=tuple(choices)),
        stats=STATS,
        flags=edition.flags | {**map_levels(STATS)},
        prose={name: text + _read(draw) for name, text in edition.prose.items()},
    )
    return with_clues(edition) if draw(st.booleans()) else edition


def few_ways(edition: Edition) -> bool:
    """Return whether an engine can play every playthrough of ``edition`` soon."""
    return len(list(islice(playthroughs(edition.structure), MOST_WAYS + 1))) <= MOST_WAYS


def _gated(draw: DrawFn, choice: Choice, number: int) -> list[Choice]:
    """Return another choice beside ``choice``, which only some players can take, or two copies."""
    first = _gate(draw, choice, number)
    more = [_gate(draw, choice, number) for _ in range(draw(st.integers(0, 1)))]
    copies = (evolve(each, id=f"{each.id}-copy", closed=first.closed) for each in more)
    return [first, *copies]


def _gate(draw: DrawFn, choice: Choice, number: int) -> Choice:
    levels = draw(st.lists(_LEVELS, min_size=1, max_size=2, unique=True))
    forbidden = draw(st.booleans())
    return evolve(
        choice,
        id=f"choice::gated-{number}",
        label=f"Dare {number}",
        closed=draw(st.sampled_from(["", "Not you."])),
        moves=draw(_MOVES),
        requires=choice.requires | {*([] if forbidden else levels)},
        forbids=choice.forbids | {*(levels if forbidden else [])},
    )


def _attempted(draw: DrawFn, choice: Choice) -> list[Choice]:
    """Return ``choice``, or two of its kind, one for each side of a level."""
    if draw(st.integers(0, 4)):
        return [choice]
    level = draw(_LEVELS)
    return [
        evolve(choice, id=f"{choice.id}-high", requires=choice.requires | {level}),
        evolve(choice, id=f"{choice.id}-low", forbids=choice.forbids | {level}, moves=draw(_MOVES)),
    ]


def _read(draw: DrawFn) -> str:
    if draw(st.integers(0, 2)):
        return ""
    level = draw(_LEVELS)
    return f"\n\n[{slug_of(level)}]\nOnly *then*: {slug_of(level)}."
