"""Export the complete text to Markdown, for proofreading, and build the files of the report."""

import json
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from attrs import asdict
from attrs.filters import exclude

from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import ExportedFile, ReportWriter, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import SCENE_BREAK, ProseParagraph
from questfoundry.domain.story.prose_markup import Media, ProseSpan
from questfoundry.domain.story.report import Edition, EndingShare, StageUse, StoryReport
from questfoundry.infra.export.hands_files import write_hands
from questfoundry.infra.export.text import (
    asset_files,
    asset_name,
    chapter_at,
    describe_media,
    file_name,
    join_spans,
    list_width_losses,
    one_line,
    paragraphs,
)

# Positions before marks that are Markdown syntax anywhere, at the start, or after a number there.
_BEFORE_MARK = re.compile(r"(?=[\\`*_\[\]<&#|~$])|^(?=[-+=>:])|(^[0-9]{1,9})(?=[.)])")


_MARKS = {"strong": "**{}**", "emphasized": "*{}*"}


class MarkdownExporter(StoryExporter):
    """An exporter that lists passages with their ids, prose, and choices with their flags."""

    format = "md"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the Markdown file, and the pictures and sounds beside it."""
        text = "\n\n".join(_blocks(edition)) + "\n"
        return (ExportedFile(file_name(edition, ".md"), text.encode()), *asset_files(edition))

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning if pictures have widths."""
        yield from list_width_losses(self.format, edition)


def escape_line(text: str) -> str:
    """Return ``text`` as one line of Markdown in which no character acts as markup."""
    return _escape(one_line(text))


def _escape(text: str) -> str:
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
            yield f"## {_escape(chapter)}"
        yield f"{depth} {escape_line(passage.title)}"
        yield _passage_facts(passage, edition)
        yield from (_paragraph(each, edition) for each in paragraphs(edition, passage.id))
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


def _paragraph(paragraph: ProseParagraph, edition: Edition) -> str:
    if paragraph.is_scene_break:
        return SCENE_BREAK
    header = [f"\\[{slug_of(paragraph.flag)}]"] if paragraph.flag else []
    if media := paragraph.media:
        lines = [_media(media, edition)]
    else:
        lines = [_line(each, edition) for each in paragraph.text.split("\n")]
    return "\\\n".join([*header, *filter(None, lines)])


def _media(media: Media, edition: Edition) -> str:
    if media.name not in edition.assets:
        return _escape(describe_media(media))
    sign = "" if media.is_sound else "!"
    return f"{sign}[{escape_line(media.alt)}](<{asset_name(edition, media)}>)"


def _line(text: str, edition: Edition) -> str:
    return join_spans(edition.spans_of(one_line(text)), _span, _MARKS)


def _span(span: ProseSpan) -> str:
    text = _escape(span.text)
    return f"[{text}](<{span.address}>)" if span.address else text


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
    if choice.moves:
        moves = (f"{escape_line(stat)} {step:+}" for stat, step in sorted(choice.moves.items()))
        parts.append(f"moves {', '.join(moves)}")
    if choice.closed:
        parts.append(f"closed: {escape_line(choice.closed)}")
    return "; ".join(parts)


_PLAYER = "The HTML file contains the player of QuestFoundry, which is under the MIT licence."


class ReportFiles(ReportWriter):
    """A writer of ``report.md``, ``report.json`` and the files that say who wrote each sentence."""

    def write(self, report: StoryReport) -> Sequence[ExportedFile]:
        """Return the report as Markdown and JSON, and the files about who wrote the story."""
        document = json.dumps(_document(report), ensure_ascii=True, indent=2)
        text = "\n\n".join(_report_blocks(report))
        return (
            ExportedFile("report.md", f"{text}\n".encode()),
            ExportedFile("report.json", f"{document}\n".encode()),
            *(write_hands(report.hands, report) if report.hands else ()),
        )


