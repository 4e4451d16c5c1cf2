"""A simulated process that dies at any write to its store."""

from collections.abc import Callable
from typing import Any


class Killed(BaseException):
    """The end of the process."""


class Mortal:
    """A proxy that passes calls to a store, and dies before or right after a numbered call."""

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
