"""Tests for corrections that are requested, shown and merged at a fault, also in lists."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field

from questfoundry.domain.answer.diagnosis import parse_artifact
from questfoundry.domain.answer.feedback import MAX_EXCERPT, build_excerpt, build_feedback
from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.answer.merging import merge
from questfoundry.domain.answer.request_schema import constrain_schema
from questfoundry.domain.answer.subschema import (
    inline_rare_definitions,
    narrow_schema,
    share_definitions,
    split_schema,
)
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.wording import as_json
from tests.support.stage_runs import shipped_prompts, spelt_out

WORDING = shipped_prompts().wording("feedback")


class Side(Artifact):
    text: Annotated[str, Field(min_length=1)]
    cost: int


class Scene(Artifact):
    summary: Annotated[str, Field(min_length=1)]
    place: str
    cast: tuple[str, ...] = ()
    sides: Annotated[tuple[Side, ...], Field(min_length=2)]


class Act(Artifact):
    title: str
    scenes: Annotated[tuple[Scene, ...], Field(min_length=1)]
    tags: tuple[str, ...] = ()
    notes: dict[str, Side]


SCHEMA = Act.model_json_schema()


def scene(number: int) -> dict[str, Any]:
    sides = [{"text": f"Side {side} of {number}.", "cost": side} for side in range(2)]
    return {"summary": f"Moment {number}.", "place": "quay", "cast": ["mara"], "sides": sides}


def act() -> dict[str, Any]:
    return {
        "title": "Low water",
        "scenes": [scene(number) for number in range(20)],
        "tags": [f"tag {number}" for number in range(30)],
        "notes": {f"n{number}": {"text": "Text.", "cost": number} for number in range(10)},
    }


def broken(steps: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    data = act()
    at: Any = data
    for step in steps[:-1]:
        at = at[step]
    if value is None:
        del at[steps[-1]]
    else:
        at[steps[-1]] = value
    return data


def faults_in(data: Mapping[str, Any]) -> tuple[Fault, ...]:
    found = parse_artifact(Act, data, {}, WORDING)
    return found if isinstance(found, tuple) else ()


def asked_in(schema: Mapping[str, Any]) -> Any:
    """Return the field names that a schema requests, nested as the schema nests them."""
    fields = schema.get("properties")
    return {name: asked_in(part) for name, part in fields.items()} if fields else ...


COST = ("scenes", 12, "sides", 1, "cost")
PLACES: dict[str, tuple[tuple[str | int, ...], Any, Any, Any]] = {
    "top, missing": (("title",), None, {"title": ...}, "Low water"),
    "middle, missing": (("scenes", 11, "summary"), None, {"11": {"summary": ...}}, "Moment 11."),
    "middle, wrong type": (("scenes", 9, "place"), ["q"], {"9": {"place": ...}}, "quay"),
    "middle, no object": (("scenes", 9), "a scene", {"9": ...}, scene(9)),
    "middle, too few": (("scenes", 3, "sides"), [], {"3": {"sides": ...}}, scene(3)["sides"]),
    "nested twice": (COST, "dear", {"12": {"sides": {"1": {"cost": ...}}}}, 1),
    "a short plain list": (("scenes", 5, "cast", 0), 7, {"5": {"cast": ...}}, ["mara"]),
    "a long plain list": (("tags", 17), 3, {"17": ...}, "tag 17"),
    "an entry by key": (("notes", "n4", "cost"), "dear", {"n4": {"cost": ...}}, 4),
}


@pytest.mark.parametrize(("steps", "wrong", "names", "right"), PLACES.values(), ids=PLACES)
def test_only_the_item_at_fault_is_asked_for_and_joined(
    steps: tuple[str | int, ...], wrong: Any, names: Any, right: Any
) -> None:
    """One wrong item of a long list must not cost the whole list again."""
    data = broken(steps, wrong)
    faults = faults_in(data)
    schema = narrow_schema(SCHEMA, faults, data)
    Draft202012Validator.check_schema(schema)

    assert asked_in(schema) == (names if len(steps) == 1 else {steps[0]: names})

    def filled(names: Any) -> Any:
        return right if names is ... else {name: filled(part) for name, part in names.items()}

    correction = filled(asked_in(schema))
    assert Draft202012Validator(schema).is_valid(correction)
    assert merge(data, correction, faults, SCHEMA) == act()


@pytest.mark.parametrize(
    "correction",
    [
        {"scenes": {"11": {"summary": "Moment 11."}}},
        {"scenes": [{"summary": "Moment 11."}]},
        {"scenes": act()["scenes"]},
        act(),
    ],
    ids=["by name", "the items at fault", "the whole list", "everything"],
)
def test_a_correction_is_understood_in_every_form(correction: dict[str, Any]) -> None:
    """Models send a corrected item as a map or as a list, and both forms must be merged."""
    data = broken(("scenes", 11, "summary"), None)
    assert merge(data, correction, faults_in(data), SCHEMA) == act()


def test_what_is_beside_a_fault_is_shown_and_nothing_else() -> None:
    """The model needs the fields beside a fault to correct it, but not the rest of the artifact."""
    data = broken(COST, "dear")
    shown = {"summary": "Moment 12.", "place": "quay", "cast": ["mara"]}
    side = {"text": "Side 1 of 12.", "cost": "dear"}

    assert build_excerpt(data, faults_in(data)) == {
        "scenes": {"12": {**shown, "sides": {"1": side}}}
    }


def test_a_missing_entry_is_asked_for_beside_the_others() -> None:
    """A model that must add an entry to a list has to see what the entry follows."""
    data = act() | {"scenes": act()["scenes"][:2]}
    missing = Fault(
        rule="count", kind=FaultKind.MISSING, field="scenes.2", problem="-", requirement="-"
    )

    shown = build_excerpt(data, [missing])["scenes"]
    assert [each["summary"] for each in shown.values()] == ["Moment 0.", "Moment 1."]


def test_what_is_shown_is_bounded() -> None:
    """The excerpt drops neighbouring values, then everything, to fit into the window."""
    data = act() | {"scenes": [scene(n) | {"place": 7, "summary": "s" * 150} for n in range(20)]}
    assert build_excerpt(data, faults_in(data))["scenes"]["7"] == {"place": 7}
    data = act() | {"scenes": [scene(n) | {"place": ["p" * 500]} for n in range(20)]}
    assert len(json.dumps(build_excerpt(data, faults_in(data)))) <= MAX_EXCERPT


IDS = tuple(f"location::place-{number}" for number in range(24))
MANIFEST = Manifest(pins={"scenes.place": IDS}, counts={"scenes": Range(20, 24)})
SHAPED = constrain_schema(SCHEMA, MANIFEST)


def named() -> tuple[dict[str, Any], tuple[Fault, ...]]:
    scenes = [scene(number) | {"place": f"The Place {number}"} for number in range(24)]
    data = act() | {"scenes": scenes}
    return data, check_structural_completeness(data, MANIFEST, WORDING)


def test_names_instead_of_ids_cost_a_line_each_and_the_ids_are_said_once() -> None:
    """A list of all ids for each of many faults would multiply the length of the feedback."""
    _, faults = named()
    text = build_feedback(faults, tool="submit_act", wording=WORDING).to_json()

    assert len(faults) == 24
    assert len(text) < 1_000 + 24 * 220
    assert text.count(", ".join(IDS)) == 1


def test_names_instead_of_ids_are_asked_for_with_the_ids_once() -> None:
    """The retry's schema lists the allowed ids once, however many fields need them."""
    data, faults = named()
    schema = narrow_schema(SHAPED, faults, data)

    assert json.dumps(schema).count(f'"{IDS[7]}"') == 1
    correction = {"scenes": {str(n): {"place": IDS[n]} for n in range(24)}}
    assert Draft202012Validator(schema).is_valid(correction)
    assert not check_structural_completeness(
        merge(data, correction, faults, SHAPED), MANIFEST, WORDING
    )