def _report_blocks(report: StoryReport) -> Iterator[str]:
    yield f"# Report: {escape_line(report.title)}"
    yield "\n".join(f"- {name}: {value}" for name, value in _numbers(report))
    yield "## Endings"
    yield "\n".join(
        f"- {escape_line(each.name)}: {_share(each, report)}" for each in report.endings
    )
    if report.findings:
        yield "## Possible improvements"
        yield "\n".join(
            f"- {escape_line(each.passage)}: {escape_line(each.problem)}"
            for each in report.findings
        )
    yield "## Model usage"
    if not report.stages:
        yield "No model calls are recorded."
    else:
        yield "\n".join(
            (
                "| Stage | Models | Calls | Tokens read | Tokens written | Seconds | Cost |",
                "|---|---|--:|--:|--:|--:|--:|",
                *(_row(each) for each in report.stages),
            )
        )
        yield (
            f"Total: {report.usage.calls:,} calls, {report.usage.total_tokens:,} tokens, "
            f"{_money(report.cost)}."
        )
    yield "## Licences"
    notes = (f"- {escape_line(model)}: {note}" for model, note in report.licences.items())
    yield "\n".join((*notes, f"- {_PLAYER}"))


def _numbers(report: StoryReport) -> Iterator[tuple[str, str]]:
    if report.chapters:
        yield "Chapters", f"{report.chapters.planned} of {report.chapters.of}: unfinished"
    yield "Words", f"{report.words:,}"
    yield "Passages", f"{report.passages:,}"
    yield "Choices", f"{report.choices:,}"
    if report.decisions:
        yield "Decisions that change what follows", f"{report.decisions.consequential:,}"
        yield "Decisions that only colour the text", f"{report.decisions.cosmetic:,}"
    if report.influence is not None:
        yield "Decisions that shift the endings", f"{100 * report.influence:.0f} %"
    playthroughs = "not counted: the story has loops" if report.arcs is None else f"{report.arcs:,}"
    yield "Playthroughs", playthroughs
    yield "Endings", f"{len(report.endings):,}"
    yield "Language", escape_line(report.language)
    yield "IFID", report.ifid


def _share(ending: EndingShare, report: StoryReport) -> str:
    if ending.arcs is None or not report.arcs:
        return "reached"
    # Integer arithmetic: the counts of a long story exceed the range of a float.
    tenths = (ending.arcs * 1000 + report.arcs // 2) // report.arcs
    return f"{ending.arcs:,} of {report.arcs:,} playthroughs ({tenths // 10}.{tenths % 10} %)"


def _row(use: StageUse) -> str:
    models = ", ".join(escape_line(model) for model in use.models)
    numbers = (use.usage.calls, use.usage.input_tokens, use.usage.output_tokens)
    cells = (use.stage, models, *(f"{number:,}" for number in numbers))
    return f"| {' | '.join((*cells, f'{use.seconds:.1f}', _money(use.cost)))} |"


def _money(dollars: Decimal | None) -> str:
    if dollars is None:
        return "cost unknown"
    return f"${dollars:.4f}" if dollars else "no cost"


def _document(report: StoryReport) -> dict[str, Any]:
    return {
        **asdict(
            report,
            filter=exclude("stages", "licences", "chapters", "decisions", "influence", "hands"),
        ),
        **({"chapters": asdict(report.chapters)} if report.chapters else {}),
        **({"decisions": asdict(report.decisions)} if report.decisions else {}),
        **({} if report.influence is None else {"influence": round(report.influence, 4)}),
        "stages": [_stage(use) for use in report.stages],
        "tokens": report.usage.total_tokens,
        "cost": _dollars(report.cost),
        "licences": dict(report.licences),
    }


def _stage(use: StageUse) -> dict[str, Any]:
    return {
        "stage": use.stage,
        "models": use.models,
        "calls": use.usage.calls,
        "input_tokens": use.usage.input_tokens,
        "output_tokens": use.usage.output_tokens,
        "seconds": round(use.seconds, 3),
        "cost": _dollars(use.cost),
    }


def _dollars(cost: Decimal | None) -> float | None:
    return None if cost is None else float(cost)
