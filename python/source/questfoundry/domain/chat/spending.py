"""Report costs that no returned response carries, from deep inside an adapter to the run.

A paid but unusable answer ends in an error, and embeddings are computed deep inside a search. Both
happen in adapters that know nothing of runs. A run therefore installs a sink (a receiver of costs)
in a context variable. The tasks that it starts inherit this variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from questfoundry.domain.chat.usage import Usage

SpendingSink = Callable[[str, Usage], None]
"""Receives a model, as ``provider/model``, and its usage.

Raises ``BudgetReachedError`` if the budget does not cover another call.
"""

_SINK: ContextVar[SpendingSink | None] = ContextVar("spending", default=None)


@contextmanager
def report_spending_to(sink: SpendingSink) -> Iterator[None]:
    """Send all costs reported inside the ``with`` block to ``sink`` only, not to an outer sink."""
    token = _SINK.set(sink)
    try:
        yield
    finally:
        _SINK.reset(token)


def has_spending_sink() -> bool:
    """Return whether a receiver of costs is installed in the current context."""
    return _SINK.get() is not None


def report_spending(model: str, usage: Usage) -> None:
    """Report ``usage`` of ``model`` to the current sink; do nothing if there is no sink."""
    sink = _SINK.get()
    if sink is not None:
        sink(model, usage)
