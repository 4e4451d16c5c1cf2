"""Reads stories in ink by what its compilers write; its source is told how to be compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.reading.ink.compiled import (
    CompiledStory,
    Container,
    compiled_story,
    is_compiled,
)
from questfoundry.infra.reading.ink.story import ReadInk, read_ink
from questfoundry.infra.reading.source_reader import SourceReader
from questfoundry.infra.reading.story_files import decode_text
from questfoundry.infra.reading.twee_passages import TweePassage

SOURCE = ".ink"
_TITLE = "title:"
_COMPILE = (
    "Ink is read as its compiler writes it: export it as JSON with Inky, or run "
    "'inklecate -o story.ink.json story.ink', or 'npx -p inkjs inkjs-compiler story.ink', and give "
    "that file."
)


class InkReader(SourceReader):
    """One compiled file is one story; what lies beside it, as its source, is no part of it."""

    suffixes = (".json", SOURCE)

    fixed = (
        "A compiled story is not rewritten: the next compiling would undo it. Change the passage "
        "in its .ink source, compile that, and put the new file into the folder of the story."
    )

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """See the class."""
        return _read(files).story

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Those that were read, each with all that players may read there."""
        found = _read(files)
        return [
            TweePassage(
                name=name,
                tags=frozenset(),
                text=text,
                place=found.story.places[name],
                text_line=found.story.places[name].line,
            )
            for name, text in found.texts.items()
        ]

    def detect_story_format(self, _: Sequence[SourceFile]) -> str:
        """See the class."""
        return "ink"

    def replace_text(self, _: str, __: TweePassage, ___: str) -> str:
        """Not done: see ``fixed``."""
        raise InputError(self.fixed)


def _read(files: Sequence[SourceFile]) -> ReadInk:
    texts = [(decode_text(each), each.name) for each in files if not each.name.endswith(SOURCE)]
    if not texts:
        for file in files:
            decode_text(file)
        raise InputError(f"{', '.join(repr(each.name) for each in files)}: {_COMPILE}")
    stories = [each for each in texts if is_compiled(each[0])] or texts
    if len(stories) > 1:
        raise InputError(
            f"{', '.join(repr(name) for _, name in stories)}: a compiled story is one file. "
            "Name the one to read."
        )
    ((text, name),) = stories
    story = compiled_story(text, name)
    return read_ink(story, title=_title(story) or _stem(name), file=name)


def _stem(name: str) -> str:
    return PurePath(name).name.removesuffix(".json").removesuffix(".ink")


def _title(story: CompiledStory) -> str:
    """What the tags say that stand before anything else."""
    for tag in _tags(story.root):
        if tag.strip().startswith(_TITLE):
            return tag.strip().removeprefix(_TITLE).strip()
    return ""


def _tags(container: Container) -> Iterator[str]:
    here: object = container
    while isinstance(here, Container) and here.content:
        content, here = here.content, here.content[0]
        said: str | None = None
        for part in content:
            if isinstance(part, dict) and "#" in part:
                yield part["#"]
            elif part in ("#", "/#"):
                if said is not None:
                    yield said
                said = "" if part == "#" else None
            elif said is not None and isinstance(part, str):
                said += part.removeprefix("^")
            elif part != "\n":
                break
