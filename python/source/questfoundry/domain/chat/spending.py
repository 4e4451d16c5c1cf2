"""Report costs that no returned response carries, from deep inside an adapter to the run.

A paid but unusable answer ends in an error, and a search computes embeddings. Both happen in
adapters that know nothing of runs. A run therefore installs a sink (a receiver of costs) in a
context variable. The tasks that the run starts inherit this variable.
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
    """Send all costs that are reported inside the ``with`` block to ``sink``.

    A sink that was installed outside the block does not receive them.
    """
    token = _SINK.set(sink)
    try:
        yield
    finally:
        _SINK.reset(token)


def has_spending_sink() -> bool:
    """Return whether a sink (a receiver of costs) is installed in the current context."""
    return _SINK.get() is not None


def report_spending(model: str, usage: Usage) -> None:
    """Report ``usage`` of ``model`` to the current sink (receiver of costs), if there is one."""
    sink = _SINK.get()
    if sink is not None:
        sink(model, usage)
