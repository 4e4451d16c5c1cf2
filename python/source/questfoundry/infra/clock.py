"""Read the time from the system clock."""

import asyncio
import time
from datetime import UTC, datetime

from attrs import frozen

from questfoundry.domain.protocols.workspace import Clock


@frozen
class SystemClock(Clock):
    """A clock that returns real time; all system clocks are equal."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
