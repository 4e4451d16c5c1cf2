"""Twee as a text: where its passages begin, and what their headers say (Twee 3.0.2).

A header is one line: ``:: name [tags] {metadata}``. Older notations are read too; what a
header holds beyond name and tags has no part in a story's structure. In special passages a
player never stands: tools and formats take them for something else.
"""

from __future__ import annotations

import re

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.infra.reading.story_files import text_of

MOST_PASSAGES, MOST_LINKS = 100_000, 300_000
"""Several times what the largest published stories have."""

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
_NAMES = _SILENT | {
    *("StoryInit", "StoryBanner", "StoryCaption", "StoryMenu", "StoryShare", "StoryInterface"),
    *("StoryLoadingScreen", "PassageHeader", "PassageFooter", "PassageReady", "PassageDone"),
}
_SILENT_TAGS = {"stylesheet", "Twine.image", "Twine.private"}
_TAGS = {
    "sugarcube": {"init", "widget"},
    "harlowe": {"startup", "header", "footer", "debug-startup", "debug-header", "debug-footer"},
}
_TAGS_OF_ALL = set[str]().union(*_TAGS.values())


@frozen(kw_only=True)
class TweePassage:
    """A passage as it is written: where its header stands, and where its ``text`` begins."""

    name: str
    tags: frozenset[str]
    text: str
    place: FilePlace
    text_line: int


def passages_in(file: SourceFile) -> list[TweePassage]:
    """The passages of a file; text before the first header is no part of any."""
    text = text_of(file)
    headers = list(_HEADER.finditer(text))
    if len(headers) > MOST_PASSAGES or text.count("[[") > MOST_LINKS:
        raise InputError(
            f"{file.name!r} has {len(headers):,} passages and {text.count('[['):,} links; stories "
            f"of up to {MOST_PASSAGES:,} and {MOST_LINKS:,} are read. Give a part of it."
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
                name=_plain(parts["name"] if parts else title),
                tags=frozenset(map(_plain, (parts["tags"] or "").split() if parts else ())),
                text=text[header.end() + 1 : end].rstrip(),
                place=FilePlace(file.name, line),
                text_line=line + 1,
            )
        )
    return passages


def is_special(passage: TweePassage, story_format: str) -> bool:
    """Whether it is no place in the story."""
    # Where nobody says the format, a tag that one of them knows is likelier than none.
    own = _TAGS.get(story_format.casefold(), set()) if story_format else _TAGS_OF_ALL
    tags = {"script", *_SILENT_TAGS, *own}
    return passage.name in _NAMES or not tags.isdisjoint(passage.tags)


def is_initial(passage: TweePassage) -> bool:
    """Whether a special passage is where variables get their first values."""
    return passage.name == "StoryInit" or not passage.tags.isdisjoint({"init", "startup"})


def may_act(passage: TweePassage) -> bool:
    """Whether a special passage can change what a player may do."""
    return passage.name not in _SILENT and _SILENT_TAGS.isdisjoint(passage.tags)


def _plain(escaped: str) -> str:
    # Links to a name that ends in an escaped blank are read without it, and so is the name.
    return _ESCAPED.sub(r"\1", _BLANKS.sub("", escaped)).strip()
