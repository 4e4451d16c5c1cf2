"""Choose temperature and answer length for each phase; a model's profile can override both."""

from collections.abc import Mapping
from types import MappingProxyType

from questfoundry.domain.models.traits import ModelTraits, Phase

TEMPERATURES: Mapping[Phase, float] = MappingProxyType(
    {Phase.DISCUSS: 0.8, Phase.SUMMARIZE: 0.3, Phase.SERIALIZE: 0.1}
)
"""High to explore in Discuss, low to condense and to decide."""

MAX_TOKENS = 4096
"""The token limit of an answer, unless a model's profile overrides it."""


def temperature_of(phase: Phase, traits: ModelTraits) -> float:
    """Return the sampling temperature of ``phase`` for a model with these ``traits``."""
    return traits.profile.temperatures.get(phase, TEMPERATURES[phase])


TOKENS_PER_WORD = 4
"""The token limit per requested word of prose.

It includes notes below the prose, half as much again for texts that run long, and languages in
which a word takes several tokens.
"""


def max_tokens_of(phase: Phase, traits: ModelTraits, *, words: int = 0) -> int:
    """Return the maximum number of tokens of an answer in ``phase``.

    The maximum suffices for a text of ``words`` words, unless the model's profile sets another
    maximum. It never exceeds the longest answer that the model can give.
    """
    usual = max(MAX_TOKENS, TOKENS_PER_WORD * words)
    wanted = traits.profile.max_tokens.get(phase, usual)
    return min(wanted, traits.capabilities.longest_answer)
