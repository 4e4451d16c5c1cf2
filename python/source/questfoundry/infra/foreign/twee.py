"""Read Twee 3 and Twine's HTML, published or archived (Twine 2 HTML Output 1.0.2).

A passage without choices is an ending. The inclusion of a passage counts as a choice if the
included passage has links.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import takewhile
from re import Match

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.chapbook import Chapbook
from questfoundry.infra.foreign.twee_passages import (
    DATA,
    MAX_PASSAGES,
    TITLE,
    SourceReader,
    TweePassage,
    decode_text,
    find_line_starts,
    match_line_endings,
    parse_passages,
)
from questfoundry.infra.foreign.twee_structure import build_story


class TweeReader(SourceReader):
    """A reader of Twee files; the passages of all files form one story, as in a Twee compiler."""

    suffixes = (".twee", ".tw", ".twee2", ".tw2")
    """The recommended suffixes and older ones."""

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story in ``files``; special passages state its title, start and format."""
        passages = self.read_passages(files)
        data = _story_data(passages)
        return build_story(
            passages,
            title=_passage_text(passages, TITLE).strip(),
            start=str(data.get("start") or "Start").strip(),
            story_format=_story_format(passages, data),
        )

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return the passages of all files; raise ``InputError`` if there are no passages."""
        passages = [passage for file in files for passage in parse_passages(file)]
        if not passages:
            raise InputError(
                f"{', '.join(repr(file.name) for file in files)}: there is no passage. In Twee, "
                "a passage begins with a line like ':: Start'."
            )
        return passages

    def detect_story_format(self, files: Sequence[SourceFile]) -> str:
        """Return the format that StoryData names, else the only one with markup here, else ""."""
        passages = self.read_passages(files)
        return _story_format(passages, _story_data(passages))

    def replace_text(self, content: str, passage: TweePassage, text: str) -> str:
        """Return ``content``, a whole file, with ``text`` in place of the text of ``passage``."""
        starts = find_line_starts(content)
        begin = starts[min(passage.text_line - 1, len(starts) - 1)]
        last = passage.text_line + passage.text.count("\n")
        old = content[begin : starts[min(last, len(starts) - 1)]].rstrip()
        new = match_line_endings(old, content, text)
        return f"{content[:begin]}{new}{content[begin + len(old) :]}"


def _passage_text(passages: Sequence[TweePassage], name: str) -> str:
    return next((passage.text for passage in passages if passage.name == name), "")


def _story_format(passages: Sequence[TweePassage], data: dict[str, object]) -> str:
    return str(data.get("format") or "") or detect_format(passages)


def _story_data(passages: Sequence[TweePassage]) -> dict[str, object]:
    try:
        data = json.loads(_passage_text(passages, DATA) or "{}")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


# The patterns also match macros that authors define. If several formats match, the result is empty.
_SIGNATURES = {
    "SugarCube": re.compile(r"<</?[A-Za-z=-]"),
    "Harlowe": re.compile(r"\([A-Za-z][\w-]*:"),
    "Chapbook": re.compile(
        rf"^\[(?!\[)[^\[\]\n]+\][ \t]*+$|\{{[A-Za-z]|{Chapbook.tokens['variables']}", re.MULTILINE
    ),
    "Snowman": re.compile(r"<%"),
}
_CODE_TAGS = {"script", "stylesheet"}


def detect_format(passages: Sequence[TweePassage]) -> str:
    """Return the only story format whose markup occurs in ``passages``, or an empty string."""
    texts = [each.text for each in passages if _CODE_TAGS.isdisjoint(each.tags)]
    found = [name for name, marks in _SIGNATURES.items() if any(map(marks.search, texts))]
    return found[0] if len(found) == 1 else ""


_STORY = re.compile(r"<tw-storydata\b([^<>]*+)>")
_PART = re.compile(
    r"<tw-passagedata\b(?P<about>[^<>]*+)>(?P<text>[^<]*+)</tw-passagedata>"
    r"|<script\b[^<>]*+>(?P<script>(?:[^<]|<(?!/?script\b))*+)</script>"
    r"|(?P<end></tw-storydata>)"
)
_ATTRIBUTE = re.compile(r"([\w-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")


class TwineHtmlReader(SourceReader):
    """A reader of Twine's HTML; one file contains one story."""

    suffixes = (".html", ".htm")

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story; raise ``InputError`` unless ``files`` has one file with one story."""
        about, named = _parse_story(files)
        return build_story(
            [passage for _, passage in sorted(named.items())],
            title=about.get("name", ""),
            start=_start_passage(about, named),
            story_format=about.get("format", ""),
        )

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return the passages and scripts of the story, in the order of the file."""
        return [passage for _, passage in sorted(_parse_story(files)[1].items())]

    def detect_story_format(self, files: Sequence[SourceFile]) -> str:
        """Return the story format that the ``tw-storydata`` element names, or an empty string."""
        return _parse_story(files)[0].get("format", "")

    def replace_text(self, content: str, passage: TweePassage, text: str) -> str:
        """Return ``content``, a whole file, in which ``text`` replaces the text of ``passage``.

        ``text`` is plain text, which is escaped here.
        """
        story = _STORY.search(content)
        for found in _find_parts(content, story.end() if story else 0):
            attributes = _parse_attributes(found["about"] or "")
            if found["script"] is None and _passage_name(attributes) == passage.name:
                old = found["text"]
                begin = found.start("text") + len(old) - len(old.lstrip("\r\n"))
                end = begin + len(old.strip("\r\n"))
                new = escape(match_line_endings(old, content, text)).replace("&#x27;", "&#39;")
                return f"{content[:begin]}{new}{content[end:]}"
        return content


