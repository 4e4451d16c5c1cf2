"""Tests for choosing the model of each phase and for rejecting unsuitable models."""

from itertools import product

import pytest

from questfoundry.composition.registries.providers import BUILT_IN as PROVIDERS
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import (
    STREAMING,
    Chosen,
    Manner,
    ProviderChoices,
    SourceChoices,
    require_fit,
    require_provider,
    resolve_model,
)
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelRef,
    ModelTraits,
    Phase,
    Profile,
    StructuredOutput,
)
from questfoundry.domain.remedy import ChooseModel

BUILT_IN = ModelRef("local", "smollm2-135m")
LEVELS = 6


def choices_of(phase: Phase, texts: tuple[str | None, ...]) -> ProviderChoices:
    sources = [
        SourceChoices(general=texts[position + 1], phases={phase: texts[position]})
        for position in (0, 2, 4)
    ]
    return ProviderChoices(flags=sources[0], variables=sources[1], keys=sources[2])


def origins_of(phase: Phase) -> list[str]:
    name = phase.value
    return [
        f"the program, for {name},",
        "the program",
        f"QF_PROVIDER_{name.upper()}",
        "QF_PROVIDER",
        f"providers.{name} in project.yaml",
        "providers.default in project.yaml",
    ]


def test_of_any_subset_of_the_six_levels_the_highest_given_one_chooses():
    """Settings on six levels must never combine in a surprising order. (SET-1.1)"""
    default = Chosen(ref=BUILT_IN, origin="built-in default")
    for phase, absent, *levels in product(Phase, (None, "", "  "), *[(True, False)] * LEVELS):
        texts = tuple(f"ollama/{at}" if given else absent for at, given in enumerate(levels))
        every = [
            Chosen(ref=ModelRef("ollama", str(at)), origin=origin)
            for at, origin in enumerate(origins_of(phase))
        ]
        wanted = next((each for each, given in zip(every, levels, strict=True) if given), default)
        assert resolve_model(phase, choices_of(phase, texts), lambda: BUILT_IN) == wanted, texts


def test_a_choice_for_one_phase_leaves_the_others():
    """A flag for one phase must not change the models of the other phases."""
    choices = ProviderChoices(
        flags=SourceChoices(phases={Phase.DISCUSS: "openai/gpt-4o"}),
        keys=SourceChoices(general="ollama/qwen3:8b"),
    )
    chosen = [str(resolve_model(phase, choices, lambda: BUILT_IN).ref) for phase in Phase]
    assert chosen == ["openai/gpt-4o", "ollama/qwen3:8b", "ollama/qwen3:8b"]


def test_the_built_in_default_is_not_looked_for_when_something_is_chosen():
    """Looking for a default contacts a server, which would slow down every explicit choice."""

    def never() -> ModelRef:
        raise AssertionError("the built-in default was asked for")

    choices = ProviderChoices(variables=SourceChoices(general="openai/gpt-4o"))
    assert resolve_model(Phase.DISCUSS, choices, never).origin == "QF_PROVIDER"


def test_a_choice_that_names_no_model_is_blamed_on_its_origin():
    """The author must learn which setting is wrong, because six levels can hold it."""
    choices = ProviderChoices(variables=SourceChoices(phases={Phase.SERIALIZE: "gpt-4o"}))
    with pytest.raises(SettingsError, match=r"QF_PROVIDER_SERIALIZE: 'gpt-4o'.*provider/model"):
        resolve_model(Phase.SERIALIZE, choices, lambda: BUILT_IN)


def test_an_unknown_provider_is_named_with_its_origin_and_the_nearest_one():
    """A misspelt provider is easiest to correct when the error suggests the right name."""
    chosen = [Chosen(ref=ModelRef("opnai", "gpt-4o"), origin="--provider")]
    with pytest.raises(SettingsError) as caught:
        require_provider(chosen, {"openai", "ollama"})
    assert "--provider names" in str(caught.value)
    assert "Did you mean openai/gpt-4o?" in str(caught.value)
    require_provider([Chosen(ref=ModelRef("openai", "gpt-4o"), origin="")], {"openai"})


def fit(phase: Phase, model: str, traits: ModelTraits | None = None) -> None:
    ref = ModelRef.parse(model)
    chosen = Chosen(ref=ref, origin="providers.default in project.yaml")
    require_fit({phase: chosen}, {phase: traits or PROVIDERS[ref.provider].traits_of(ref.model)})


def test_a_model_without_tools_is_rejected_for_discuss_and_taken_for_the_other_phases():
    """Discuss needs tools, and a model without them would fail in the middle of a run. (SET-2.1)"""
    with pytest.raises(SettingsError) as caught:
        fit(Phase.DISCUSS, "openai/o1-mini")
    assert "'openai/o1-mini', chosen by providers.default in project.yaml" in str(caught.value)
    assert caught.value.remedies == (ChooseModel("discuss"),)
    fit(Phase.SUMMARIZE, "openai/o1-mini")
    fit(Phase.SERIALIZE, "openai/o1-mini")


def test_a_profile_admits_a_model_without_tools_to_discuss():
    """The embedded model discusses without research, so its profile must admit it."""
    fit(Phase.DISCUSS, "local/smollm2-135m")


@pytest.mark.parametrize(
    "traits",
    [
        ModelTraits(capabilities=Capabilities(tools=False, json_schema=False)),
        ModelTraits(
            capabilities=Capabilities(tools=False, json_schema=True),
            profile=Profile(structured_output=StructuredOutput.TOOL),
        ),
        ModelTraits(
            capabilities=Capabilities(tools=True, json_schema=False),
            profile=Profile(structured_output=StructuredOutput.SCHEMA),
        ),
    ],
)
def test_a_model_that_cannot_do_its_strategy_is_rejected_for_serialize(traits):
    """A model without tools and schemas, or with a wrong override, cannot produce an artifact."""
    with pytest.raises(SettingsError, match="Serialize asks for"):
        fit(Phase.SERIALIZE, "openai/whatever", traits)


def test_all_misfits_are_told_at_once():
    """An author should correct all unsuitable models at once, not one per attempt."""
    traits = ModelTraits(capabilities=Capabilities(tools=False))
    chosen = Chosen(ref=ModelRef("openai", "x"), origin="--provider")
    with pytest.raises(SettingsError) as caught:
        require_fit(dict.fromkeys(Phase, chosen), dict.fromkeys(Phase, traits))
    assert "Discuss" in str(caught.value)
    assert "Serialize" in str(caught.value)


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
