"""Tests for turning pydantic's errors into faults."""

import ast
import importlib
import json
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, Field, ValidationError, create_model

from questfoundry.domain import artifacts, field_types
from questfoundry.domain.answer.diagnosis import faults_of, parse_artifact
from questfoundry.domain.artifacts.brainstorm import BrainstormDilemmas
from questfoundry.domain.errors import PromptError
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.voice import DreamArtifact, Genre
from questfoundry.domain.text.wording import phrase
from tests.strategies.json_values import json_values, texts
from tests.support.examples import examples
from tests.support.small_artifact import Plan, plan
from tests.support.stage_runs import shipped_prompts

THEMES = DreamArtifact.model_fields["themes"].rebuild_annotation()
WORDING = shipped_prompts().wording("feedback")


def faults_in(
    data: Any, artifact: type[Artifact] = Plan, guide: Mapping[str, Any] | None = None
) -> tuple[Fault, ...]:
    with pytest.raises(ValidationError) as caught:
        artifact.model_validate(data)
    return faults_of(caught.value, artifact, guide or {}, WORDING, submitted=data)


def the_fault(
    data: Any, artifact: type[Artifact] = Plan, guide: Mapping[str, Any] | None = None
) -> Fault:
    (fault,) = faults_in(data, artifact, guide)
    return fault


def probe(annotation: Any) -> type[Artifact]:
    return create_model("Probe", __base__=Artifact, field=(annotation, ...))


plan_fields = st.sampled_from(sorted(Plan.model_fields))
broken_plans = st.dictionaries(plan_fields | texts, json_values, max_size=9)


@given(broken_plans)
@examples(60)
def test_each_error_is_told_exactly_once(data: dict[str, Any]) -> None:
    """An error that is lost or counted twice sends the model after the wrong correction."""
    with pytest.raises(ValidationError) as caught:
        Plan.model_validate(data)
    found = faults_of(caught.value, Plan, {}, WORDING, submitted=data)
    unknown = {fault.field for fault in found if fault.kind is FaultKind.UNKNOWN}
    missing = [fault for fault in found if fault.kind is FaultKind.MISSING]
    kinds = [details["type"] for details in caught.value.errors()]
    assert len(found) == caught.value.error_count()
    assert len(missing) == kinds.count("missing")
    assert not unknown & set(Plan.model_fields)


def at(path: str, value: Any) -> dict[str, Any]:
    """Return a plan with `value` at the dotted `path`; everything else in the plan is valid."""
    data: Any = plan()
    *steps, last = path.split(".")
    place = data
    for step in steps:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() else last] = value
    return data


@pytest.mark.parametrize(
    ("data", "kind", "path"),
    [
        (at("title", ""), FaultKind.INVALID, "title"),
        (at("scope", {}), FaultKind.MISSING, "scope.target_word_count"),
        (at("scope.words", 3), FaultKind.UNKNOWN, "scope.words"),
        (at("beats.1.title", ""), FaultKind.INVALID, "beats.bargain.title"),
        (at("beats.1", 7), FaultKind.INVALID, "beats.1"),
        (at("beats.1", {"title": "x"}), FaultKind.MISSING, "beats.1.id"),
        (at("beats.1.anchors.0", 7), FaultKind.INVALID, "beats.bargain.anchors.0"),
        (at("decisions.cy.keep", "maybe"), FaultKind.INVALID, "decisions.cy.keep"),
        (at("mood", {"str": 1}), FaultKind.INVALID, "mood"),
        # An id that two items share names neither.
        (at("beats.1", {"id": "descent", "title": ""}), FaultKind.INVALID, "beats.1.title"),
        ([], FaultKind.INVALID, ""),
    ],
)
def test_a_path_leads_to_the_fault(data: Any, kind: FaultKind, path: str) -> None:
    """A wrong path makes the retry ask for a field that was valid."""
    fault = the_fault(data)
    assert (fault.kind, fault.field) == (kind, path)


def test_a_choice_of_types_adds_nothing_to_the_path() -> None:
    """Pydantic adds the names of union members to a path, and no model knows these names."""
    faults = faults_in({"field": {"str": 1}}, probe(str | int))
    assert [fault.field for fault in faults] == ["field", "field"]


def _even(value: int) -> int:
    if value % 2:
        raise ValueError("is odd")
    return value


