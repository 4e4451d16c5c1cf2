"""Tests of the JSON export: all data of an edition in a published schema."""

import json
from collections.abc import Sequence
from typing import Any

import attrs
import jsonschema
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.export.story_document import JsonExporter, VisionPart, schema_text
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import editions
from tests.support.checkout import ROOT
from tests.support.editions import IFID, small_edition, with_chapters, with_clues, with_deeds
from tests.support.examples import examples
from tests.support.json_player import JsonPlayer
from tests.support.seen import SeenPlaythrough
from tests.support.stat_story import AIR, stat_edition

SCHEMA = ROOT / "docs/reference/story.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema_text()))


def exported(edition: Edition) -> dict[str, Any]:
    (file,) = JsonExporter().export(edition)
    return json.loads(file.content)


class TestJsonExporter(ExportedStoryContract):
    exporter = JsonExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        """Return what a program that knows flags only plays, then one that reads numbers."""
        (file,) = files
        data = json.loads(file.content)
        VALIDATOR.validate(data)
        players = (JsonPlayer(data=data, numbers=numbers) for numbers in (False, True))
        return [player.playthroughs() for player in players]


def test_the_published_schema_is_that_of_the_program() -> None:
    """Other programs validate against the published schema, so the file must match the code."""
    assert SCHEMA.read_text("utf-8") == schema_text()
    VALIDATOR.check_schema(VALIDATOR.schema)


@given(editions())
@examples(25, suppress_health_check=[HealthCheck.too_slow])
def test_any_story_keeps_to_the_schema(edition: Edition) -> None:
    """Unusual text must not produce a file that other programs reject."""
    VALIDATOR.validate(exported(edition))


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.update(extra=1),
        lambda data: data.pop("ifid"),
        lambda data: data.update(version=5),
        lambda data: data["passages"][0].update(prose="not a list"),
        lambda data: data["vision"].update(size="huge"),
    ],
)
def test_the_schema_is_closed(damage) -> None:
    """A schema that accepts unknown or missing fields would not notice a damaged file."""
    data = exported(small_edition())
    damage(data)
    assert not VALIDATOR.is_valid(data)


def test_everything_of_the_edition_is_in_the_file() -> None:
    """A missing field is lost for all programs. (FMT-1.4)"""
    edition = with_clues(with_chapters(with_deeds(small_edition())))
    data = exported(edition)
    assert data["clues"] == [
        {"id": each.id, "question": each.question, "text": each.text, "answers": each.answers}
        for each in edition.clues
    ]
    assert (data["format"], data["version"]) == ("questfoundry-story", 2)
    assert (data["ifid"], data["title"], data["hook"]) == (IFID, edition.title, edition.hook)
    assert data["vision"] == json.loads(json.dumps(edition.vision.to_values()))
    assert data["flags"] == edition.flags
    for written, passage in zip(data["passages"], edition.structure.passages, strict=True):
        assert (written["id"], written["title"]) == (passage.id, passage.title)
        assert written["prose"] == edition.prose[passage.id].split("\n\n")
        assert written["chapter"] == edition.chapters.get(passage.id, "")
        assert written["hub"] == passage.hub
        name = passage.ending and edition.ending_name(passage.ending)
        assert written["ending"] == ((name and {"id": passage.ending, "name": name}) or None)
        assert len(written["remembers"]) == len(passage.remembers)
    for written, choice in zip(data["choices"], edition.structure.choices, strict=True):
        parts = json.loads(json.dumps(attrs.asdict(choice), default=sorted))
        assert not parts.pop("clears"), "only choices of stories of others clear flags"
        assert not parts.pop("moves")
        assert written == {
            name: sorted(part) if isinstance(part, list) else part for name, part in parts.items()
        }


def test_the_form_has_every_field_of_a_vision() -> None:
    assert ["type", "version", *VisionPart.model_fields] == list(DreamArtifact.model_fields)


