"""Parallel jobs run after their prerequisites, within a limit, and end cleanly."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.writing.draft_session import Job, run_jobs
from tests.support.examples import examples

Plan = tuple[tuple[str, frozenset[str]], ...]
"""Job names in order, each with the names of its prerequisites."""

Work = Callable[[str], Coroutine[Any, Any, None]]


async def do(plan: Plan, work: Work, *, most: int) -> None:
    jobs = [Job(name=name, work=partial(work, name), prerequisites=after) for name, after in plan]
    await run_jobs(jobs, limit=most)


def job(name: str, *after: str) -> tuple[str, frozenset[str]]:
    return name, frozenset(after)


@st.composite
def orders(draw: st.DrawFn) -> Plan:
    names = [f"p{number}" for number in range(draw(st.integers(1, 12)))]
    return tuple(
        job(name, *draw(st.sets(st.sampled_from(names[:place]), max_size=3)) if place else ())
        for place, name in enumerate(names)
    )


@given(orders(), st.integers(1, 4))
@examples(60)
def test_every_job_is_done_once_and_after_what_it_builds_on(plan: Plan, most: int) -> None:
    """A passage needs the prose before it, and a second writing costs double."""
    written: list[str] = []
    inside, busiest = 0, 0

    needs = dict(plan)

    async def write(name: str) -> None:
        nonlocal inside, busiest
        assert needs[name] <= set(written)
        inside += 1
        busiest = max(busiest, inside)
        await asyncio.sleep(0)
        inside -= 1
        written.append(name)

    asyncio.run(do(plan, write, most=most))
    assert sorted(written) == sorted(needs)
    assert busiest <= most


async def test_of_those_that_could_be_next_the_first_in_order_is() -> None:
    """A fixed order among ready jobs keeps requests the same from run to run."""
    plan = (job("a"), job("b", "a"), job("x", "a"), job("c", "b"))
    written: list[str] = []

    async def write(name: str) -> None:
        written.append(name)

    await do(plan, write, most=1)
    assert written == ["a", "b", "x", "c"]


async def test_what_one_raises_ends_all_and_nothing_is_left_behind() -> None:
    """After one failure no job may continue in the background and spend money."""
    ended: list[str] = []

    async def write(name: str) -> None:
        if name == "bad":
            raise ValueError("no ink")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(name)

    with pytest.raises(ValueError, match="no ink"):
        await do((job("a"), job("b"), job("bad")), write, most=3)
    assert sorted(ended) == ["a", "b"]
    assert len(asyncio.all_tasks()) == 1


async def test_cancelling_the_whole_cancels_each() -> None:
    """A cancelled run must not leave jobs behind that call the model."""
    ended: list[str] = []

    async def write(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    task = asyncio.create_task(do((job("a"), job("b")), write, most=2))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(ended) == ["a", "b"]
