"""The commands ``qf find``, ``rename`` and ``hands``: the words of the story, and their writers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from questfoundry.cli.dialogue import Dialogue
from questfoundry.domain.errors import AuthorLeft, InputError
from questfoundry.domain.remedy import Undo
from questfoundry.domain.story.hands import format_share
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import is_interactive, note, say, write_table
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, join_lines, select_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questfoundry.app.project.joint_edits import Occurrence
    from questfoundry.app.project.rename import RenameResult
    from questfoundry.domain.story.hands import HandLedger, HandTotals


_PLACES_SHOWN = 20  # the maximum number of unchanged places to list


@command()
async def find(
    call: Call,
    words: str,
    replace: str | None = None,
    only: str = "",
    match_case: bool = False,
    whole_words: bool = False,
    preview: bool = False,
) -> CommandResult:
    """Find words in all texts that players read, and replace them.

    WORDS: The words to find, in prose, titles, choices and names of endings.
    --replace TEXT: Put TEXT in their place.
    --only NUMBERS: Replace only these occurrences, such as 1,3.
    --match-case: Distinguish capital and small letters.
    --whole-words: Find no parts of words.
    --preview: Show what --replace would change, but change nothing.
    """
    numbers = _read_numbers(only)
    options = {"match_case": match_case, "whole_words": whole_words}
    async with call.open_project(needs_artifacts=True) as project:
        use_case = project.find_text()
        found = use_case.execute(words, **options)
        if replace is None or preview or not found:
            return CommandResult(_list_found(found, changed=False), lambda: _write_found(found))
        chosen = [each for each in found if not numbers or each.number in numbers]
        if is_interactive() and not call.as_json:
            _write_found(chosen)
            _require_yes(call, f"Replace {format_count(len(chosen), 'occurrence')} by {replace!r}?")
        done = use_case.replace(words, replace, only=numbers, **options)

    def write() -> None:
        say(f"Replaced {format_count(len(done), 'occurrence')}.")
        say(_say_undo(call))

    return CommandResult(_list_found(done, changed=bool(done)), write)


def _require_yes(call: Call, question: str) -> None:
    if not Dialogue(call.screen, call.interrupts).confirm(question):
        call.interruption_message = "Nothing was changed."
        raise AuthorLeft


def _say_undo(call: Call) -> str:
    return f"Undo it with: {command_of(Undo(), call.project)}"


def _read_numbers(text: str) -> frozenset[int]:
    parts = [each.strip() for each in text.split(",") if each.strip()]
    if wrong := [each for each in parts if not (each.isascii() and each.isdigit())]:
        raise InputError(f"{wrong[0]!r} is not a number. Separate the numbers by commas: 1,3.")
    return frozenset(map(int, parts))


def _write_found(found: Sequence[Occurrence]) -> None:
    for each in found:
        place = f"{each.text.passage}, {each.text.kind}" if each.text.passage else each.text.kind
        say(f"{each.number:>4}  {place}")
        say(f"      {each.text_before}[{each.matched_text}]{each.text_after}")
    passages = {each.text.passage for each in found if each.text.passage}
    if found:
        count = format_count(len(found), "occurrence")
        say(f"\n{count} in {format_count(len(passages), 'passage')}")
    else:
        say("Not found in any text that players read.")


def _list_found(found: Sequence[Occurrence], *, changed: bool) -> dict[str, Any]:
    return {
        "changed": changed,
        "occurrences": [
            {
                "number": each.number,
                "artifact": each.text.stage,
                "passage": each.text.passage,
                "kind": each.text.kind.value,
                "start": each.start,
                "before": each.text_before,
                "found": each.matched_text,
                "after": each.text_after,
            }
            for each in found
        ],
    }


@command()
async def rename(call: Call, old: str, new: str, preview: bool = False) -> CommandResult:
    """Rename a character, place, label or title in the whole story.

    OLD: The current name, or the id.
    NEW: The new name.
    --preview: Show what would change, but change nothing.
    """
    async with call.open_project(needs_artifacts=True) as project:
        use_case = project.rename()
        found = use_case.preview(old, new)
        asks = is_interactive() and not (preview or call.as_json)
        if asks:
            _write_renaming(found)
            _require_yes(call, "Change all of these?")
        if not preview:
            use_case.execute(old, new)

    def write() -> None:
        if not asks:
            _write_renaming(found)
        if not preview:
            say(f"Renamed. {_say_undo(call)}")

    return CommandResult(_list_renamed(found, changed=not preview), write)


def _write_renaming(found: RenameResult) -> None:
    say(f"The {found.kind} {found.old!r} becomes {found.new!r}:\n")
    changed = [each for each in found.stages if each.places]
    write_table(
        ("Artifact", ">Places"), [(f"{each.stage}.yaml", str(each.places)) for each in changed]
    )
    say()
    if not found.unsure:
        return
    note("These places may mean the same and were left unchanged. Check them yourself:")
    for each in found.unsure[:_PLACES_SHOWN]:
        note(f"  {each.place or 'unknown place'}: {each.item}")
    if (more := len(found.unsure) - _PLACES_SHOWN) > 0:
        note(f"  and {format_count(more, 'place')} more")


def _list_renamed(found: RenameResult, *, changed: bool) -> dict[str, Any]:
    return {
        **select_fields(found, "kind", "old", "new", "stages"),
        "changed": changed,
        "unsure": [{"place": str(each.place or ""), "text": each.item} for each in found.unsure],
    }


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