def test_the_bytes_do_not_depend_on_the_order_of_flags() -> None:
    """The same story must give the same bytes, and half a surrogate pair must not break UTF-8."""
    edition = small_edition()
    turned = evolve(edition, flags=dict(reversed(edition.flags.items())))
    assert JsonExporter().export(turned) == JsonExporter().export(edition)
    assert exported(evolve(edition, hook="half \ud83d"))["hook"] == "half ?"


def test_conditions_on_stats_are_as_short_as_they_can_be() -> None:
    """Program authors read these conditions, so a stat that only rises must be one count."""
    edition = stat_edition()
    rising = [
        evolve(each, moves={AIR.id: 1} if each.id.endswith(("share", "breathe")) else {})
        for each in edition.structure.choices
    ]
    data = exported(evolve(edition, structure=evolve(edition.structure, choices=tuple(rising))))
    swim, choke = (each for each in data["choices"] if each["label"] == "Swim the shaft")
    counted = {"at_least": 1, "of": ["mark::share", "mark::breathe"]}
    assert (swim["requires"], choke["requires"]) == ([counted], [{"not": counted}])
    assert swim["levels"] == [{"stat": AIR.id, "at_least": 1}]
    assert choke["levels"] == [{"stat": AIR.id, "at_most": 0}]
    assert (data["version"], [each["name"] for each in data["stats"]]) == (
        3,
        ["Air", "Win's trust"],
    )


def test_steps_that_exclude_each_other_share_a_flag() -> None:
    """A list with a flag for each option made the file of a short story megabytes long."""
    edition = stat_edition()
    raising = [
        evolve(each, moves={AIR.id: 1} if each.id.endswith(("share", "keep", "breathe")) else {})
        for each in edition.structure.choices
    ]
    data = exported(evolve(edition, structure=evolve(edition.structure, choices=tuple(raising))))
    swim = next(each for each in data["choices"] if each["label"] == "Swim the shaft")
    (condition,) = swim["requires"]
    assert condition == {"at_least": 1, "of": ["mark::air-move-1", "mark::breathe"]}
    granting = [each["id"] for each in data["choices"] if "mark::air-move-1" in each["grants"]]
    assert granting == ["choice::share", "choice::keep"]


@pytest.mark.parametrize("text", ['"#0', "#0", '"##0"'])
def test_a_text_like_a_placeholder_stays_a_text(text: str) -> None:
    """Each condition on a stat is written on one line, whatever the texts are."""
    edition = evolve(stat_edition(), hook=text)
    (file,) = JsonExporter().export(edition)
    assert json.loads(file.content)["hook"] == text
    lines = file.content.decode().splitlines()
    assert any('"of": [' in each and each.count("mark::") > 1 for each in lines)


def test_a_move_without_a_flag_gets_one() -> None:
    """A program that knows flags only would not notice such a move."""
    data = exported(stat_edition())
    choice = next(each for each in data["choices"] if each["id"] == "choice::choke")
    assert choice["grants"] == ["mark::wins-trust-move-1"]
    assert data["flags"]["mark::wins-trust-move-1"] == "Chosen: Swim the shaft"
    assert not any(flag.startswith("level::") for flag in data["flags"])


def test_a_move_that_can_be_repeated_is_refused_with_advice() -> None:
    """Flags cannot count how often a choice was taken, so the file would be wrong."""
    edition = stat_edition()
    again = evolve(edition.structure.choices[1], id="choice::again", target="passage::deck")
    choices = (*edition.structure.choices, again)
    looped = evolve(edition, structure=evolve(edition.structure, choices=choices))
    with pytest.raises(InputError, match=r"'choice::again' moves 'stat::wins-trust' and can be"):
        exported(looped)
    once = evolve(again, forbids=["mark::keep"])
    exported(evolve(edition, structure=evolve(edition.structure, choices=(*choices[:-1], once))))
