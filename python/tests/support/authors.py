"""Authors for tests."""

from __future__ import annotations

from collections.abc import Iterable


class ScriptedAuthor:
    """Types its lines in order; ``asked`` counts how often it was asked."""

    def __init__(self, lines: Iterable[str | None]) -> None:
        self._lines = list(lines)
        self.asked = 0

    async def __call__(self) -> str | None:
        self.asked += 1
        if not self._lines:
            raise AssertionError("The author was asked for one line too many.")
        return self._lines.pop(0)
