"""The port to time: the rules never look at a clock themselves."""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time of day, a stopwatch, and waiting."""

    @abstractmethod
    def now(self) -> datetime:
        """The time in UTC, with its zone."""

    @abstractmethod
    def monotonic(self) -> float:
        """Seconds that never go back, for measuring."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait that many seconds."""
