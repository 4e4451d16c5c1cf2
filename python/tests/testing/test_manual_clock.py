"""The manual clock of the tests behaves like a real clock without waiting."""

import asyncio

from questfoundry.testing.scripted import ManualClock


async def test_sleeping_moves_both_times_by_the_seconds_slept() -> None:
    clock = ManualClock()
    before = clock.now()

    await clock.sleep(90)

    assert clock.monotonic() == 90
    assert (clock.now() - before).total_seconds() == 90


async def test_sleepers_side_by_side_wake_in_order_and_share_the_time() -> None:
    clock = ManualClock()
    woken: list[tuple[str, float]] = []

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.monotonic()))

    await asyncio.gather(sleep("late", 3), sleep("early", 1), sleep("between", 2))

    assert woken == [("early", 1), ("between", 2), ("late", 3)]


async def test_a_woken_task_may_sleep_again_before_a_later_one_wakes() -> None:
    clock = ManualClock()
    seen: list[float] = []

    async def ticking() -> None:
        for _ in range(4):
            await clock.sleep(0.5)
            seen.append(clock.monotonic())

    await asyncio.gather(ticking(), clock.sleep(10))

    assert seen == [0.5, 1.0, 1.5, 2.0]
    assert clock.monotonic() == 10


async def test_a_cancelled_sleeper_holds_nobody_up() -> None:
    clock = ManualClock()
    cancelled = asyncio.create_task(clock.sleep(1))
    await asyncio.sleep(0)
    cancelled.cancel()

    await clock.sleep(5)

    assert clock.monotonic() == 5
