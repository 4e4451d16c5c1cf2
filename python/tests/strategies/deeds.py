"""Sound stories with acts, a hub, dares and late inserts, small enough to walk every way."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

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


@st.composite
def eventful(draw: DrawFn) -> Told:
    """A sound story in which a few small decisions were put, whatever comes of them."""
    told = draw(sound())
    structure = told.structure
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
    return evolve(told, structure=structure)


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
