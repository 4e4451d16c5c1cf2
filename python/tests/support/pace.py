"""Whether reading grows in line with the size of what is read, on a busy machine, too."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

TRIES = 3
STEP = 4
GROWTH = 10
"""What is linear takes 4 times as long for 4 times as much, what is quadratic 16 times."""
NOTHING = 0.5
"""Seconds of this process that say nothing of growth."""


def is_in_line(read: Callable[[int], object], size: int) -> bool:
    """Whether ``read``, told a size, takes time in line with it.

    A quarter of ``size`` is measured beside it in the same moment, so that it does not matter
    how fast the machine is. One steady measurement of three is enough.
    """
    return any(
        _time(read, size) < GROWTH * _time(read, size // STEP) + NOTHING for _ in range(TRIES)
    )


def _time(read: Callable[[int], object], size: int) -> float:
    gc.collect()
    gc.disable()
    try:
        began = process_time()
        read(size)
        return process_time() - began
    finally:
        gc.enable()
