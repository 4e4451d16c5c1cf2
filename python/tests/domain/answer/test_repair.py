"""Tests for requesting only the faulty parts of an answer and merging the correction."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from questfoundry.domain.answer.diagnosis import faults_of
from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.answer.merging import fill_only_values, merge
from questfoundry.domain.answer.payload import decode_nested
from questfoundry.domain.answer.request_schema import constrain_schema
from questfoundry.domain.answer.schema import item_positions
from questfoundry.domain.answer.subschema import narrow_schema
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.domain.text.digest import to_canonical_json
from tests.strategies.json_values import json_values, texts
from tests.support.examples import examples
from tests.support.small_artifact import Plan, plan
from tests.support.stage_runs import shipped_prompts

WORDING = shipped_prompts().wording("feedback")
SCHEMA = Plan.model_json_schema()
GONE = object()
PARTS = ("scope", "beats", "decisions", "themes")


def faults_in(data: Mapping[str, Any], artifact: type[Artifact] = Plan) -> tuple[Fault, ...]:
    try:
        artifact.model_validate(data)
    except ValidationError as error:
        return faults_of(error, artifact, {}, WORDING, submitted=data)
    return ()


def at(path: str, kind: FaultKind = FaultKind.INVALID) -> Fault:
    return Fault(rule="schema.any", kind=kind, field=path)


def broken(breaks: Mapping[str, Any]) -> dict[str, Any]:
    data: Any = plan()
    for path, value in breaks.items():
        *steps, last = path.split(".")
        place = data
        for step in steps:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if value is GONE:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)
    return data  # type: ignore[no-any-return]


def asked_of(schema: Mapping[str, Any], value: Any) -> Any:
    """Return the parts of `value` that the schema requires, with list items keyed by name."""
    if "properties" not in schema:
        return value
    if isinstance(value, list):
        value = {name: value[place] for name, place in item_positions(value).items()}
    return {name: asked_of(schema["properties"][name], value[name]) for name in schema["required"]}


BREAKS = {
    "title": st.sampled_from(["", 3, GONE]),
    "scope.target_word_count": st.sampled_from([5, "many", GONE]),
    "scope.places": st.just(["a", "b", "c", "d", "e"]),
    "scope.words": st.just(1),
    "beats.0.title": st.sampled_from(["", GONE]),
    "beats.1.weight": st.sampled_from([0, 9, "x"]),
    "decisions.ada.keep": st.sampled_from(["maybe", GONE]),
    "themes": st.sampled_from([["one"], "one", GONE]),
    "mood": st.just(7),
    "moods": st.just("wry"),
}
breaks = st.sets(st.sampled_from(sorted(BREAKS)), min_size=1).flatmap(
    lambda paths: st.fixed_dictionaries({path: BREAKS[path] for path in sorted(paths)})
)
anything = st.dictionaries(st.sampled_from(sorted(Plan.model_fields)) | texts, json_values)


@given(anything)
@examples(60)
def test_a_full_resubmission_equals_itself(previous: dict[str, Any]) -> None:
    """A model that resends the whole artifact must not end up with duplicated parts. (FBK-4.2)"""
    previous.pop("notes", None)
    assert merge(previous, plan(), faults_in(previous), SCHEMA) == plan()


@given(breaks, anything)
@examples(60)
def test_a_valid_field_is_never_lost(damage: dict[str, Any], correction: dict[str, Any]) -> None:
    """A correction that omits valid fields must not delete these. (FBK-4.2)"""
    previous = broken(damage)
    faults = faults_in(previous)
    correction = {name: value for name, value in correction.items() if name != "beats"}
    joint = merge(previous, correction, faults, SCHEMA)
    at_fault = {fault.field.partition(".")[0] for fault in faults}
    for name in set(Plan.model_fields) - at_fault - set(correction):
        assert joint[name] == previous[name]


@given(anything | breaks.map(broken), anything | breaks.map(broken))
@examples(60)
def test_merging_twice_is_idle(previous: dict[str, Any], correction: dict[str, Any]) -> None:
    """A resumed run may merge the same correction again. (FBK-4.2)"""
    faults = faults_in(previous)
    once = merge(previous, correction, faults, SCHEMA)
    assert to_canonical_json(merge(once, correction, faults, SCHEMA)) == to_canonical_json(once)


@given(breaks)
@examples(80)
def test_a_correction_of_the_narrowed_schema_makes_the_whole_valid(damage: dict[str, Any]) -> None:
    """A correction that fits the narrowed schema must repair the whole artifact."""
    previous = broken(damage)
    faults = faults_in(previous)
    schema = narrow_schema(SCHEMA, faults, previous)
    Draft202012Validator.check_schema(schema)
    correction = asked_of(schema, plan())
    assert Draft202012Validator(schema).is_valid(correction)
    assert merge(previous, correction, faults, SCHEMA) == plan()


X, Y, Z = ({"id": name, "title": name} for name in "xyz")


@pytest.mark.parametrize(
    ("items", "correction", "joint"),
    [
        ([X, Y], [Z, {"id": "y", "weight": 4}], [X, {**Y, "weight": 4}, Z]),
        ([X, Y, {**X, "title": ""}], [{**X, "title": "right"}], [{**X, "title": "right"}, Y]),
        ([{"title": "nameless"}, Y], [X], [Y, X]),
    ],
    ids=["by id", "doubled", "nameless"],
)
def test_items_are_joined_by_id(items: list[Any], correction: list[Any], joint: list[Any]) -> None:
    """The order of items proves nothing; a doubled or nameless item would stay for ever."""
    merged = merge({"beats": items}, {"beats": correction}, (at("beats.0.title"),), SCHEMA)
    assert merged["beats"] == joint


def test_what_was_asked_for_whole_is_joined_all_the_same() -> None:
    """A valid optional field survives when all required fields are sent again. (FBK-4.2)"""
    previous = {"notes": "valid"}
    correction = asked_of(SCHEMA, plan())
    joint = merge(previous, correction, faults_in(previous), SCHEMA)
    assert joint == {**correction, "notes": "valid"}


MANY = [{"id": str(index), "title": "x"} for index in range(7)]
ADA, CY = (plan()["decisions"][name] for name in ("ada", "cy"))


@pytest.mark.parametrize(
    ("damage", "correction", "changed"),
    [
        ({"beats": MANY}, {"beats": MANY[:5]}, {"beats": MANY[:5]}),
        ({"themes": ["one"]}, {"themes": ["two", "three"]}, {"themes": ["two", "three"]}),
        ({"decisions": {"ada": ADA, "note": "keep"}}, {"decisions": {"cy": CY}}, {}),
        ({"moods": "wry", "scope.words": 3, "title": ""}, {"title": "Found"}, {"title": "Found"}),
    ],
    ids=["too-long", "without-ids", "no-entry", "unknown"],
)
def test_what_was_at_fault_is_replaced_or_left_out(
    damage: dict[str, Any], correction: dict[str, Any], changed: dict[str, Any]
) -> None:
    """Merging into a faulty list would keep the entries that made the list invalid."""
    previous = broken(damage)
    assert merge(previous, correction, faults_in(previous), SCHEMA) == {**plan(), **changed}


def test_invented_ids_of_the_last_answer_are_left_out() -> None:
    manifest = Manifest(sections={"decisions": ("ada", "bo"), "beats": ("descent", "escape")})
    schema = constrain_schema(SCHEMA, manifest)
    faults = check_structural_completeness(plan(), manifest, WORDING)
    correction = {
        "decisions": {"bo": {"keep": True, "reason": "the clerk"}},
        "beats": [{"id": "escape", "title": "Out"}],
    }
    joint = merge(plan(), correction, faults, schema)
    assert list(joint["decisions"]) == ["ada", "bo"]
    assert [beat["id"] for beat in joint["beats"]] == ["descent", "escape"]
    assert not check_structural_completeness(joint, manifest, WORDING)
    Plan.model_validate(joint)


def test_a_section_of_its_own_is_corrected_in_part() -> None:
    """Only the missing decision is requested, and the invented decision disappears. (FBK-4.2)"""

    class Cast(Artifact):
        decisions: dict[str, bool]

    manifest = Manifest(sections={"decisions": ("ada", "bo", "cy")})
    schema = constrain_schema(Cast.model_json_schema(), manifest)
    previous = {"decisions": {"ada": True, "cy": False, "zed": True}}
    faults = check_structural_completeness(previous, manifest, WORDING)
    assert narrow_schema(schema, faults, previous)["properties"]["decisions"]["required"] == ["bo"]
    joint = merge(previous, {"decisions": {"bo": True}}, faults, schema)
    assert joint == {"decisions": {"ada": True, "cy": False, "bo": True}}


DREAM = DreamArtifact.model_json_schema()
UNKNOWN = FaultKind.UNKNOWN


@pytest.mark.parametrize(
    ("whole", "faults", "offered", "required"),
    [
        (SCHEMA, (at("scope.target_word_count"), at("title")), "title scope", "title scope"),
        (SCHEMA, (at("title"), at("note", UNKNOWN)), "title mood notes", "title"),
        (DREAM, (at("note", UNKNOWN),), "content_notes", ""),
        (SCHEMA, (at("scope.words", UNKNOWN),), "", ""),
    ],
    ids=["at-fault", "may-have-been-meant", "only-one-value", "unknown-alone"],
)
def test_only_what_is_at_fault_is_asked_for(
    whole: dict[str, Any], faults: tuple[Fault, ...], offered: str, required: str
) -> None:
    """Requesting valid fields again costs tokens and lets the model change them."""
    given = plan() | {"type": "dream", "version": 1}
    del given["mood"], given["notes"]
    schema = narrow_schema(whole, faults, given)
    assert [*schema["properties"]] == offered.split()
    assert schema["required"] == required.split()


def test_of_an_object_only_the_part_at_fault_is_asked_for() -> None:
    """The retry requests one field of an object, with only the definitions that this field uses."""
    schema = narrow_schema(SCHEMA, (at("scope.target_word_count"), at("title")), plan())
    assert list(schema["properties"]["scope"]["properties"]) == ["target_word_count"]
    assert schema["additionalProperties"] is False
    assert "$defs" not in schema
    assert list(narrow_schema(SCHEMA, (at("beats.bargain"),), plan())["$defs"]) == ["Beat"]
    schema = narrow_schema(SCHEMA, (at("scope", FaultKind.MISSING),), {})
    assert schema["properties"] == {"scope": SCHEMA["properties"]["scope"]}
    assert schema["$defs"] == {"Reach": SCHEMA["$defs"]["Reach"]}


@pytest.mark.parametrize("faults", [(at(""),), (at("title"), at("submit_plan")), ()])
def test_a_fault_without_a_field_asks_for_the_whole(faults: tuple[Fault, ...]) -> None:
    assert narrow_schema(SCHEMA, faults, plan()) == SCHEMA


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(plan()),
        {**plan(), "beats": [json.dumps(beat) for beat in plan()["beats"]]},
        *({**plan(), each: json.dumps(plan()[each])} for each in PARTS),
    ],
    ids=["whole", "items", *PARTS],
)
def test_what_was_encoded_twice_is_decoded(data: Any) -> None:
    """Some models send the answer, a part or an item as a JSON string, which is correct else."""
    assert decode_nested(data, SCHEMA) == plan()


def test_a_text_is_what_the_only_field_says() -> None:
    """A text is put into an object's only field; objects with more fields stay ambiguous."""
    title = {"type": "object", "properties": {"title": {"type": "string"}}}
    two = {"type": "object", "properties": {"title": {}, "hook": {}}}
    schema = {
        "properties": {
            "titles": {"additionalProperties": title},
            "one": {"anyOf": [title, {"type": "string"}]},
            "two": two,
        }
    }
    said = {"titles": {"a": "Low Water", "b": {"title": "A"}}, "one": "Low Water", "two": "Low"}
    assert decode_nested(said, schema) == {
        **said,
        "titles": {"a": {"title": "Low Water"}, "b": {"title": "A"}},
    }


