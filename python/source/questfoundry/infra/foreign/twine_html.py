"""Read Twine's HTML, published or archived (Twine 2 HTML Output 1.0.2), as a browser reads it.

The parser is lxml, whose tokens are those of HTML 5. It reports no positions, so each element of
interest first gets an attribute with its offset in the file.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from html import escape

from attrs import define, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.twee_passages import (
    MAX_PASSAGES,
    SourceReader,
    TweePassage,
    decode_text,
    find_line_starts,
    match_line_endings,
)
from questfoundry.infra.foreign.twee_structure import build_story

_STORY, _PASSAGE, _SCRIPT = "tw-storydata", "tw-passagedata", "script"
_OFFSET = "qf-offset"
_OPENING = re.compile(rf"<(?:{_PASSAGE}|{_SCRIPT})(?=[\s/>])", re.IGNORECASE)
_ADDED = re.compile(rf" {_OFFSET}=\d+ ")
_START_TAG = re.compile(r"<[^<>\"'\s/]+(?:[^\"'>]|\"[^\"]*+\"|'[^']*+')*+>")
_END_TAG = re.compile(rf"</{_PASSAGE}\s*+>", re.IGNORECASE)
_FEED_SIZE = 65_536
_DEEPEST = 1_000  # libxml2 searches all open elements for each end tag, which takes quadratic time


class TwineHtmlReader(SourceReader):
    """A reader of Twine's HTML; one file contains one story."""

    suffixes = (".html", ".htm")

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story; raise ``InputError`` unless ``files`` has one file with one story."""
        story = _read_file(files)
        return build_story(
            story.list_passages(),
            title=story.about.get("name", ""),
            start=story.start,
            story_format=story.about.get("format", ""),
            version=story.about.get("format-version", ""),
        )

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return the passages and scripts of the story, in the order of the file."""
        return _read_file(files).list_passages()

    def detect_story_format(self, files: Sequence[SourceFile]) -> str:
        """Return the story format that the ``tw-storydata`` element names, or an empty string."""
        return _read_file(files).about.get("format", "")

    def replace_text(self, content: str, passage: TweePassage, text: str) -> str:
        """Return ``content``, a whole file, in which ``text`` replaces the text of ``passage``.

        ``text`` is plain text, which is escaped here. Raise ``InputError`` if the passage contains
        unescaped HTML.
        """
        for part in _parse_story(content, passage.place.file).parts:
            if not part.is_script and part.name == passage.name:
                begin = _find_text(content, part.offset)
                end = _END_TAG.search(content, begin)
                old = content[begin : end.start() if end else begin]
                if end is None or "<" in old:
                    raise InputError(
                        f"The passage {passage.name!r} contains HTML that is not escaped, so it "
                        "cannot be rewritten. Import the story into Twine, and publish it again."
                    )
                blank_lines = len(old) - len(old.lstrip("\r\n"))
                begin, rest = begin + blank_lines, begin + len(old.rstrip("\r\n"))
                new = escape(match_line_endings(old, content, text)).replace("&#x27;", "&#39;")
                return f"{content[:begin]}{new}{content[max(begin, rest) :]}"
        return content


@define
class _Part:
    """A passage or script of a story; ``offset`` is the offset of its start tag in the file."""

    offset: int
    is_script: bool
    attributes: Mapping[str, str]
    texts: list[str] = field(factory=list[str])

    @property
    def name(self) -> str:
        return self.attributes.get("name", "").strip()

    @property
    def text(self) -> str:
        return _ADDED.sub("", "".join(self.texts)).strip("\n")


@frozen
class _HtmlStory:
    about: Mapping[str, str]
    parts: Sequence[_Part]
    content: str
    file: str

    @property
    def start(self) -> str:
        number = self.about.get("startnode", "")
        by_number = {
            each.attributes.get("pid", ""): each.name
            for each in reversed(self.parts)
            if not each.is_script
        }
        if not number and self.about.get("format", "").casefold() == "harlowe":
            # Harlowe then starts at the lowest number; other formats show an error.
            number = min((each for each in by_number if each.isdecimal()), key=int, default="")
        return by_number.get(number, "")

    def list_passages(self) -> Sequence[TweePassage]:
        starts = find_line_starts(self.content)
        return [
            TweePassage(
                name=part.name or f"script {number}",
                tags=frozenset(
                    ("script",) if part.is_script else part.attributes.get("tags", "").split()
                ),
                text=part.text,
                place=FilePlace(self.file, bisect_right(starts, part.offset)),
                text_line=bisect_right(starts, _skip_blank_lines(self.content, part.offset)),
            )
            for number, part in enumerate(self.parts, start=1)
        ]


