"""Tests of guides that ask for more than sentences, each on a small schema."""

import pytest

from questfoundry.domain.run.request_subjects import IdMention
from tests.support.guided import TEXT, filled, listed, of_fields
from tests.support.small_model import TOPIC, Continues


async def test_the_entries_of_a_list_take_the_guides_of_a_row_in_turn():
    """A cast drawn at random might lack a location, so guides fix the kinds in turn."""
    kinds = {"each": {"in_turn": [["character", "location", "object"]]}}
    assert await filled(listed(TEXT, minItems=4), kinds) == [
        "character",
        "location",
        "object",
        "character",
    ]


async def test_the_entries_of_an_object_by_id_take_their_turns_too():
    """Dilemmas are keyed by id, and their weights must alternate as in a list."""
    entry = of_fields(weight=TEXT, place=TEXT)
    schema = of_fields(**{"dilemma::a": entry, "dilemma::b": entry})
    place = {"depends_on": "position", "cases": {"1": "second"}, "fixed": "first"}
    guide = {"each": {"fields": {"weight": {"in_turn": [["hard", "soft"]]}, "place": place}}}
    value = await filled(schema, guide)
    assert value["dilemma::a"] == {"weight": "hard", "place": "first"}
    assert value["dilemma::b"] == {"weight": "soft", "place": "second"}


async def test_another_idea_takes_another_row():
    """With one fixed row, all stories would have the same pattern."""
    rows = {"each": {"in_turn": [["a", "b"], ["b", "a"]]}}
    schema = listed(TEXT, minItems=2)
    values = [await filled(schema, rows, idea=f"{TOPIC} {number}") for number in range(12)]
    assert values[0] == await filled(schema, rows, idea=f"{TOPIC} 0")
    assert ["a", "b"] in values
    assert ["b", "a"] in values


@pytest.mark.parametrize(
    ("bounds", "beyond", "length"),
    [
        ({"minItems": 2, "maxItems": 6}, (1,), 3),
        ({"minItems": 2, "maxItems": 3}, (9,), 3),
        ({"minItems": 2}, (0,), 2),
        ({}, (), 1),
    ],
)
async def test_a_list_is_as_long_as_its_guide_and_its_bounds_say(bounds, beyond, length):
    """A list outside its bounds fails validation, which costs another attempt. (LOC-1.1)"""
    guide = {"beyond": beyond, "each": {"fixed": "x"}}
    assert len(await filled(listed(TEXT, **bounds), guide)) == length


NAMES = {
    "vary": {"given": ["Ann", "Cy", "Mara"], "kind": ["Bell", "Dow", "Voss"]},
    "choose": {"{given} {kind}": "somebody", "Old {kind}": "somebody old"},
}


async def test_names_are_put_together_of_words_that_the_idea_draws_and_none_comes_twice():
    """A small model invents the same few names, so names are combined from words of a table."""
    schema = listed(of_fields(name=TEXT), minItems=2)
    model = Continues()
    guide = {"each": {"fields": {"name": NAMES}}}
    value = await filled(schema, guide, model)
    one, other = ({*each["name"].split()} for each in value)
    assert model.asked == []
    assert one.isdisjoint(other)
    assert value == await filled(schema, guide)
    ideas = [f"A boat and {number} men" for number in range(9)]
    others = [await filled(schema, guide, idea=idea) for idea in ideas]
    assert len({str(each) for each in others}) > 3


async def test_what_was_written_earlier_can_be_spoken_of():
    """Sentences that use the names of the story connect its parts."""
    schema = of_fields(
        name=TEXT, place={"enum": ["location::a-pier", "location::b-hall"]}, text=TEXT
    )
    fields = {"name": "Mara", "place": {"fixed": "location::b-hall"}}
    text = {"opening": "{name} waits at {location}; the {object} is gone, {nobody}."}
    value = await filled(schema, {"fields": {**fields, "text": text}})
    assert value["text"] == "Mara waits at B Hall; the thing is gone, {nobody}."


@pytest.mark.parametrize(
    ("mentions", "calls"),
    [((), 1), ((IdMention(id="character::mara", name="Mara", text="A diver."),), 2)],
)
async def test_with_known_ids_a_sentence_about_a_stranger_is_asked_again(mentions, calls):
    """A small model invents people. (LOC-3.2)"""
    model = Continues(
        " the drowned city where old Louis waits", " the drowned city where Mara waits"
    )
    guide = {"fields": {"concept": {"ask": "Who?", "begins": ["She is"]}}}
    value = await filled(of_fields(concept=TEXT), guide, model, mentions=mentions)
    assert len(model.asked) == calls
    assert ("Mara" in value["concept"]) == bool(mentions)


async def test_an_entry_speaks_of_what_is_known_of_its_id():
    """The reason for an entry must speak of that entity and not of another."""
    schema = of_fields(**{"object::key": of_fields(reason=TEXT)})
    guide = {"each": {"fields": {"reason": {"opening": "{kind}, {name}, {known}"}}}}
    key = IdMention(id="object::key", name="The Key", text="it is {name} brass")
    value = await filled(schema, guide, mentions=(key,))
    assert value["object::key"]["reason"] == "object, Key, The Key: it is {name} brass."


