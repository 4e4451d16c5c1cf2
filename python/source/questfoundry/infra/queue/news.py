"""Wait for news of jobs, which PostgreSQL sends to all who listen.

All followers of an event loop share one connection. PgBouncer forwards no news in its transaction
mode, so a follower also looks at its job from time to time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

_EVENTS = "qf_job_events"
_ENDS = "qf_job_ends"
_RETRY = 2.0  # Seconds until the next attempt to listen
_LOG = logging.getLogger(__name__)


class JobNews:
    """The news of the job with the number ``job``: its end, and unless ``ends_only`` its events."""

    def __init__(self, job: int, *, ends_only: bool) -> None:
        self._job = str(job)
        self._channels = {_ENDS} if ends_only else {_ENDS, _EVENTS}
        self._has_come = asyncio.Event()

    def wake(self, notice: psycopg.Notify | None = None) -> None:
        """Wake the follower, if ``notice`` is not about something else."""
        if notice is None or (notice.payload == self._job and notice.channel in self._channels):
            self._has_come.set()

    async def wait(self, longest: float) -> None:
        """Wait until there is news since the last wait, at most ``longest`` seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._has_come.wait(), longest)
        self._has_come.clear()


@contextmanager
def listen(url: str, job: int, *, ends_only: bool = False) -> Iterator[JobNews]:
    """Yield the news of the job with the number ``job`` in the database at ``url``."""
    key = (url, asyncio.get_running_loop())
    listener = _LISTENERS.get(key)
    if listener is None:
        listener = _LISTENERS[key] = _Listener(url)
    news = JobNews(job, ends_only=ends_only)
    listener.followers.add(news)
    try:
        yield news
    finally:
        listener.followers.remove(news)
        if not listener.followers:
            listener.task.cancel()
            _LISTENERS.pop(key, None)


class _Listener:
    def __init__(self, url: str) -> None:
        self.followers: set[JobNews] = set()
        self._url = url
        self.task = asyncio.ensure_future(self._listen_always())

    async def _listen_always(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as problem:
                _LOG.debug("No news of jobs: %s", type(problem).__name__)
            await asyncio.sleep(_RETRY)

    async def _listen(self) -> None:
        connecting = psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=5, application_name="questfoundry"
        )
        async with await connecting as connection:
            await connection.execute(f"LISTEN {_EVENTS}; LISTEN {_ENDS}".encode())
            for news in self.followers:  # because something may have happened before
                news.wake()
            async for notice in connection.notifies():
                for news in self.followers:
                    news.wake(notice)


_LISTENERS: dict[tuple[str, asyncio.AbstractEventLoop], _Listener] = {}
