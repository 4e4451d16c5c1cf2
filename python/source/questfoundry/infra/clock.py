"""The clock of the machine."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

from questfoundry.domain.protocols.clock import Clock


class SystemClock(Clock):
    """Real time."""

    def now(self) -> datetime:
        """The machine's time, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """The machine's stopwatch."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait, while other tasks work."""
        await asyncio.sleep(seconds)
