"""Counts of arcs, and shares of them, as people read them; both may be beyond any float."""

from __future__ import annotations

from questfoundry.cli.text import counted

_READABLE = 10**15


def arcs_in_words(arcs: int) -> str:
    """``8 arcs``, ``about 2^103 arcs``."""
    return counted(arcs, "arc") if arcs < _READABLE else f"{count_of(arcs)} arcs"


def count_of(number: int) -> str:
    """The number with separators of thousands, or the nearest power of two of a huge one."""
    if number < _READABLE:
        return f"{number:,}"
    power = number.bit_length() - 1
    if number == 1 << power:
        return f"2^{power}"
    rounds_up = number * number >= 1 << (2 * power + 1)
    return f"about 2^{power + rounds_up}"


def share(part: int, whole: int) -> str:
    """The share in percent, to a tenth; what is there is not called nothing, or all."""
    tenths = (2000 * part + whole) // (2 * whole) if whole else 0
    if part and not tenths:
        return "<0.1%"
    if part < whole and tenths == 1000:
        return ">99.9%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"
