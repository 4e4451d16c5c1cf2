"""Tests of the manner of asking as a value."""

from questfoundry.domain.models.manner import STREAMING, Manner
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Profile, StructuredOutput


def test_a_manner_grows_by_what_was_refused() -> None:
    """Each refusal is kept once, in the order in which the server named it."""
    before = Capabilities(json_schema=True)
    after = before.model_copy(update={"json_schema": False})
    manner = Manner().drop(STREAMING).drop_changes(before, after).drop(STREAMING)
    assert manner.refused == (STREAMING, "json_schema")


def test_traits_follow_the_manner() -> None:
    """The output mode must not stay with a schema that the server refuses."""
    profile = Profile(structured_output=StructuredOutput.SCHEMA)
    traits = ModelTraits.from_capabilities(profile, json_schema=True)
    adapted = Manner(("json_schema", STREAMING, "unknown to this version")).apply(traits)
    assert not adapted.capabilities.json_schema
    assert adapted.structured_output is StructuredOutput.TOOL
    assert Manner((STREAMING,)).apply(traits) == traits


def test_a_manner_is_read_from_the_models_of_a_run() -> None:
    """Runs of earlier versions have no manner."""
    models = {
        "discuss": {"model": "a/b", "traits": {}},
        "serialize": {"model": "a/c", "manner": ["tools"]},
    }
    assert Manner.from_record(models) == {"a/c": Manner(("tools",))}
