"""Turns of the event loop: what takes the processor is done by one at a time."""

from __future__ import annotations

import asyncio

from questfoundry.app.run.turns import own_turn


async def test_no_two_go_on_in_one_turn_of_the_loop() -> None:
    """PIP-10.2."""
    turn = 0
    went_on: list[int] = []

    async def count() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def go_on() -> None:
        for _ in range(3):
            await own_turn()
            went_on.append(turn)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(go_on() for _ in range(5)))
    counting.cancel()
    assert len(set(went_on)) == len(went_on) == 15


def test_a_loop_that_ended_in_the_middle_holds_up_no_other() -> None:
    """PIP-10.2."""
    for _ in range(2):
        asyncio.run(own_turn())
