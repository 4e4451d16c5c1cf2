"""Tests that a model's traits survive being stored with a run."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.composition.registries.providers import BUILT_IN
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
)

traits = st.builds(
    ModelTraits,
    capabilities=st.builds(
        Capabilities,
        context_window=st.integers(1, 2_000_000),
        max_output_tokens=st.none() | st.integers(1, 100_000),
        tools=st.booleans(),
        json_schema=st.booleans(),
        comprehension=st.booleans(),
        concurrency=st.none() | st.integers(1, 8),
    ),
    profile=st.builds(
        Profile,
        structured_output=st.none() | st.sampled_from(StructuredOutput),
        prompt_style=st.sampled_from(PromptStyle),
        temperatures=st.dictionaries(st.sampled_from(Phase), st.floats(0, 2)),
        max_tokens=st.dictionaries(st.sampled_from(Phase), st.integers(1, 9999)),
    ),
)


@given(traits)
def test_traits_come_back_from_json_as_they_were(given_traits: ModelTraits) -> None:
    """A run that is replayed with other traits would send other requests."""
    text = json.dumps(given_traits.model_dump(mode="json"))

    assert ModelTraits.model_validate(json.loads(text)) == given_traits


@pytest.mark.parametrize("style", PromptStyle)
def test_in_the_first_edition_the_style_tells_comprehension(style: PromptStyle) -> None:
    """Runs of the first edition must still be replayed with their original requests."""
    document = ModelTraits(profile=Profile(prompt_style=style)).model_dump(mode="json")
    for later in ("comprehension", "concurrency"):
        del document["capabilities"][later]
    restored = ModelTraits.model_validate(document).capabilities
    assert restored.comprehension is (style is PromptStyle.FULL)


def test_the_traits_of_every_known_model_can_be_written_down() -> None:
    """Runs with traits that cannot be stored could not be replayed."""
    for known in (traits for each in BUILT_IN.values() for _, traits in each.known):
        assert ModelTraits.model_validate_json(known.model_dump_json()) == known
