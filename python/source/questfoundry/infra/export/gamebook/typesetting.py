"""Convert the gamebook's elements to ReportLab's flowables, set in the packaged Noto Serif."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, KeepTogether, Paragraph

from questfoundry.domain.errors import FormatError

REGULAR, _ITALIC, _BOLD = "NotoSerif-Regular", "NotoSerif-Italic", "NotoSerif-Bold"
_SIZE, _LEADING = 10, 14.5
_BLOCKS = ("h1", "h2", "p", "hr", "ul")
_INLINE = {"em": "i", "strong": "b", "label": "i", "closed": "i", "number": "b", "to": "b"}
"""The ReportLab tag for each element, by its tag or class."""
_MOST_LETTERS_LISTED = 12


def flowables(part: Element) -> Iterator[Flowable]:
    """Yield the layout elements of ``part``; raise ``FormatError`` if the font lacks a letter."""
    _register_fonts()
    before = ""
    for each in part:
        if each.tag == "ul":
            yield KeepTogether([line for item in each for line in _paragraphs(item, "way", "way")])
        elif each.tag == "hr":
            yield Paragraph("* * *", _STYLES["break"])
        elif each.tag in _BLOCKS:
            style = _style_of(each, part, before)
            yield from _paragraphs(each, style, "first" if style == "on" else style)
        before = each.tag


def _style_of(block: Element, part: Element, before: str) -> str:
    kind = block.attrib.get("class", "")
    if block.tag != "p":
        return f"{block.tag} {part.attrib['class'].split()[0]}"
    if kind in {"chapter", "end", "author", "hook"}:
        return kind
    if part.attrib["class"].startswith("passage"):
        return "on" if before == "p" else "first"
    return "apart"


def _paragraphs(block: Element, first: str, others: str) -> Iterator[Paragraph]:
    for line in _to_reportlab(block).split("\n"):
        yield Paragraph(line, _STYLES[first])
        first = others


def _to_reportlab(element: Element) -> str:
    parts = [_text(element.text)]
    for each in element:
        inner = _to_reportlab(each).replace("\n", "<br/>")
        kind = each.attrib.get("class", each.tag)
        if each.tag == "a":
            inner = f"<a href={quoteattr(each.attrib['href'])}>{inner}</a>"
        elif tag := _INLINE.get(kind) or _INLINE.get(each.tag):
            inner = f"<{tag}>{inner}</{tag}>"
        parts.append(f"{inner}<br/>" if kind == "number" else inner)
        parts.append(_text(each.tail if each.tag in {"a", "em", "span", "strong"} else ""))
    return "".join(parts)


def _text(text: str | None) -> str:
    whole = unicodedata.normalize("NFC", text or "")
    # Format characters (category Cf) are invisible; the scripts that need them are refused below.
    visible = "".join(each for each in whole if unicodedata.category(each) != "Cf")
    known = _register_fonts()
    if missing := sorted(
        {each for each in visible if not each.isspace() and ord(each) not in known}
    ):
        letters = " ".join(missing[:_MOST_LETTERS_LISTED])
        more = " and more" if len(missing) > _MOST_LETTERS_LISTED else ""
        raise FormatError(
            f"The PDF font lacks {letters}{more}. Print the gamebook's HTML page from a browser "
            "instead, which uses the fonts of your system."
        )
    return escape(visible)


@cache
def _register_fonts() -> frozenset[int]:
    known: set[int] | None = None
    for name in (REGULAR, _ITALIC, _BOLD):
        with as_file(files(__package__).joinpath("fonts", f"{name}.ttf")) as file:
            font = TTFont(name, str(file))
        pdfmetrics.registerFont(font)
        code_points = set(font.face.charToGlyph)
        known = code_points if known is None else known & code_points
    pdfmetrics.registerFontFamily(
        REGULAR, normal=REGULAR, bold=_BOLD, italic=_ITALIC, boldItalic=_BOLD
    )
    return frozenset(known or ())


def _styles() -> dict[str, ParagraphStyle]:
    text = ParagraphStyle(
        "text", fontName=REGULAR, fontSize=_SIZE, leading=_LEADING, allowWidows=0, allowOrphans=0
    )
    middle = ParagraphStyle("middle", text, alignment=TA_CENTER)

    def centred(**more: object) -> ParagraphStyle:
        return ParagraphStyle("centred", middle, **more)

    return {
        "first": text,
        "on": ParagraphStyle("on", text, firstLineIndent=1.4 * _SIZE),
        "apart": ParagraphStyle("apart", text, spaceBefore=6),
        "way": ParagraphStyle("way", text, spaceBefore=5, leftIndent=14, firstLineIndent=-14),
        "break": centred(spaceBefore=6, spaceAfter=6),
        "h1 cover": centred(fontSize=24, leading=29),
        "author": centred(spaceBefore=14, fontSize=11),
        "hook": centred(fontName=_ITALIC, spaceBefore=22, leftIndent=20, rightIndent=20),
        "h2 front": ParagraphStyle(
            "front", text, fontName=_BOLD, fontSize=12, spaceBefore=14, spaceAfter=4, keepWithNext=1
        ),
        "h2 passage": centred(
            spaceBefore=22, spaceAfter=8, leading=18, fontSize=12, keepWithNext=1
        ),
        "chapter": centred(
            fontName=_ITALIC, fontSize=13.5, leading=18, spaceAfter=10, keepWithNext=1
        ),
        "end": centred(fontName=_BOLD, spaceBefore=10),
    }


_STYLES = _styles()
