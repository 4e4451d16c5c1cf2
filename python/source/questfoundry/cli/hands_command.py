"""The command ``qf hands``: show who wrote the words that players read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questfoundry.domain.story.hands import format_share
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say, write_table
from questfoundry.presentation.text import join_lines

if TYPE_CHECKING:
    from questfoundry.domain.story.hands import HandLedger, HandTotals


@command()
async def hands(call: Call, sentences: bool = False, language: str = "") -> CommandResult:
    """Show who wrote the words that players read, from the stored versions and answers.

    --sentences: Also list every sentence with its writer.
    --language LANG: Show who translated the story to this language.
    """
    async with call.open_project(needs_artifacts=True) as project:
        translated = project.translation_hands().execute(language) if language else None
        ledger = translated or project.hands().execute()
    return CommandResult(ledger.to_document(), lambda: _write(ledger, sentences=sentences))


def _write(ledger: HandLedger, *, sentences: bool) -> None:
    by = "Translated by" if ledger.original else "Written by"
    _write_totals(ledger.totals, by)
    say(f"\n{join_lines(ledger.totals.credit)}\n")
    write_table(
        ("Passage", ">Words", by),
        [
            (join_lines(name) or "(whole story)", f"{totals.total:,}", totals.summary)
            for name, totals in ledger.passages.items()
        ],
    )
    for each in ledger.entries if sentences else ():
        say(f"\n{join_lines(each.text.passage) or '(whole story)'}, {each.text.kind}")
        say(f"  {join_lines(each.sentence.text)}")
        say(f"  {each.sentence.label}")


def _write_totals(totals: HandTotals, by: str) -> None:
    rows = [
        (each.label, f"{each.sentences:,}", f"{each.words:,}", format_share(each.edit_share))
        for each in totals.counts
    ]
    write_table((by, ">Sentences", ">Words", ">Changed"), rows)
