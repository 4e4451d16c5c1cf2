"""Tests for the manifest, against data and against the schema."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field

from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.answer.request_schema import constrain_schema
from questfoundry.domain.errors import UsageError
from questfoundry.domain.fault import Fault, FaultCategory, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import DreamArtifact
from tests.support.examples import examples
from tests.support.small_artifact import Plan, plan
from tests.support.stage_runs import shipped_prompts

WORDING = shipped_prompts().wording("feedback")
CAST = ("character::ada", "character::bo", "place::harbour")

some_ids = st.lists(st.sampled_from([*CAST, "character::cy", "aida"]), max_size=6)


class Choice(Artifact):
    keep: bool


class Item(Artifact):
    id: str
    anchors: tuple[str, ...] = ()
    rival: str | None = None


class Cast(Artifact):
    entities: dict[str, Choice] = Field(default={})
    scenes: tuple[Item, ...] = ()


def check(data: Mapping[str, Any], manifest: Manifest) -> tuple[Fault, ...]:
    return check_structural_completeness(data, manifest, WORDING)


def fits(data: Any, artifact: type[Artifact], manifest: Manifest) -> bool:
    schema = constrain_schema(artifact.model_json_schema(), manifest)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema).is_valid(data)


def by_id(ids: list[str]) -> dict[str, Any]:
    return {each: {"keep": True} for each in ids}


def as_list(ids: list[str]) -> list[dict[str, Any]]:
    return [{"id": each} for each in ids]


@given(some_ids)
@examples(60)
def test_a_list_passes_exactly_when_it_holds_each_id_once(ids: list[str]) -> None:
    """A list with a forgotten, doubled or invented id must not become an artifact. (FBK-3.1)"""
    manifest = Manifest(sections={"scenes": CAST})
    assert (not check({"scenes": as_list(ids)}, manifest)) == (sorted(ids) == sorted(CAST))


@given(some_ids)
@examples(60)
def test_an_object_passes_exactly_when_its_keys_are_the_ids(ids: list[str]) -> None:
    """A map with a forgotten or invented key must not become an artifact. (FBK-3.1)"""
    manifest = Manifest(sections={"entities": CAST})
    data = {"entities": by_id(ids)}
    assert (not check(data, manifest)) == (set(ids) == set(CAST))


@given(st.lists(st.sampled_from(CAST), unique=True, max_size=3), some_ids)
@examples(40)
def test_the_shaped_schema_and_the_check_agree(wanted: list[str], ids: list[str]) -> None:
    """A provider that enforces the schema and our own check must accept the same answers."""
    manifest = Manifest(sections={"entities": tuple(wanted)})
    data = {"entities": by_id(ids)}
    assert fits(data, Cast, manifest) == (not check(data, manifest))


def test_a_shaped_list_has_the_length_and_the_ids() -> None:
    """The schema of a list enforces its length and its ids, which prevents most retries."""
    manifest = Manifest(sections={"scenes": CAST})
    assert fits({"scenes": as_list([*CAST])}, Cast, manifest)
    assert not fits({"scenes": as_list([*CAST[:2]])}, Cast, manifest)
    assert not fits({"scenes": as_list([*CAST, CAST[0]])}, Cast, manifest)
    assert not fits({"scenes": as_list([*CAST[:2], "aida"])}, Cast, manifest)


def test_each_fault_is_told_as_what_it_is_in_a_list() -> None:
    """A forgotten, a doubled and an invented id of a list need different corrections."""
    data = {"scenes": [*as_list(["character::ada", "character::ada", "place::port"]), {}]}
    found = check(data, Manifest(sections={"scenes": CAST}))
    whole, semantic = FaultCategory.COMPLETENESS, FaultCategory.SEMANTIC
    assert {(fault.field, fault.kind, fault.category, fault.rule) for fault in found} == {
        ("scenes.character::bo", FaultKind.MISSING, whole, "manifest.forgotten"),
        ("scenes.place::harbour", FaultKind.MISSING, whole, "manifest.forgotten"),
        ("scenes.3.id", FaultKind.MISSING, whole, "manifest.nameless"),
        ("scenes.character::ada", FaultKind.INVALID, whole, "manifest.doubled"),
        ("scenes.place::port", FaultKind.INVALID, semantic, "manifest.invented"),
    }
    (doubled,) = check({"scenes": as_list([*CAST, CAST[0]])}, Manifest(sections={"scenes": CAST}))
    assert (doubled.field, doubled.kind) == (f"scenes.{CAST[0]}", FaultKind.INVALID)
    assert "EXACTLY 3 in scenes; 4 were given" in doubled.requirement


def test_each_fault_is_told_as_what_it_is_in_an_object() -> None:
    """Counts help to find a forgotten key, and the nearest valid key helps to correct a typo."""
    data = {"entities": {"character::ada": {}, "character::bob": {}}}
    forgotten, _, invented = check(data, Manifest(sections={"entities": CAST}))
    whole, semantic = FaultCategory.COMPLETENESS, FaultCategory.SEMANTIC
    assert (forgotten.field, forgotten.category) == ("entities.character::bo", whole)
    assert (invented.field, invented.category) == ("entities.character::bob", semantic)
    assert "EXACTLY 3 in entities; 2 were given" in forgotten.requirement
    assert all(each in invented.requirement for each in CAST)
    assert invented.nearest == "character::bo"
    (strange,) = check({"entities": by_id([*CAST, "xyzzy"])}, Manifest(sections={"entities": CAST}))
    assert "nearest" not in strange.requirement


@pytest.mark.parametrize("data", [{}, {"entities": None}, {"entities": "all of them"}])
def test_a_section_that_is_not_there_is_one_fault(data: dict[str, Any]) -> None:
    """A missing section is one mistake, unless the section expects no ids."""
    assert not check({}, Manifest(sections={"entities": ()}))
    (fault,) = check(data, Manifest(sections={"entities": CAST}))
    assert fault.kind is (FaultKind.INVALID if data.get("entities") else FaultKind.MISSING)
    assert fault.field == "entities"
    assert "EXACTLY 3" in fault.requirement
    assert all(each in fault.requirement for each in CAST)


PINS = [
    ("size", DreamArtifact, {"size": "long"}, "size"),
    ("title", Plan, plan(), "title"),
    ("beats.anchors", Plan, plan(), "beats.descent.anchors.0"),
    ("decisions.reason", Plan, plan(), "decisions.ada.reason"),
    ("mood", Plan, plan(), "mood"),
]


@pytest.mark.parametrize(("pin", "artifact", "data", "path"), PINS)
def test_a_value_that_is_not_settled_is_found_at_any_depth(
    pin: str, artifact: type[Artifact], data: dict[str, Any], path: str
) -> None:
    """A value that contradicts an earlier decision must be rejected, at any depth."""
    manifest = Manifest(sections={"decisions": ("ada", "cy")}, pins={pin: ("wide", "{narrow}")})
    found = [fault for fault in check(data, manifest) if fault.field != "decisions"]
    assert found[0].field == path
    assert {fault.category for fault in found} == {FaultCategory.SEMANTIC}
    assert "wide, {narrow}" in found[0].requirement


@pytest.mark.parametrize(
    ("pin", "values", "is_valid"),
    [
        ("beats.anchors", ("ada", "cy"), True),
        ("beats.anchors", ("ada",), False),
        ("decisions.reason", ("the detective", "doubles the clerk"), True),
        ("decisions.reason", ("the detective",), False),
        ("mood", ("wry",), True),
        ("mood", ("grim",), False),
        ("notes", ("",), True),
    ],
)
def test_a_schema_closes_a_pinned_field(pin: str, values: tuple[str, ...], is_valid: bool) -> None:
    """The schema offers only the pinned values, as the check accepts only these."""
    manifest = Manifest(sections={"decisions": ("ada", "cy")}, pins={pin: values})
    assert fits(plan(), Plan, manifest) is is_valid
    assert (not check(plan(), manifest)) is is_valid
    assert not check(plan(), Manifest(pins={"absent": ("x",)}))


def test_pinning_one_field_leaves_its_neighbours_open() -> None:
    """Fields that share a definition with a pinned field must keep all their values."""
    schema = constrain_schema(
        DreamArtifact.model_json_schema(), Manifest(pins={"size": ("micro",)})
    )
    assert schema["properties"]["size"]["enum"] == ["micro"]
    assert "Size" not in schema.get("$defs", {})
    rest = {**schema["properties"], "size": None}
    assert rest == {**DreamArtifact.model_json_schema()["properties"], "size": None}


@pytest.mark.parametrize(
    "manifest",
    [
        Manifest(sections={"chapters": ("a",)}),
        Manifest(pins={"chapters": ("a",)}),
        Manifest(pins={"beats.chapter": ("a",)}),
    ],
)
def test_a_manifest_for_another_artifact_is_refused(manifest: Manifest) -> None:
    with pytest.raises(UsageError, match="chapter"):
        constrain_schema(Plan.model_json_schema(), manifest)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_a_counted_list_has_as_many_entries_as_allowed(least: int, more: int, size: int) -> None:
    """Schema and check bound a list alike, and each missing entry is a fault of its own."""
    allowed = Range(least, least + more)
    data = plan()
    data["beats"][1]["anchors"] = ["ada"] * size
    manifest = Manifest(counts={"beats.anchors": allowed})
    at = "beats.bargain.anchors"
    faults = [fault for fault in check(data, manifest) if fault.field.startswith(at)]

    absent = [f"{at}.{place}" for place in range(size, least)] if size else [at]
    expected = [] if size in allowed else absent if size < least else [at]
    assert [fault.field for fault in faults] == expected
    for fault in faults:
        assert fault.category is FaultCategory.COMPLETENESS
        assert str(size) in fault.problem
        assert f"{allowed} entries" in fault.requirement
    schema = constrain_schema(Plan.model_json_schema(), manifest)
    anchors = schema["properties"]["beats"]["items"]["properties"]["anchors"]
    assert (anchors["minItems"], anchors["maxItems"]) == (allowed.least, allowed.most)


def test_a_list_in_each_entry_of_a_section_is_counted() -> None:
    """A short list in one entry must be found, although the lists of other entries are complete."""

    class Branch(Artifact):
        tail: tuple[str, ...]

    class Tree(Artifact):
        paths: dict[str, Branch]

    manifest = Manifest(
        sections={"paths": ("path::a", "path::b")}, counts={"paths.tail": Range(2, 3)}
    )
    data = {"paths": {"path::a": {"tail": ["x", "y"]}, "path::b": {"tail": ["x"]}}}

    assert [fault.field for fault in check(data, manifest)] == ["paths.path::b.tail.1"]
    schema = constrain_schema(Tree.model_json_schema(), manifest)
    branch = schema["properties"]["paths"]["properties"]["path::b"]
    assert branch["properties"]["tail"]["minItems"] == 2


def test_one_entry_of_a_section_can_be_pinned() -> None:
    """A decision about one entity must not restrict the other entities."""

    class Choice(Artifact):
        decision: str

    class Choices(Artifact):
        entities: dict[str, Choice]

    ids = ("object::key", "object::coat")
    manifest = Manifest(
        sections={"entities": ids}, pins={"entities.object::key.decision": ("keep",)}
    )
    data = {"entities": {name: {"decision": "cut"} for name in ids}}

    assert [fault.field for fault in check(data, manifest)] == ["entities.object::key.decision"]
    schema = constrain_schema(Choices.model_json_schema(), manifest)
    entries = schema["properties"]["entities"]["properties"]
    assert entries["object::key"]["properties"]["decision"]["enum"] == ["keep"]
    assert "enum" not in str(entries["object::coat"])
