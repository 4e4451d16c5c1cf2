"""Tests of extracting entities from the author's words, for a model that cannot read them."""

import pytest

from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.tiny.entity_extraction import (
    ExtractedEntity,
    extract_entities,
    plan_entries,
)
from questfoundry.infra.llm.tiny.guides import EntityWording, FieldWording
from tests.support.guided import filled
from tests.support.led_stages import led_stages
from tests.support.small_model import Continues
from tests.support.stage_runs import shipped_prompts

MARA = (
    "Mara Quill, a lighthouse cook in Port Sorrow, must choose between her brother Tobin and "
    "the harbour master Edda Voss."
)
LEAST = {"character": 1, "location": 2, "object": 1}


def things(*said: str) -> list[tuple[str, str, str]]:
    found = extract_entities(said, EntityWording.load(shipped_prompts()))
    return [(each.kind, each.name or each.noun, each.role) for each in found]


READ = {
    MARA: [
        ("character", "Mara Quill", "a lighthouse cook in Port Sorrow"),
        ("location", "Port Sorrow", ""),
        ("character", "Tobin", "Mara Quill's brother"),
        ("character", "Edda Voss", "the harbour master"),
        ("location", "lighthouse", ""),
    ],
    "A blind clockmaker named Anselm Tark guards the Great Clock of Velden.": [
        ("character", "Anselm Tark", "a blind clockmaker"),
        ("object", "Great Clock of Velden", ""),
    ],
    "The Salt Guild hides the ship Nautilus in Marlow Street": [
        ("faction", "Salt Guild", ""),
        ("object", "Nautilus", "the ship"),
        ("location", "Marlow Street", ""),
    ],
    "Dr. Voss hides off Cape Wrath": [
        ("character", "Dr. Voss", ""),
        ("location", "Cape Wrath", ""),
    ],
    "A cat opens a bakery for mice": [
        ("character", "cat", "a cat"),
        ("location", "bakery", "a bakery"),
    ],
}


@pytest.mark.parametrize(("idea", "found"), READ.items())
def test_names_kinds_and_trades_are_read_from_the_idea(idea, found):
    """An author expects the people and places of the idea in the story. (LOC-16.1)"""
    assert things(idea) == found


@pytest.mark.parametrize(
    ("remark", "names"),
    {
        "Rename Tobin to Tomas Quill": {"Mara Quill", "Port Sorrow", "Tomas Quill", "Edda Voss"},
        "Tobin should be called Jonas": {"Mara Quill", "Port Sorrow", "Jonas", "Edda Voss"},
        "Drop Edda Voss, add a smuggler named Corvin Hale": {
            "Mara Quill",
            "Port Sorrow",
            "Tobin",
            "Corvin Hale",
        },
    }.items(),
)
def test_a_remark_gives_and_takes_names(remark, names):
    """A note that changes no name would make revisions useless."""
    assert {name for _, name, _ in things(MARA, remark)} - {"lighthouse"} == names


def test_what_was_said_stands_first_and_leaves_room_for_what_a_story_needs():
    said = [ExtractedEntity(kind="character", name=f"Person {n}") for n in range(9)]
    entries = plan_entries(said, kinds=["character", "location"] * 5, least=LEAST, most=6, length=5)
    kinds = [each.kind for each in entries]
    assert kinds == ["character"] * 4 + ["location", "location"]
    assert all(each.name for each in entries[:4])


@pytest.mark.parametrize("size", ["micro", "medium"])
async def test_the_names_places_and_trades_of_the_idea_are_in_the_story(size):
    """The cut to a small size must not remove a character that the author named. (LOC-16.1)"""
    story = (await led_stages(MARA, size)).story
    kept = {each.name: each for each in story.entities if each.is_kept}
    assert {"Mara Quill", "Port Sorrow", "Tobin", "Edda Voss"} <= set(kept)
    assert "a lighthouse cook" in kept["Mara Quill"].concept
    assert kept["Port Sorrow"].kind is EntityKind.LOCATION
    assert any(name.endswith("Lighthouse") for name in kept)
    assert story.entities[0].name == "Mara Quill"


