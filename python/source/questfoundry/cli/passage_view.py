"""One passage as ``qf inspect PASSAGE`` shows it."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.app.structure.inspect_passage import InspectedChoice, InspectedPassage
from questfoundry.cli.console import say, write_fields
from questfoundry.cli.text import one_line


def write_passage(passage: InspectedPassage) -> None:
    """Write it."""
    say(f"{one_line(passage.title) or 'Without a title'} ({passage.id})\n")
    write_fields(_fields(passage))
    for heading, texts in (
        ("What happens", passage.moments),
        ("Learnt here", passage.learnt),
        ("Known to all who come here", passage.known),
        ("Known to some who come here", passage.some),
        ("Relied on", passage.needs),
        ("Not known yet", passage.unknown),
        ("Remembered", passage.remembers),
        ("Noted for later", passage.noted),
        ("Then", tuple(map(_choice, passage.choices))),
    ):
        if texts:
            say(f"\n{heading}:")
            for text in texts:
                say(f"- {one_line(text)}")


def _fields(passage: InspectedPassage) -> Iterator[tuple[str, str]]:
    where = ", ".join(each for each in (passage.when, passage.place) if each)
    for name, value in (
        ("At", where),
        ("Ending", passage.ending),
        ("Topic of", passage.hub),
        ("Comes after", ", ".join(passage.comes_from)),
        ("Words", str(passage.words)),
    ):
        if value:
            yield name, one_line(value)


def _choice(choice: InspectedChoice) -> str:
    said = [f"{choice.label} > {choice.to}"]
    said += [f"It takes the answer: {choice.answer}"] if choice.answer else []
    said += [f"Only if: {each}" for each in choice.asks]
    said += [f"Only if not: {each}" for each in choice.forbids]
    said += [f"It leaves: {each}" for each in choice.leaves]
    said += [f"Others read: {choice.closed}"] if choice.closed else []
    return ". ".join(each.rstrip(".") for each in said) + "."
