"""A process that is killed at any call by which something is stored, without any process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Killed(BaseException):
    """The process is gone."""


class Mortal:
    """Passes calls on to a store; dies before the call with a number, or right after it."""

    def __init__(self) -> None:
        self.calls, self.dies_at, self.after = 0, 0, False

    def over(self, store: Any, *changing: str) -> Any:
        mortal = self

        class Seam:
            def __getattr__(self, name: str) -> Any:
                method = getattr(store, name)
                return mortal.counted(method) if name in changing else method

        return Seam()

    def counted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls == self.dies_at and not self.after:
                raise Killed
            result = method(*args, **named)
            if self.calls == self.dies_at:
                raise Killed
            return result

        return call
