"""What a model call used: tokens, and the calls they came from."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import ge


@frozen(kw_only=True)
class Usage:
    """Tokens of one or more model calls; ``cached_tokens`` are part of ``input_tokens``."""

    input_tokens: int = field(default=0, validator=ge(0))
    output_tokens: int = field(default=0, validator=ge(0))
    cached_tokens: int = field(default=0, validator=ge(0))
    calls: int = field(default=1, validator=ge(0))

    @property
    def total_tokens(self) -> int:
        """Tokens read and written."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            calls=self.calls + other.calls,
        )


NO_USAGE = Usage(calls=0)
