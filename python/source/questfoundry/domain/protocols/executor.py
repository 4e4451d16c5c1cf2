"""Define the ports that execute delegated runs, in this process or elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from questfoundry.domain.budget import Budget
from questfoundry.domain.events import Event
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec


class RunHandle(Protocol):
    """A handle for a delegated run (a task that agents do for a session or a program)."""

    @property
    @abstractmethod
    def run(self) -> str:
        """The run's id."""

    @abstractmethod
    def events(self) -> AsyncIterator[Event]:
        """Yield the run's events until it ends."""

    @abstractmethod
    async def result(self) -> RunResult:
        """Wait until the run ends and return its result.

        Errors of the run are reported in the result.
        """

    @abstractmethod
    def cancel(self) -> None:
        """Stop the run before its next model call; its result contains the answers so far.

        A second call of the method has no effect.
        """


class RunExecutor(Protocol):
    """A service that starts delegated runs."""

    @abstractmethod
    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Start a run for ``spec`` and return its handle.

        ``key``: if it is not empty, an earlier run with the same key is resumed, not repeated.
        ``session``: the session that asked for the run; empty if there is none.
        ``limits``: budgets that the run must not exceed.

        Raise ``InputError``, before anything starts, if ``spec`` names an unknown agent, stage or
        path.
        """
