"""One command against one server fault: it succeeds, or reports the fault and continues later."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.chaos.commands import Command, Starts, counted_in, made_in
from tests.chaos.faults import BILLED, FAULTS
from tests.chaos.kills import Ended, run
from tests.chaos.server import ChaosServer
from tests.chaos.trial import Undisturbed

TRIES = 3
_OTHER_CONTENT = {"half_a_surrogate"}
"""Faults after which the answer is different but valid."""
_OTHER_PROSE = {"talks", "doubled", "cut_off", "fenced", "deep_brackets"}
"""Faults that change prose: any words can be a passage, and a passage requested alone reads
differently than in an answer with others.
"""
_WRITING = {"fill", "rewrite"}


def _look(ended: Ended, problems: list[str]) -> None:
    if "Traceback" in ended.said or "a bug" in ended.said:
        problems.append(f"it said: {ended.said[-400:]}")


Qf = Callable[[tuple[str, ...], Path, Mapping[str, str]], Ended]


def endure(
    command: Command,
    whole: Undisturbed,
    starts: Starts,
    server: ChaosServer,
    folder: Path,
    *,
    fault: str,
    at: int,
    times: int = 1,
    qf: Qf = run,
) -> tuple[str, ...]:
    """Make the fault ``times`` times from call ``at`` on, and return the problems."""
    starts.copy(command.start, folder)
    server.reset()
    made = FAULTS[fault]
    server.faults = {at + each: made for each in range(times)}
    problems: list[str] = []
    ended = qf(command.arguments, folder, server.env)
    _look(ended, problems)
    server.faults = {}
    for _ in range(TRIES):
        if ended.code == 0:
            break
        ended = qf(command.arguments, folder, server.env)
        _look(ended, problems)
    if ended.code != 0:
        problems.append(f"it never came to an end: {ended.code}, {ended.said[-300:]}")
    other = fault in _OTHER_CONTENT or (fault in _OTHER_PROSE and command.name in _WRITING)
    if not other and command.name != "book chat":
        found = made_in(folder)
        files = [each for each in whole.made if each.startswith(("artifacts/", "exports/"))]
        others = [each for each in files if found.get(each) != whole.made[each]]
        problems += [f"{name} is another" for name in others]
    spent = counted_in(folder) - counted_in(starts.of(command.start))
    if made in BILLED and server.billed != spent:
        problems.append(f"the server counted {server.billed} tokens, the ledger {spent}")
    again = sum(server.sent.values()) - len(server.sent)
    if again:
        problems.append(f"{again} answered calls were made again")
    problems += server.problems
    server.problems.clear()
    return tuple(dict.fromkeys(problems))
