"""The time that work would take if only its waiting took any: an event loop without computing."""

import asyncio
import time
from collections.abc import Coroutine
from selectors import DefaultSelector, SelectorKey
from typing import Any, TypeVar

Result = TypeVar("Result")


def waiting_alone(work: Coroutine[Any, Any, Result], *, computing: bool = False) -> Result:
    """What the work comes to, by a loop in whose time it takes as long as it waits for timers.

    Each wait is over at once. What is waited for must come from within the process. With
    ``computing`` it takes the time of the processor, too: as on a machine that nobody else uses.
    """
    with asyncio.Runner(loop_factory=lambda: _Loop(computing=computing)) as runner:
        return runner.run(work)


class _Loop(asyncio.SelectorEventLoop):
    """Its clock stands still while others use the processor, or all do."""

    def __init__(self, *, computing: bool) -> None:
        self._passed, self._computing = 0.0, computing
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self._passed + (time.process_time() if self._computing else 0.0)

    def wait(self, seconds: float) -> None:
        self._passed += seconds


class _Selector(DefaultSelector):
    """Has the loop's clock go on where it would sleep."""

    def __init__(self, loop: _Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout:
            self._loop.wait(timeout)
        return found
