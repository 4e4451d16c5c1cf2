"""Tests that the story model document is complete and its examples come from the small story."""

import re

import attrs
import pytest
from ruamel.yaml import YAML

from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import (
    Answer,
    Consequence,
    Course,
    Dilemma,
    Path,
    Residue,
    Weight,
)
from questfoundry.domain.story.entity import ChoiceFlag, Clue, Effect, Entity, EntityKind
from questfoundry.domain.story.passage import Choice, Ending, Passage, Structure
from questfoundry.domain.story.size import PRESETS, Preset, Size
from questfoundry.domain.story.stat import Stat, levels_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact, FillVoice
from questfoundry.domain.weaving.weave import weave
from tests.support.checkout import DOCS, blocks, sections
from tests.support.small_story import AIR_BEATS, made_until, story_of

DOCUMENT = DOCS / "story-model.md"
TYPES = (
    Entity,
    Dilemma,
    Answer,
    Course,
    Path,
    Consequence,
    Beat,
    Clue,
    Stat,
    Passage,
    Choice,
    ChoiceFlag,
    Ending,
    Structure,
    Story,
)
TRUST = "stat::ilks-trust"
FIRST_CELL = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
TOLD = sections(DOCUMENT, level=3)


def told_fields(title: str) -> list[str]:
    return FIRST_CELL.findall(TOLD[title].partition("\n## ")[0])


def test_every_field_is_told() -> None:
    for kind in TYPES:
        assert told_fields(kind.__name__) == [field.name for field in attrs.fields(kind)], kind


@pytest.mark.parametrize(("title", "kind"), [("Vision", DreamArtifact), ("Voice", FillVoice)])
def test_every_field_of_what_a_model_hands_in_is_told(title: str, kind: type[Artifact]) -> None:
    fields = [name for name in kind.model_fields if name not in {"type", "version"}]
    assert told_fields(title) == fields


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("Entity", EntityKind),
        ("Course", Weight),
        ("Delayed effect", Residue),
        ("Consequence", Effect),
        ("Beat", BeatRole),
    ],
)
def test_every_value_is_told(kind: str, values: type[EntityKind]) -> None:
    assert [value for value in values if f"`{value}`" not in TOLD[kind]] == []


def test_the_sizes_are_those_that_count() -> None:
    rows = re.findall(r"^\| (.+) \|$", sections(DOCUMENT)["Sizes"], re.MULTILINE)
    header, *told = [row.split(" | ")[1:] for row in rows]
    names = [field.name for field in attrs.fields(Preset)]
    assert header == list(Size)
    assert told == [[str(getattr(PRESETS[size], name)) for size in Size] for name in names]


async def test_every_id_is_one_of_the_small_story() -> None:
    story = story_of(await made_until("seed"))
    structure = weave(story).structure
    there = {
        *(each.id for each in (*story.entities, *story.dilemmas, *story.paths, *story.beats)),
        *(answer.id for dilemma in story.dilemmas for answer in dilemma.answers),
        *(each.id for path in story.paths for each in path.consequences),
        *(each.flag for path in story.paths for each in path.consequences),
        *(each.id for each in (*structure.passages, *structure.choices)),
        *(each.ending for each in structure.passages if each.ending),
        *(TRUST, *levels_of(TRUST, 2), *levels_of(TRUST, -1)),
    }
    told = set(re.findall(r"`([a-z]+::[^`]+)`", DOCUMENT.read_text("utf-8")))
    assert told - {"kind::slug"} <= there
    assert {kind_of(each) for each in there} <= {kind_of(each) for each in told}


def test_the_example_is_what_a_model_hands_in() -> None:
    (example,) = blocks(DOCUMENT, "yaml")
    assert YAML(typ="safe").load(example.text) == AIR_BEATS