def test_any_number_of_faults_is_bounded() -> None:
    """Thousands of faults must not fill the window; those after the fortieth are counted."""
    faults = [
        Fault(rule="schema.any", kind=FaultKind.INVALID, field=f"tags.{n}", requirement="text")
        for n in range(5_000)
    ]
    document = json.loads(build_feedback(faults, tool="t", wording=WORDING).to_json())

    assert (document["issue_count"], len(document["issues"]["invalid"])) == (5_000, 41)
    assert "4960" in document["issues"]["invalid"][-1]


def test_a_list_that_is_too_short_is_asked_for_what_it_lacks() -> None:
    """The retry requests only the missing entries and keeps the entries that are there."""
    data = act() | {"scenes": [scene(n) | {"place": IDS[n]} for n in range(18)]}
    faults = check_structural_completeness(data, MANIFEST, WORDING)
    schema = narrow_schema(SHAPED, faults, data)

    assert list(schema["properties"]["scenes"]["properties"]) == ["18", "19"]
    more = {str(n): scene(n) | {"place": IDS[n]} for n in (18, 19)}
    joint = merge(data, {"scenes": more}, faults, SHAPED)
    assert [each["summary"] for each in joint["scenes"]] == [f"Moment {n}." for n in range(20)]


def test_what_is_only_to_be_left_out_is_not_asked_for() -> None:
    """An unknown field can be dropped without paying for another request."""
    data = broken(("scenes", 11, "mood"), "grim")
    faults = faults_in(data)

    assert not narrow_schema(SCHEMA, faults, data)["properties"]
    assert merge(data, {}, faults, SCHEMA) == act()


