"""The manifest of shipped files: what each holds, what it was made from, and where a player is."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ExportedFile, ExportFolder
from questfoundry.domain.protocols.exporter import is_plain_name
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.edition import Edition

MANIFEST = "manifest.json"
_PLAYER, _PAGE = "html", ".html"


def _check_plain_name(name: str) -> str:
    if not is_plain_name(name):
        raise ValueError(name)
    return name


class ManifestEntry(BaseModel):
    """A shipped file, its format, and the hash of its bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_check_plain_name)]
    format: str
    sha256: str

    @classmethod
    def from_file(cls, file: ExportedFile, format_name: str) -> ManifestEntry:
        """The entry of a file in that format."""
        return cls(name=file.name, format=format_name, sha256=sha256(file.content).hexdigest())


class ExportManifest(BaseModel):
    """All shipped files; ``made_from`` has the digest of each stage's artifact.

    Numbers stand in manifests of the first edition: those are of an earlier story.
    ``publication`` is the digest of how the story is published, where something is said of it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    ifid: str
    language: str
    made_from: Mapping[str, str | int]
    publication: str = ""
    files: tuple[ManifestEntry, ...]

    @classmethod
    def from_edition(cls, edition: Edition, made_from: Mapping[str, str]) -> ExportManifest:
        """That of an edition, with no files yet."""
        return cls(
            ifid=edition.ifid,
            language=edition.language,
            made_from=made_from,
            publication=edition.publication.digest,
            files=(),
        )

    def is_same_story(self, other: ExportManifest) -> bool:
        """Whether both tell of the very same story, published in the same way."""
        return self.model_copy(update={"files": other.files}) == other

    def to_file(self) -> ExportedFile:
        """The manifest as it is stored."""
        return ExportedFile(
            MANIFEST, f"{self.model_dump_json(indent=2, exclude_defaults=True)}\n".encode()
        )


def read_manifest(folder: ExportFolder) -> ExportManifest | None:
    """The folder's manifest; ``None`` where there is none that can be read."""
    content = folder.read(MANIFEST)
    if content is None:
        return None
    try:
        return ExportManifest.model_validate_json(content)
    except ValidationError:
        # Everything that it tells of can be shipped anew.
        return None


class FindExportUseCase:
    """Knows where the HTML of a project is."""

    def __init__(self, *, folder: ExportFolder) -> None:
        self._folder = folder

    def execute(self) -> str:
        """The path of the HTML that was shipped last; ``InputError`` where there is none."""
        manifest = read_manifest(self._folder)
        for entry in manifest.files if manifest else ():
            # A manifest of somebody else may call a program the player.
            page = entry.format == _PLAYER and entry.name.endswith(_PAGE)
            if page and self._folder.read(entry.name) is not None:
                return self._folder.path_of(entry.name)
        raise InputError("The story has no HTML yet.", remedies=(RunStage("ship"),))