@pytest.mark.parametrize(
    "data",
    [
        plan(),
        {"title": '["a list in a title"]', "mood": "{}", "notes": "null"},
        {"scope": "1", "beats": "null", "themes": "not JSON", "unknown": "[]"},
        {"beats": "[" * 100_000},
    ],
)
def test_every_other_text_stays(data: Any) -> None:
    """Prose that merely looks like JSON must not be decoded."""
    assert decode_nested(data, SCHEMA) == data


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("title", lambda data: data["title"]),
        ("scope.places.0", lambda data: data["scope"]["places"][0]),
        ("beats.bargain.title", lambda data: data["beats"][1]["title"]),
        ("beats.1.anchors.1", lambda data: data["beats"][1]["anchors"][1]),
        ("decisions.ada.reason", lambda data: data["decisions"]["ada"]["reason"]),
    ],
)
def test_the_only_right_value_is_put_in_its_place(path: str, found: Any) -> None:
    """Code can set the only right value, and keeps the submitted answer. (STG-3.19)"""
    submitted = plan()
    changed = fill_only_values(submitted, [evolve(at(path), only_value="right"), at("mood")])
    assert found(changed) == "right"
    assert submitted == plan()
    back = fill_only_values(changed, [evolve(at(path), only_value=found(plan()))])
    assert back == plan()


@pytest.mark.parametrize("path", ["scope.gone", "beats.7.title", "gone", "titl"])
def test_where_nothing_stands_nothing_is_put(path: str) -> None:
    """A path that does not exist in the answer must not create new fields. (STG-3.19)"""
    assert fill_only_values(plan(), [evolve(at(path), only_value="right")]) == plan()
