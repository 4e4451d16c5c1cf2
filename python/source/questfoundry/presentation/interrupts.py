"""Interrupt commands in two steps: a first signal cancels the work, a second ends the process.

Ctrl-C, closing the terminal and ``kill`` have the same effect. Neither step loses anything, because
every result is stored before it is used. The first step also waits briefly for answers that models
are sending.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from questfoundry.app.run import STOP_PATIENCE

STOPPED = "The author stopped it."
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_SIGNAL_EXIT_BASE = 128
_STDERR = 2


class StopRequested(KeyboardInterrupt):
    """The stop of a command by a signal; its exit ``code`` is 128 plus the signal number."""

    def __init__(self, number: int) -> None:
        super().__init__(STOPPED)
        self.code = _SIGNAL_EXIT_BASE + number


class Interrupts:
    """The signal handler of a command: one signal cancels the work, a second ends the process."""

    def __init__(self, cancel: Callable[[], object]) -> None:
        self._cancel = cancel
        self._at_prompt = False
        self.signal: int | None = None

    @contextmanager
    def prompting(self) -> Iterator[None]:
        """Mark the ``with`` block as waiting for the author; a signal ends the wait at once."""
        self._at_prompt = True
        try:
            yield
        finally:
            self._at_prompt = False

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Cancel the work or the wait for the author; at a second signal, end the process."""
        if self.signal is not None:
            # Skip finally blocks: one that hangs is the usual reason for a second signal.
            os._exit(_SIGNAL_EXIT_BASE + number)
        self.signal = number
        if self._at_prompt:
            raise StopRequested(number)
        with suppress(OSError):  # the terminal may be closed
            # os.write is reentrant: the signal may have interrupted another write.
            os.write(_STDERR, _format_notice(number))
        self._cancel()


def run_interruptible(work: Callable[[Interrupts], Coroutine[Any, Any, None]]) -> None:
    """Run the coroutine function ``work``; if a signal cancels it, raise ``StopRequested``."""

    async def run_work() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine that runs has a task
        interrupts = Interrupts(lambda: loop.call_soon_threadsafe(task.cancel, STOPPED))
        # A signal that is ignored, for example under nohup, stays ignored.
        old_handlers = {
            each: found
            for each in SIGNALS
            if (found := signal.getsignal(each)) is not signal.SIG_IGN
        }
        for each in old_handlers:
            # A plain handler does not wake a waiting event loop, and asyncio's handlers run late
            # when the loop is busy. So both are installed: asyncio's wakes, ours acts.
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(each, lambda: None)
            signal.signal(each, interrupts.handle)
        try:
            await work(interrupts)
        except asyncio.CancelledError:
            raise StopRequested(interrupts.signal or signal.SIGINT) from None
        finally:
            for each, handler in old_handlers.items():
                signal.signal(each, handler)

    asyncio.run(run_work())


def _format_notice(number: int) -> bytes:
    again = "Press Ctrl-C again" if number == signal.SIGINT else "Send another signal"
    return (
        f"\nStopping; waiting up to {STOP_PATIENCE:g} s for answers in progress. "
        f"{again} to stop at once.\n"
    ).encode()
