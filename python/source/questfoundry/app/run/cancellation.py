"""Let a model call end after a cancellation: wait briefly for its answer, then stop it.

The call is paid for, so its answer should be recorded if it arrives in time.
"""

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
    """The result of a call, and the ``CancelledError`` to raise after storing it, if any."""

    result: Result
    stop: asyncio.CancelledError | None = None


async def finish_call(
    work: Coroutine[Any, Any, Result], *, clock: Clock, patience: float = STOP_PATIENCE
) -> FinishedCall[Result]:
    """Run ``work`` to its end, even if the current task is cancelled meanwhile.

    After a cancellation, wait at most ``patience`` seconds for the result. If ``work`` fails or
    takes longer, raise ``CancelledError``. A second cancellation ends ``work`` at once.
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