def _parse_story(
    files: Sequence[SourceFile],
) -> tuple[Mapping[str, str], Mapping[tuple[int, str], TweePassage]]:
    if len(files) > 1:
        raise InputError("A file of Twine's HTML holds a whole story. Give one file only.")
    (file,) = files
    text = decode_text(file)
    stories = list(_STORY.finditer(text))
    if len(stories) != 1:
        found = [_parse_attributes(each[1]) for each in stories[:5]]
        names = ", ".join(repr(each.get("name", "")) for each in found)
        raise InputError(
            f"{file.name!r} holds {len(stories):,} stories ({names}). Publish one by itself."
            if stories
            else f"{file.name!r} holds no story of Twine 2: it has no tw-storydata element."
        )
    (story,) = stories
    return _parse_attributes(story[1]), dict(_parse_passages(text, story.end(), file.name))


def _parse_passages(
    text: str, begin: int, file: str
) -> Iterator[tuple[tuple[int, str], TweePassage]]:
    line, counted = 1, 0
    for number, found in enumerate(_find_parts(text, begin)):
        if number >= MAX_PASSAGES:
            raise InputError(
                f"{file!r} has more than {MAX_PASSAGES:,} passages, the limit for one story."
            )
        line += text.count("\n", counted, found.start())
        counted = found.start()
        attributes = _parse_attributes(found["about"] or "")
        script = found["script"]
        if script is None:
            name, tags = _passage_name(attributes), frozenset(attributes.get("tags", "").split())
        else:
            name, tags = "", frozenset({"script"})
        body_start = found.start("text" if script is None else "script")
        yield (
            (number, attributes.get("pid", "")),
            TweePassage(
                name=name or f"script {number + 1}",
                tags=tags,
                text=(unescape(found["text"]) if script is None else script).strip("\n"),
                place=FilePlace(file, line),
                text_line=line
                + text.count("\n", found.start(), body_start)
                + _count_blank_lines(text, body_start),
            ),
        )


def _find_parts(text: str, begin: int) -> Iterator[Match[str]]:
    return takewhile(lambda found: not found["end"], _PART.finditer(text, begin))


def _count_blank_lines(text: str, begin: int) -> int:
    return len(text[begin : begin + 1000]) - len(text[begin : begin + 1000].lstrip("\n"))


def _passage_name(attributes: Mapping[str, str]) -> str:
    return attributes.get("name", "").strip()


def _start_passage(
    attributes: Mapping[str, str], passages: Mapping[tuple[int, str], TweePassage]
) -> str:
    number = attributes.get("startnode", "")
    return next((each.name for (_, pid), each in passages.items() if pid == number), "")


def _parse_attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.finditer(text)
    return {each[1]: unescape(each[2] if each[3] is None else each[3]) for each in found}
