"""Read Twee 3, the text format that Twine and its compilers write.

A passage without choices is an ending. An included passage counts as a choice if it has links.
"""

import json
import re
from collections.abc import Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.foreign.chapbook import Chapbook
from questfoundry.infra.foreign.source_reader import (
    SourceReader,
    find_line_starts,
    match_line_endings,
)
from questfoundry.infra.foreign.twee_passages import DATA, TITLE, TweePassage, parse_passages
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
        """Return the story format of StoryData, else the only one whose markup is used, else ""."""
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
        rf"^\[(?!\[)[^\[\]\n]+\][ \t]*+$|\{{[A-Za-z]|{Chapbook.tokens['variables']}",
        re.MULTILINE,
    ),
    "Snowman": re.compile(r"<%"),
}
_CODE_TAGS = {"script", "stylesheet"}


def detect_format(passages: Sequence[TweePassage]) -> str:
    """Return the only story format whose markup occurs in ``passages``, or an empty string."""
    texts = [each.text for each in passages if _CODE_TAGS.isdisjoint(each.tags)]
    found = [name for name, marks in _SIGNATURES.items() if any(map(marks.search, texts))]
    return found[0] if len(found) == 1 else ""
