"""Choose the settings of a request for structured output, and change them after failed attempts."""

from __future__ import annotations

from attrs import evolve, frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.domain.models.traits import ModelTraits, Phase, StructuredOutput

LOW_TEMPERATURE, HIGH_TEMPERATURE = 0.1, 0.7
"""The two temperatures between which retries alternate."""


@frozen(kw_only=True)
class RetryStrategy:
    """The settings for the next attempt: output mode, temperature, token limit and number of parts.

    If the answer has several parts, each part is requested separately.
    """

    structured_output: StructuredOutput
    temperature: float
    max_tokens: int
    part_count: int = 1

    @classmethod
    def from_traits(cls, traits: ModelTraits) -> RetryStrategy:
        """Create the strategy for the first attempt with a model that has these ``traits``."""
        return cls(
            structured_output=traits.structured_output,
            temperature=temperature_of(Phase.SERIALIZE, traits),
            max_tokens=max_tokens_of(Phase.SERIALIZE, traits),
        )

    def adapt_to_cut_off(self, traits: ModelTraits) -> RetryStrategy:
        """Return the settings after a truncated answer, with twice the token limit.

        The limit never exceeds the model's maximum. If the limit is already at this maximum, the
        answer is split into twice as many parts instead.
        """
        ceiling = traits.capabilities.longest_answer
        if self.max_tokens < ceiling:
            return evolve(self, max_tokens=min(self.max_tokens * 2, ceiling))
        return evolve(self, part_count=self.part_count * 2)

    def adapt_to_repetition(self, traits: ModelTraits) -> RetryStrategy:
        """Return the settings after two answers with the same faults, with another temperature.

        If the model supports both output modes (tool call and schema), the output mode changes as
        well.
        """
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
