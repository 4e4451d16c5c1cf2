"""Run a coroutine in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class ThreadTask(Generic[Result]):
    """A coroutine in a thread of ``threads``, so that its slow steps delay no other task."""

    def __init__(self, threads: Executor, work: Callable[[], Coroutine[Any, Any, Result]]) -> None:
        self._threads = threads
        self._work = work
        self._lock = Lock()
        self._task: asyncio.Task[Result] | None = None
        self._is_interrupted = False

    async def result(self) -> Result:
        """Wait for the result.

        If the waiting task is cancelled, the coroutine is cancelled in its thread; the wait ends
        when the coroutine has ended.
        """
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._run)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self._interrupt()
            while not future.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([future])
            future.cancelled() or future.exception()  # has been seen
            raise

    def _run(self) -> Result:
        return asyncio.run(self._main())

    async def _main(self) -> Result:
        with self._lock:
            self._task = asyncio.ensure_future(self._work())
            if self._is_interrupted:
                self._task.cancel()
        return await self._task

    def _interrupt(self) -> None:
        with self._lock:
            self._is_interrupted = True
            if self._task is not None:
                with suppress(RuntimeError):  # The loop has ended.
                    self._task.get_loop().call_soon_threadsafe(self._task.cancel)
