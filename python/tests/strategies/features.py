"""Stories with stats, attempts, limited hubs, played scenes, third answers, texts by level."""

from collections.abc import Sequence
from math import prod

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.solver.stat_values import find_value_ranges
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import Level, read_level
from questfoundry.domain.weaving.attempts import (
    WovenAttempt,
    WovenOutcome,
    WovenThird,
    add_attempt,
    add_third,
    find_attempt_places,
)
from questfoundry.domain.weaving.endings import SIDES, split_endings
from questfoundry.domain.weaving.flag_availability import find_varying_flags
from questfoundry.domain.weaving.hubs import TURNS, measure_limit
from questfoundry.domain.weaving.minor_choices import add_callbacks
from tests.strategies.deeds import chapters, deeds
from tests.strategies.stats import STATS, with_stats
from tests.strategies.structures import STORY, Told, sound, with_choice
from tests.strategies.woven import closed, dropped, redirected, silenced

MOST_VALUES = 200
"""The most pairs of values of both stats in a passage."""

_STEPS = st.sampled_from([-2, -1, 1, 1, 2])
_LEVELS = st.builds(
    lambda stat, value: Level(stat, value).id,
    st.sampled_from(STATS),
    st.sampled_from([-2, -1, 1, 1, 2]),
)
_SIDES = st.sampled_from(SIDES)
_CLOSED = st.sampled_from(["", "Not now.", "Locked."])


@st.composite
def with_features(draw: DrawFn, *, whole: bool | None = None) -> Told:
    """Draw a sound story with minor choices that lean, a hub and gated choices.

    Attempts, a third answer, divided endings and conditional texts by level are drawn on top. A
    ``whole`` story has chapters, clues and effects, too.
    """
    whole = draw(st.booleans()) if whole is None else whole
    if whole:
        told = draw(chapters(whole=True, most=1))
        structure = told.structure
    else:
        told = draw(sound())
        structure = draw(deeds(told.structure, least=1, most=2))
    structure = draw(leaning(_with_beats(structure)))
    for number in range(draw(st.integers(0, 2))):
        structure = draw(attempted(structure, number))
    structure = draw(answered(structure))
    if draw(st.integers(0, 3)):
        structure = _divide_endings(structure, draw(st.sampled_from(STATS)))
    structure = draw(banded(structure))
    return evolve(told, structure=structure)


def _with_beats(structure: Structure) -> Structure:
    """Return ``structure`` with a beat in each passage; passages without beats count as copies."""
    told = (evolve(each, beats=each.beats or (f"beat::{each.id}",)) for each in structure.passages)
    return evolve(structure, passages=tuple(told))


@st.composite
def leaning(draw: DrawFn, structure: Structure) -> Structure:
    """Let options move a stat, gate some choices by a level, and say why some are closed."""

    def lean(choice: Choice) -> Choice:
        if any(flag.startswith("mark::") for flag in choice.grants) and draw(st.integers(0, 3)):
            choice = evolve(choice, moves={draw(st.sampled_from(STATS)): draw(_STEPS)})
        if choice.requires and not choice.takes:
            more = {draw(_LEVELS)} if draw(st.integers(0, 2)) == 0 else frozenset()
            choice = evolve(choice, requires=choice.requires | more, closed=draw(_CLOSED))
        return choice

    return evolve(structure, choices=tuple(map(lean, structure.choices)))


@st.composite
def attempted(draw: DrawFn, structure: Structure, number: int) -> Structure:
    """Add an attempt, if a stat divides the players somewhere; its setback has a cost."""
    scenes = {
        hub: draw(st.sampled_from(STATS))
        for hub in sorted({each.hub for each in structure.passages} - {""})
        if measure_limit(structure, hub) == TURNS
    }
    if not (places := find_attempt_places(structure, scenes)):
        return structure
    passage = draw(st.sampled_from(sorted(places)))

    def outcome(name: str) -> WovenOutcome:
        return WovenOutcome(
            passage=f"passage::attempt-{number}-{name}",
            beat="",
            flag=f"mark::attempt-{number}-{name}",
            moves={draw(st.sampled_from(STATS)): draw(_STEPS)} if name == "fails" else {},
        )

    return add_attempt(
        structure,
        WovenAttempt(
            passage=passage,
            label=f"Try {number}",
            stat=draw(st.sampled_from(places[passage])),
            side=draw(_SIDES),
            success=outcome("succeeds"),
            setback=outcome("fails"),
        ),
    )


