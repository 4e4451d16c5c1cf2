r"""Parse the markup inside a paragraph of prose.

The notation is a part of Markdown: ``*emphasis*``, ``**bold**``, ``[a link](https://example.org)``
and, as a paragraph of its own, ``![what it shows](assets/map.png){width=50%}``. A sound is written
like a picture. ``{wins-trust}`` shows the number of a stat. A backslash before ``*``, ``[``, ``{``
or ``!`` takes away its meaning. Anything else is plain text.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from attrs import evolve, frozen

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
SOUND_SUFFIXES = (".mp3", ".m4a", ".ogg")
"""The suffixes of files that prose may show or play, in lower case."""

ASSETS = "assets"
"""The folder of pictures and sounds in a project."""

_MARKS = "*[{!"
# Noncharacters, which the text of a story cannot contain, replace escaped marks while parsing.
_HIDING = {f"\\{mark}": chr(0xFDD0 + place) for place, mark in enumerate(_MARKS)}
_ESCAPED = {hidden: escaped for escaped, hidden in _HIDING.items()}
_SHOWING = {ord(hidden): escaped[1] for escaped, hidden in _HIDING.items()}
ESCAPED_MARK = re.compile(r"\\[*\[{!]")
"""A mark with a backslash that takes away its meaning."""

_ADDRESS = r"(?:https?://|mailto:)(?:[^\s()<>\"\\]++|\([^\s()<>\"\\]*+\))++"
# Marks enclose whole words of one line, so "2*3*4" contains no emphasis. All repetitions are
# possessive: the time is linear in the length of the text.
_SPAN = re.compile(
    rf"""
    (?<![\w*])\*\*\*(?=[^\s*])(?P<both>[^*\n]++)(?<!\s)\*\*\*(?![\w*])
    | (?<![\w*])\*\*(?=[^\s*])(?P<strong>(?:[^*\n]++|\*(?!\*)[^*\n]++\*)++)
      (?<!\s)\*\*(?![\w*])
    | (?<![\w*])\*(?=[^\s*])(?P<emphasized>(?:[^*\n]++|\*\*[^*\n]++\*\*)++)(?<!\s)\*(?![\w*])
    | (?<!!)\[(?P<label>[^\[\]\n]++)\]\((?P<address>{_ADDRESS})\)
    | \{{(?P<stat>[a-z0-9]++(?:-[a-z0-9]++)*+)\}}
    """,
    re.VERBOSE,
)
_STAT = re.compile(r"(?<!\\)\{([a-z0-9]++(?:-[a-z0-9]++)*+)\}")
_STYLED = re.compile(r"[*\[{]")
_MEDIA = re.compile(
    r"!\[(?P<alt>[^\[\]\n]*+)\]\(assets/(?P<name>[^()<>\"\s\\]++)\)"
    r"(?:\{width=(?P<width>[1-9][0-9]?|100)%\})?"
)
_FILE_NAME = re.compile(r"[\w-][\w.-]*+")


@frozen
class ProseSpan:
    """A stretch of a paragraph whose words all look alike.

    ``address`` is the web address of a link. ``stat`` is the name of a stat whose number replaces
    the text, as ``wins-trust`` for ``stat::wins-trust``; the text is the markup.
    """

    text: str
    emphasized: bool = False
    strong: bool = False
    address: str = ""
    stat: str = ""


@frozen
class Media:
    """A picture or sound in the prose.

    ``name`` is its path in the folder ``assets``. ``alt`` says in words what players see or hear;
    empty if the author wrote nothing. ``width`` is a percentage of the text's width, or 0.
    """

    name: str
    alt: str
    width: int = 0

    @property
    def is_sound(self) -> bool:
        """Return whether the file is a sound, by its suffix."""
        return self.name.lower().endswith(SOUND_SUFFIXES)

    @property
    def file_name(self) -> str:
        """The path as one plain file name, without folders: ``rooms-hall.png``."""
        return self.name.replace("/", "-")


def parse_media(text: str) -> Media | None:
    """Return the picture or sound that the whole paragraph ``text`` is, or ``None``."""
    found = _MEDIA.fullmatch(text.strip()) if "![" in text else None
    if found is None or not is_asset_name(found["name"]):
        return None
    return Media(found["name"], found["alt"].strip(), int(found["width"] or 0))


def is_asset_name(name: str) -> bool:
    """Return whether ``name`` is a path of a picture or sound below the folder ``assets``."""
    suffix = PurePosixPath(name).suffix.lower()
    return suffix in {*PICTURE_SUFFIXES, *SOUND_SUFFIXES} and all(
        map(_FILE_NAME.fullmatch, name.split("/"))
    )


def spans_of(text: str) -> tuple[ProseSpan, ...]:
    """Split ``text``, one or more whole lines of a paragraph, into spans; line ends remain."""
    if not _STYLED.search(text):
        return (ProseSpan(text),) if text else ()
    hidden = ESCAPED_MARK.sub(lambda mark: _HIDING[mark[0]], text)
    return tuple(
        evolve(span, text=span.text.translate(_SHOWING), address=span.address.translate(_SHOWING))
        for span in _parse(hidden, ProseSpan(""))
    )


def split_marks(text: str, stats: Collection[str] | None = None) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a paragraph in their order, and for each whether it is a mark.

    Joined, the parts are ``text``. Marks are the signs of emphasis, the two ends of a link or a
    picture, and each name of ``stats`` in braces (by default, any name); other parts are words.
    """
    if parse_media(text) and (media := _MEDIA.search(text)):
        start, end = media.span("alt")
        yield from ((text[:start], True), (text[start:end], False), (text[end:], True))
        return
    hidden = ESCAPED_MARK.sub(lambda mark: _HIDING[mark[0]], text)
    for part, is_mark in _split_spans(hidden, stats):
        if part:
            yield "".join(_ESCAPED.get(each, each) for each in part), is_mark


