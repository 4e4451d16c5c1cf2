"""Test what adapters for finished stories must do: exporters, readers, folders, translations."""

import re
from collections.abc import Sequence
from uuid import UUID

import pytest
from attrs import evolve
from pydantic import TypeAdapter

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import (
    AssetSource,
    ExportedFile,
    ExportFolder,
    ReportWriter,
    SourceFile,
    StoryExporter,
    StoryIdentity,
    StoryReader,
    StorySource,
)
from questfoundry.domain.protocols.translations import (
    TranslationFiles,
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
)
from questfoundry.domain.story.asset import AssetProblem
from questfoundry.domain.story.passage import Choice, Ending, Passage, Structure
from questfoundry.domain.story.report import Edition, StoryReport
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.voice import DreamArtifact

PAGE = ExportedFile("page.html", b"<p>\xff\x00")
_SOURCE, _TARGET = "passage::quay", "passage::home"
_EDITION = Edition(
    ifid="3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    title="The Drowned <Ledger>",
    language="en",
    hook="The tide bell wakes you.",
    vision=DreamArtifact(
        genre="mystery",
        subgenre="noir",
        tone="brooding",
        themes=("loyalty", "memory"),
        audience="adult",
        scope="one night",
        size=Size.MICRO,
        style="terse",
        creative_vision="A drowned city keeps its secrets.",
    ),
    structure=Structure(
        start=_SOURCE,
        passages=(
            Passage(id=_SOURCE, title="The Quay"),
            Passage(id=_TARGET, title="Home", ending="ending::home"),
        ),
        choices=(Choice(id="choice::swim", source=_SOURCE, target=_TARGET, label="Swim"),),
    ),
    endings=(Ending(id="ending::home", name="Dry Land"),),
    prose={_SOURCE: "You wait.\n\nIt rains.", _TARGET: "You are <home>."},
)


class StoryExporterContract:
    """The tests for story exporters; a subclass adds a property ``exporter``."""

    exporter: StoryExporter

    def test_the_same_edition_gives_the_same_bytes(self) -> None:
        """Exporting the same edition of a story twice gives the same bytes."""
        assert list(self.exporter.export(_EDITION)) == list(self.exporter.export(_EDITION))

    def test_the_names_of_its_files_differ(self) -> None:
        """The files of an export have different names, each beginning with the title."""
        names = [file.name for file in self.exporter.export(_EDITION)]
        assert len(set(names)) == len(names) > 0
        assert all(name.startswith("the-drowned-ledger") for name in names)

    def test_its_format_is_one_plain_word(self) -> None:
        """The name of a format is one plain word, because authors type it in commands."""
        assert re.fullmatch(r"[a-z][a-z0-9-]*", self.exporter.format)


class ReportWriterContract:
    """The tests for report writers; a subclass adds the fixtures ``writer`` and ``report``."""

    def test_the_same_report_gives_the_same_files(
        self, writer: ReportWriter, report: StoryReport
    ) -> None:
        files = list(writer.write(report))
        assert files == list(writer.write(report))
        assert len({file.name for file in files}) == len(files) > 0


class StoryReaderContract:
    """The tests for readers of finished stories.

    A subclass adds the fixtures ``reader`` and ``files``, the files of a story that the reader can
    read.
    """

    def test_the_same_files_give_the_same_story(
        self, reader: StoryReader, files: Sequence[SourceFile]
    ) -> None:
        assert reader.read(files) == reader.read(files)
        assert all(re.fullmatch(r"[a-z]*\.[a-z0-9]+", suffix) for suffix in reader.suffixes)

    def test_an_invalid_file_is_named_in_the_error(self, reader: StoryReader) -> None:
        with pytest.raises(InputError, match="broken"):
            reader.read([SourceFile(f"broken{reader.suffixes[0]}", b"\xff\x00{")])


class AssetSourceContract:
    """The tests for sources of pictures and sounds; a subclass adds a fixture ``assets``."""

    @pytest.mark.parametrize("name", ["gone.png", "gone.mp3", "../a.png", "/a.png", "a\0.png", ""])
    def test_a_file_that_is_not_there_is_a_problem(self, assets: AssetSource, name: str) -> None:
        """Names come from prose, so no name may raise an error or leave the folder."""
        found = assets.read(name)
        assert isinstance(found, AssetProblem)
        assert found.problem
        assert found.fix