async def test_what_has_no_name_gets_one_with_its_own_noun():
    """A dentist of the idea must not become a cook. (LOC-16.1)"""
    story = (await led_stages("A dentist hides a letter in a lighthouse by the sea")).story
    names = {each.kind: [] for each in story.entities}
    for each in story.entities:
        names[each.kind].append(each.name.rpartition(" ")[2])
    assert "Lighthouse" in names[EntityKind.LOCATION]
    assert "Letter" in names[EntityKind.OBJECT]
    assert story.entities[0].concept.startswith(f"{story.entities[0].name} is a dentist.")


async def test_no_dilemma_is_about_whom_the_player_is_where_others_are_there():
    """A dilemma about the protagonist reads as if the player meets themselves."""
    story = (await led_stages(MARA)).story
    anchors = {anchor for each in story.dilemmas for anchor in each.anchors}
    assert "character::mara-quill" not in anchors


async def test_a_remark_names_somebody_of_the_story():
    """A name added by a note must appear even if the size has no room for an object."""
    remark = "Rename Tobin to Tomas Quill and add a smuggler named Corvin Hale."
    story = (await led_stages(MARA, remarks=(remark,))).story
    names = {each.name for each in story.entities}
    assert {"Tomas Quill", "Corvin Hale", "Edda Voss", "Port Sorrow"} <= names
    assert "Tobin" not in names
    assert any(name.endswith("Lighthouse") for name in names)


@pytest.mark.parametrize(
    ("idea", "tone"),
    {
        "A monk collects bells. The tone is dry and hopeful.": "Dry and hopeful",
        "A monk collects bells, in a melancholic voice": "Melancholic",
        "A gentle, funny story about a monk": "Gentle, funny",
        "A monk collects bells. Keep it light-hearted": "Light-hearted",
    }.items(),
)
async def test_a_tone_that_is_stated_is_the_tone_and_decides_what_depends_on_it(idea, tone):
    """The author's tone must survive unchanged, and dependent fields must fit the tone."""
    prompts = shipped_prompts()
    guide = FieldWording.load(prompts).load_guide(prompts, "DreamArtifact")
    schema = DreamArtifact.model_json_schema()
    model = Continues()
    made = DreamArtifact.model_validate(await filled(schema, guide, model, idea=idea))
    assert made.tone == tone
    assert made.style.startswith("Second person")
    asked = {each.messages[1].content.rpartition("\n")[2] for each in model.asked}
    assert len(asked) == 1


def test_what_an_outline_lists_has_the_kind_of_its_heading():
    """Headings of an outline state the kinds of names, so a ship must not become a person."""
    listed = [
        OutlineName(
            "Skerry Vane", kind="location", told="Skerry Vane is the rock. Ninety-six steps."
        ),
        OutlineName("Tam Ruddock", kind="character", told="an assistant keeper, twenty-two"),
        OutlineName("Hesper", kind="", told="A ship, the Hesper, is due past."),
        OutlineName("Combs", kind="", told="You walk across the Combs."),
        OutlineName("Tin", kind="", told="Bring the Tin."),
        OutlineName("Wren", kind="", told="Wren leaves."),
    ]
    found = extract_entities(["Rain"], EntityWording.load(shipped_prompts()), listed)
    assert [(each.name, each.kind) for each in found if each.name] == [
        ("Tam Ruddock", "character"),
        ("Skerry Vane", "location"),
        ("Hesper", "object"),
        ("Combs", "location"),
        ("Tin", "object"),
        ("Wren", "character"),
    ]
    assert "Ninety-six" not in {each.name for each in found}


LISTED = [
    OutlineName(
        "Cornelius Rudge", kind="character", told="Cornelius Rudge, forty, answerable for the date."
    ),
    OutlineName("Mara Quill", kind="character", told="a pilot who cannot swim"),
    OutlineName("Tobin", kind="character", told="carter"),
    OutlineName("Cold Amery", kind="location", told=""),
]


def test_what_an_outline_says_of_a_name_is_what_it_is() -> None:
    """The outline describes its people better than any table."""
    wording = EntityWording.load(shipped_prompts())
    found = extract_entities(["The Count. People will expect ghosts of Tobin."], wording, LISTED)
    concepts = {each.name: each.concept for each in found if each.name}
    assert concepts == {
        "Tobin": "Tobin, carter.",
        "Cornelius Rudge": "Cornelius Rudge, forty, answerable for the date.",
        "Mara Quill": "Mara Quill is a pilot who cannot swim.",
        "Cold Amery": "",
    }
