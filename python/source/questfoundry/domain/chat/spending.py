"""Report to a run the costs that no model response carries.

A paid but unusable answer ends in an error, and a search pays for embeddings. Both happen in
adapters that know nothing of runs. A run therefore installs a sink (a function that receives costs)
in a context variable. The tasks that the run starts inherit this variable.
"""

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
    """Return a context manager that sends all costs reported inside the block to ``sink``.

    A sink that was installed outside the block does not receive these costs.
    """
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