@st.composite
def answered(draw: DrawFn, structure: Structure) -> Structure:
    """Add a third answer to a fork, where some players hold the flag that it needs."""
    varying = find_varying_flags(structure)
    forks = {
        each.source: sorted(varying[each.source])
        for each in structure.choices
        if varying.get(each.source)
    }
    if not forks or draw(st.integers(0, 3)) == 0:
        return structure
    place = draw(st.sampled_from(sorted(forks)))
    return add_third(
        structure,
        WovenThird(
            passages=(place,),
            label="Neither",
            closed=draw(_CLOSED),
            needs=draw(st.sampled_from(forks[place])),
            flag="mark::third",
            name="third",
        ),
    )


def _divide_endings(structure: Structure, stat: str) -> Structure:
    closing = Beat(id="", role=BeatRole.EPILOGUE, summary="It ends.", location="")
    endings = {each.ending for each in structure.passages if each.ending}
    return split_endings(structure, dict.fromkeys(endings, (closing, closing)), stat)


@st.composite
def banded(draw: DrawFn, structure: Structure) -> Structure:
    """Add conditional texts for players at one level or at both ends of a stat."""
    places = st.sampled_from([each.id for each in structure.passages])
    ends = st.sampled_from([[Level(stat, 1).id, Level(stat, -1).id] for stat in STATS])
    texts = st.one_of(ends, st.lists(_LEVELS, min_size=1, max_size=2))
    return add_callbacks(structure, draw(st.dictionaries(places, texts, min_size=1, max_size=2)))


@st.composite
def damaged_features(draw: DrawFn, told: Told) -> Told:
    """Draw the story after one or two edits as authors make them."""
    structure = told.structure
    for _ in range(draw(st.integers(1, 2))):
        structure = draw(draw(st.sampled_from(_CHANGES))(structure))
    return evolve(told, structure=structure)


@st.composite
def shifted(draw: DrawFn, structure: Structure) -> Structure:
    """Change the value of a level that a choice asks for."""
    asking = [
        (at, flag)
        for at, each in enumerate(structure.choices)
        for flag in sorted(each.requires | each.forbids)
        if read_level(flag)
    ]
    if not asking:
        return structure
    at, flag = draw(st.sampled_from(asking))
    choice, other = structure.choices[at], draw(_LEVELS)

    def swap(flags: frozenset[str]) -> frozenset[str]:
        return flags - {flag} | {other} if flag in flags else flags

    return with_choice(structure, at, requires=swap(choice.requires), forbids=swap(choice.forbids))


@st.composite
def moved(draw: DrawFn, structure: Structure) -> Structure:
    """Let a choice move a stat by more than the story needs."""
    at = draw(st.integers(0, len(structure.choices) - 1))
    return with_choice(structure, at, moves={draw(st.sampled_from(STATS)): draw(_STEPS)})


_CHANGES: Sequence = (dropped, closed, silenced, redirected, shifted, moved)


def any_story() -> st.SearchStrategy[Told]:
    """Draw a small graph with errors and stats, a story with every feature, or a damaged one.

    Loops that move both stats without limit are left out, because checking one takes a minute.
    """
    graphs = st.one_of(with_stats(), with_stats(loops=False))
    return st.one_of(
        graphs.map(lambda drawn: Told(structure=drawn, story=STORY)),
        with_features(),
        with_features().flatmap(damaged_features),
    ).filter(lambda told: _has_few_values(told.structure))


def _has_few_values(structure: Structure) -> bool:
    """Return whether players come to no passage with more than ``MOST_VALUES`` pairs of values."""
    return all(
        prod(each.greatest - each.least + 1 for each in values.values()) <= MOST_VALUES
        for values in find_value_ranges(structure).values()
    )
