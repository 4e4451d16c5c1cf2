"""Provide what the export formats share: names of files, escaped text, CSS and archives."""

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import takewhile
from operator import attrgetter
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.exporter import ExportedFile, build_loss
from questfoundry.domain.story.prose import ProseParagraph, clean_text
from questfoundry.domain.story.prose_markup import Media, ProseSpan
from questfoundry.domain.story.publication import DARK, LIGHT, Palette, Theme
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import Level

_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi")
)
# Marks that no format reads as markup are left out: , . ; ( ), a lone ", and ' ! ? : - behind a
# word.
_MARKS = re.compile(
    r"""
    [#$%&*+/<=>@\[-`{-~]
    | (?<!\w) ['!?:-]
    | '(?=') | \?(?=\w) | :(?=\S) | -(?!\w)
    | (?<=") " | " (?=")
    """,
    re.VERBOSE,
)

_RESERVED_NAMES = frozenset(("manifest", "report", "hands", "aux", "con", "nul", "prn"))
"""Names that a story's files cannot have: those of other exported files, and Windows devices."""


def file_name(edition: Edition, ending: str) -> str:
    """Return a file name from the story's title and ``ending``: ``the-drowned-ledger.html``."""
    name = slugify(edition.title) or "story"
    return f"story-{name}{ending}" if name in _RESERVED_NAMES else f"{name}{ending}"


