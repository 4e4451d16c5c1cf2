"""Tests of the JSON export: all data of an edition in a published schema."""

import json
from collections.abc import Sequence
from typing import Any

import attrs
import jsonschema
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given

from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.passage import Choice, Ending, Passage, Structure
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.export.story_document import JsonExporter, VisionPart, schema_text
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import editions
from tests.support.checkout import ROOT
from tests.support.editions import IFID, small_edition, told, with_chapters, with_clues, with_deeds
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough, playthroughs_seen

SCHEMA = ROOT / "docs/reference/story.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema_text()))


def exported(edition: Edition) -> dict[str, Any]:
    (file,) = JsonExporter().export(edition)
    return json.loads(file.content)


class TestJsonExporter(ExportedStoryContract):
    exporter = JsonExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        (file,) = files
        return [playthroughs_seen(edition_in(json.loads(file.content)))]


def edition_in(data: dict[str, Any]) -> Edition:
    """Rebuild the edition that the JSON data describes, with the parts that players see."""
    flags = ("requires", "forbids", "grants")
    ends = {each["id"]: each["ending"] or {"id": "", "name": ""} for each in data["passages"]}
    structure = Structure(
        start=data["start"],
        passages=tuple(Passage(id=name, ending=end["id"]) for name, end in ends.items()),
        choices=tuple(
            Choice(
                **{
                    name: each[name]
                    for name in ("id", "source", "target", "label", "closed", *flags)
                }
            )
            for each in data["choices"]
        ),
    )
    return evolve(
        told(structure),
        structure=structure,
        chapters={each["id"]: each["chapter"] for each in data["passages"] if each["chapter"]},
        prose={
            each["id"]: "\n\n".join(map(as_written, each["prose"])) for each in data["passages"]
        },
        flags=data["flags"],
        endings=tuple(Ending(**end) for end in ends.values()),
    )


def as_written(paragraph: str | dict[str, str]) -> str:
    if isinstance(paragraph, str):
        return paragraph
    return f"[{slug_of(paragraph['requires'])}]\n{paragraph['text']}"


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
        lambda data: data.update(version=3),
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
