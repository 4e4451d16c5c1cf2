"""Test what every project lock must do within one process."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from questfoundry.domain.errors import StoreLockedError
from questfoundry.domain.protocols.runs import ProjectLock


class ProjectLockContract:
    """The tests for project locks; a subclass adds a fixture ``lock``."""

    def test_what_holds_it_may_hold_it_again(self, lock: ProjectLock) -> None:
        """A task that holds the lock may hold it again, as a stage within a run does."""
        inside = False

        with lock.hold("run"), lock.hold("dream"):
            inside = True

        assert inside

    def test_it_is_free_again_after_an_error(self, lock: ProjectLock) -> None:
        """An error inside the ``with`` block releases the lock."""
        with pytest.raises(ZeroDivisionError), lock.hold("dream"):
            raise ZeroDivisionError

        with lock.hold("dream"):
            pass

    def test_another_thread_is_refused(self, lock: ProjectLock) -> None:
        """While one thread holds the lock, another thread cannot hold it."""
        with ThreadPoolExecutor(1) as other:
            with lock.hold("dream"), pytest.raises(StoreLockedError, match="dream"):
                other.submit(_hold, lock).result()

            other.submit(_hold, lock).result()

    async def test_another_task_is_refused(self, lock: ProjectLock) -> None:
        """While one task holds the lock, another task cannot hold it."""
        held, done = asyncio.Event(), asyncio.Event()

        async def first() -> None:
            with lock.hold("dream"):
                held.set()
                await done.wait()

        async def second() -> None:
            await held.wait()
            try:
                with pytest.raises(StoreLockedError, match="dream"):
                    _hold(lock)
            finally:
                done.set()

        await asyncio.gather(first(), second())
        _hold(lock)

    async def test_a_task_that_the_holder_begins_may_hold_it_too(self, lock: ProjectLock) -> None:
        """While a task holds the lock, a task that it starts may hold it too."""

        async def part() -> None:
            _hold(lock)

        with lock.hold("run"):
            task = asyncio.create_task(part())
            await task

    def test_one_at_a_time_works_on_a_run(self, lock: ProjectLock) -> None:
        """While one run is locked, it cannot be locked again; other runs can be locked."""
        with (
            lock.try_hold_run("book-chat-1") as alone,
            lock.hold("dream"),
            lock.try_hold_run("book-chat-1") as again,
            lock.try_hold_run("book-chat-2") as other,
        ):
            assert (alone, again, other) == (True, False, True)
        with lock.try_hold_run("book-chat-1") as alone:
            assert alone

    async def test_a_task_that_outlives_the_holder_holds_nothing(self, lock: ProjectLock) -> None:
        """A task that was started by a former holder of the lock has no right to the lock."""
        let_go = asyncio.Event()

        async def part() -> None:
            await let_go.wait()
            _hold(lock)

        with lock.hold("run"):
            task = asyncio.create_task(part())
        with ThreadPoolExecutor(1) as other, _held_elsewhere(other, lock):
            let_go.set()
            with pytest.raises(StoreLockedError, match="seed"):
                await task


def _hold(lock: ProjectLock) -> None:
    with lock.hold("grow"):
        pass


@contextmanager
def _held_elsewhere(other: ThreadPoolExecutor, lock: ProjectLock) -> Iterator[None]:
    held, done = Event(), Event()

    def hold() -> None:
        with lock.hold("seed"):
            held.set()
            done.wait(10)

    running = other.submit(hold)
    held.wait(10)
    try:
        yield
    finally:
        done.set()
        running.result()