def hands_metadata(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield who wrote the words as properties of schema.org with their values, if known."""
    for name, value in edition.hands.metadata.items() if edition.hands else ():
        yield name, one_line(value)


def one_line(text: str) -> str:
    """Return ``text`` as one line, with single spaces between words."""
    return " ".join(clean_text(text).split())


def paragraphs(edition: Edition, passage: str) -> tuple[ProseParagraph, ...]:
    """Return the paragraphs of ``passage``, also conditional ones; texts may have line ends."""
    return edition.paragraphs[passage]


def describe_media(media: Media) -> str:
    """Return the text in place of a picture or sound that a format does not show: ``[A map]``."""
    return f"[{one_line(media.alt) or media.name}]"


def asset_name(edition: Edition, media: Media) -> str:
    """Return the name of the exported file with ``media``: ``the-drowned-ledger-map.png``."""
    return file_name(edition, f"-{media.file_name}")


def asset_files(edition: Edition) -> Iterator[ExportedFile]:
    """Yield the pictures and sounds of ``edition`` as files beside the exported story."""
    for media in edition.media:
        yield ExportedFile(asset_name(edition, media), edition.assets[media.name].content)


def join_spans(
    spans: Sequence[ProseSpan], show: Callable[[ProseSpan], str], marks: Mapping[str, str]
) -> str:
    """Return ``spans`` as text with as few marks as possible.

    ``show`` formats the words and the link of a span. ``marks`` holds the markup around ``{}`` for
    ``strong`` and ``emphasized``.
    """
    parts: list[str] = []
    left = list(spans)
    while left:
        lengths = {
            style: len([*takewhile(attrgetter(style), left)])
            for style in marks
            if getattr(left[0], style)
        }
        style = max(lengths, key=lambda each: lengths[each], default="")
        count = lengths.get(style, 1)
        plain: dict[str, Any] = {style: False} if style else {}
        inner = [evolve(each, **plain) for each in left[:count]]
        text = marks[style].format(join_spans(inner, show, marks)) if style else show(left[0])
        parts.append(text)
        left = left[count:]
    return "".join(parts)


@frozen(kw_only=True)
class ProseMarkup:
    """The notation of a script format for prose.

    ``escape``: returns a text so that the format shows the text as it is.
    ``number``: the notation for the number of a stat; the name of a variable replaces ``{}``.
    ``link``: returns a link, from the address and the escaped text.
    ``styles``: the markup around ``{}`` for ``strong`` and ``emphasized``.
    """

    escape: Callable[[str], str]
    number: str
    link: Callable[[str, str], str]
    styles: Mapping[str, str]

    def format_line(self, text: str, edition: Edition, variables: Mapping[str, str]) -> str:
        """Return the line ``text`` of prose; ``variables`` maps ids of stats to their variables."""

        def show(span: ProseSpan) -> str:
            text = self.escape(span.text)
            if span.stat:
                variable = variables.get(edition.stats_by_name[span.stat].id)
                text = self.number.format(variable) if variable else "0"
            return self.link(span.address, text) if span.address else text

        return join_spans(edition.spans_of(one_line(text)), show, self.styles)


def list_width_losses(form: str, edition: Edition) -> Iterator[Finding]:
    """Yield a warning for the format ``form``, which leaves out the widths of pictures."""
    parts = (each.media for parts in edition.paragraphs.values() for each in parts)
    if any(each.width for each in parts if each and each.name in edition.assets):
        yield build_loss(
            form, "The widths of pictures are left out.", "Save the pictures in their final size."
        )


def chapter_at(edition: Edition, passage: str) -> str:
    """Return the title of the chapter that begins in ``passage``, or an empty string."""
    return one_line(edition.chapters.get(passage, ""))


def terms_of(edition: Edition) -> tuple[str, ...]:
    """Return the credits, the licence and the date, without empty ones."""
    publication = edition.publication
    return tuple(filter(one_line, (publication.credits, publication.licence, publication.date)))


@frozen
class KnownPart:
    """A line in the list of clues and stats, for players who hold at least one of ``flags``."""

    flags: tuple[str, ...]
    text: str
    is_question: bool = False


def list_known_parts(edition: Edition) -> Iterator[KnownPart]:
    """Yield the clues below their questions, and then the sentences of stats below theirs."""
    for question in dict.fromkeys(each.question for each in edition.clues):
        clues = [each for each in edition.clues if each.question == question]
        yield KnownPart(tuple(each.id for each in clues), question, is_question=True)
        yield from (KnownPart((each.id,), each.text) for each in clues)
    for stat in edition.moved_stats:
        up, down = Level(stat.id, 1).id, Level(stat.id, -1).id
        yield KnownPart((up, down), stat.question, is_question=True)
        yield from (KnownPart((up,), stat.high), KnownPart((down,), stat.low))


def escape_marks(text: str, escape: Callable[[str], str]) -> str:
    """Return ``text``; ``escape`` replaces each character that some format may read as markup."""
    return _MARKS.sub(lambda mark: escape(mark[0]), text)


def direction(language: str) -> str:
    """Return ``rtl`` if ``language`` is written from right to left, else ``ltr``."""
    tag = language.casefold().split("-")
    return "rtl" if tag[0] in _RIGHT_TO_LEFT and "latn" not in tag else "ltr"


_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first date that a ZIP archive can hold


def build_zip(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP archive of ``files``, which maps paths to contents; their order is kept."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as zip_file:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            # Otherwise zipfile writes the system of this machine.
            entry.create_system = 0
            zip_file.writestr(entry, content)
    return archive.getvalue()


_STAGES = "html, body, tw-story, #page"
_LINKS = "a, tw-link, .enchantment-link"


def page_css(theme: Theme) -> str:
    """Return the CSS for the HTML page; colours and fonts apply to the screen, not to print."""
    dark = _colours(theme.dark, DARK)
    fonts = {"serif": (theme.text_font, "serif"), "sans": (theme.interface_font, "sans-serif")}
    root = _colours(theme.light, LIGHT) | {
        f"--{name}": f'"{font}", {generic}' for name, (font, generic) in fonts.items() if font
    }
    rules = [
        _rule(":root", root),
        f"@media (prefers-color-scheme: dark) {{ {_rule(':root:not([data-theme=light])', dark)}}}\n"
        if dark
        else "",
        _rule(":root[data-theme=dark]", dark),
    ]
    screen = "".join(rules)
    return (f"@media screen {{\n{screen}}}\n" if screen else "") + clean_text(theme.css)


def book_css(theme: Theme) -> str:
    """Return the CSS for the EPUB: the font, the link colours and the author's own CSS."""
    font = _rule("body", {"font-family": f'"{theme.text_font}", serif'} if theme.text_font else {})
    links = ""
    if (theme.light.accent, theme.dark.accent) != (LIGHT.accent, DARK.accent):
        night = _rule("a", {"color": theme.dark.accent})
        links = _rule("a", {"color": theme.light.accent})
        links += f"@media (prefers-color-scheme: dark) {{ {night}}}\n"
    return font + links + clean_text(theme.css)


def twine_css(theme: Theme) -> str:
    """Return the theme's CSS for Twine's elements, without the author's CSS for the HTML page."""
    font = {"font-family": f'"{theme.text_font}", serif'} if theme.text_font else {}
    night = _twine_rules(theme.dark, DARK)
    dark = f"@media (prefers-color-scheme: dark) {{\n{night}}}\n" if night else ""
    return _rule(_STAGES, font) + _twine_rules(theme.light, LIGHT) + dark


def _twine_rules(palette: Palette, usual: Palette) -> str:
    if palette == usual:
        return ""
    stage = {"background-color": palette.paper, "color": palette.ink}
    return _rule(_STAGES, stage) + _rule(_LINKS, {"color": palette.accent})


def _colours(palette: Palette, usual: Palette) -> dict[str, str]:
    if palette == usual:
        return {}
    names = ("paper", "ink", "accent", "quiet", "line", "sheet", "on_accent")
    return {f"--{name.replace('_', '-')}": getattr(palette, name) for name in names}


def _rule(selector: str, values: dict[str, str]) -> str:
    declarations = " ".join(f"{name}: {value};" for name, value in values.items())
    return f"{selector} {{ {declarations} }}\n" if declarations else ""
