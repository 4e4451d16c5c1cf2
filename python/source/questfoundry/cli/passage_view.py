"""Write the details of one passage for ``qf inspect PASSAGE``."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.app.structure.inspect_passage import InspectedChoice, InspectedPassage
from questfoundry.presentation.console import say, write_fields
from questfoundry.presentation.text import join_lines


def write_passage(passage: InspectedPassage) -> None:
    """Write the details of ``passage`` to standard output."""
    say(f"{join_lines(passage.title) or 'Untitled'} ({passage.id})\n")
    write_fields(_fields(passage))
    for heading, texts in (
        ("What happens", passage.moments),
        ("Clues revealed here", passage.learnt),
        ("Clues that every player has", passage.known),
        ("Clues that some players have", passage.some),
        ("Clues that this passage relies on", passage.needs),
        ("Clues not yet known", passage.unknown),
        ("Callbacks to earlier choices", passage.remembers),
        ("Continuity notes", passage.noted),
        ("Choices", tuple(map(_choice, passage.choices))),
    ):
        if texts:
            say(f"\n{heading}:")
            for text in texts:
                say(f"- {join_lines(text)}")


def _fields(passage: InspectedPassage) -> Iterator[tuple[str, str]]:
    where = ", ".join(each for each in (passage.when, passage.place) if each)
    for name, value in (
        ("Where", where),
        ("Ending", passage.ending),
        ("Topic of", passage.hub),
        ("Comes from", ", ".join(passage.comes_from)),
        ("Words", str(passage.words)),
    ):
        if value:
            yield name, join_lines(value)


def _choice(choice: InspectedChoice) -> str:
    said = [f"{choice.label} > {choice.to}"]
    said += [f"Answer: {choice.answer}"] if choice.answer else []
    said += [f"Requires: {each}" for each in choice.asks]
    said += [f"Requires not: {each}" for each in choice.forbids]
    said += [f"Sets: {each}" for each in choice.leaves]
    said += [f"Text when closed: {choice.closed}"] if choice.closed else []
    return ". ".join(each.rstrip(".") for each in said) + "."
