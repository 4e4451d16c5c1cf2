"""A model and its traits as plain JSON, for the record of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict

from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
)


def traits_to_dict(traits: ModelTraits) -> dict[str, Any]:
    """The traits as a JSON object."""
    profile = traits.profile
    return {
        "capabilities": asdict(traits.capabilities),
        "profile": {
            **asdict(profile),
            "temperatures": {phase.value: value for phase, value in profile.temperatures.items()},
            "max_tokens": {phase.value: value for phase, value in profile.max_tokens.items()},
        },
    }


def traits_from_dict(document: Mapping[str, Any]) -> ModelTraits:
    """The inverse of :func:`traits_to_dict`."""
    profile = document["profile"]
    structured = profile["structured_output"]
    # Runs of the first edition say only by the style of its prompts what a model comprehends.
    comprehends = profile["prompt_style"] != PromptStyle.SHORT
    return ModelTraits(
        capabilities=Capabilities(**{"comprehension": comprehends, **document["capabilities"]}),
        profile=Profile(
            structured_output=None if structured is None else StructuredOutput(structured),
            prompt_style=PromptStyle(profile["prompt_style"]),
            discusses_without_tools=profile["discusses_without_tools"],
            temperatures={Phase(name): value for name, value in profile["temperatures"].items()},
            max_tokens={Phase(name): value for name, value in profile["max_tokens"].items()},
        ),
    )
