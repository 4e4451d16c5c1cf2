"""How an answer is asked for, and how that changes where asking so was of no use."""

from __future__ import annotations

from attrs import evolve, frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.domain.models.traits import ModelTraits, Phase, StructuredOutput

LOW_TEMPERATURE, HIGH_TEMPERATURE = 0.1, 0.7
"""The temperatures between which another one is chosen."""


@frozen(kw_only=True)
class RetryStrategy:
    """The strategy, the temperature, the room of an answer in tokens, and in how many parts."""

    structured_output: StructuredOutput
    temperature: float
    max_tokens: int
    part_count: int = 1

    @classmethod
    def from_traits(cls, traits: ModelTraits) -> RetryStrategy:
        """How a model is asked first: as its traits say."""
        return cls(
            strategy=traits.structured_output,
            temperature=temperature_of(Phase.SERIALIZE, traits),
            max_tokens=max_tokens_of(Phase.SERIALIZE, traits),
        )

    def adapt_to_cut_off(self, traits: ModelTraits) -> RetryStrategy:
        """With twice the room; where the model can write no more, in twice as many parts."""
        ceiling = traits.capabilities.longest_answer
        if self.max_tokens < ceiling:
            return evolve(self, max_tokens=min(self.max_tokens * 2, ceiling))
        return evolve(self, parts=self.part_count * 2)

    def adapt_to_repetition(self, traits: ModelTraits) -> RetryStrategy:
        """By the other strategy, where the model has both, and at another temperature."""
        capabilities = traits.capabilities
        other = {
            StructuredOutput.TOOL: StructuredOutput.SCHEMA,
            StructuredOutput.SCHEMA: StructuredOutput.TOOL,
        }[self.structured_output]
        has_both = capabilities.tools and capabilities.json_schema
        return evolve(
            self,
            strategy=other if has_both else self.structured_output,
            temperature=LOW_TEMPERATURE
            if self.temperature > (LOW_TEMPERATURE + HIGH_TEMPERATURE) / 2
            else HIGH_TEMPERATURE,
        )
