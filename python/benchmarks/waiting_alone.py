"""An event loop that measures how long work takes if only waiting takes time, not computing."""

import asyncio
import time
from collections.abc import Coroutine
from selectors import DefaultSelector, SelectorKey
from typing import Any, TypeVar

Result = TypeVar("Result")


def waiting_alone(work: Coroutine[Any, Any, Result], *, computing: bool = False) -> Result:
    """Run ``work`` in a loop whose clock counts only waits for timers, and return its result.

    Each wait ends at once, and moves the clock. ``work`` may wait only for events of this process.
    With ``computing``, the clock also counts the processor time of this process, as on a machine
    without other work.
    """
    with asyncio.Runner(loop_factory=lambda: _Loop(computing=computing)) as runner:
        return runner.run(work)


class _Loop(asyncio.SelectorEventLoop):
    """An event loop with its own clock, which stands still while other processes compute."""

    def __init__(self, *, computing: bool) -> None:
        self._passed, self._computing = 0.0, computing
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self._passed + (time.process_time() if self._computing else 0.0)

    def wait(self, seconds: float) -> None:
        self._passed += seconds


class _Selector(DefaultSelector):
    """A selector that moves the loop's clock instead of sleeping."""

    def __init__(self, loop: _Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout:
            self._loop.wait(timeout)
        return found
