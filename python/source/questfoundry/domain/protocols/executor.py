"""Define the interfaces that execute delegated runs, in this process or elsewhere.

A delegated run is a task that agents do for a studio session or a program.
"""

from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from questfoundry.domain.events import Event
from questfoundry.domain.run.budget import Budget
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import RunSpec


class RunHandle(Protocol):
    """A handle to observe or cancel a delegated run (a task that agents do for a program)."""

    @property
    @abstractmethod
    def run(self) -> str:
        """The run's id."""

    @abstractmethod
    def events(self) -> AsyncIterator[Event]:
        """Yield the run's events until it ends."""

    @abstractmethod
    async def result(self) -> RunResult:
        """Wait until the run ends and return its result, which also reports the run's errors."""

    @abstractmethod
    def cancel(self) -> None:
        """Stop the run before its next model call; the run's result contains the answers so far.

        A second call of the method has no effect.
        """


class RunExecutor(Protocol):
    """A service that starts delegated runs (tasks that agents do for a session or a program)."""

    @abstractmethod
    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Start a run for ``spec`` and return its handle.

        If ``spec`` names an unknown agent, stage or path, raise ``InputError`` and start nothing.

        ``key``: if it is not empty, an earlier run with the same key is resumed,
          not repeated.
        ``session``: the session that asked for the run; empty if there is none.
        ``limits``: budgets that the run must not exceed.
        """
