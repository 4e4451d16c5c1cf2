"""Tests for turning faults into the feedback that a model reads."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from questfoundry.domain.answer.diagnosis import faults_of
from questfoundry.domain.answer.feedback import build_acceptance, build_feedback, build_tool_error
from questfoundry.domain.fault import Fault, FaultCategory, FaultKind, categorize
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.voice import DreamArtifact
from tests.strategies.json_values import any_text, json_values, texts, unserializable
from tests.support.examples import examples
from tests.support.small_artifact import Plan
from tests.support.stage_runs import shipped_prompts

WORDING = shipped_prompts().wording("feedback")
GUIDE = shipped_prompts().wording("fields/dream")

INVALID = Fault(rule="schema.any", kind=FaultKind.INVALID, field="tone", requirement="text")
faults = st.builds(
    Fault,
    rule=st.just("schema.any"),
    kind=st.sampled_from(FaultKind),
    field=any_text,
    problem=any_text,
    provided=json_values | any_text | unserializable,
    requirement=any_text,
    category=st.sampled_from(FaultCategory),
)


def told(*faults: Fault, tool: str = "submit_dream") -> dict[str, Any]:
    text = build_feedback(faults, tool=tool, wording=WORDING).to_json()
    document: dict[str, Any] = json.loads(text.encode("utf-8").decode("utf-8"))
    return document


def keys_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from keys_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from keys_in(item)


@given(st.lists(faults, max_size=6))
@examples(80)
def test_the_keys_stand_in_order_and_the_count_is_the_sum(found: list[Fault]) -> None:
    """Feedback on any value can be sent, and its order and count are comparable."""
    document = told(*found)
    assert list(document) == ["result", "issues", "issue_count", "action"]
    assert document["result"] == "validation_failed"
    assert list(document["issues"]) == ["invalid", "missing", "unknown"]
    lists = document["issues"].values()
    assert document["issue_count"] == sum(len(issues) for issues in lists) == len(found)
    for issue in document["issues"]["invalid"]:
        assert list(issue) == ["field", "provided", "problem", "requirement"]
    for issue in document["issues"]["missing"]:
        assert list(issue) == ["field", "requirement"]


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "provided",
    ["x" * 100_000, ["word"] * 100_000, {"k" * 50_000: 1}, nested(900), 10**3000, "\x00" * 9_000],
    ids=["text", "list", "key", "depth", "number", "control"],
)
def test_what_is_long_is_cut(provided: Any) -> None:
    """A huge wrong value must not fill the context window of the retry."""
    fault = evolve(INVALID, field="f" * 9_000, problem="p" * 9_000, provided=provided)
    text = build_feedback((fault,), tool="submit_dream", wording=WORDING).to_json()
    assert len(text) < 400 + 3 * 200 + 6 * 200


@pytest.mark.parametrize("provided", ["short", 3, 2.5, True, None])
def test_a_short_plain_value_is_shown_as_it_is(provided: Any) -> None:
    """The model recognises its mistake only when a short value is quoted exactly."""
    found = told(evolve(INVALID, provided=provided))["issues"]["invalid"][0]
    assert found["provided"] == provided


schema_words = st.sampled_from(["properties", "$defs", "genre", "scope", "beats"])


@pytest.mark.parametrize("artifact", [DreamArtifact, Plan])
@given(st.dictionaries(schema_words | texts, json_values | st.just({"$defs": {"properties": {}}})))
@examples(40)
def test_no_schema_is_inside(artifact: type[Artifact], data: dict[str, Any]) -> None:
    """Models copy a schema that they see in feedback instead of filling in its fields."""
    with pytest.raises(ValidationError) as caught:
        artifact.model_validate(data)
    found = faults_of(caught.value, artifact, GUIDE, WORDING, submitted=data)
    document = told(*found)
    allowed = {"result", "issues", "issue_count", "action", "invalid", "missing", "unknown"}
    allowed |= {"field", "provided", "problem", "requirement"}
    assert set(keys_in(document)) <= allowed
    assert not set(document["issues"]["unknown"]) & set(artifact.model_fields)


@pytest.mark.parametrize("tool", ["submit_dream", "submit_{odd}"])
def test_the_action_is_last_and_names_the_tool(tool: str) -> None:
    """Models follow the last instruction best, so the action names the tool at the end."""
    document = told(evolve(INVALID, kind=FaultKind.UNKNOWN, field="gener"), tool=tool)
    assert list(document)[-1] == "action"
    assert tool in document["action"]
    assert "Unknown fields may be typos" in document["action"]
    assert document["issues"]["unknown"] == ["gener"]


def test_a_fault_of_the_whole_answer_is_named_in_words() -> None:
    """An empty field name tells the model nothing, so a fault of the whole answer is described."""
    document = told(evolve(INVALID, field=""))
    assert document["issues"]["invalid"][0]["field"] == WORDING["whole"]


def test_an_answer_without_an_artifact_is_a_tool_error() -> None:
    """An answer without an artifact has no fields to correct, so the model gets a tool error."""
    envelope = build_tool_error("Nothing was handed in.", "submit_dream", WORDING)
    document = json.loads(envelope.to_json())
    assert envelope.is_error
    assert list(document) == ["result", "error", "action"]
    assert document["result"] == "tool_error"
    assert document["error"] == "Nothing was handed in."
    assert "submit_dream" in document["action"]


def test_a_valid_artifact_is_accepted() -> None:
    """A model that submits by tool call waits for a result, also when the artifact is valid."""
    envelope = build_acceptance(WORDING)
    assert not envelope.is_error
    assert json.loads(envelope.to_json())["result"] == "accepted"


def test_the_first_needed_help_is_chosen() -> None:
    """Missing entries are reported first, because adding them can remove the other faults."""
    order = (FaultCategory.INNER, FaultCategory.SEMANTIC, FaultCategory.COMPLETENESS)
    for last, first in enumerate(order, start=1):
        kinds = [evolve(INVALID, category=each) for each in order[:last]]
        assert categorize(kinds) is first
