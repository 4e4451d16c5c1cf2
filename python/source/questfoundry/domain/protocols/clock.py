"""Define the clock interface, through which all domain and application code reads the time."""

from abc import abstractmethod
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """A source of the current time that can also measure durations and wait."""

    @abstractmethod
    def now(self) -> datetime:
        """Return the current time in UTC, as a timezone-aware ``datetime``."""

    @abstractmethod
    def monotonic(self) -> float:
        """Return a number of seconds that never decreases, for measuring durations."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait for the given number of seconds."""
