"""Read the time from the system clock."""

import asyncio
import time
from datetime import UTC, datetime

from questfoundry.domain.protocols.workspace import Clock


class SystemClock(Clock):
    """A clock that returns real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
