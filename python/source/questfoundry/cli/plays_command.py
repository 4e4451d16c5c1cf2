"""The command ``qf plays``: the fewest plays that show everything, as a table or a sheet."""

import sys
from collections.abc import Sequence
from typing import Any

from questfoundry.app.playing.cover_plays import PlaySet, SheetKind
from questfoundry.composition.project.plays import ProjectPlays
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say, write_table
from questfoundry.presentation.text import clean, format_count, format_share, join_lines, to_plain

ALONE_SHOWN = 2  # the maximum number of things that only this play shows


@command()
async def plays(call: Call, sheet: SheetKind | None = None, keep: bool = False) -> CommandResult:
    """Find the fewest plays that together show everything in the story.

    The plays show every passage, every conditional text to a player who reads it and, where this is
    possible, to a player who does not, every choice that can be open, and the text of every
    choice that can be closed. No smaller set than the stated bound does. Numbers of stats in texts
    do not count.

    --format: Write a proof with new texts marked, a plan for testers, or a voice script (CSV).
    --keep: Keep these plays in plays/, as cover-1 and so on, for qf check --plays.
    """
    async with call.open_project(needs_artifacts=True) as project:
        kept = ProjectPlays(project)
        found = kept.find_fewest()
        files = [
            kept.keep(f"cover-{number}", each.choices)
            for number, each in enumerate(found.plays if keep else (), start=1)
        ]
        text = kept.format_sheet(sheet, found) if sheet else ""
    document: dict[str, Any] = {**to_plain(found), "kept": files, "text": text}
    return CommandResult(document, lambda: _write(found, files, text))


def _write(found: PlaySet, files: Sequence[str], text: str) -> None:
    if text:
        sys.stdout.write(clean(text))
        return
    rows = [
        (str(number), join_lines(each.ending), f"{each.decisions:,}", _format_alone(each.alone))
        for number, each in enumerate(found.plays, start=1)
    ]
    write_table((">Play", "Ending", ">Decisions", "What it alone shows"), rows)
    parts = [format_count(count, kind) for kind, count in found.counts.items()]
    say(f"\n{format_count(len(found.plays), 'play')} show all of: {', '.join(parts)}.")
    if found.bound == len(found.plays):
        say("No smaller set of plays does.")
    else:
        gap = format_share(len(found.plays) - found.bound, found.bound)
        say(
            f"At least {found.bound:,} are proven to be necessary; this set may be {gap} too large."
        )
    if files:
        say(f"Kept in plays/: {format_count(len(files), 'play')}.")


def _format_alone(sights: Sequence[str]) -> str:
    more = len(sights) - ALONE_SHOWN
    shown = "; ".join(map(join_lines, sights[:ALONE_SHOWN]))
    return f"{shown}; and {more:,} more" if more > 0 else shown
