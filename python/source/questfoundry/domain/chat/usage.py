"""Count the tokens of model calls."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

LARGEST_COUNT = 2**63 - 1
"""The largest count that is stored, SQLite's largest integer."""

PRICE_STEP = 1_000
"""Input tokens per price step: the price per token changes only at multiples of this number."""


def to_token_count(reported: Any) -> int:
    """Return ``reported``, a server's token count, as an integer; 0 if invalid or negative."""
    try:
        return min(LARGEST_COUNT, max(0, int(reported or 0)))
    except OverflowError:  # infinity
        return LARGEST_COUNT
    except (TypeError, ValueError):
        return 0


@frozen(kw_only=True)
class Usage:
    """The tokens of one or more model calls; ``cached_tokens`` are part of ``input_tokens``.

    ``estimated`` is true if the provider did not report every count.
    """

    input_tokens: int = field(default=0, converter=to_token_count)
    output_tokens: int = field(default=0, converter=to_token_count)
    cached_tokens: int = field(default=0, converter=to_token_count)
    calls: int = field(default=1, converter=to_token_count)
    estimated: bool = field(default=False, converter=bool)

    def __attrs_post_init__(self) -> None:
        """Limit ``cached_tokens`` to ``input_tokens``, since a server may report more."""
        if self.cached_tokens > self.input_tokens:
            object.__setattr__(self, "cached_tokens", self.input_tokens)

    @property
    def total_tokens(self) -> int:
        """The sum of input and output tokens."""
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
