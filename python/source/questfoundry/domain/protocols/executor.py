"""The port to what executes delegated runs: in this process, or somewhere else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from questfoundry.domain.budget import Budget
from questfoundry.domain.events import Event
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec


class RunHandle(Protocol):
    """A delegated run under way."""

    @property
    @abstractmethod
    def run(self) -> str:
        """The run's id."""

    @abstractmethod
    def events(self) -> AsyncIterator[Event]:
        """What happens in it, until it has ended."""

    @abstractmethod
    async def result(self) -> RunResult:
        """Wait for its end; whatever went wrong in it is told in the result."""

    @abstractmethod
    def cancel(self) -> None:
        """Make no new call; what was answered by then is in the result. Twice is as once."""


class RunExecutor(Protocol):
    """Begins delegated runs."""

    @abstractmethod
    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Begin one, or go on with the one of that ``key``; empty is always a new run.

        It spends no more than each of the ``limits``. ``InputError`` where its spec names an
        agent, a stage or a path that there is not: nothing is begun then.
        """
