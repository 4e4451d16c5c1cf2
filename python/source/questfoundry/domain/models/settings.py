"""Choose the model of each phase from the settings, and check that the model suits the phase.

A ``Manner`` records the request features that a server has refused; later requests omit them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelRef,
    ModelTraits,
    Phase,
    StructuredOutput,
)
from questfoundry.domain.remedy import ChooseModel

BUILT_IN = "built-in default"  # The origin of a model that no setting chose


_PROGRAM: Mapping[Phase | None, str] = {
    None: "the program",
    **{phase: f"the program, for {phase}," for phase in Phase},
}


@frozen(kw_only=True)
class SourceChoices:
    """The choices of models in one source of settings, such as the environment.

    ``general``: the model for every phase without a model in ``phases``, or ``None``.
    ``origins``: for error messages, the name of each phase's setting; ``None`` is the key for
      ``general``.
    """

    general: str | None = None
    phases: Mapping[Phase, str | None] = field(factory=dict[Phase, "str | None"])
    origins: Mapping[Phase | None, str] = _PROGRAM


@frozen(kw_only=True)
class ProviderChoices:
    """The model choices of three sources: the caller's flags, environment variables, YAML keys."""

    flags: SourceChoices = field(factory=SourceChoices)
    variables: SourceChoices = field(factory=SourceChoices)
    keys: SourceChoices = field(factory=SourceChoices)


@frozen(kw_only=True)
class Chosen:
    """A chosen model; ``origin`` is the flag, environment variable or YAML key that chose it."""

    ref: ModelRef
    origin: str


def resolve_model(
    phase: Phase, choices: ProviderChoices, built_in: Callable[[], ModelRef]
) -> Chosen:
    """Return the model for ``phase``; ``built_in`` is called only if no source names a model.

    A flag takes precedence over an environment variable, and a variable over ``project.yaml``. In
    each source, the choice for the phase takes precedence over the general choice.
    """
    for text, origin in _list_levels(phase, choices):
        if text and text.strip():
            return Chosen(ref=_parse(text, origin), origin=origin)
    return Chosen(ref=built_in(), origin=BUILT_IN)


def require_provider(chosen: Iterable[Chosen], providers: Collection[str]) -> None:
    """Raise ``SettingsError`` if the provider of a chosen model is not in ``providers``."""
    for choice in chosen:
        if choice.ref.provider not in providers:
            from difflib import get_close_matches

            near = get_close_matches(choice.ref.provider, providers, n=1)
            hint = f"Did you mean {near[0]}/{choice.ref.model}? " if near else ""
            raise SettingsError(
                f"{choice.origin} names the model {str(choice.ref)!r}, but there is no provider "
                f"{choice.ref.provider!r}. {hint}Choose one of {', '.join(sorted(providers))}."
            )


def require_fit(chosen: Mapping[Phase, Chosen], traits: Mapping[Phase, ModelTraits]) -> None:
    """Raise ``SettingsError`` if a chosen model lacks an ability that its phase needs."""
    problems = {
        phase: problem
        for phase, choice in chosen.items()
        if (problem := _find_misfit(phase, choice, traits[phase]))
    }
    if problems:
        remedies = [ChooseModel(phase.value) for phase in problems]
        raise SettingsError("\n".join(problems.values()), remedies=remedies)


def _list_levels(phase: Phase, choices: ProviderChoices) -> Iterable[tuple[str | None, str]]:
    name = phase.value
    yield choices.flags.phases.get(phase), choices.flags.origins[phase]
    yield choices.flags.general, choices.flags.origins[None]
    yield choices.variables.phases.get(phase), f"QF_PROVIDER_{name.upper()}"
    yield choices.variables.general, "QF_PROVIDER"
    yield choices.keys.phases.get(phase), f"providers.{name} in project.yaml"
    yield choices.keys.general, "providers.default in project.yaml"


def _parse(text: str, origin: str) -> ModelRef:
    try:
        return ModelRef.parse(text)
    except SettingsError as error:
        raise SettingsError(f"{origin}: {error}") from error


def _find_misfit(phase: Phase, choice: Chosen, traits: ModelTraits) -> str | None:
    capabilities, profile = traits.capabilities, traits.profile
    lack = None
    if phase is Phase.DISCUSS and not (capabilities.tools or profile.discusses_without_tools):
        lack = "cannot call tools, which Discuss needs"
    if phase is Phase.SERIALIZE:
        if traits.structured_output is StructuredOutput.TOOL and not capabilities.tools:
            lack = "cannot call the tool that Serialize asks for"
        if traits.structured_output is StructuredOutput.SCHEMA and not capabilities.json_schema:
            lack = "cannot answer by the JSON Schema that Serialize asks for"
    if lack is None:
        return None
    return (
        f"The model {str(choice.ref)!r}, chosen by {choice.origin}, {lack}. Choose another "
        f"one, or correct the model's traits under models: {choice.ref}: in project.yaml."
    )


STREAMING = "streaming"
"""The name for refused streaming, beside the names of refused capabilities."""


@frozen
class Manner:
    """The request features that a server has refused; later requests leave these out.

    ``refused``: names of fields of ``Capabilities``, or ``streaming``, in the order of refusal.
    """

    refused: tuple[str, ...] = ()

    def drop(self, *names: str) -> Manner:
        """Return the manner with ``names`` added to the refused features."""
        return Manner(tuple(dict.fromkeys((*self.refused, *names))))

    def drop_changes(self, before: Capabilities, after: Capabilities) -> Manner:
        """Return the manner that also refuses the capabilities that the arguments do not share."""
        fields = type(before).model_fields
        return self.drop(
            *(each for each in fields if getattr(before, each) != getattr(after, each))
        )

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """Return ``traits`` without refused features; the output mode follows the capabilities."""
        lost = {name: False for name in self.refused if name in Capabilities.model_fields}
        if not lost:
            return traits
        return ModelTraits(
            capabilities=traits.capabilities.model_copy(update=lost),
            profile=traits.profile.model_copy(update={"structured_output": None}),
        )

    @classmethod
    def from_record(cls, models: Mapping[str, Any]) -> dict[str, Manner]:
        """Return the manners in ``models``, the stored models of a run, by ``provider/model``."""
        found: dict[str, Manner] = {}
        for each in models.values():
            if refused := each.get("manner"):
                found[each["model"]] = cls(tuple(refused))
        return found


NO_REFUSAL = Manner()
