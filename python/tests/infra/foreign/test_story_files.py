"""Tests of selecting the files that belong to a story."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.infra.foreign.twee_passages import read_story


class NamingReader(StoryReader):
    """A reader whose story has the names of its files as passages."""

    def __init__(self, *suffixes: str) -> None:
        self.suffixes = suffixes

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        passages = tuple(Passage(id=file.name, title=file.content.decode()) for file in files)
        structure = Structure(start=passages[0].id, passages=passages, choices=())
        return ForeignStory(title=self.suffixes[0], structure=structure, words={})


READERS = (NamingReader(".tale", ".saga"), NamingReader(".json"))


def read(*paths: Path) -> tuple[str, list[str]]:
    story = read_story(paths, READERS)
    return story.title, [Path(each.id).name for each in story.structure.passages]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.tale", "a.SAGA", "deep/c.tale", "package.json", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    return tmp_path


def test_a_folder_is_all_its_files_of_one_format(folder: Path) -> None:
    """Other files in the folder must not be mixed into the story."""
    assert read(folder) == (".tale", ["a.SAGA", "b.tale", "c.tale"])


def test_files_are_read_in_the_order_given_and_once(folder: Path) -> None:
    """The first file names the start and the title."""
    assert read(folder / "b.tale", folder / "a.SAGA") == (".tale", ["b.tale", "a.SAGA"])
    assert read(folder / "b.tale", folder) == (".tale", ["b.tale", "a.SAGA", "c.tale"])
    assert read(folder / "package.json") == (".json", ["package.json"])


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["gone.tale"], "There is no file"),
        (["notes.txt"], "is not a story that can be read. Give files that end in .tale, .saga or "),
        (["empty"], "contains no story"),
        (["b.tale", "package.json"], "a different format"),
    ],
)
def test_what_is_no_story_is_refused(folder: Path, names: list[str], words: str) -> None:
    """The message must list readable formats instead of showing an empty story."""
    (folder / "empty").mkdir()
    with pytest.raises(InputError, match=words):
        read(*(folder / name for name in names))
