"""What a model call used: tokens, and the calls they came from."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

LARGEST_COUNT = 2**63 - 1
"""The largest count that is kept."""

PRICE_STEP = 1_000
"""Of the tokens that a call reads: what a token costs changes at multiples of it alone."""


def to_token_count(reported: Any) -> int:
    """A count as somebody's server gives it: what is no number, or less than none, is 0."""
    try:
        return min(LARGEST_COUNT, max(0, int(reported or 0)))
    except OverflowError:  # infinity
        return LARGEST_COUNT
    except (TypeError, ValueError):
        return 0


@frozen(kw_only=True)
class Usage:
    """Tokens of one or more model calls; ``cached_tokens`` are part of ``input_tokens``.

    ``estimated`` where a provider did not say, or not all of it.
    """

    input_tokens: int = field(default=0, converter=to_token_count)
    output_tokens: int = field(default=0, converter=to_token_count)
    cached_tokens: int = field(default=0, converter=to_token_count)
    calls: int = field(default=1, converter=to_token_count)
    estimated: bool = field(default=False, converter=bool)

    def __attrs_post_init__(self) -> None:
        """A part is no more than the whole, whatever a server says."""
        if self.cached_tokens > self.input_tokens:
            object.__setattr__(self, "cached_tokens", self.input_tokens)

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
            estimated=self.estimated or other.estimated,
        )


NO_USAGE = Usage(calls=0)
