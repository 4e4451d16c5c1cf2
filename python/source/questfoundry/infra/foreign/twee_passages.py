"""Parse Twee text into passages with their headers (Twee 3.0.2 and older notations).

A passage header is one line: ``:: name [tags] {metadata}``. Players never visit special passages:
tools and formats use them for settings, scripts, styles or text around every passage.
"""

import re

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.file_place import FilePlace
from questfoundry.infra.foreign.story_files import decode_text

MAX_PASSAGES, MAX_LINKS = 100_000, 300_000
"""Limits of one file, several times the size of the largest published stories."""

_HEADER = re.compile(r"^::(.*)$", re.MULTILINE)
_PARTS = re.compile(
    r"""
    (?P<name>(?:[^\\\[{]|\\.)*+)
    (?:\[(?P<tags>(?:[^\\\]]|\\.)*+)\])?
    \s*(?:[{<].*)?                          # metadata, whether it is JSON or not
    """,
    re.VERBOSE,
)
_TWEE2 = (".tw2", ".twee2")
_TWEE2_POSITION = re.compile(r"<\d+,\d+>$")
_ESCAPED = re.compile(r"\\(.)")
_BLANKS = re.compile(r"^\s+|(?<!\\)\s+$|(?<=\\\s)\s+$")

TITLE, DATA = "StoryTitle", "StoryData"
_SILENT = {TITLE, DATA, "StoryAuthor", "StorySubtitle", "StorySettings", "StoryDisplayTitle"}
_SPECIAL_NAMES = _SILENT | {
    *("StoryInit", "StoryBanner", "StoryCaption", "StoryMenu", "StoryShare", "StoryInterface"),
    *("StoryLoadingScreen", "PassageHeader", "PassageFooter", "PassageReady", "PassageDone"),
}
_SILENT_TAGS = {"stylesheet", "Twine.image", "Twine.private"}
_SPECIAL_TAGS = {
    "sugarcube": {"init", "widget"},
    "harlowe": {"startup", "header", "footer", "debug-startup", "debug-header", "debug-footer"},
}
_SPECIAL_TAGS_OF_ALL = set[str]().union(*_SPECIAL_TAGS.values())


@frozen(kw_only=True)
class TweePassage:
    """A passage as its author wrote it; ``text_line`` is the line at which its text begins."""

    name: str
    tags: frozenset[str]
    text: str
    place: FilePlace
    text_line: int


def parse_passages(file: SourceFile) -> list[TweePassage]:
    """Return the passages of ``file``; raise ``InputError`` above the limits."""
    text = decode_text(file)
    headers = list(_HEADER.finditer(text))
    if len(headers) > MAX_PASSAGES or text.count("[[") > MAX_LINKS:
        raise InputError(
            f"{file.name!r} has {len(headers):,} passages and {text.count('[['):,} links; the "
            f"limits are {MAX_PASSAGES:,} and {MAX_LINKS:,}. Give a part of the story."
        )
    ends = [header.start() for header in headers[1:]] + [len(text)]
    passages, line, counted = [], 1, 0
    for header, end in zip(headers, ends, strict=False):
        line += text.count("\n", counted, header.start())
        counted = header.start()
        title = header[1].rstrip()
        if file.name.lower().endswith(_TWEE2):
            title = _TWEE2_POSITION.sub("", title)
        parts = _PARTS.fullmatch(title)
        passages.append(
            TweePassage(
                name=_unescape(parts["name"] if parts else title),
                tags=frozenset(map(_unescape, (parts["tags"] or "").split() if parts else ())),
                text=text[header.end() + 1 : end].rstrip(),
                place=FilePlace(file.name, line),
                text_line=line + 1,
            )
        )
    return passages


def is_special(passage: TweePassage, story_format: str) -> bool:
    """Return whether ``passage`` has a reserved name or tag; players never visit such a passage."""
    # In an unknown format, a tag that any format reserves most likely marks a special passage.
    own = (
        _SPECIAL_TAGS.get(story_format.casefold(), set()) if story_format else _SPECIAL_TAGS_OF_ALL
    )
    tags = {"script", *_SILENT_TAGS, *own}
    return passage.name in _SPECIAL_NAMES or not tags.isdisjoint(passage.tags)


def is_initial(passage: TweePassage) -> bool:
    """Return whether the special passage ``passage`` sets variables before the story starts."""
    return passage.name == "StoryInit" or not passage.tags.isdisjoint({"init", "startup"})


def can_affect_play(passage: TweePassage) -> bool:
    """Return whether a special passage may change what players can do, unlike a style sheet."""
    return passage.name not in _SILENT and _SILENT_TAGS.isdisjoint(passage.tags)


def _unescape(escaped: str) -> str:
    # Links drop an escaped blank at the end of a name, so the name drops it too.
    return _ESCAPED.sub(r"\1", _BLANKS.sub("", escaped)).strip()
