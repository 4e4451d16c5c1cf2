"""The contracts of clocks, event sinks, prices, prompts, books and formats."""

import io
from pathlib import Path

import docx
import pytest
from reportlab.pdfgen.canvas import Canvas

from questfoundry import testing
from questfoundry.app.books.retrieval import AlwaysRetrieveStrategy, ToolUseRetrievalStrategy
from questfoundry.app.context import FullHistoryContextStrategy
from questfoundry.domain.library.book import BookFile, Reading
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.protocols.exporter import NoAssets, SourceFile
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.documents.book_files import DiskAndWebBookFiles
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.parsers import book_parsers
from questfoundry.infra.export.assets import FolderAssets
from questfoundry.infra.export.ink import InkExporter
from questfoundry.infra.export.story_document import JsonExporter
from questfoundry.infra.foreign.json_reader import JsonStoryReader
from questfoundry.infra.foreign.twee import TweeReader
from questfoundry.infra.foreign.twine_html import TwineHtmlReader
from questfoundry.infra.mcp.transports import ProgressEvents
from questfoundry.infra.prices import GenaiPriceBook
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.infra.storage.project_file import ProjectFileIdentity
from questfoundry.infra.storage.yaml_files import YamlTranslationFiles
from questfoundry.infra.telemetry.events import (
    CompositeEventSink,
    StructlogEventSink,
    build_debug_log,
)
from questfoundry.infra.translation import (
    CsvTranslationFormat,
    PoTranslationFormat,
    XliffTranslationFormat,
)
from tests.support.book_files import epub, file
from tests.support.book_talk import BOOK, PAGES, Library
from tests.support.editions import small_edition
from tests.support.stage_runs import shipped_prompts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lamp.txt").write_text("The lamp is lit.")
    return tmp_path


class TestClock(testing.ClockContract):
    @pytest.fixture(params=[SystemClock, testing.ManualClock])
    def clock(self, request):
        return request.param()


class TestEventSink(testing.EventSinkContract):
    @pytest.fixture(
        params=[testing.RecordingEventSink, StructlogEventSink, CompositeEventSink, ProgressEvents]
    )
    def sink(self, request, tmp_path: Path):
        if request.param is StructlogEventSink:
            return StructlogEventSink(
                build_debug_log(tmp_path / "debug.jsonl", testing.ManualClock())
            )
        made = (
            request.param([testing.RecordingEventSink()])
            if request.param is CompositeEventSink
            else None
        )
        return made or request.param()


class TestPriceBook(testing.PriceBookContract):
    @pytest.fixture
    def prices(self):
        return GenaiPriceBook()


class TestPromptRepository(testing.PromptRepositoryContract):
    @pytest.fixture
    def prompts(self, folder: Path):
        return JinjaPromptRepository([folder])


class TestInkExporter(testing.StoryExporterContract):
    exporter = InkExporter()


class TestJsonStoryReader(testing.StoryReaderContract):
    @pytest.fixture
    def reader(self):
        return JsonStoryReader()

    @pytest.fixture
    def files(self):
        return [
            SourceFile(each.name, each.content) for each in JsonExporter().export(small_edition())
        ]


class TestTweeReader(testing.StoryReaderContract):
    @pytest.fixture
    def reader(self):
        return TweeReader()

    @pytest.fixture
    def files(self):
        return [SourceFile("lamp.twee", b":: Start\n[[On->End]]\n\n:: End\nIt is lit.\n")]


class TestTwineHtmlReader(testing.StoryReaderContract):
    @pytest.fixture
    def reader(self):
        return TwineHtmlReader()

    @pytest.fixture
    def files(self):
        story = (
            b'<tw-storydata name="Lamp" startnode="1"><tw-passagedata pid="1" name="Start">'
            b"[[On-&gt;End]]</tw-passagedata></tw-storydata>"
        )
        return [SourceFile("lamp.html", story)]


class TestAssetSource(testing.AssetSourceContract):
    @pytest.fixture(params=[FolderAssets, NoAssets])
    def assets(self, request):
        if request.param is NoAssets:
            return NoAssets()
        return FolderAssets(testing.InMemoryProjectFiles({"a.png": "outside"}))


class TestTranslationFormat(testing.TranslationFormatContract):
    @pytest.fixture(params=[CsvTranslationFormat, PoTranslationFormat, XliffTranslationFormat])
    def translations(self, request):
        return request.param()


class TestTranslationFiles(testing.TranslationFilesContract):
    @pytest.fixture
    def files(self):
        return YamlTranslationFiles(testing.InMemoryProjectFiles())


class TestStoryIdentity(testing.StoryIdentityContract):
    @pytest.fixture
    def identity(self):
        return ProjectFileIdentity(testing.InMemoryProjectFiles())


class TestBookFiles(testing.BookFilesContract):
    @pytest.fixture
    def place(self, folder: Path) -> str:
        return str(folder / "lamp.txt")

    @pytest.fixture(params=["disk", "shared", "in-memory"])
    def files(self, request, place: str):
        match request.param:
            case "disk":
                return DiskAndWebBookFiles()
            case "shared":
                own = testing.InMemoryProjectFiles({place.lstrip("/"): "The lamp is lit."})
                return DiskAndWebBookFiles(files=own, disk=False)
            case _:
                return testing.InMemoryBookFiles({place: "The lamp is lit."})


def in_word() -> bytes:
    document, made = docx.Document(), io.BytesIO()
    document.add_paragraph("The lamp is lit.")
    document.save(made)
    return made.getvalue()


def in_pdf() -> bytes:
    made = io.BytesIO()
    canvas = Canvas(made)
    canvas.drawString(72, 720, "The lamp is lit.")
    canvas.save()
    return made.getvalue()


BOOKS = {
    "txt": "The lamp is lit.",
    "html": "<p>The lamp is lit.</p>",
    "md": "# The Lamp\n\nIt is lit.",
    "epub": epub(["<p>The lamp is lit.</p>"]),
    "docx": in_word(),
    "pdf": in_pdf(),
}


class TestBoundedBookParser(testing.BookParserContract):
    """The parser contract for the formats that a child process reads."""

    @pytest.fixture(params=BOOKS)
    def parser(self, request):
        return book_parsers()[request.param]

    @pytest.fixture
    def file(self, parser) -> BookFile:
        return file(BOOKS[parser.format], f"lamp.{parser.format}")


class TestTextChunker(testing.TextChunkerContract):
    @pytest.fixture
    def chunker(self):
        return SentenceChunker()


class TestConversationContext(testing.ConversationContextContract):
    @pytest.fixture
    def strategy(self):
        return FullHistoryContextStrategy(max_messages=2)


class TestRetrievalStrategy(testing.RetrievalStrategyContract):
    @pytest.fixture
    def reading(self) -> Reading:
        return Reading(book=BOOK.id)

    @pytest.fixture(params=[True, False, None])
    async def strategy(self, request):
        parts = {"search": (await Library.holding(*PAGES)).search, "prompts": shipped_prompts()}
        if request.param is None:
            return ToolUseRetrievalStrategy(**parts)
        capabilities = Capabilities(comprehension=request.param)
        return AlwaysRetrieveStrategy(**parts, capabilities=capabilities)
