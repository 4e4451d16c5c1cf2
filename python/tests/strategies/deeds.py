"""Sound stories with minor choices, a hub, gated choices and late conditional text."""

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Clue, Effect
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.weaving.hubs import LIMITED_TOPICS, TURNS, Hub, Topic, add_hub
from questfoundry.domain.weaving.minor_choices import (
    GatedChoice,
    Option,
    add_callbacks,
    add_gated_choice,
    add_minor_choices,
    find_clues_by_passage,
    grant_clues,
    has_no_decision,
)
from tests.strategies.structures import Told, sound
from tests.support.chaptered import CAST, chaptered, with_effects
from tests.support.shapes import Shape


@st.composite
def eventful(draw: DrawFn) -> Told:
    told = draw(sound())
    return evolve(told, structure=draw(deeds(told.structure)))


@st.composite
def chapters(draw: DrawFn, *, whole: bool = False, most: int = 2) -> Told:
    """Draw a story of two chapters with minor choices, whatever is lost, learnt or delayed.

    A ``whole`` story has up to ``most`` minor choices of each kind, which may require what was
    learnt, and a soft dilemma with delayed effects in its last chapter.
    """
    first = draw(st.lists(_SHAPES, min_size=1, max_size=most))
    last = [Shape(hard=True, tails=(0, 1))]
    if whole:
        last.insert(0, Shape(residue=draw(st.sampled_from(Residue)), shared=1, tails=(1, 0)))
    story = chaptered(first, last, hard=draw(st.booleans()))
    effects = st.sampled_from(
        [(effect, each) for each, kind in CAST.items() for effect in Effect if kind in effect.kinds]
    )
    endings = sorted({each.ending for each in story.existing_structure.passages if each.ending})
    story = evolve(
        with_effects(story, {path.id: draw(st.lists(effects, max_size=2)) for path in story.paths}),
        **draw(hours_and_clues(story.beats, tuple(endings[:1]))),
    )
    structure = story.existing_structure
    if not whole:
        return Told(structure=draw(deeds(structure)), story=story)
    known = {clue for learnt in find_clues_by_passage(structure, story).values() for clue in learnt}
    done = draw(deeds(grant_clues(structure, story), least=1, most=most, known=sorted(known)))
    return Told(structure=grant_clues(done, story), story=story)


@st.composite
def hours_and_clues(draw: DrawFn, beats: Sequence[Beat], left_open: tuple[str, ...]) -> Any:
    """Draw hours for some beats, and two clues that any of the beats teach or rely on."""
    some = st.lists(st.sampled_from([each.id for each in beats]), max_size=3, unique=True)
    hour = st.one_of(st.none(), st.integers(0, 3))
    return {
        "clues": tuple(
            Clue(
                id=f"clue::{name}",
                question="Why?",
                text="Therefore.",
                teaching_beats=tuple(draw(some)),
                relying_beats=tuple(draw(some)),
                answers=draw(st.booleans()),
                open_endings=draw(st.sampled_from([(), left_open])),
            )
            for name in ("one", "two")
        ),
        "beats": tuple(
            evolve(each, time=draw(hour), memory=draw(st.integers(0, 4)) == 0) for each in beats
        ),
    }


_SHAPES = st.builds(Shape, shared=st.integers(1, 2), tails=st.sampled_from([(0, 0), (1, 0)]))


@st.composite
def deeds(
    draw: DrawFn, structure: Structure, *, least: int = 0, most: int = 2, known: Sequence[str] = ()
) -> Structure:
    """Add minor choices, a hub, gated choices and late conditional text to the structure.

    Gated choices may also require flags that are ``known`` in the structure.
    """
    lone = [each.id for each in structure.passages if has_no_decision(structure, each.id)]
    marks: list[str] = []
    some = st.lists(st.sampled_from(lone), min_size=least, max_size=most, unique=True)
    for number, place in enumerate(draw(some)):
        made = [
            Option(label=f"Do {each}", flag=f"mark::{number}-{each}")
            for each in range(draw(st.integers(2, 1 + most)))
        ]
        structure = add_minor_choices(structure, {place: made})
        marks += [option.flag for option in made]
    if least or draw(st.booleans()):
        structure = draw(hubs(structure, marks, most=1 + most))
    going_on = [each.id for each in structure.passages if structure.selectable_choices(each.id)]
    for number in range(draw(st.integers(least, most)) if marks else 0):
        place, needs = draw(st.sampled_from(going_on)), draw(st.sampled_from([*marks, *known]))
        takes = draw(st.sampled_from([each.takes for each in structure.selectable_choices(place)]))
        dare = GatedChoice(
            label=f"Dare {number}", flag=f"mark::dare-{number}", needs=needs, takes=takes
        )
        # The required flag may be impossible here: such a choice is never open, and laws must find
        # it.
        anybody = {each.id: frozenset((needs,)) for each in structure.choices}
        structure = add_gated_choice(structure, (place,), dare, anybody)
        marks.append(dare.flag)
    if marks:
        places = st.sampled_from([each.id for each in structure.passages])
        asked = st.sets(st.sampled_from(marks), min_size=1, max_size=1 + most)
        late = draw(st.dictionaries(places, asked, min_size=least, max_size=2))
        structure = add_callbacks(structure, late)
    return structure


@st.composite
def hubs(draw: DrawFn, structure: Structure, marks: list[str], most: int = 3) -> Structure:
    """Add a hub with two or more topics; leaving may require one of the topics.

    The hub may have a limit, or be a played scene, in which every other topic is a second form of
    the topic before it.
    """
    place = draw(st.sampled_from([each.id for each in structure.passages if not each.ending]))
    limit = draw(st.sampled_from([0, LIMITED_TOPICS, TURNS]))
    is_played = limit == TURNS
    topics = [
        Topic(
            passage=f"passage::look-{each}",
            beat="",
            label=f"Look {each}",
            flag=f"mark::topic-{each}",
            needs=f"mark::topic-{each - 1}" if is_played and each % 2 else "",
        )
        for each in range(2 * TURNS if is_played else draw(st.integers(2, most)))
    ]
    marks += [topic.flag for topic in topics]
    first = draw(st.sampled_from(["", topics[0].flag]))
    return add_hub(
        structure,
        Hub(
            passage=place,
            topics=topics,
            exit_label="Leave",
            required_flag=first,
            limit=limit,
            is_played=is_played,
        ),
    )