@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_parts_hold_every_field_once(count: int) -> None:
    """A schema that is split for a cut-off answer must not lose or repeat a field."""
    parts = split_schema(SCHEMA, count)
    names = [name for part in parts for name in part["properties"]]

    assert names == list(SCHEMA["properties"])
    for part in parts:
        Draft202012Validator.check_schema(dict(part))
        fits = {name: act()[name] for name in part["properties"]}
        assert Draft202012Validator(dict(part)).is_valid(fits)


TEXT = {"type": "string", "minLength": 1, "maxLength": 500}
LEAVES = st.sampled_from([TEXT, {"type": "boolean"}, {"$ref": "#/$defs/Weight"}])
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(
            lambda fields: {"type": "object", "properties": fields},
            st.dictionaries(st.sampled_from("abcd"), inner, min_size=1),
        ),
    ),
    max_leaves=12,
)
WEIGHT = {"enum": ["hard", "soft"], "type": "string"}


def whole(schema: dict[str, Any]) -> Any:
    return spelt_out({key: each for key, each in schema.items() if key != "$defs"}, schema["$defs"])


@given(SCHEMAS)
def test_it_says_the_same_in_no_more_letters(node: dict[str, Any]) -> None:
    """Sharing definitions must not change any schema's meaning or make it longer."""
    schema = {"$defs": {"Weight": WEIGHT}, "type": "object", "properties": {"x": node}}
    told = inline_rare_definitions(share_definitions(schema, schema, min_saving=1))

    assert whole({"$defs": {}, **told}) == whole(schema)
    assert len(as_json(told)) <= len(as_json(schema))


def test_what_one_place_alone_refers_to_stands_there() -> None:
    """A definition with one reference is inlined, and keywords beside the reference stay."""
    once = {"$ref": "#/$defs/Weight", "description": "How much."}
    schema = {"$defs": {"Weight": WEIGHT}, "properties": {"x": once}}
    assert inline_rare_definitions(schema) == {
        "properties": {"x": {**WEIGHT, "description": "How much."}}
    }


def test_what_holds_itself_keeps_its_name() -> None:
    """Inlining a recursive definition would never end."""
    tree = {"properties": {"below": {"$ref": "#/$defs/Tree"}}}
    schema = {"$defs": {"Tree": tree}, "properties": {"x": {"$ref": "#/$defs/Tree"}}}
    assert inline_rare_definitions(schema) == schema
