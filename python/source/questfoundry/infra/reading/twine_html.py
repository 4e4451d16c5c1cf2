"""Reads Twine's HTML: stories as they are published or archived (Twine 2 HTML output 1.0.2).

A story is a ``tw-storydata`` with a ``tw-passagedata`` for each passage, its text escaped, so that
no other tag can stand in it. The passages are Twee's. What plays them stands around it, in scripts
too, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import takewhile
from re import Match

from questfoundry.domain.errors import InputError
from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.reading.source_reader import SourceReader, with_ends_of
from questfoundry.infra.reading.story_files import text_of
from questfoundry.infra.reading.twee_passages import MOST_PASSAGES, TweePassage
from questfoundry.infra.reading.twee_structure import story_of

_STORY = re.compile(r"<tw-storydata\b([^<>]*+)>")
_PART = re.compile(
    r"<tw-passagedata\b(?P<about>[^<>]*+)>(?P<text>[^<]*+)</tw-passagedata>"
    r"|<script\b[^<>]*+>(?P<script>(?:[^<]|<(?!/?script\b))*+)</script>"
    r"|(?P<end></tw-storydata>)"
)
_ATTRIBUTE = re.compile(r"([\w-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")


class TwineHtmlReader(SourceReader):
    """One story in one file."""

    suffixes = (".html", ".htm")

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """See the class."""
        about, named = _story(files)
        return story_of(
            [passage for _, passage in sorted(named.items())],
            title=about.get("name", ""),
            start=_start(about, named),
            story_format=about.get("format", ""),
        )

    def passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """See the class."""
        return [passage for _, passage in sorted(_story(files)[1].items())]

    def story_format(self, files: Sequence[SourceFile]) -> str:
        """What the story's element says."""
        return _story(files)[0].get("format", "")

    def replaced(self, content: str, passage: TweePassage, text: str) -> str:
        """Escaped as Twine does, in the place of what was there."""
        story = _STORY.search(content)
        for found in _parts(content, story.end() if story else 0):
            about = _attributes(found["about"] or "")
            if found["script"] is None and _name(about) == passage.name:
                old = found["text"]
                begin = found.start("text") + len(old) - len(old.lstrip("\r\n"))
                end = begin + len(old.strip("\r\n"))
                new = escape(with_ends_of(old, content, text)).replace("&#x27;", "&#39;")
                return f"{content[:begin]}{new}{content[end:]}"
        return content


def _story(
    files: Sequence[SourceFile],
) -> tuple[Mapping[str, str], Mapping[tuple[int, str], TweePassage]]:
    """What the one story's element says, and its passages."""
    if len(files) > 1:
        raise InputError("Twine's HTML holds a whole story: give one file of it.")
    (file,) = files
    text = text_of(file)
    stories = list(_STORY.finditer(text))
    if len(stories) != 1:
        names = ", ".join(repr(_attributes(each[1]).get("name", "")) for each in stories[:5])
        raise InputError(
            f"{file.name!r} holds {len(stories):,} stories ({names}): publish one of them."
            if stories
            else f"{file.name!r} holds no story of Twine 2: there is no tw-storydata in it."
        )
    (story,) = stories
    return _attributes(story[1]), dict(_passages(text, story.end(), file.name))


def _passages(text: str, begin: int, file: str) -> Iterator[tuple[tuple[int, str], TweePassage]]:
    """The passages in order, each by its place and the number that Twine gives it."""
    line, counted = 1, 0
    for number, found in enumerate(_parts(text, begin)):
        if number >= MOST_PASSAGES:
            raise InputError(
                f"{file!r} has more than {MOST_PASSAGES:,} passages; no more are read of a story."
            )
        line += text.count("\n", counted, found.start())
        counted = found.start()
        about = _attributes(found["about"] or "")
        script = found["script"]
        if script is None:
            name, tags = _name(about), frozenset(about.get("tags", "").split())
        else:
            name, tags = "", frozenset({"script"})
        within = found.start("text" if script is None else "script")
        yield (
            (number, about.get("pid", "")),
            TweePassage(
                name=name or f"script {number + 1}",
                tags=tags,
                text=(unescape(found["text"]) if script is None else script).strip("\n"),
                place=FilePlace(file, line),
                text_line=line + text.count("\n", found.start(), within) + _blank(text, within),
            ),
        )


def _parts(text: str, begin: int) -> Iterator[Match[str]]:
    """The passages and scripts of the story that begins there."""
    return takewhile(lambda found: not found["end"], _PART.finditer(text, begin))


def _blank(text: str, begin: int) -> int:
    """How many empty lines stand where the text begins."""
    return len(text[begin : begin + 1000]) - len(text[begin : begin + 1000].lstrip("\n"))


def _name(about: Mapping[str, str]) -> str:
    """The passage's name as links have it, without the space around it."""
    return about.get("name", "").strip()


def _start(about: Mapping[str, str], named: Mapping[tuple[int, str], TweePassage]) -> str:
    number = about.get("startnode", "")
    return next((each.name for (_, pid), each in named.items() if pid == number), "")


def _attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.finditer(text)
    return {each[1]: unescape(each[2] if each[3] is None else each[3]) for each in found}
