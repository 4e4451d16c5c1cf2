"""Define the interface to the slots of an account, in which its model calls start."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from attrs import frozen


@frozen(kw_only=True)
class CallRates:
    """The known limits of an account; ``None`` for a limit that is unknown.

    ``calls_at_once`` limits the calls that run at the same time, ``tokens_per_minute`` the tokens
    of requests and answers.
    """

    calls_per_minute: float | None = None
    tokens_per_minute: float | None = None
    calls_at_once: int | None = None

    @property
    def is_known(self) -> bool:
        """Return whether any limit is known."""
        return self != CallRates()


@frozen(kw_only=True)
class CallSlot:
    """The answer to a request for a slot.

    ``is_taken``: the call may start after ``wait`` seconds.
    ``is_closed``: the account accepts no calls for ``wait`` seconds; ask again then.
    Otherwise as many calls as allowed run already; ask again soon.
    ``lease``: the number of the call among those that run at once, or ``None`` without a limit.
    """

    wait: float = 0.0
    is_taken: bool = False
    is_closed: bool = False
    lease: int | None = None


class CallSlots(Protocol):
    """The slots in which the calls of one account start; several callers share them.

    Slots are as far apart as the rates demand. A caller may take a slot that lies in the future,
    but cannot give it back.
    """

    @abstractmethod
    async def take(self, rates: CallRates, tokens: int) -> CallSlot:
        """Take the next slot for a call of ``tokens`` tokens, without waiting for its time."""

    @abstractmethod
    async def renew(self, lease: int) -> None:
        """Keep the lease of a long call; a lease that is not renewed for a minute may expire."""

    @abstractmethod
    async def end(self, lease: int | None, rates: CallRates, tokens: int) -> None:
        """End a call that used ``tokens`` more tokens than its slot has counted, or fewer."""

    @abstractmethod
    async def close(self, seconds: float) -> None:
        """Give no slot in the next ``seconds``; an earlier, longer closure stays."""

    @abstractmethod
    async def get_closure(self) -> float:
        """Return the seconds until slots are given again; 0 if they are given now."""
