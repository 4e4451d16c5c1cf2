"""The table of known models, and an author's corrections to the table."""

import pytest

from questfoundry.composition.registries.providers import BUILT_IN
from questfoundry.domain.models.traits import (
    ModelRef,
    Phase,
    PromptStyle,
    StructuredOutput,
    TraitOverrides,
)


def of(model: str, overrides: dict[str, TraitOverrides] | None = None):
    ref = ModelRef.parse(model)
    return BUILT_IN[ref.provider].traits_of(ref.model, (overrides or {}).get(model))


@pytest.mark.parametrize(
    ("model", "tools", "forced", "schema", "temperature", "thinking", "strategy"),
    [
        ("openai/gpt-4o", True, True, True, True, False, "schema"),
        ("openai/gpt-4.1-mini", True, True, True, True, False, "schema"),
        ("openai/gpt-5-mini", True, True, True, False, True, "schema"),
        ("openai/gpt-6-sol", True, True, True, False, True, "schema"),
        ("openai/o3-mini", True, True, True, False, True, "schema"),
        ("openai/o1-mini", False, False, True, False, False, "schema"),
        ("openai/my-server-model", True, True, False, True, False, "tool"),
        ("anthropic/claude-3-5-haiku-latest", True, True, False, True, False, "tool"),
        ("anthropic/claude-opus-4-1", True, True, False, True, False, "tool"),
        ("anthropic/claude-sonnet-4-20250514", True, True, False, True, False, "tool"),
        ("anthropic/claude-haiku-4-5-20251001", True, True, True, True, False, "tool"),
        ("anthropic/claude-opus-5-5", True, False, True, False, False, "schema"),
        ("ollama/qwen3:8b", True, False, True, True, True, "tool"),
        ("ollama/llama3.1:8b", True, False, True, True, False, "tool"),
        ("ollama/llama3:8b", False, False, True, True, False, "schema"),
        ("ollama/mistral-nemo", True, False, True, True, False, "tool"),
        ("ollama/gemma3:4b", False, False, True, True, False, "schema"),
        ("ollama/deepseek-r1:14b", False, False, True, True, True, "schema"),
        ("ollama/hf.co/someone/some-model:Q4", True, False, True, True, False, "tool"),
        ("local/smollm2-135m", False, False, True, True, False, "schema"),
        ("local/qwen3-8b.gguf", True, False, True, True, False, "schema"),
    ],
)
def test_a_known_model_has_its_traits(
    model, tools, forced, schema, temperature, thinking, strategy
):
    """A wrong trait would send a field that the model's API refuses. (SET-3.1)"""
    traits = of(model)
    assert traits.capabilities.tools is tools
    assert traits.capabilities.forced_tool_choice is forced
    assert traits.capabilities.json_schema is schema
    assert traits.capabilities.temperature is temperature
    assert traits.capabilities.thinking is thinking
    assert traits.structured_output is StructuredOutput(strategy)


def test_models_get_the_room_that_they_need() -> None:
    """The embedded model fails with long prompts, and thinking counts as answer."""
    traits = of("local/smollm2-135m")
    assert traits.profile.prompt_style is PromptStyle.SHORT
    assert traits.capabilities.context_window == 4096
    assert traits.capabilities.concurrency == 1
    assert not traits.capabilities.comprehension
    assert traits.profile.max_tokens[Phase.DISCUSS] <= 200

    for model in ("openai/gpt-5", "openai/o3", "anthropic/claude-opus-5-5"):
        traits = of(model)
        room = traits.profile.max_tokens[Phase.SERIALIZE]
        assert 16_000 <= room <= traits.capabilities.max_output_tokens


def test_no_pattern_of_the_table_is_hidden_behind_an_earlier_one():
    """A hidden pattern would give a model the traits of another model."""
    rows = [(each.name, *row) for each in BUILT_IN.values() for row in each.known]
    for provider, pattern, traits in rows:
        spelt = pattern.replace("[0-9]", "9").replace("[56]", "5").replace("[01]", "0")
        assert of(f"{provider}/{spelt.replace('*', 'x')}") is traits, pattern


def test_an_override_changes_its_field_of_its_model_and_nothing_else() -> None:
    """A correction must not change other fields, phases or models. (SET-4.1)"""
    overrides = {
        "ollama/qwen3:8b": TraitOverrides(
            context_window=32_768,
            structured_output=StructuredOutput.SCHEMA,
            max_tokens={Phase.SERIALIZE: 900},
        )
    }
    before, after = of("ollama/qwen3:8b"), of("ollama/qwen3:8b", overrides)
    assert after.capabilities == before.capabilities.model_copy(update={"context_window": 32_768})
    assert after.profile == before.profile.model_copy(
        update={"structured_output": StructuredOutput.SCHEMA, "max_tokens": {Phase.SERIALIZE: 900}}
    )
    assert of("ollama/qwen3:14b", overrides) == before

    model = "local/smollm2-135m"
    overrides = {model: TraitOverrides(max_tokens={Phase.DISCUSS: 80})}
    before, after = of(model).profile.max_tokens, of(model, overrides).profile.max_tokens
    assert after == {**before, Phase.DISCUSS: 80}

    silent = TraitOverrides.model_validate({"tools": None, "context_window": None})
    assert of("ollama/llama3:8b", {"ollama/llama3:8b": silent}) == of("ollama/llama3:8b")
