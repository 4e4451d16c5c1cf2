"""Sound stories with acts, a hub, dares and late inserts, small enough to walk every way."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.weaving.acts import (
    Dare,
    Option,
    has_one_way_on,
    recalling,
    with_acts,
    with_dare,
)
from questfoundry.domain.weaving.hubs import Hub, Topic, with_hub
from tests.strategies.structures import Told, sound
from tests.support.chaptered import CAST, chaptered, with_effects
from tests.support.shapes import Shape


@st.composite
def eventful(draw: DrawFn) -> Told:
    """A sound story in which a few small decisions were put, whatever comes of them."""
    told = draw(sound())
    return evolve(told, structure=draw(deeds(told.structure)))


@st.composite
def chapters(draw: DrawFn) -> Told:
    """A story of two chapters with small decisions, whatever is gone, learnt or late in it."""
    first, last = draw(st.lists(_SHAPES, min_size=1, max_size=2)), [Shape(hard=True, tails=(0, 1))]
    story = chaptered(first, last, hard=draw(st.booleans()))
    effects = st.sampled_from(
        [(effect, each) for each, kind in CAST.items() for effect in Effect if kind in effect.kinds]
    )
    beats = [each.id for each in story.beats]
    some = st.lists(st.sampled_from(beats), max_size=3, unique=True).map(tuple)
    endings = sorted({each.ending for each in story.settled_structure.passages if each.ending})
    hour = st.one_of(st.none(), st.integers(0, 3))
    story = evolve(
        with_effects(story, {path.id: draw(st.lists(effects, max_size=2)) for path in story.paths}),
        clues=tuple(
            Clue(
                id=f"clue::{name}",
                question="Why?",
                text="Therefore.",
                learnt=draw(some),
                needs=draw(some),
                answers=draw(st.booleans()),
                unanswered=draw(st.sampled_from([(), tuple(endings[:1])])),
            )
            for name in ("one", "two")
        ),
        beats=tuple(
            evolve(each, time=draw(hour), memory=draw(st.integers(0, 4)) == 0)
            for each in story.beats
        ),
    )
    return Told(structure=draw(deeds(story.settled_structure)), story=story)


_SHAPES = st.builds(
    Shape,
    shared=st.integers(1, 2),
    tails=st.sampled_from([(0, 0), (1, 0)]),
)


@st.composite
def deeds(draw: DrawFn, structure: Structure) -> Structure:
    """The structure with acts, a hub, dares and late inserts."""
    lone = [each.id for each in structure.passages if has_one_way_on(structure, each.id)]
    marks: list[str] = []
    for number, place in enumerate(draw(st.lists(st.sampled_from(lone), max_size=2, unique=True))):
        made = [
            Option(label=f"Do {each}", mark=f"mark::{number}-{each}")
            for each in range(draw(st.integers(2, 3)))
        ]
        structure = with_acts(structure, {place: made})
        marks += [option.mark for option in made]
    if draw(st.booleans()):
        structure = draw(hubs(structure, marks))
    going_on = [each.id for each in structure.passages if structure.offered(each.id)]
    for number in range(draw(st.integers(0, 2)) if marks else 0):
        place, needs = draw(st.sampled_from(going_on)), draw(st.sampled_from(marks))
        takes = draw(st.sampled_from([each.takes for each in structure.offered(place)]))
        dare = Dare(label=f"Dare {number}", mark=f"mark::dare-{number}", needs=needs, takes=takes)
        structure = with_dare(structure, (place,), dare)
        marks.append(dare.mark)
    if marks:
        places = st.sampled_from([each.id for each in structure.passages])
        late = draw(
            st.dictionaries(places, st.sets(st.sampled_from(marks), min_size=1), max_size=2)
        )
        structure = recalling(structure, late)
    return structure


@st.composite
def hubs(draw: DrawFn, structure: Structure, marks: list[str]) -> Structure:
    """The structure with a hub of two or three topics, one of which may be needed to leave."""
    place = draw(st.sampled_from([each.id for each in structure.passages if not each.ending]))
    topics = [
        Topic(
            passage=f"topic::look-{each}", beat="", label=f"Look {each}", mark=f"mark::topic-{each}"
        )
        for each in range(draw(st.integers(2, 3)))
    ]
    marks += [topic.mark for topic in topics]
    first = draw(st.sampled_from(["", topics[0].mark]))
    return with_hub(structure, Hub(passage=place, topics=topics, leave="Leave", first=first))
