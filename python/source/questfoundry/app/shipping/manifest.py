"""Keep a manifest, a list of the exported files with hashes, and find the HTML player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from questfoundry.app.store import file_digest
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import ExportedFile, is_plain_name
from questfoundry.domain.remedy import RunStage

if TYPE_CHECKING:
    from questfoundry.app.store import ProjectStore
    from questfoundry.domain.protocols.exporter import ExportFolder
    from questfoundry.domain.story.report import Edition

MANIFEST = "manifest.json"
_PLAYER, _PAGE = "html", ".html"


def _check_plain_name(name: str) -> str:
    if not is_plain_name(name):
        raise ValueError(name)
    return name


class ManifestEntry(BaseModel):
    """One exported file in the manifest, with its format and the SHA-256 hash of its content."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_check_plain_name)]
    format: str
    sha256: str

    @classmethod
    def from_file(cls, file: ExportedFile, format_name: str) -> ManifestEntry:
        """Return the entry for the exported file ``file`` in the format ``format_name``."""
        return cls(name=file.name, format=format_name, sha256=sha256(file.content).hexdigest())


class ExportManifest(BaseModel):
    """A list of all exported files and of the artifacts from which the files were made.

    ``made_from``: the digest (in old manifests, the version number) of each stage's artifact.
    ``publication``: the digest of the publication settings; empty if there are no settings.
    ``assets``: the hash of each picture and sound, by name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    ifid: str
    language: str
    made_from: Mapping[str, str | int]
    publication: str = ""
    assets: Mapping[str, str] = {}
    files: tuple[ManifestEntry, ...]

    @classmethod
    def from_edition(cls, edition: Edition, made_from: Mapping[str, str]) -> ExportManifest:
        """Return a manifest for ``edition`` that lists no files yet."""
        return cls(
            ifid=edition.ifid,
            language=edition.language,
            made_from=made_from,
            publication=edition.publication.digest,
            assets={
                name: sha256(each.content).hexdigest()
                for name, each in sorted(edition.assets.items())
            },
            files=(),
        )

    def is_same_story(self, other: ExportManifest) -> bool:
        """Return whether ``other`` is for the same version of the story and the same settings."""
        return self.model_copy(update={"files": other.files}) == other

    def to_file(self) -> ExportedFile:
        """Return the manifest as a file that can be exported."""
        return ExportedFile(
            MANIFEST, f"{self.model_dump_json(indent=2, exclude_defaults=True)}\n".encode()
        )


def digests_of(store: ProjectStore, stages: Sequence[str]) -> dict[str, str]:
    """Return the digest of each stage's artifact, by stage; equal content has equal digests."""
    found = (store.artifacts.current(stage) for stage in stages)
    return {version.stage: file_digest(version.data) for version in found if version is not None}


def read_manifest(folder: ExportFolder) -> ExportManifest | None:
    """Return the manifest in ``folder``, or ``None`` if it does not exist or is invalid."""
    content = folder.read(MANIFEST)
    if content is None:
        return None
    try:
        return ExportManifest.model_validate_json(content)
    except ValidationError:
        # An invalid manifest loses nothing: all its files can be exported again.
        return None


class FindExportUseCase:
    """A use case that finds the exported HTML player of a project."""

    def __init__(self, *, folder: ExportFolder) -> None:
        self._folder = folder

    def execute(self) -> str:
        """Return the path of the HTML player; raise ``InputError`` if it is not exported yet."""
        manifest = read_manifest(self._folder)
        for entry in manifest.files if manifest else ():
            # A manifest from elsewhere might name an executable, so the suffix is checked too.
            page = entry.format == _PLAYER and entry.name.endswith(_PAGE)
            if page and self._folder.read(entry.name) is not None:
                return self._folder.path_of(entry.name)
        raise InputError("The story has no HTML yet.", remedies=(RunStage("ship"),))
