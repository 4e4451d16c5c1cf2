"""How a phase samples: its own defaults, below them what a model's profile says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from questfoundry.domain.models.traits import ModelTraits, Phase

TEMPERATURES: Mapping[Phase, float] = MappingProxyType(
    {Phase.DISCUSS: 0.8, Phase.SUMMARIZE: 0.3, Phase.SERIALIZE: 0.1}
)
"""Exploring, distilling, deciding."""

MAX_TOKENS = 4096
"""The longest answer asked for, in tokens, unless a profile says otherwise."""


def temperature_of(phase: Phase, traits: ModelTraits) -> float:
    """The temperature of a phase with this model."""
    return traits.profile.temperatures.get(phase, TEMPERATURES[phase])


TOKENS_PER_WORD = 4
"""The room for a word of prose that is asked for: notes stand below it, writers write half as
much again, and of many languages a word is several tokens."""


def max_tokens_of(phase: Phase, traits: ModelTraits, *, words: int = 0) -> int:
    """The longest answer of a phase with this model, in which so many words have room."""
    usual = max(MAX_TOKENS, TOKENS_PER_WORD * words)
    wanted = traits.profile.max_tokens.get(phase, usual)
    return min(wanted, traits.capabilities.longest_answer)
