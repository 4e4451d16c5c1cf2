"""One trial: a command is killed repeatedly, then finishes, and loses nothing."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from attrs import field, frozen

from tests.chaos.commands import Command, Starts, journaled_in, made_in, stored_in
from tests.chaos.kills import NEVER, AfterTime, AtCall, AtSystemCall, Ended, Moment, counts_of, run
from tests.chaos.server import ChaosServer

TIME, CALL, SYSTEM_CALL = "time", "call", "system call"


@frozen(kw_only=True)
class Undisturbed:
    """The result of an undisturbed command, and the number of possible kill moments."""

    made: dict[str, Any]
    repeated: int
    seconds: float
    calls: int
    system_calls: dict[str, int]

    @classmethod
    def of(
        cls,
        command: Command,
        starts: Starts,
        server: ChaosServer,
        root: Path,
        *,
        counted: bool = True,
        traced: bool = True,
    ) -> Undisturbed:
        """Run the command on a copy, and count the possible kill moments if wanted."""
        folder = starts.copy(command.start, root / "whole")
        server.reset()
        moment = AtCall(number=NEVER) if counted else None
        ended = run(command.arguments, folder, server.env, moment)
        assert ended.code == 0, ended.said
        repeated = sum(server.sent.values()) - len(server.sent)
        counts: dict[str, int] = {}
        if traced:
            again = starts.copy(command.start, root / "counted")
            counts = counts_of(command.arguments, again, server.env)
        return cls(
            made=made_in(folder),
            repeated=repeated,
            seconds=ended.seconds,
            calls=ended.calls,
            system_calls=counts,
        )

    def moment(self, kind: str, chance: Random) -> Moment:
        """Return a random moment of the command."""
        if kind == TIME:
            return AfterTime(seconds=chance.uniform(0.0, self.seconds))
        if kind == CALL or not self.system_calls:
            return AtCall(number=chance.randint(1, self.calls))
        name = chance.choice(sorted(self.system_calls))
        return AtSystemCall(name=name, number=chance.randint(1, self.system_calls[name]))


@frozen(kw_only=True)
class Outcome:
    """The kills by kind, the justified repetitions, and the problems.

    ``repeated`` counts answers that were between the socket and the journal.
    """

    killed: Counter[str] = field(factory=Counter)
    repeated: int
    problems: tuple[str, ...]


def attempt(
    command: Command,
    whole: Undisturbed,
    starts: Starts,
    server: ChaosServer,
    folder: Path,
    *,
    chance: Random,
    kinds: tuple[str, ...],
    kills: int,
) -> Outcome:
    """Kill the command repeatedly, let it finish, and compare the results."""
    starts.copy(command.start, folder)
    server.reset()
    watch = _Watch(server, folder, command.parallel)
    killed: Counter[str] = Counter()
    ended, arguments = None, command.arguments
    for kind in islice(cycle(kinds), kills):
        moment = whole.moment(kind, chance)
        ended = run(arguments, folder, server.env, moment)
        watch.look(ended, moment)
        if ended.code == 0:
            break
        if not ended.killed:  # The kill hit a child process instead.
            continue
        killed[kind] += 1
        arguments = _next(command, whole, folder)
        if not arguments:
            break
    if arguments and (ended is None or ended.code != 0):
        ended = run(arguments, folder, server.env)
    watch.end(ended, whole.repeated)
    made = made_in(folder)
    for name in sorted({*whole.made, *(name for name in made if "/" in name)}):
        if made.get(name) != whole.made.get(name):
            watch.problems.append(f"{name} is another: {_short(made.get(name))}")
    return Outcome(
        killed=killed, repeated=watch.lost.total(), problems=tuple(dict.fromkeys(watch.problems))
    )


def _next(command: Command, whole: Undisturbed, folder: Path) -> tuple[str, ...]:
    """Return the command to type after a kill: the same one, unless its work is done."""
    made, stored = made_in(folder), stored_in(folder)
    if command.once and made == whole.made:
        return ("status",) if stored["versions"] else ()
    if command.once and _are(stored, whole.made) and stored["versions"]:
        return ("status",)  # ``qf status`` writes the missing files.
    is_begun = bool(stored["talks"]) or any(count for (count,) in stored["unfinished"])
    return command.resume if command.resume and is_begun else command.arguments


def _are(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    return all(whole.get(name) == value for name, value in part.items())


class _Watch:
    """Compares the answers that the server sent with the journal."""

    def __init__(self, server: ChaosServer, folder: Path, parallel: int) -> None:
        self._server = server
        self._parallel = parallel
        self._folder = folder
        self._before = journaled_in(folder)
        self._kills = 0
        self.lost: Counter[tuple[int, int]] = Counter()
        self.problems: list[str] = []

    def look(self, ended: Ended, moment: Moment) -> None:
        """Check after a kill that only answers of calls in progress were lost."""
        self._server.await_no_connection()
        self._kills += ended.killed
        lost = self._server.used - (journaled_in(self._folder) - self._before)
        if (lost - self.lost).total() > self._parallel:
            self.problems.append(f"{lost.total()} answers were lost by a kill at {moment}")
        self.lost = lost
        self._spoken(ended)

    def end(self, ended: Ended, repeated: int) -> None:
        """Check at the end that the journal has every sent answer except those lost by a kill.

        ``repeated`` is the number of equal calls of the undisturbed command.
        """
        self._spoken(ended)
        if ended.code != 0 and not ended.killed:
            self.problems.append(f"it ended with {ended.code}: {ended.said[-300:]}")
        journaled = journaled_in(self._folder) - self._before
        if self._server.used - self.lost != journaled:
            self.problems.append("the journal is not what the server counted")
        again = sum(self._server.sent.values()) - len(self._server.sent) - repeated
        if again > self.lost.total():
            self.problems.append(f"{again - self.lost.total()} answered calls were made again")
        again = sum(self._server.embedded.values()) - len(self._server.embedded)
        if again > self._kills:
            self.problems.append(f"{again} batches were embedded again after {self._kills} kills")
        self.problems += self._server.problems
        self._server.problems.clear()

    def _spoken(self, ended: Ended) -> None:
        for word in ("Traceback", "a bug"):
            if word in ended.said:
                self.problems.append(f"it said: {ended.said[-400:]}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:120]}..."
