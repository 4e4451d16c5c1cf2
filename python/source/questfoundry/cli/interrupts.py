"""Ctrl-C in two steps: the first ends the work cleanly, the second ends the process at once.

Neither loses anything, because all that is finished was written down before it was used.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from questfoundry.cli.errors import INTERRUPTED

STOPPED = "The author stopped it."
_STDERR = 2


class Interrupts:
    """Decides what a Ctrl-C means while a command works."""

    def __init__(self, cancel: Callable[[], object]) -> None:
        self._cancel = cancel
        self._pressed = False
        self._at_prompt = False

    @contextmanager
    def prompting(self) -> Iterator[None]:
        """While the author is asked, nothing else goes on, and a Ctrl-C ends the asking."""
        self._at_prompt = True
        try:
            yield
        finally:
            self._at_prompt = False

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """The signal's handler."""
        if self._pressed:
            # Not even finally blocks: a hanging one is why someone presses twice.
            os._exit(INTERRUPTED)
        self._pressed = True
        if self._at_prompt:
            raise KeyboardInterrupt(STOPPED)
        # A signal may come in the middle of another write, which only this one allows.
        os.write(_STDERR, b"\nStopping. Press Ctrl-C again to stop at once.\n")
        self._cancel()


def run_interruptible(work: Callable[[Interrupts], Coroutine[Any, Any, None]]) -> None:
    """Run the work; a first Ctrl-C cancels it and comes out as ``KeyboardInterrupt``."""

    async def watched() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine that runs has a task
        interrupts = Interrupts(lambda: loop.call_soon_threadsafe(task.cancel, STOPPED))
        before = signal.getsignal(signal.SIGINT)
        # A signal that comes just before the loop waits would not wake it; asyncio's own way
        # of handling signals does, but its handlers come too late when the loop is busy.
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(signal.SIGINT, lambda: None)
        signal.signal(signal.SIGINT, interrupts.handle)
        try:
            await work(interrupts)
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        finally:
            signal.signal(signal.SIGINT, before)

    asyncio.run(watched())
