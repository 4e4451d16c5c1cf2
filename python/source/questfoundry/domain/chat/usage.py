"""Count the tokens of model calls, and report costs that no model response carries.

A paid but unusable answer ends in an error, and a search pays for embeddings. Both happen in
adapters that know nothing of runs. A run therefore installs a sink (a function that receives costs)
in a context variable. The tasks that the run starts inherit this variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from attrs import field, frozen

LARGEST_COUNT = 2**63 - 1  # The largest count that is stored, SQLite's largest integer

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
    """The tokens of model calls; ``estimated`` if the provider did not report every count."""

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


SpendingSink = Callable[[str, Usage], None]
"""Receives a model, as ``provider/model``, and its usage.

Raises ``BudgetReachedError`` if the budget does not cover another call.
"""

_SINK: ContextVar[SpendingSink | None] = ContextVar("spending", default=None)


@contextmanager
def report_spending_to(sink: SpendingSink) -> Iterator[None]:
    """Send all costs reported inside the ``with`` block to ``sink``, and to no outer sink."""
    token = _SINK.set(sink)
    try:
        yield
    finally:
        _SINK.reset(token)


def has_spending_sink() -> bool:
    """Return whether a sink (a function that receives costs) is installed in this context."""
    return _SINK.get() is not None


def report_spending(model: str, usage: Usage) -> None:
    """Report ``usage`` of ``model`` to the installed sink (a receiver of costs), if any."""
    sink = _SINK.get()
    if sink is not None:
        sink(model, usage)