@pytest.mark.parametrize(
    ("annotation", "value", "error", "wanted"),
    [
        (str, 3, "string_type", "text"),
        (str, "\ud800", "string_unicode", "Unicode"),
        (Annotated[str, Field(min_length=3)], "ab", "string_too_short", "at least 3 characters"),
        (Annotated[str, Field(max_length=4)], "abcde", "string_too_long", "at most 4 characters"),
        (Annotated[str, Field(pattern="^a+$")], "b", "string_pattern_mismatch", "^a+$"),
        (Size, "big", "enum", '"micro", "short", "medium", "long"'),
        (Literal["a", "b"], "c", "literal_error", '"a", "b"'),
        (Literal[1], 2, "literal_error", "exactly 1"),
        (bool, [], "bool_type", "true or false"),
        (bool, "maybe", "bool_parsing", "true or false"),
        (int, [], "int_type", "whole number"),
        (int, "x", "int_parsing", "whole number"),
        (int, 1.5, "int_from_float", "whole number"),
        (float, [], "float_type", "number"),
        (float, "x", "float_parsing", "number"),
        (Annotated[float, Field(allow_inf_nan=False)], float("inf"), "finite_number", "finite"),
        (Annotated[int, Field(gt=2)], 2, "greater_than", "more than 2"),
        (Annotated[int, Field(ge=2)], 1, "greater_than_equal", "at least 2"),
        (Annotated[int, Field(lt=2)], 2, "less_than", "less than 2"),
        (Annotated[int, Field(le=2)], 3, "less_than_equal", "at most 2"),
        (Annotated[int, Field(multiple_of=5)], 7, "multiple_of", "multiple of 5"),
        (list[int], "x", "list_type", "each item: whole number"),
        (tuple[int, ...], "x", "tuple_type", "each item: whole number"),
        (Annotated[list[int], Field(min_length=2)], [1], "too_short", "list of at least 2"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "too_long", "list of at most 1"),
        (Annotated[dict[str, int], Field(min_length=1)], {}, "too_short", "at least 1 entries"),
        (dict[str, int], [], "dict_type", "object"),
        (Plan, [], "model_type", '"title"'),
        (Genre, "a/b", "no_slash", "without a slash"),
        (THEMES, ["a", "A"], "not_distinct", "all different"),
    ],
)
def test_requirements_name_the_limit(annotation: Any, value: Any, error: str, wanted: str) -> None:
    """A model corrects a value only if the message names the broken limit. (FBK-1.3)"""
    fault = the_fault({"field": value}, probe(annotation), {"field": {"example": "this"}})

    assert fault.rule == f"schema.{error}"
    assert fault.problem.startswith(WORDING["schema"][error]["problem"].partition("{")[0])
    assert wanted in fault.requirement
    assert fault.requirement.endswith('e.g. "this"')


def test_an_error_without_words_of_its_own_says_what_pydantic_says() -> None:
    """A validator without a message of ours must not produce an empty problem. (FBK-1.3)"""
    fault = the_fault({"field": 3}, probe(Annotated[int, AfterValidator(_even)]))
    assert fault.problem == "is odd"
    assert "whole number" in fault.requirement


ERRORS_OF = {
    "str": "string_type string_unicode",
    "int": "int_type int_parsing int_from_float",
    "float": "float_type float_parsing",
    "bool": "bool_type bool_parsing",
    "list": "list_type",
    "tuple": "tuple_type",
    "dict": "dict_type",
    "enum": "enum",
    "literal": "literal_error",
    "model": "model_type",
    "model-fields": "missing extra_forbidden",
}
ONLY_STRUCTURE = (
    "default definition-ref definitions function-after function-before model-field nullable"
)
ERROR_OF_LIMIT = {
    "gt": "greater_than",
    "ge": "greater_than_equal",
    "lt": "less_than",
    "le": "less_than_equal",
    "multiple_of": "multiple_of",
    "pattern": "string_pattern_mismatch",
    "min_length": "too_short",
    "max_length": "too_long",
}
KNOWN_KEYWORDS = (
    "$defs $ref additionalProperties anyOf const default description enum items properties required"
    " title type"
)


def shipped_artifacts() -> list[type[Artifact]]:
    for module in pkgutil.iter_modules(artifacts.__path__):
        importlib.import_module(f"{artifacts.__name__}.{module.name}")
    found, ahead = [], [Artifact]
    while ahead:
        kind = ahead.pop()
        ahead.extend(kind.__subclasses__())
        if kind is not Artifact and kind.__module__.startswith("questfoundry."):
            found.append(kind)
    return found


