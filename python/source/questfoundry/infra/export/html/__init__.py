"""Export the HTML player as one page, or as a ZIP archive for itch.io."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from attrs import asdict

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import ProseParagraph, clean_text
from questfoundry.domain.story.prose_markup import ProseSpan
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import Stat
from questfoundry.infra.export.story_document import choice_data
from questfoundry.infra.export.text import (
    build_zip,
    chapter_at,
    describe_media,
    direction,
    file_name,
    hands_metadata,
    one_line,
    page_css,
    paragraphs,
    terms_of,
)
from questfoundry.infra.export.words import words_for

SCRIPTS = ("rules.js", "kept.js", "views.js", "lists.js", "saves.js", "player.js")
STYLES = ("page.css", "dialogs.css", "media.css")
"""The scripts and styles of the page, in the order in which they are joined."""
# Inside a script element these characters could end it or begin a comment.
_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


class HtmlExporter(StoryExporter):
    """An exporter of one HTML file that plays the story, from a disk or from a server."""

    format = "html"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the page; its security policy allows only the page's own script and style."""
        words = words_for("page", edition.language, edition.publication.words)
        phrases = dict(words.texts)
        pause = phrases.pop("to_be_continued")
        numbers_row = _add_stat_phrases(phrases, has_stats=bool(edition.moved_stats))
        if edition.is_unfinished:
            phrases["the_end"] = pause
        ui = {"lang": words.language, "dir": direction(words.language)}
        script = "\n".join(map(_part, SCRIPTS))
        style = "\n".join(map(_part, STYLES)) + page_css(edition.publication.theme)
        data = {"story": _story(edition), "words": phrases, "ui": ui}
        placeholders = {
            **phrases,
            "language": edition.language,
            "direction": direction(edition.language),
            "ifid": edition.ifid,
            "title": one_line(edition.title) or "?",
            "policy": _policy(script, style, edition),
        }
        metadata = (
            ("name", "author", edition.publication.author),
            ("name", "description", edition.description),
            ("property", "og:title", edition.title),
            ("property", "og:description", edition.description),
            ("property", "og:type", "website"),
            *(("property", *each) for each in hands_metadata(edition)),
        )
        page = Template(_part("page.html")).substitute(
            {name: escape(text) for name, text in placeholders.items()},
            about="\n".join(_meta(*each) for each in metadata if one_line(each[-1])),
            ui=" ".join(f'{name}="{value}"' for name, value in ui.items()),
            numbers_row=numbers_row,
            edition=json.dumps(data, ensure_ascii=False).translate(_ESCAPES),
            script=script,
            style=style,
        )
        return (ExportedFile(file_name(edition, ".html"), page.encode()),)


def _add_stat_phrases(phrases: dict[str, str], *, has_stats: bool) -> str:
    """Return the markup of the setting for numbers; empty for a story without stats.

    With stats, the list of clues becomes a list of clues and stats, so its texts are replaced.
    """
    known, nothing, numbers = (phrases.pop(key) for key in ("known", "nothing_known", "numbers"))
    if not has_stats:
        return ""
    phrases |= {"clues": known, "no_clues": nothing}
    box = '<input type="checkbox" name="numbers">'
    return f'<label class="row"><span>{escape(numbers)}</span>{box}</label>\n'


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _meta(kind: str, name: str, text: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(one_line(text))}">'


def _policy(script: str, style: str, edition: Edition) -> str:
    has_pictures = edition.publication.cover or any(not each.is_sound for each in edition.media)
    pictures = "img-src data:; " if has_pictures else ""
    sounds = "media-src data:; " if any(each.is_sound for each in edition.media) else ""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        f"{pictures}{sounds}"
        "base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _story(edition: Edition) -> Mapping[str, Any]:
    structure = edition.structure
    stats = [_stat(each) for each in edition.moved_stats]
    return {
        "ifid": edition.ifid,
        "author": one_line(edition.publication.author),
        "imprint": "\n".join(map(clean_text, terms_of(edition))),
        "name": file_name(edition, ""),
        "title": one_line(edition.title),
        "hook": clean_text(edition.hook),
        "cover": edition.publication.cover.data_url if edition.publication.cover else "",
        "notes": clean_text(edition.vision.content_notes),
        "start": structure.start,
        "passages": [_passage(edition, passage) for passage in structure.passages],
        "choices": [_choice(choice) for choice in structure.choices],
        "clues": [
            {"id": each.id, "question": clean_text(each.question), "text": clean_text(each.text)}
            for each in edition.clues
        ],
        "endings": [{"id": each.id, "name": one_line(each.name)} for each in edition.endings],
        **({"assets": _assets(edition)} if edition.media else {}),
        **({"stats": stats, "numbers": edition.publication.show_numbers} if stats else {}),
    }


def _stat(stat: Stat) -> Mapping[str, str]:
    texts = {"name": stat.name, "question": stat.question, "high": stat.high, "low": stat.low}
    return {"id": stat.id, **{name: one_line(text) for name, text in texts.items()}}


def _passage(edition: Edition, passage: Passage) -> Mapping[str, Any]:
    return {
        "id": passage.id,
        "chapter": chapter_at(edition, passage.id),
        "title": one_line(passage.title),
        "ending": passage.ending,
        "paragraphs": [_paragraph(each, edition) for each in paragraphs(edition, passage.id)],
    }


def _assets(edition: Edition) -> Mapping[str, str]:
    return {each.name: edition.assets[each.name].data_url for each in edition.media}


def _paragraph(paragraph: ProseParagraph, edition: Edition) -> Mapping[str, Any]:
    if media := paragraph.media:
        shown = {"media": {**asdict(media), "sound": media.is_sound}}
        spans: Sequence[ProseSpan] = [ProseSpan(describe_media(media))]
        return {
            "flag": paragraph.flag,
            "spans": [_span(each, edition) for each in spans],
            **(shown if media.name in edition.assets else {}),
        }
    spans = () if paragraph.is_scene_break else edition.spans_of(paragraph.text)
    return {"flag": paragraph.flag, "spans": [_span(each, edition) for each in spans]}


def _span(span: ProseSpan, edition: Edition) -> Mapping[str, Any]:
    """Return the text of the span, with only the marks that it has."""
    stat = edition.stats_by_name[span.stat].id if span.stat else ""
    marks = {"strong": span.strong, "address": span.address, "stat": stat}
    return {
        "text": span.text,
        "emphasized": span.emphasized,
        **{name: value for name, value in marks.items() if value},
    }


def _choice(choice: Choice) -> Mapping[str, Any]:
    data = choice_data(choice)
    # The player works with the flags of choices and does not need the paths.
    del data["takes"]
    if not data["moves"]:
        del data["moves"]
    return {**data, "label": one_line(choice.label), "closed": one_line(choice.closed)}


class ItchExporter(StoryExporter):
    """An exporter that packs the HTML page as ``index.html``, the page that itch.io looks for."""

    format = "itch"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the ZIP archive as the only file."""
        [page] = HtmlExporter().export(edition)
        archive = build_zip({"index.html": page.content})
        return (ExportedFile(file_name(edition, "-itch.zip"), archive),)