class StoryIdentityContract:
    """The tests for sources of a story's IFID, its worldwide id.

    A subclass adds a fixture ``identity``.
    """

    def test_an_ifid_is_made_once(self, identity: StoryIdentity) -> None:
        ifid = identity.ifid()
        assert ifid == str(UUID(ifid)).upper()
        assert UUID(ifid).version == 4
        assert identity.ifid() == ifid


class ExportFolderContract:
    """The tests for export folders; a subclass adds a fixture ``folder``, an empty folder."""

    def test_what_is_written_is_read(self, folder: ExportFolder) -> None:
        """A written file is read unchanged; writing a file again replaces it."""
        assert folder.read(PAGE.name) is None
        assert folder.write(PAGE) == folder.path_of(PAGE.name)
        assert folder.read(PAGE.name) == PAGE.content

        folder.write(ExportedFile(PAGE.name, b"new"))
        assert folder.read(PAGE.name) == b"new"

    def test_what_is_removed_is_gone(self, folder: ExportFolder) -> None:
        """A removed file reads as ``None``; removing a missing file is no error."""
        folder.write(PAGE)
        folder.remove(PAGE.name)
        folder.remove(PAGE.name)
        assert folder.read(PAGE.name) is None


class StorySourceContract:
    """The tests for sources of an imported story; a subclass adds a fixture ``source``.

    The story of ``source`` has the passages ``Start`` and ``End``. ``Start`` has prose and a link
    to ``End``.
    """

    def test_the_same_text_changes_nothing(self, source: StorySource) -> None:
        """Writing a passage's present text again changes no byte of any file (IMP-3.1)."""
        files = source.files()
        source.write("Start", source.text("Start").text)
        assert source.files() == files

    def test_another_text_is_read_and_others_stay(self, source: StorySource) -> None:
        """A passage's new text is read; its code and all other passages stay the same (IMP-3.1)."""
        text, end = source.text("Start"), source.text("End")
        assert text.code
        assert {"Start", "End"} <= {each.id for each in source.story().structure.passages}
        source.write("Start", f"{text.text}\nMore.")
        assert source.text("Start") == source.split_text(f"{text.text}\nMore.")
        assert source.text("Start").code == text.code
        assert source.text("End") == end


_ROWS = (
    TranslationRow(id="L2", kind="text", source="The “lamp”; *lit*.", text="", state="new"),
    TranslationRow(
        id="L10", kind="text", condition="[wet]", source="A\nB", text="Ä\n<B>", state="done"
    ),
)
_SHEET = TranslationSheet(source_language="en", language="de", newest=12, rows=_ROWS)
_TERMS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


class TranslationFormatContract:
    """The tests for file formats for translators; a subclass adds a fixture ``translations``."""

    def test_a_sheet_comes_back(self, translations: TranslationFormat) -> None:
        content = translations.write(_SHEET)
        read = translations.read(content)
        rows = [evolve(each, number=0, kind="", notes=()) for each in read.rows]
        assert rows == [evolve(each, kind="") for each in _ROWS]
        assert (read.source_language, read.language, read.newest) == ("en", "de", 12)
        assert translations.write(_SHEET) == content

    def test_what_is_no_such_file_is_refused(self, translations: TranslationFormat) -> None:
        for content in (b"", b"\xff\xfe\x00", b"nothing of the kind"):
            with pytest.raises(InputError):
                translations.read(content)


class TranslationFilesContract:
    """The tests for stores of translation files; a subclass adds a fixture ``files``."""

    def test_data_come_back_by_name(self, files: TranslationFiles) -> None:
        assert files.names() == []
        assert files.read("de", _TERMS) == {}
        files.write("de", {"lamp": "Lampe: “hell”"})
        files.write("ar", {"lamp": "مصباح"})
        assert files.names() == ["ar", "de"]
        assert files.read("de", _TERMS) == {"lamp": "Lampe: “hell”"}
        assert files.place_of("de") != files.place_of("ar")

    def test_data_of_another_kind_are_refused(self, files: TranslationFiles) -> None:
        files.write("de", {"lamp": {"a": "b"}})
        with pytest.raises(InputError, match="lamp"):
            files.read("de", _TERMS)
