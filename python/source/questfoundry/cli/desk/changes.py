"""Notification of open pages about changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

_PAUSE = 0.2


class Changes:
    """Something that changes, and whoever waits for it."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """There is something new."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self) -> None:
        """Until there is something new."""
        await self._changed.wait()

    async def watch(self, is_over: Callable[[], bool]) -> AsyncIterator[None]:
        """Now, and each time that there is something new, until it is over; not too often."""
        while True:
            changed = self._changed
            yield None
            if is_over():
                return
            await changed.wait()
            await asyncio.sleep(_PAUSE)
