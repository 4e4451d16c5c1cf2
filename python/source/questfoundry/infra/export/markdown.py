"""The story as a Markdown file for proofreading: everything in it, in the order of the story."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.infra.export.text import file_name, one_line, paragraphs

# The places before what means something anywhere, at the start, or there after a number.
_BEFORE_MARK = re.compile(r"(?=[\\`*_\[\]<&#|~$])|^(?=[-+=>:])|(^[0-9]{1,9})(?=[.)])")


class MarkdownExporter(StoryExporter):
    """Passages with their ids, prose, and choices with what they ask for and set."""

    format = "md"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """The one file."""
        text = "\n\n".join(_blocks(edition)) + "\n"
        return (ExportedFile(file_name(edition, ".md"), text.encode()),)


def shown(text: str) -> str:
    """Markdown that shows the text as it is, in one line."""
    return _BEFORE_MARK.sub(r"\1\\", one_line(text))


def _blocks(edition: Edition) -> Iterator[str]:
    structure = edition.structure
    yield f"# {shown(edition.title)}"
    if hook := shown(edition.hook):
        yield f"> {hook}"
    if notes := shown(edition.vision.content_notes):
        yield f"Content notes: {notes}"
    for passage in structure.passages:
        yield f"## {shown(passage.title)}"
        yield _about(passage, edition)
        yield from (_lines(paragraph) for paragraph in paragraphs(edition.prose[passage.id]))
        if choices := structure.leaving(passage.id):
            yield "\n".join(
                _choice(choice, structure.passage(choice.target).title) for choice in choices
            )
    yield "## Endings"
    yield "\n".join(f"- {shown(each.name)} ({shown(each.id)})" for each in edition.endings)


def _about(passage: Passage, edition: Edition) -> str:
    about = [shown(passage.id)]
    if passage.id == edition.structure.start:
        about.append("the start")
    if passage.ending:
        about.append(f"the ending {shown(edition.ending_name(passage.ending))}")
    return f"*{', '.join(about)}*"


def _lines(paragraph: str) -> str:
    return "\\\n".join(line for each in paragraph.split("\n") if (line := shown(each)))


def _choice(choice: Choice, title: str) -> str:
    parts = [f"- {shown(choice.label)} \u2192 {shown(title)} ({shown(choice.target)})"]
    for word, flags in (
        ("requires", choice.requires),
        ("forbids", choice.forbids),
        ("grants", choice.grants),
    ):
        if flags:
            parts.append(f"{word} {', '.join(shown(flag) for flag in sorted(flags))}")
    return "; ".join(parts)
