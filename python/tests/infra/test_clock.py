"""The clock of the machine."""

from __future__ import annotations

from datetime import timedelta

from questfoundry.infra.clock import SystemClock


async def test_the_clock_tells_utc_and_never_runs_backwards() -> None:
    clock = SystemClock()

    before, first = clock.monotonic(), clock.now()
    await clock.sleep(0)

    assert first.utcoffset() == timedelta(0)
    assert clock.monotonic() >= before
