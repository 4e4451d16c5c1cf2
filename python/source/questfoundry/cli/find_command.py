"""The command ``qf find``: find words in the texts for players, and replace them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from questfoundry.cli.dialogue import Dialogue
from questfoundry.domain.errors import AuthorLeft, InputError
from questfoundry.domain.remedy import Undo
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import is_interactive, say
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questfoundry.app.project.find_text import Occurrence


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
            return CommandResult(_document(found, changed=False), lambda: _write(found))
        chosen = [each for each in found if not numbers or each.number in numbers]
        if is_interactive() and not call.as_json:
            _write(chosen)
            question = f"Replace {format_count(len(chosen), 'occurrence')} by {replace!r}?"
            if not Dialogue(call.screen, call.interrupts).confirm(question):
                call.interruption_message = "Nothing was changed."
                raise AuthorLeft
        done = use_case.replace(words, replace, only=numbers, **options)

    def write() -> None:
        say(f"Replaced {format_count(len(done), 'occurrence')}.")
        say(f"Undo it with: {command_of(Undo(), call.project)}")

    return CommandResult(_document(done, changed=bool(done)), write)


def _read_numbers(text: str) -> frozenset[int]:
    parts = [each.strip() for each in text.split(",") if each.strip()]
    if wrong := [each for each in parts if not (each.isascii() and each.isdigit())]:
        raise InputError(f"{wrong[0]!r} is not a number. Separate the numbers by commas: 1,3.")
    return frozenset(map(int, parts))


def _write(found: Sequence[Occurrence]) -> None:
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


def _document(found: Sequence[Occurrence], *, changed: bool) -> dict[str, Any]:
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
