"""Define the interfaces to exported and imported stories, and to the export folder."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import Attribute, field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.asset import Asset, AssetProblem

if TYPE_CHECKING:
    from questfoundry.domain.story.foreign.story import ForeignStory
    from questfoundry.domain.story.report import Edition, StoryReport
    from questfoundry.domain.story.source_text import SourceText


def is_plain_name(name: str) -> bool:
    """Return whether ``name`` names a visible file, without folder, drive or control characters."""
    return name.isprintable() and name[:1] not in {"", "."} and not {"/", "\\", ":"} & set(name)


def _check_name(_: object, __: Attribute[str], name: str) -> None:
    if not is_plain_name(name):
        raise UsageError(
            f"{name!r} cannot name an exported file. Give a visible name without a folder."
        )


@frozen
class ExportedFile:
    """A file of an export: its name, without a folder, and its bytes."""

    name: str = field(validator=_check_name)
    content: bytes


def build_loss(form: str, problem: str, fix: str) -> Finding:
    """Return the warning that files in the format ``form`` leave out a part of the story."""
    return Finding(
        rule="export.loss", severity=Severity.WARNING, place=form, problem=problem, fix=fix
    )


class StoryExporter(Protocol):
    """An exporter for one format; an equal edition (story ready for export) gives equal files.

    An exporter class is created without arguments. No two exporters may use the same file name
    suffix. The tests in ``StoryExporterContract`` check all requirements.
    """

    format: str
    """The format's name, as authors write it on the command line, such as ``html``."""

    @abstractmethod
    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the files that represent ``edition``, with the story's text escaped.

        Raise ``FormatError`` if the format cannot represent the story.
        """

    def list_losses(self, edition: Edition) -> Iterable[Finding]:  # noqa: ARG002
        """Return a warning for each part of ``edition`` that the format's files leave out."""
        return ()


@frozen
class SourceFile:
    """A file of a story to import: its name, which messages mention, and its bytes."""

    name: str
    content: bytes


class ReportWriter(Protocol):
    """A writer that turns a report about a story into files; an equal report gives equal files."""

    @abstractmethod
    def write(self, report: StoryReport) -> Sequence[ExportedFile]:
        """Return the contents of the files for ``report``; nothing is written to disk."""


class StoryReader(Protocol):
    """A reader that parses the files of one story format."""

    suffixes: tuple[str, ...]
    """The ends of the names of the format's files, in lower case and with the dot."""

    companion_suffixes: tuple[str, ...] = ()
    """The suffixes of files that are read beside the files of a story, such as its scripts."""

    @abstractmethod
    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story in ``files``; raise ``InputError`` with file and line if invalid."""


class StorySource(Protocol):
    """An imported story whose files are stored as the author wrote them."""

    @abstractmethod
    def story(self) -> ForeignStory:
        """Return the story parsed from the current files; raise ``InputError`` if there is none."""

    @abstractmethod
    def text(self, passage: str) -> SourceText:
        """Return the text of the passage with the name ``passage``, split into prose and code."""

    @abstractmethod
    def split_text(self, text: str) -> SourceText:
        """Return ``text`` split into prose and code by the rules of the story's format."""

    @abstractmethod
    def write(self, passage: str, text: str) -> str:
        """Replace only the text of ``passage`` and return the path of the passage's file."""

    @abstractmethod
    def files(self) -> Sequence[SourceFile]:
        """Return all files of the story; their names are relative to the story's folder."""


class ExportFolder(Protocol):
    """The folder for exported files; methods accept no file name that leads outside this folder."""

    @abstractmethod
    def write(self, file: ExportedFile) -> str:
        """Write ``file`` atomically, replacing any file with the same name, and return the path."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the content of the file ``name``, or ``None`` if it does not exist."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Delete the file ``name`` if it exists."""

    @abstractmethod
    def path_of(self, name: str) -> str:
        """Return the path that the file ``name`` has or would have in the folder."""


class StoryIdentity(Protocol):
    """The source of the IFID (Interactive Fiction identifier) of a project's story."""

    @abstractmethod
    def ifid(self) -> str:
        """Return the IFID, an upper-case version-4 UUID; the first call creates and stores it."""


class AssetSource(Protocol):
    """The files in the folder ``assets`` of a project."""

    @abstractmethod
    def read(self, name: str) -> Asset | AssetProblem:
        """Return the picture or sound ``name``, a path below the folder, or why it is unusable."""


class NoAssets(AssetSource):
    """A source without files, for stories that belong to no project."""

    def read(self, name: str) -> AssetProblem:
        """Return the problem that ``name`` does not exist."""
        return AssetProblem(f"There is no file {name!r}.", "Open the story as a project.")
