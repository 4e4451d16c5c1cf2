from enum import StrEnum
from typing import Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide
from tests.support.guided import TEXT, filled
from tests.support.small_model import TOPIC, Continues
from tests.support.stage_runs import shipped_prompts

PLAN_SO_FAR = "A clerk drowned in the archive."


class Kind(StrEnum):
    CHARACTER = "character"
    PLACE = "place"


class Entity(BaseModel):
    kind: Kind
    description: str = Field(description="What does it look like?", min_length=10, max_length=120)
    aliases: list[str] = Field(default=[], max_length=3)


class Answer(BaseModel):
    keep: bool
    reason: str = Field(max_length=90)


class Decisions(BaseModel):
    elsie: Answer = Field(alias="character::elsie")
    archive: Answer = Field(alias="place::archive")


class Plan(BaseModel):
    type: Literal["plan"] = "plan"
    entities: list[Entity] = Field(min_length=2, max_length=4)
    anchor: Literal["character::elsie", "place::drowned-city"]
    decisions: Decisions
    patron: Entity | None
    order: int = Field(ge=3)
    note: str = ""


async def test_any_nested_schema_is_filled_to_the_letter():
    """The tiny model cannot write JSON, so code must. (LOC-1.1)"""
    schema = Plan.model_json_schema()
    value = await filled(schema, Guide())
    jsonschema.validate(value, schema)
    assert Plan.model_validate(value).anchor == "place::drowned-city"


async def test_the_model_is_asked_for_texts_only():
    """Each call to a small model costs seconds, so structure must not use any."""
    model = Continues()
    value = await filled(Plan.model_json_schema(), Guide(), model)
    texts = [value["patron"]["description"], *(each["description"] for each in value["entities"])]
    texts += [answer["reason"] for answer in value["decisions"].values()]
    assert len(texts) == len(value["entities"]) + 3
    begun = {
        message.content.split(" is")[0] for asked in model.asked for message in asked.messages[2:]
    }
    assert begun == {"The description", "The reason"}
    assert all(any(text.startswith(begin) for begin in begun) for text in texts)


async def test_what_has_a_default_and_no_guide_is_left_as_it_is():
    value = await filled(Plan.model_json_schema(), {"fields": {"note": "rain"}})
    assert value["note"] == "rain"
    assert "type" not in value
    assert "aliases" not in value["entities"][0]


async def test_a_field_without_a_guide_is_led_by_its_description():
    model = Continues()
    await filled(Entity.model_json_schema(), Guide(), model, brief=PLAN_SO_FAR)
    question = model.asked[0].messages[1].content
    assert "What does it look like?" in question
    assert PLAN_SO_FAR in question


async def test_braces_in_the_authors_words_are_only_braces():
    model = Continues()
    idea = "A city called {ask} {field}"
    await filled(Entity.model_json_schema(), Guide(), model, idea)
    assert idea in model.asked[0].messages[1].content


async def test_a_long_context_is_cut_for_the_model():
    """A small model loses the task in a long prompt and copies from the context."""
    model = Continues()
    await filled(Entity.model_json_schema(), Guide(), model, "rain " * 5000)
    assert len(model.asked[0].messages[1].content.split()) < 150


CHOICES = Guide(choose={"crime": "noir mystery", "love": "heart wedding", "sea": "drowned ship"})


@pytest.mark.parametrize(
    ("schema", "guide", "value"),
    [
        ({"type": "string"}, CHOICES, "crime"),
        ({"type": "string", "enum": ["love", "sea"]}, CHOICES, "sea"),
        ({"type": "string", "enum": ["a-noir-mystery", "x::love"]}, Guide(), "a-noir-mystery"),
        ({"type": "string", "enum": ["love"]}, CHOICES, "love"),
        ({"type": "string", "enum": ["a", "b"]}, Guide(fixed="b"), "b"),
        ({"type": "string", "enum": ["a"]}, Guide(fixed="b"), "a"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, CHOICES, ["crime", "sea"]),
        (
            {"type": "array", "items": {"type": "string"}, "maxItems": 1},
            CHOICES.model_copy(update={"beyond": (3,)}),
            ["crime"],
        ),
        ({"type": "integer", "minimum": 4}, Guide(), 4),
        ({"type": "boolean"}, Guide(), False),
        ({"type": "null"}, Guide(), None),
    ],
)
async def test_values_are_chosen_without_the_model(schema, guide, value):
    """A table or the schema decides such values better and faster than a small model."""
    model = Continues()
    assert await filled(schema, guide, model) == value
    assert model.asked == []


async def test_an_earlier_field_can_decide_how_a_later_one_is_filled():
    """The style must fit the chosen tone, or the vision contradicts itself."""
    schema = {
        "type": "object",
        "properties": {"tone": {"type": "string"}, "style": {"type": "string"}},
    }
    cases = {"crime": Guide(fixed="hard light"), "love": Guide(fixed="soft light")}
    guide = Guide(fields={"tone": CHOICES, "style": Guide(depends_on="tone", cases=cases)})
    value = await filled(schema, guide)
    assert value == {"tone": "crime", "style": "hard light"}


async def test_the_sentences_of_a_text_go_on_from_each_other():
    """Sentences written separately would contradict each other and repeat the same words."""
    model = Continues()
    guide = Guide(opening="{idea}", ask="Who?", begins=("You play", "It begins when"))
    text = await filled(TEXT, guide, model)
    first, second = (asked.messages[-1].content for asked in model.asked)
    assert first == "You play"
    assert second.startswith("You play ")
    assert second.endswith(". It begins when")
    assert text.startswith(f"{TOPIC}. {second} ")


async def test_a_text_keeps_to_its_longest_length():
    schema = {"type": "string", "maxLength": 60}
    guide = Guide(opening="{idea}", ask="Who?", begins=("You play", "It begins when"))
    assert await filled(schema, guide) == f"{TOPIC}."


async def test_the_vision_is_a_valid_artifact_that_opens_with_the_idea():
    """DREAM must work with the bundled model alone, within seconds."""
    schema = DreamArtifact.model_json_schema()
    prompts = shipped_prompts()
    wording = FieldWording.load(prompts)
    model = Continues()
    value = await filled(schema, wording.load_guide(prompts, schema["title"]), model)
    artifact = DreamArtifact.model_validate(value)
    assert artifact.creative_vision.startswith(f"{TOPIC}. You play")
    assert len(model.asked) == 4
