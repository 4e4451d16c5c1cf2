"""Read the time from the system clock."""

import asyncio
import time
from datetime import UTC, datetime

from questfoundry.domain.protocols.workspace import Clock


class SystemClock(Clock):
    """A clock that returns real time."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary start; the number never decreases."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait ``seconds`` seconds while other tasks run."""
        await asyncio.sleep(seconds)
