"""Reads Twee 3, as Twine and its compilers write it, for what its structure is.

A passage that offers no choice is an ending. What is shown inside another passage and leads
on itself counts as a choice; what only adds text counts as that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.reading.source_reader import SourceReader, line_starts, with_ends_of
from questfoundry.infra.reading.story_format import format_by_marks
from questfoundry.infra.reading.twee_passages import DATA, TITLE, TweePassage, passages_in
from questfoundry.infra.reading.twee_structure import story_of


class TweeReader(SourceReader):
    """The passages of all the files are one story, as for compilers."""

    suffixes = (".twee", ".tw", ".twee2", ".tw2")
    """Those that the specification recommends, and those of old."""

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """See the class."""
        passages = self.passages(files)
        data = _data(passages)
        return story_of(
            passages,
            title=_text(passages, TITLE).strip(),
            start=str(data.get("start") or "Start").strip(),
            story_format=_format(passages, data),
        )

    def passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """See the class; ``InputError`` where there is none."""
        passages = [passage for file in files for passage in passages_in(file)]
        if not passages:
            raise InputError(
                f"{', '.join(repr(file.name) for file in files)}: there is no passage. In Twee, "
                "a passage begins with a line like ':: Start'."
            )
        return passages

    def story_format(self, files: Sequence[SourceFile]) -> str:
        """What StoryData says, else what the marks in the passages tell."""
        passages = self.passages(files)
        return _format(passages, _data(passages))

    def replaced(self, content: str, passage: TweePassage, text: str) -> str:
        """The lines of the text, without the space behind them."""
        starts = line_starts(content)
        begin = starts[min(passage.text_line - 1, len(starts) - 1)]
        last = passage.text_line + passage.text.count("\n")
        old = content[begin : starts[min(last, len(starts) - 1)]].rstrip()
        new = with_ends_of(old, content, text)
        return f"{content[:begin]}{new}{content[begin + len(old) :]}"


def _text(passages: Sequence[TweePassage], name: str) -> str:
    return next((passage.text for passage in passages if passage.name == name), "")


def _format(passages: Sequence[TweePassage], data: dict[str, object]) -> str:
    return str(data.get("format") or "") or format_by_marks(passages)


def _data(passages: Sequence[TweePassage]) -> dict[str, object]:
    """What StoryData says; the specification wants what cannot be read to be left out."""
    try:
        data = json.loads(_text(passages, DATA) or "{}")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
