"""A check that reading time grows linearly with the input, also on a busy machine."""

import gc
from collections.abc import Callable
from time import process_time

TRIES = 3
STEP = 4
GROWTH = 10
"""For four times the input, linear code takes 4 times as long, quadratic code 16 times."""
NOTHING = 0.5
"""Seconds of process time that are too short to measure growth."""


def is_in_line(read: Callable[[int], object], size: int) -> bool:
    """Return whether the time of ``read`` grows linearly with the size.

    A quarter of ``size`` is measured at the same moment, so the speed of the machine does not
    matter. One steady measurement of three is enough, and so is a time of almost nothing.
    """
    return any(_grows_linearly(read, size) for _ in range(TRIES))


def _grows_linearly(read: Callable[[int], object], size: int) -> bool:
    spent = _time(read, size)
    return spent < NOTHING or spent < GROWTH * _time(read, size // STEP) + NOTHING


def _time(read: Callable[[int], object], size: int) -> float:
    gc.disable()
    try:
        began = process_time()
        read(size)
        return process_time() - began
    finally:
        gc.enable()
