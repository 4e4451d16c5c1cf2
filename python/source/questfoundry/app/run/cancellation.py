"""Cancellation of a model call that is in flight: wait briefly, then stop.

The call is paid for, so its answer is recorded if it arrives in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from attrs import frozen

from questfoundry.domain.protocols import Clock

Result = TypeVar("Result")

STOP_PATIENCE = 5.0
"""Seconds that a cancelled call gets: service managers kill a process after about ten."""

_CLEANUP_SECONDS = 1.0


@frozen(kw_only=True)
class FinishedCall(Generic[Result]):
    """The result of a call.

    If the task was cancelled during the call, ``stop`` is the cancellation to raise after the
    result is stored.
    """

    result: Result
    stop: asyncio.CancelledError | None = None


async def finish_call(
    work: Coroutine[Any, Any, Result], *, clock: Clock, patience: float = STOP_PATIENCE
) -> FinishedCall[Result]:
    """Run ``work``; after a cancellation, wait for its result up to ``patience`` seconds.

    A second cancellation ends the call at once.
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
