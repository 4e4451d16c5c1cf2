"""What is spent beside the answers that a run gets: whoever spends it says so here.

An answer that was paid for and cannot be used ends in an error, and embeddings are asked for
deep inside a search; both are made by adapters that know of no run. The run listens, in the
tasks that it began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from questfoundry.domain.chat.usage import Usage

SpendingSink = Callable[[str, Usage], None]
"""Receives a model, as provider/model, and what was spent on it.

Raises ``BudgetReachedError`` where nothing is left to ask once more.
"""

_SINK: ContextVar[SpendingSink | None] = ContextVar("spending", default=None)


@contextmanager
def report_spending_to(sink: SpendingSink) -> Iterator[None]:
    """All that is spent inside is told to ``sink``, and to no other around it."""
    token = _SINK.set(sink)
    try:
        yield
    finally:
        _SINK.reset(token)


def has_spending_sink() -> bool:
    """Whether somebody listens."""
    return _SINK.get() is not None


def report_spending(model: str, usage: Usage) -> None:
    """Say what was spent; where nobody listens, nothing happens."""
    sink = _SINK.get()
    if sink is not None:
        sink(model, usage)
