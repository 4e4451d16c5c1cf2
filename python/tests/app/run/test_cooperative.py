"""Processor-heavy work shares the event loop: one worker for each turn of the loop."""

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from questfoundry.app.run.cooperative import interleave, run_to_completion, yield_to_loop


async def test_no_two_go_on_in_one_turn_of_the_loop() -> None:
    """Two heavy workers in one turn of the loop would double the delay for everybody else."""
    turn = 0
    went_on: list[int] = []

    async def count() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def go_on() -> None:
        for _ in range(3):
            await yield_to_loop()
            went_on.append(turn)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(go_on() for _ in range(5)))
    counting.cancel()
    assert len(set(went_on)) == len(went_on) == 15


async def test_work_in_pieces_lets_others_have_their_turn_and_comes_to_its_end() -> None:
    """Interleaved work must take turns and still return its own result."""
    done: list[str] = []

    def work(name: str) -> Generator[None, None, str]:
        for piece in range(3):
            done.append(f"{name}{piece}")
            yield
        return name

    assert await asyncio.gather(interleave(work("a")), interleave(work("b"))) == ["a", "b"]
    assert sorted(done) == ["a0", "a1", "a2", "b0", "b1", "b2"]
    assert done.index("b0") < done.index("a2")
    assert run_to_completion(work("c")) == "c"


async def test_work_that_is_cut_off_is_closed() -> None:
    """Cancelled work must release its locks, or the project stays locked."""
    begun = asyncio.Event()
    closed: list[bool] = []

    def work() -> Generator[None, None, None]:
        begun.set()
        try:
            while True:
                yield
        finally:
            closed.append(True)

    task = asyncio.create_task(interleave(work()))
    await begun.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

    assert closed == [True]


def test_a_loop_that_ended_in_the_middle_holds_up_no_other() -> None:
    """State left by a closed event loop must not block the next one."""
    for _ in range(2):
        asyncio.run(yield_to_loop())


async def test_long_steps_run_in_a_thread() -> None:
    """Writing a PDF takes seconds, and other projects in the same event loop must not wait."""
    loop_thread = threading.get_ident()

    def work() -> Generator[Callable[[], int] | None, Any, int]:
        yield None
        return (yield threading.get_ident)

    assert await interleave(work()) != loop_thread
    assert run_to_completion(work()) == loop_thread
