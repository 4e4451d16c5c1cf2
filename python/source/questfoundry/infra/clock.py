"""The clock of this machine."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

from questfoundry.domain.protocols.clock import Clock


class SystemClock(Clock):
    """A clock that returns real time."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait ``seconds`` seconds while other tasks run."""
        await asyncio.sleep(seconds)
