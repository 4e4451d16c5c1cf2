"""SHIP: writes the story in the formats that are wanted, with a report and a manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from attrs import frozen

from questfoundry.app.pipeline.staleness import stale_stages
from questfoundry.app.shipping.edition import edition_of, require_whole
from questfoundry.app.shipping.manifest import (
    MANIFEST,
    ExportManifest,
    ManifestEntry,
    stored_manifest,
)
from questfoundry.app.shipping.report import findings_about, report_of, uses_of
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore, file_digest
from questfoundry.domain.checks.law import AddedLaw
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.protocols import (
    ExportedFile,
    ExportFolder,
    PriceBook,
    ReportWriter,
    StoryExporter,
    StoryIdentity,
)
from questfoundry.domain.story.chapter import ChapterCount
from questfoundry.domain.story.report import StoryReport
from questfoundry.domain.story.story import Story

REPORT = "report"
"""Stands for a format in the manifest, with the files that tell of the story."""


@frozen(kw_only=True)
class ShippedFile:
    """A file that was written; ``size`` is in bytes."""

    format: str
    path: str
    size: int


@frozen(kw_only=True)
class Shipped:
    """What was written, and what it is; ``stale`` are the stages that should be made anew."""

    files: tuple[ShippedFile, ...]
    report: StoryReport
    stale: tuple[str, ...] = ()


class ShipUseCase:
    """Exports the story of a project; asks no model."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        prices: PriceBook,
        exporters: Sequence[StoryExporter],
        laws: Sequence[AddedLaw] = (),
        reports: ReportWriter,
        identity: StoryIdentity,
        folder: ExportFolder,
        language: str,
    ) -> None:
        self._registry = registry
        self._store = store
        self._prices = prices
        self._exporters = {exporter.format: exporter for exporter in exporters}
        self._laws = laws
        self._reports = reports
        self._identity = identity
        self._folder = folder
        self._language = language

    def execute(self, formats: Sequence[str] = ()) -> Shipped:
        """Write the story in those formats, or in all of them.

        ``InputError`` where a format is unknown, or the story is not sound and whole. Files
        of an earlier story that nobody changed since are removed.
        """
        exporters = self._chosen(formats)
        with self._store.lock.hold("ship"):
            story = self._registry.story(self._store.artifacts)
            require_whole(story, self._laws)
            edition = edition_of(story, ifid=self._identity.ifid(), language=self._language)
            uses = uses_of(self._store, self._registry.names, self._prices)
            report = report_of(edition, uses, findings_about(story), _unfinished(story))
            made = {each.format: tuple(each.export(edition)) for each in exporters}
            if uses or not self._tells_of(edition.ifid):
                made[REPORT] = tuple(self._reports.write(report))
            stale = stale_stages(self._registry, self._store)
            return Shipped(files=self._write(made, edition.ifid), report=report, stale=stale)

    def _tells_of(self, ifid: str) -> bool:
        """Whether the report that is there is of this very story, as in a clone without runs."""
        before = stored_manifest(self._folder)
        now = (ifid, self._language, digests_of(self._store, self._registry.names))
        return before is not None and (before.ifid, before.language, before.made_from) == now

    def _chosen(self, formats: Sequence[str]) -> list[StoryExporter]:
        unknown = [name for name in formats if name not in self._exporters]
        if unknown:
            raise InputError(
                f"There is no format {unknown[0]!r}. The formats are {', '.join(self._exporters)}."
            )
        return [self._exporters[name] for name in dict.fromkeys(formats or self._exporters)]

    def _write(
        self, made: Mapping[str, Sequence[ExportedFile]], ifid: str
    ) -> tuple[ShippedFile, ...]:
        files = [(form, file) for form, written in made.items() for file in written]
        _require_own_names(file.name for _, file in files)
        before = stored_manifest(self._folder)
        manifest = ExportManifest(
            ifid=ifid,
            language=self._language,
            made_from=digests_of(self._store, self._registry.names),
            files=tuple(ManifestEntry.of(file, form) for form, file in files),
        )
        kept = _still_true(before, manifest)
        shipped = tuple(
            ShippedFile(format=form, path=self._folder.write(file), size=len(file.content))
            for form, file in files
        )
        # Not before the new ones are there: the old manifest may count on for a story of the same
        # content, and must not tell of files that are gone.
        new = {file.name for _, file in files}
        for entry in before.files if before else ():
            if entry not in kept and entry.name not in new:
                self._remove(entry)
        # Last, so that a manifest never tells of files that are not there yet.
        listed = sorted((*kept, *manifest.files), key=lambda entry: entry.format == REPORT)
        whole = manifest.model_copy(update={"files": tuple(listed)})
        self._folder.write(whole.file())
        return shipped

    def _remove(self, entry: ManifestEntry) -> None:
        content = self._folder.read(entry.name)
        if content is not None and sha256(content).hexdigest() == entry.sha256:
            self._folder.remove(entry.name)


def digests_of(store: ProjectStore, stages: Sequence[str]) -> dict[str, str]:
    """The digest of what each stage's artifact says, the same wherever it lies."""
    found = (store.artifacts.current(stage) for stage in stages)
    return {version.stage: file_digest(version.data) for version in found if version is not None}


def _unfinished(story: Story) -> ChapterCount | None:
    count = story.chapter_count
    return count if count and count.unfinished else None


def _still_true(before: ExportManifest | None, now: ExportManifest) -> tuple[ManifestEntry, ...]:
    """The files of formats that are not shipped now, where they are of the very same story."""
    if before is None or (before.ifid, before.language, before.made_from) != (
        now.ifid,
        now.language,
        now.made_from,
    ):
        return ()
    shipped = {entry.format for entry in now.files}
    return tuple(entry for entry in before.files if entry.format not in shipped)


def _require_own_names(names: Iterable[str]) -> None:
    seen = {MANIFEST}
    for name in names:
        if name in seen:
            raise UsageError(
                f"Two exported files are named {name!r}. Let each exporter end them differently."
            )
        seen.add(name)