async def test_a_row_of_words_is_drawn_for_each_item_and_filled_with_its_names():
    """Two dilemmas with the same question would make the story repetitive."""
    anchors = listed({"enum": ["character::mara", "object::key", "location::pier"]}, minItems=2)
    rows = [
        {
            "about": "sun sand",
            "anchor": "location",
            "asks": "Do you take {character} to {location}?",
        },
        {"about": "noir city", "anchor": "object", "asks": "Do you give {character} the {object}?"},
    ]
    guide = {
        "draw": rows,
        "fields": {
            "anchors": {
                "depends_on": "anchor",
                "cases": {
                    "object": {"spread": ["character", "object"]},
                    "location": {"spread": ["character", "location"]},
                },
            },
            "question": {"opening": "{asks}"},
        },
    }
    schema = listed(of_fields(question=TEXT, anchors=anchors), minItems=2)
    value = await filled(schema, {"each": guide})
    assert value == [
        {"question": "Do you give Mara the Key?", "anchors": ["character::mara", "object::key"]},
        {"question": "Do you take Mara to Pier?", "anchors": ["character::mara", "location::pier"]},
    ]
    assert list(value[0]) == ["question", "anchors"]


PASSAGES = (
    IdMention(
        id="passage::a",
        text="The rain falls on the quay.",
        names={"location": "Lantern Quay", "character": "Ann"},
    ),
    IdMention(id="passage::b", text="The rain falls and falls.", names={"location": "The Mill"}),
    IdMention(id="passage::c", text="A letter is read aloud.", names={"location": "Lantern Quay"}),
)
ENTRY = of_fields(title=TEXT)
SCHEMA = of_fields(**{f"passage::{name}": ENTRY for name in "abc"})


def titles(value):
    return [entry["title"] for entry in value.values()]


def from_table(*rows, **more):
    table = {"similar_to": "{known}", "choose": dict(rows), **more}
    return {"each": {"fields": {"title": table}}}


async def test_each_entry_takes_the_text_most_similar_to_its_own_words():
    """A title must fit its passage, and two passages must not share a title."""
    guide = from_table(
        ("Letters", "letter read aloud"), ("Ann's Rain", "rain quay"), ("Mist", "falls")
    )
    value = await filled(SCHEMA, guide, mentions=PASSAGES)
    assert titles(value) == ["Ann's Rain", "Mist", "Letters"]


async def test_a_text_counts_where_all_its_placeholders_are_known_there():
    """A title must not name a place or person that is absent from the passage."""
    guide = from_table(
        ("{character} at {location}", "rain falls quay letter"), ("Elsewhere", "sun")
    )
    value = await filled(SCHEMA, guide, mentions=PASSAGES)
    assert titles(value) == ["Ann at Lantern Quay", "Elsewhere", "Elsewhere 2"]


async def test_a_text_that_names_make_too_long_does_not_count():
    """A title beyond its length limit fails validation, which costs another attempt."""
    guide = from_table(("Back at {location}", "rain"), ("Mist and rain", "sun"), ("Mist", "x"))
    guide["each"]["fields"]["title"]["most_words"] = 2
    assert titles(await filled(SCHEMA, guide, mentions=PASSAGES)) == ["Mist", "Mist 2", "Mist 3"]
    short = of_fields(**{"passage::b": of_fields(title={**TEXT, "maxLength": 11})})
    guide["each"]["fields"]["title"]["most_words"] = None
    assert titles(await filled(short, guide, mentions=PASSAGES)) == ["Mist"]


async def test_what_a_field_has_elsewhere_is_not_given_again():
    """A repeated label or title in another section would confuse players."""
    guide = from_table(("Rain", "rain falls quay letter"), ("Sun", "sun"))
    value = await filled(
        SCHEMA, guide, mentions=PASSAGES, used={"title": ("Rain",), "label": ("Sun",)}
    )
    assert titles(value) == ["Sun", "Rain 2", "Rain 3"]


async def test_a_text_is_what_the_first_pattern_finds():
    """A fragment of the passage's own summary is the most fitting title."""
    patterns = ["^The (rain falls)[.]", "^[AT]h?e? ?(\\w+)"]
    value = await filled(SCHEMA, from_table(("None", "x"), patterns=patterns), mentions=PASSAGES)
    assert titles(value) == ["Rain", "None", "Letter"]


async def test_the_same_words_are_found_again():
    """Two passages may share their words without sharing a title by accident."""
    texts = {"a": "You stay.", "b": "You stay.", "c": "You stay, alone."}
    same = tuple(IdMention(id=f"passage::{name}", text=text) for name, text in texts.items())
    guide = from_table(("Wait", "x"), patterns=["^You (stay)"])
    assert titles(await filled(SCHEMA, guide, mentions=same)) == ["Stay", "Stay", "Wait"]
