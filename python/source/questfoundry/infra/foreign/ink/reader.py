"""Read ink stories from compiled files; for ink source, an error explains how to compile it."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.foreign.ink.compiled import (
    CompiledStory,
    Container,
    is_compiled,
    parse_compiled_story,
)
from questfoundry.infra.foreign.ink.story import InkStory, read_ink
from questfoundry.infra.foreign.source_reader import SourceReader
from questfoundry.infra.foreign.story_files import decode_text
from questfoundry.infra.foreign.twee_passages import TweePassage

SOURCE = ".ink"
_TITLE = "title:"
_COMPILE = (
    "Ink source cannot be read directly. Export it as JSON with Inky, or run "
    "'inklecate -o story.ink.json story.ink', or 'npx -p inkjs inkjs-compiler story.ink', and give "
    "the JSON file."
)


class InkReader(SourceReader):
    """A reader of one compiled ink story; files with ink source beside it are ignored."""

    suffixes = (".json", SOURCE)

    fixed = (
        "A compiled story cannot be rewritten: the next compilation would undo that. Change the "
        "passage in its .ink source, compile it, and put the new file into the folder of the story."
    )

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the compiled story in ``files``; raise ``InputError`` unless there is just one."""
        return _read_files(files).story

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return a passage for each point at which a turn starts, with all possible texts."""
        found = _read_files(files)
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
        """Return ``ink``."""
        return "ink"

    def replace_text(self, _: str, __: TweePassage, ___: str) -> str:
        """Raise ``InputError``: compiled stories cannot be rewritten."""
        raise InputError(self.fixed)


def _read_files(files: Sequence[SourceFile]) -> InkStory:
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
    story = parse_compiled_story(text, name)
    return read_ink(story, title=_find_title(story) or _file_stem(name), file=name)


def _file_stem(name: str) -> str:
    return PurePath(name).name.removesuffix(".json").removesuffix(".ink")


def _find_title(story: CompiledStory) -> str:
    for tag in _leading_tags(story.root):
        if tag.strip().startswith(_TITLE):
            return tag.strip().removeprefix(_TITLE).strip()
    return ""


def _leading_tags(container: Container) -> Iterator[str]:
    here: object = container
    while isinstance(here, Container) and here.content:
        content, here = here.content, here.content[0]
        tag: str | None = None
        for part in content:
            if isinstance(part, dict) and "#" in part:
                yield part["#"]
            elif part in ("#", "/#"):
                if tag is not None:
                    yield tag
                tag = "" if part == "#" else None
            elif tag is not None and isinstance(part, str):
                tag += part.removeprefix("^")
            elif part != "\n":
                break
