"""Choose temperature, answer length and output mode of requests, also after failed attempts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from questfoundry.domain.models.traits import ModelTraits, Phase, StructuredOutput

TEMPERATURES: Mapping[Phase, float] = MappingProxyType(
    {Phase.DISCUSS: 0.8, Phase.SUMMARIZE: 0.3, Phase.SERIALIZE: 0.1}
)
"""The usual sampling temperatures: high to explore in Discuss, low to condense and to decide.

Creative sections of Serialize have the temperature of Discuss.
"""

MAX_TOKENS = 4096
"""The token limit of an answer, unless a model's profile overrides it."""


def temperature_of(phase: Phase, traits: ModelTraits) -> float:
    """Return the sampling temperature of ``phase`` for a model with these ``traits``."""
    return traits.profile.temperatures.get(phase, TEMPERATURES[phase])


TOKENS_PER_WORD = 4
"""The token limit per requested word.

It includes notes below the prose, half as much again for texts that run long, and languages in
which a word takes several tokens.
"""


def max_tokens_of(phase: Phase, traits: ModelTraits, *, words: int = 0) -> int:
    """Return the maximum number of tokens to request for an answer of ``words`` words.

    The result is at most the longest answer that the model can give.
    """
    usual = max(MAX_TOKENS, TOKENS_PER_WORD * words)
    wanted = traits.profile.max_tokens.get(phase, usual)
    return min(wanted, traits.capabilities.longest_answer)


LOW_TEMPERATURE, HIGH_TEMPERATURE = 0.1, 0.7
"""The two temperatures between which retries alternate."""


@frozen(kw_only=True)
class RetryStrategy:
    """The settings for the next attempt, whose answer is requested in ``part_count`` parts."""

    structured_output: StructuredOutput
    temperature: float
    max_tokens: int
    part_count: int = 1

    @classmethod
    def from_traits(
        cls, traits: ModelTraits, *, is_creative: bool = False, words: int = 0
    ) -> RetryStrategy:
        """Create the strategy for the first attempt with a model that has these ``traits``.

        If ``is_creative`` is true, the temperature is that of Discuss. An answer of ``words`` words
        must fit.
        """
        phase = Phase.DISCUSS if is_creative else Phase.SERIALIZE
        return cls(
            structured_output=traits.structured_output,
            temperature=temperature_of(phase, traits),
            max_tokens=max_tokens_of(Phase.SERIALIZE, traits, words=words),
        )

    def adapt_to_cut_off(self, traits: ModelTraits) -> RetryStrategy:
        """Return a strategy with twice the token limit or, at the maximum, twice the parts."""
        ceiling = traits.capabilities.longest_answer
        if self.max_tokens < ceiling:
            return evolve(self, max_tokens=min(self.max_tokens * 2, ceiling))
        return evolve(self, part_count=self.part_count * 2)

    def adapt_to_repetition(self, traits: ModelTraits) -> RetryStrategy:
        """Return a strategy with another temperature, and another output mode if possible."""
        capabilities = traits.capabilities
        other = {
            StructuredOutput.TOOL: StructuredOutput.SCHEMA,
            StructuredOutput.SCHEMA: StructuredOutput.TOOL,
        }[self.structured_output]
        has_both = capabilities.tools and capabilities.json_schema
        return evolve(
            self,
            structured_output=other if has_both else self.structured_output,
            temperature=LOW_TEMPERATURE
            if self.temperature > (LOW_TEMPERATURE + HIGH_TEMPERATURE) / 2
            else HIGH_TEMPERATURE,
        )