def _read_file(files: Sequence[SourceFile]) -> _HtmlStory:
    if len(files) > 1:
        raise InputError("A file of Twine's HTML holds a whole story. Give one file only.")
    (file,) = files
    return _parse_story(decode_text(file), file.name)


def _parse_story(content: str, file: str) -> _HtmlStory:
    from lxml import etree  # type: ignore[import-untyped]

    marked = _OPENING.sub(lambda tag: f"{tag[0]} {_OFFSET}={tag.start()} ", content)
    target = _Target(file)
    parser = None
    try:
        for begin in range(0, len(marked), _FEED_SIZE):
            parser = parser or etree.HTMLParser(target=target, no_network=True, huge_tree=True)
            parser.feed(marked[begin : begin + _FEED_SIZE])
            if target.is_too_deep():
                parser.close()
                parser = None  # a new parser starts without open elements
        if parser is not None:
            parser.close()
    except etree.LxmlError as error:
        raise InputError(f"{file!r} cannot be read as HTML: {error}. Publish it again.") from error
    stories = target.stories
    if len(stories) != 1:
        names = ", ".join(repr(each.get("name", "")) for each in stories[:5])
        raise InputError(
            f"{file!r} holds {len(stories):,} stories ({names}). Publish one by itself."
            if stories
            else f"{file!r} holds no story of Twine 2: it has no tw-storydata element."
        )
    return _HtmlStory(stories[0], target.parts, content, file)


class _Target:
    """A receiver of lxml's parse events that collects stories and their passages and scripts.

    As in a browser, the text of a passage is the text in all its elements, without their tags.
    """

    def __init__(self, file: str) -> None:
        self.stories: list[Mapping[str, str]] = []
        self.parts: list[_Part] = []
        self._file = file
        self._depth = 0
        self._is_in_story = False
        self._open: _Part | None = None
        self._open_depth = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if tag == _STORY:
            self.stories.append({**attributes})
            self._is_in_story = True
        elif self._is_in_story and tag == _PASSAGE and self._open:
            raise InputError(
                f"{self._file!r}: the passage {self._open.name!r} contains HTML that is not "
                "closed before the next passage. Import the story into Twine, and publish it again."
            )
        elif self._is_in_story and tag in {_PASSAGE, _SCRIPT} and not self._open:
            self._open = _Part(
                int(attributes.get(_OFFSET, 0)),
                tag == _SCRIPT,
                {name: _ADDED.sub("", value) for name, value in attributes.items()},
            )
            self._open_depth = self._depth
            self.parts.append(self._open)
            if len(self.parts) > MAX_PASSAGES:
                raise InputError(
                    f"{self._file!r} has more than {MAX_PASSAGES:,} passages, the limit for one "
                    "story."
                )

    def end(self, tag: str) -> None:
        if self._depth == self._open_depth:
            self._open, self._open_depth = None, 0
        if tag == _STORY:
            self._is_in_story = False
        self._depth -= 1

    def data(self, data: str) -> None:
        if self._open:
            self._open.texts.append(data)

    def comment(self, text: str) -> None: ...
    def pi(self, target: str, data: str | None = None) -> None: ...
    def close(self) -> None: ...

    def is_too_deep(self) -> bool:
        """Return whether too many elements are open; raise ``InputError`` within a story."""
        if self._depth > _DEEPEST and self._is_in_story:
            raise InputError(
                f"{self._file!r} has more than {_DEEPEST:,} HTML elements inside each other. "
                "Publish the story again, with its text escaped."
            )
        return self._depth > _DEEPEST


def _find_text(content: str, offset: int) -> int:
    tag = _START_TAG.match(content, offset)
    return tag.end() if tag else offset


def _skip_blank_lines(content: str, offset: int) -> int:
    begin = _find_text(content, offset)
    rest = content[begin : begin + 1000]
    return begin + len(rest) - len(rest.lstrip("\n"))
