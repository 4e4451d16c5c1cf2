"""A stop waits shortly for a call that is under way: it is paid for, so its answer is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from attrs import frozen

from questfoundry.domain.protocols import Clock

Result = TypeVar("Result")

STOP_PATIENCE = 5.0
"""Seconds that a call gets; many answers take less, and what stops programs kills after ten."""

_CLEANUP_SECONDS = 1.0


@frozen(kw_only=True)
class FinishedCall(Generic[Result]):
    """What a call came to; ``stop`` is to be raised once that is kept."""

    result: Result
    stop: asyncio.CancelledError | None = None


async def finish_call(
    work: Coroutine[Any, Any, Result], *, clock: Clock, patience: float = STOP_PATIENCE
) -> FinishedCall[Result]:
    """Do the work; cancelled meanwhile, it goes on for ``patience`` seconds at most.

    Cancelled once more, it ends at once.
    """
    call = asyncio.ensure_future(work)
    try:
        return FinishedCall(result=await asyncio.shield(call))
    except asyncio.CancelledError as stop:
        await _wait(call, clock, patience)
        if call.cancelled() or call.exception() is not None:
            raise
        return FinishedCall(result=call.result(), stop=stop)


async def _wait(call: asyncio.Future[Any], clock: Clock, patience: float) -> None:
    limit = asyncio.ensure_future(clock.sleep(patience))
    try:
        await asyncio.wait({call, limit}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        limit.cancel()
        if call.cancel():
            await asyncio.wait({call}, timeout=_CLEANUP_SECONDS)
