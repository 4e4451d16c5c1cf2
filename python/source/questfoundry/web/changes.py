"""Notification of open pages about changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

_PAUSE = 0.2


class Changes:
    """A signal that several open pages can wait for; each ``notify`` wakes all of them."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Wake everything that waits for a change."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self) -> None:
        """Wait until the next call of ``notify``."""
        await self._changed.wait()

    async def watch(self, is_over: Callable[[], bool]) -> AsyncIterator[None]:
        """Yield now and after each change until ``is_over`` returns true.

        After a change there is a pause of 0.2 seconds, so that frequent changes are combined.
        """
        while True:
            changed = self._changed
            yield None
            if is_over():
                return
            await changed.wait()
            await asyncio.sleep(_PAUSE)
