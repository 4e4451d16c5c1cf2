"""Provide the contract suites, which test what every adapter and every fake of a port must do.

The package itself provides texts that break careless stores, and threads that use a store together.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

Result = TypeVar("Result")

HOSTILE_TEXTS = {
    "nul": "before\0after",
    "half a surrogate pair": "broken \ud83d emoji \udc80",
    "escapes that are text": r"\u0000 \ud83d \\ud83d \n %s",
    "right to left": "\u202e\u05e9\u05dc\u05d5\u05dd\u202c \u2067\u0633\u0644\u0627\u0645\u2069",
    "quotes": """'; DROP TABLE runs; -- " ` $$ $1 E'\\'' """,
    "backslashes": "\\\\server\\share\\",
    "placeholders": "100% of %s %(name)s ? ?? :name ::text {field} {{}}",
    "accents": "é é ß 🌊",
    "a megabyte": "tide " * 200_000,
}
"""Texts by name, of models and authors, that each store keeps as they are, or refuses whole."""


def run_at_once(work: Callable[[int], Result], times: int = 40) -> Sequence[Result]:
    """Return the results of ``work(0)`` to ``work(times - 1)``, which run in two threads."""
    start = Barrier(2)

    def half(first: int) -> list[tuple[int, Result]]:
        start.wait(10)
        return [(number, work(number)) for number in range(first, times, 2)]

    with ThreadPoolExecutor(2) as threads:
        found = [each for part in threads.map(half, (0, 1)) for each in part]
    return [result for _, result in sorted(found, key=lambda each: each[0])]
