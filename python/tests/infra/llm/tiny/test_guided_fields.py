"""What a guide can ask for beside sentences, each shown on a small schema."""

import pytest

from questfoundry.infra.llm.tiny.sentence_writer import TRIES
from tests.support.guided import TEXT, filled, listed, of_fields
from tests.support.small_model import TOPIC, Continues


async def test_the_entries_of_a_list_take_the_guides_of_a_row_in_turn():
    """LOC-11.1."""
    kinds = {"each": {"in_turn": [["character", "location", "object"]]}}
    assert await filled(listed(TEXT, minItems=4), kinds) == [
        "character",
        "location",
        "object",
        "character",
    ]


async def test_the_entries_of_an_object_by_id_take_their_turns_too():
    """LOC-11.1."""
    entry = of_fields(weight=TEXT, place=TEXT)
    schema = of_fields(**{"dilemma::a": entry, "dilemma::b": entry})
    place = {"depends_on": "position", "cases": {"1": "second"}, "fixed": "first"}
    guide = {"each": {"fields": {"weight": {"in_turn": [["hard", "soft"]]}, "place": place}}}
    value = await filled(schema, guide)
    assert value["dilemma::a"] == {"weight": "hard", "place": "first"}
    assert value["dilemma::b"] == {"weight": "soft", "place": "second"}


async def test_another_idea_takes_another_row():
    """LOC-11.1."""
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
    """LOC-1.1."""
    guide = {"beyond": beyond, "each": {"fixed": "x"}}
    assert len(await filled(listed(TEXT, **bounds), guide)) == length


NAME = {
    "few_words": {
        "ask": "Who?",
        "begins": ["One is named", "Another is named"],
        "accept": "[A-Z][a-z]+( [A-Z][a-z]+)?",
        "avoid": ["Elara"],
        "otherwise": ["Ann Bell", "Cy Dow"],
    }
}


async def test_a_name_is_the_first_of_the_models_that_fits():
    """LOC-11.4."""
    model = Continues(" the cat", ' "Elara"', ' "Mara Voss"')
    assert await filled(TEXT, NAME, model) == "Mara Voss"
    assert [asked.messages[-1].content for asked in model.asked] == ["One is named"] * 3
    assert "," in model.asked[0].stop


async def test_no_two_names_of_an_artifact_share_a_word():
    """LOC-11.4."""
    schema = listed(of_fields(name=TEXT), minItems=2)
    model = Continues(" Mara Voss", " Mara", " Voss", " Ilse Voss", " Ilse")
    value = await filled(schema, {"each": {"fields": {"name": NAME}}}, model)
    assert [each["name"] for each in value] == ["Mara Voss", "Ilse"]


async def test_where_the_model_finds_no_name_one_of_the_list_is_taken():
    """LOC-11.4."""
    model = Continues(*[" the cat"] * 2 * TRIES)
    schema = listed(of_fields(name=TEXT), minItems=2)
    value = await filled(schema, {"each": {"fields": {"name": NAME}}}, model)
    assert {each["name"] for each in value} == {"Ann Bell", "Cy Dow"}
    assert len(model.asked) == 2 * TRIES


async def test_what_was_written_earlier_can_be_spoken_of():
    """LOC-11.5."""
    schema = of_fields(
        name=TEXT, place={"enum": ["location::a-pier", "location::b-hall"]}, text=TEXT
    )
    fields = {"name": "Mara", "place": {"fixed": "location::b-hall"}}
    text = {"opening": "{name} waits at {location}; the {object} is gone, {nobody}."}
    value = await filled(schema, {"fields": {**fields, "text": text}})
    assert value["text"] == "Mara waits at B Hall; the thing is gone, {nobody}."


async def test_an_entry_speaks_of_what_is_known_of_its_id():
    """LOC-11.5."""
    schema = of_fields(**{"object::key": of_fields(reason=TEXT)})
    guide = {"each": {"fields": {"reason": {"opening": "{kind}, {name}, {known}"}}}}
    value = await filled(schema, guide, known="object::key = The Key: it is {name} brass")
    assert value["object::key"]["reason"] == "object, Key, The Key: it is {name} brass."


async def test_a_row_of_words_is_drawn_for_each_item_and_filled_with_its_names():
    """LOC-11.6."""
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