def core_nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value
        for key, item in value.items():
            if key not in {"function", "metadata", "serialization"}:
                yield from core_nodes(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from core_nodes(item)


def errors_possible(node: Mapping[str, Any]) -> set[str]:
    if node["type"] in ONLY_STRUCTURE.split():
        return set()
    limits = {ERROR_OF_LIMIT[limit] for limit in ERROR_OF_LIMIT if limit in node}
    if node["type"] == "str":
        limits = {f"string_{each}" if each.startswith("too") else each for each in limits}
    return {*ERRORS_OF[node["type"]].split(), *limits}


def test_every_constraint_of_our_artifacts_has_words_of_its_own() -> None:
    for artifact in shipped_artifacts():
        artifact.model_rebuild()  # models are built when first used
        nodes = list(core_nodes(artifact.__pydantic_core_schema__))
        errors = {error for node in nodes for error in errors_possible(node)}
        assert errors, artifact
        assert errors <= set(WORDING["schema"]), artifact


def test_every_keyword_of_our_schemas_has_words_of_its_own() -> None:
    for artifact in shipped_artifacts():
        schema = artifact.model_json_schema()
        ahead = [schema, *schema.get("$defs", {}).values()]
        while ahead:
            node = ahead.pop()
            said = {*WORDING["wanted"]["limit"], "minItems", "maxItems"}
            assert set(node) <= {*KNOWN_KEYWORDS.split(), *said}, artifact
            assert node.get("type", "any") in WORDING["wanted"]["type"], artifact
            ahead.extend(node.get("properties", {}).values())
            ahead.extend(part for part in (node.get("items"), *node.get("anyOf", ())) if part)


def test_every_rule_of_our_own_has_words_of_its_own() -> None:
    ours = {
        node.args[0].value
        for path in (Path(field_types.__file__), *Path(artifacts.__path__[0]).glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "PydanticCustomError"
        and isinstance(node.args[0], ast.Constant)
    }
    assert {"no_slash", "not_distinct"} <= ours
    assert all("requirement" in WORDING["schema"].get(name, {}) for name in ours)


def test_the_guide_gives_the_example() -> None:
    """An example shows the model the expected form better than a description of the type."""
    guide = {
        "scope.target_word_count": {"example": 1500},
        "beats.title": {"example": "The door opens"},
        "decisions.reason": {"example": "the {hero}"},
        "themes": {"example": ["loyalty", "truth"]},
    }
    examples = [
        (at("scope", {}), "1500"),
        (at("beats.0.title", ""), '"The door opens"'),
        (at("decisions.ada.reason", ""), '"the {hero}"'),
        (at("themes", ["one"]), '["loyalty", "truth"]'),
        (at("themes", ["one", "two", 3]), '"loyalty"'),
    ]
    for data, example in examples:
        assert the_fault(data, guide=guide).requirement.endswith(f"e.g. {example}")


def test_a_field_is_described_by_its_schema() -> None:
    """A missing field has no value to quote, and without "or null" the model invents a value."""
    assert the_fault(at("mood", 3)).requirement == "text or null"
    data = plan()
    del data["beats"]
    requirement = the_fault(data).requirement
    for part in ("list of 1 to 6", '"id", "title"'):
        assert part in requirement


def test_braces_in_values_come_out_as_they_are() -> None:
    """Braces in a model's value must not be read as placeholders of our message templates."""
    fault = the_fault({"field": "{x}"}, probe(Literal["{message}", "{0}"]))
    assert fault.provided == "{x}"
    assert '"{message}", "{0}"' in fault.requirement


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        *((text, "a.b", r"'a\.b'.*\{limit\}") for text in ("{absent}", "{0}", "{", "{limit.real}")),
        *(("text", key, f"no text '{key}'.*Add the text") for key in ("a", "a.x", "a.b.c")),
    ],
)
def test_a_text_that_is_absent_or_does_not_render_is_named(text: str, key: str, told: str) -> None:
    with pytest.raises(PromptError, match=told):
        phrase({"a": {"b": text}}, key, limit=3)


@pytest.mark.parametrize(
    ("dilemma", "field", "example"),
    [
        ({"name": "The bell"}, "dilemmas.0.default", {"text", "benefit"}),
        (7, "dilemmas.0", {"name", "question", "why_it_matters", "default", "anchors"}),
    ],
)
def test_an_object_shows_its_fields_examples(dilemma: Any, field: str, example: set[str]) -> None:
    """An object without an example of its own gets an example composed of its fields' examples."""
    guide = shipped_prompts().wording("fields/brainstorm")
    found = parse_artifact(BrainstormDilemmas, {"dilemmas": [dilemma]}, guide, WORDING)
    assert isinstance(found, tuple)
    [fault] = [each for each in found if each.field == field]
    assert example <= set(json.loads(fault.requirement.partition("e.g. ")[2]))
