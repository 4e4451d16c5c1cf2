"""Read Twee 3, and the scripts and styles that Tweego compiles with it.

A passage without choices is an ending. The inclusion of a passage counts as a choice if the
included passage has links.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.chapbook import VARS_LINES
from questfoundry.infra.foreign.twee_passages import (
    DATA,
    TITLE,
    SourceReader,
    TweePassage,
    decode_text,
    find_line_starts,
    match_line_endings,
    parse_passages,
    parse_story_data,
)
from questfoundry.infra.foreign.twee_structure import build_story

_COMPANION_TAGS = {".js": "script", ".css": "stylesheet"}
"""The tags of the passages that Tweego makes of scripts and styles, by the suffix of the file."""


class TweeReader(SourceReader):
    """A reader of Twee files; the passages of all files form one story, as in a Twee compiler."""

    suffixes = (".twee", ".tw", ".twee2", ".tw2")
    """The recommended suffixes and older ones."""

    companion_suffixes = tuple(_COMPANION_TAGS)

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story in ``files``; special passages state its title, start and format."""
        passages = self.read_passages(files)
        data = _story_data(passages)
        return build_story(
            passages,
            title=_passage_text(passages, TITLE).strip(),
            start=str(data.get("start") or "Start").strip(),
            story_format=_story_format(passages, data),
            version=str(data.get("format-version") or ""),
        )

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return the passages of all files; raise ``InputError`` if there are no passages."""
        passages = [passage for file in files for passage in _read_file(file)]
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


def _read_file(file: SourceFile) -> list[TweePassage]:
    path = PurePath(file.name)
    tag = _COMPANION_TAGS.get(path.suffix.lower())
    if tag is None:
        return parse_passages(file)
    place = FilePlace(file.name, 1)
    text = decode_text(file)
    return [TweePassage(name=path.name, tags=frozenset({tag}), text=text, place=place, text_line=1)]


def _passage_text(passages: Sequence[TweePassage], name: str) -> str:
    return next((passage.text for passage in passages if passage.name == name), "")


def _story_format(passages: Sequence[TweePassage], data: dict[str, object]) -> str:
    return str(data.get("format") or "") or detect_format(passages)


def _story_data(passages: Sequence[TweePassage]) -> dict[str, object]:
    return parse_story_data(_passage_text(passages, DATA)) or {}


# The patterns also match macros that authors define. If several formats match, the result is empty.
_SIGNATURES = {
    "SugarCube": re.compile(r"<</?[A-Za-z=-]"),
    "Harlowe": re.compile(r"\([A-Za-z][\w-]*:"),
    "Chapbook": re.compile(
        rf"^\[(?!\[)[^\[\]\n]+\][ \t]*+$|\{{[A-Za-z]|{VARS_LINES}", re.MULTILINE
    ),
    "Snowman": re.compile(r"<%"),
}
_CODE_TAGS = {"script", "stylesheet"}


def detect_format(passages: Sequence[TweePassage]) -> str:
    """Return the only story format whose markup occurs in ``passages``, or an empty string."""
    texts = [each.text for each in passages if _CODE_TAGS.isdisjoint(each.tags)]
    found = [name for name, marks in _SIGNATURES.items() if any(map(marks.search, texts))]
    return found[0] if len(found) == 1 else ""