def _split_spans(text: str, stats: Collection[str] | None) -> Iterator[tuple[str, bool]]:
    end = 0
    for found in _SPAN.finditer(text):
        yield text[end : found.start()], False
        end = found.end()
        if name := found["stat"]:
            yield found[0], stats is None or name in stats
            continue
        group = "label" if found["address"] else str(found.lastgroup)
        yield text[found.start() : found.start(group)], True
        yield from _split_spans(found[group], stats)
        yield text[found.end(group) : end], True
    yield text[end:], False


def resolve_stats(spans: Iterable[ProseSpan], known: Collection[str]) -> tuple[ProseSpan, ...]:
    """Return ``spans`` in which names of stats that are not in ``known`` are plain text."""
    return tuple(
        evolve(span, stat="") if span.stat and span.stat not in known else span for span in spans
    )


def describe_prose(text: str) -> str:
    """Return a paragraph for a terminal: with descriptions of pictures, and addresses of links."""
    if media := parse_media(text):
        return f"[{media.alt or media.name}]"
    return "".join(
        f"{mark}{each.text}{mark}{f' <{each.address}>' if each.address else ''}"
        for each in spans_of(text)
        for mark in ["**" if each.strong else "*" if each.emphasized else ""]
    )


def show_numbers(text: str, numbers: Mapping[str, int]) -> str:
    """Return ``text`` with the numbers of stats in place of their names in braces."""
    return _STAT.sub(lambda name: str(numbers.get(name[1], name[0])), text) if "{" in text else text


def _parse(text: str, style: ProseSpan) -> Iterator[ProseSpan]:
    end = 0
    for found in _SPAN.finditer(text):
        if found.start() > end:
            yield evolve(style, text=text[end : found.start()])
        yield from _parse_span(found, style)
        end = found.end()
    if end < len(text):
        yield evolve(style, text=text[end:])


def _parse_span(found: re.Match[str], style: ProseSpan) -> Iterator[ProseSpan]:
    kind = found.lastgroup
    match kind:
        case "stat":
            yield evolve(style, text=found[0], stat=found["stat"])
        case "address":
            yield _parse_link(found["label"], evolve(style, address=found["address"]))
        case _:
            inner = evolve(
                style,
                emphasized=style.emphasized or kind != "strong",
                strong=style.strong or kind != "emphasized",
            )
            yield from _parse(found[str(kind)], inner)


def _parse_link(label: str, style: ProseSpan) -> ProseSpan:
    """Return one span, because players read one link; marks around the whole label count."""
    spans = [*_parse(label, style)]
    if len(spans) == 1 and not spans[0].stat:
        return spans[0]
    return evolve(style, text="".join(each.text for each in spans))
