"""Export to Markdown for proofreading: the complete text, in the order of the story."""

import re
from collections.abc import Iterator, Sequence

from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import SCENE_BREAK, ProseParagraph, spans_of
from questfoundry.infra.export.text import chapter_at, file_name, one_line, paragraphs

# Positions before marks that are Markdown syntax anywhere, at the start, or after a number there.
_BEFORE_MARK = re.compile(r"(?=[\\`*_\[\]<&#|~$])|^(?=[-+=>:])|(^[0-9]{1,9})(?=[.)])")


class MarkdownExporter(StoryExporter):
    """An exporter that lists passages with their ids, prose, and choices with their flags."""

    format = "md"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the Markdown file as the only file."""
        text = "\n\n".join(_blocks(edition)) + "\n"
        return (ExportedFile(file_name(edition, ".md"), text.encode()),)


def escape_line(text: str) -> str:
    """Return ``text`` as one line of Markdown in which no character acts as markup."""
    return _escaped(one_line(text))


def _escaped(text: str) -> str:
    return _BEFORE_MARK.sub(r"\1\\", text)


def _blocks(edition: Edition) -> Iterator[str]:
    structure = edition.structure
    yield f"# {escape_line(edition.title)}"
    publication = edition.publication
    if author := escape_line(publication.author):
        yield author
    if hook := escape_line(edition.hook):
        yield f"> {hook}"
    if notes := escape_line(edition.vision.content_notes):
        yield f"Content notes: {notes}"
    if description := escape_line(publication.description):
        yield description
    for name, text in (
        ("Credits", publication.credits),
        ("Licence", publication.licence),
        ("Date", publication.date),
    ):
        if terms := escape_line(text):
            yield f"{name}: {terms}"
    depth = "###" if edition.chapters else "##"
    for passage in structure.passages:
        if chapter := chapter_at(edition, passage.id):
            yield f"## {_escaped(chapter)}"
        yield f"{depth} {escape_line(passage.title)}"
        yield _passage_facts(passage, edition)
        yield from (_paragraph(paragraph) for paragraph in paragraphs(edition, passage.id))
        if choices := structure.outgoing_choices(passage.id):
            yield "\n".join(
                _choice(choice, structure.passage(choice.target).title) for choice in choices
            )
    yield "## Endings"
    yield "\n".join(
        f"- {escape_line(each.name)} ({escape_line(each.id)})" for each in edition.endings
    )


def _passage_facts(passage: Passage, edition: Edition) -> str:
    about = [escape_line(passage.id)]
    if passage.id == edition.structure.start:
        about.append("the start")
    if passage.ending:
        about.append(f"the ending {escape_line(edition.ending_name(passage.ending))}")
    return f"*{', '.join(about)}*"


def _paragraph(paragraph: ProseParagraph) -> str:
    if paragraph.is_scene_break:
        return SCENE_BREAK
    header = [f"\\[{slug_of(paragraph.flag)}]"] if paragraph.flag else []
    lines = (_line(each) for each in paragraph.text.split("\n"))
    return "\\\n".join([*header, *filter(None, lines)])


def _line(text: str) -> str:
    return "".join(
        f"*{_escaped(span.text)}*" if span.emphasized else _escaped(span.text)
        for span in spans_of(one_line(text))
    )


def _choice(choice: Choice, title: str) -> str:
    parts = [
        f"- {escape_line(choice.label)} \u2192 {escape_line(title)} ({escape_line(choice.target)})"
    ]
    for word, flags in (
        ("requires", choice.requires),
        ("forbids", choice.forbids),
        ("grants", choice.grants),
    ):
        if flags:
            parts.append(f"{word} {', '.join(escape_line(flag) for flag in sorted(flags))}")
    if choice.closed:
        parts.append(f"closed: {escape_line(choice.closed)}")
    return "; ".join(parts)
