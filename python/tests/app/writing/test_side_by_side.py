"""Passages side by side: what they build on first, as many as are allowed, and a clean end."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.app.writing.side_by_side import side_by_side
from questfoundry.domain.writing.order import Turn


def turn(name: str, *behind: str, ahead: str = "") -> Turn:
    return Turn(passage=name, choices=(), behind=behind, ahead=ahead)


@st.composite
def orders(draw: st.DrawFn) -> tuple[Turn, ...]:
    names = [f"p{number}" for number in range(draw(st.integers(1, 12)))]
    return tuple(
        turn(name, *draw(st.sets(st.sampled_from(names[:place]), max_size=3)) if place else ())
        for place, name in enumerate(names)
    )


@given(orders(), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_every_turn_comes_once_and_after_what_it_builds_on(
    turns: tuple[Turn, ...], most: int
) -> None:
    """FIL-4.2."""
    written: list[str] = []
    inside, busiest = 0, 0

    async def write(each: Turn) -> None:
        nonlocal inside, busiest
        assert each.after <= set(written)
        inside += 1
        busiest = max(busiest, inside)
        await asyncio.sleep(0)
        inside -= 1
        written.append(each.passage)

    asyncio.run(side_by_side(turns, write, most=most))
    assert sorted(written) == sorted(each.passage for each in turns)
    assert busiest <= most


async def test_of_those_that_could_be_next_the_first_in_order_is() -> None:
    """FIL-4.2."""
    turns = (turn("a"), turn("b", "a"), turn("x", "a"), turn("c", "b"))
    written: list[str] = []

    async def write(each: Turn) -> None:
        written.append(each.passage)

    await side_by_side(turns, write, most=1)
    assert written == ["a", "b", "x", "c"]


async def test_what_one_raises_ends_all_and_nothing_is_left_behind() -> None:
    """FIL-4.6."""
    ended: list[str] = []

    async def write(each: Turn) -> None:
        if each.passage == "bad":
            raise ValueError("no ink")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(each.passage)

    with pytest.raises(ValueError, match="no ink"):
        await side_by_side((turn("a"), turn("b"), turn("bad")), write, most=3)
    assert sorted(ended) == ["a", "b"]
    assert len(asyncio.all_tasks()) == 1


async def test_cancelling_the_whole_cancels_each() -> None:
    """FIL-4.6."""
    ended: list[str] = []

    async def write(each: Turn) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(each.passage)

    task = asyncio.create_task(side_by_side((turn("a"), turn("b")), write, most=2))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(ended) == ["a", "b"]
