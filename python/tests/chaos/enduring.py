"""One command against one server fault: it succeeds, or reports the fault and continues later."""

from pathlib import Path

from tests.chaos.commands import Command, Starts, counted_in, made_in
from tests.chaos.faults import BILLED, FAULTS
from tests.chaos.kills import run
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


def endure(
    command: Command,
    whole: Undisturbed,
    starts: Starts,
    server: ChaosServer,
    folder: Path,
    *,
    fault: str,
    at: int,
) -> tuple[str, ...]:
    """Make the fault at call ``at``, and return the problems."""
    starts.copy(command.start, folder)
    server.reset()
    made = FAULTS[fault]
    server.faults = {at: made}
    problems: list[str] = []
    for _ in range(1 + TRIES):
        ended = run(command.arguments, folder, server.env)
        if "Traceback" in ended.said or "a bug" in ended.said:
            problems.append(f"it said: {ended.said[-400:]}")
        server.faults = {}
        if ended.code == 0:
            break
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
