"""Write the story in the requested formats, with a report and a manifest of the files (SHIP)."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256

from attrs import evolve, frozen

from questfoundry.app.run.cooperative import Steps, get_export_slots, interleave, run_to_completion
from questfoundry.app.shipping.edition import (
    build_report,
    edition_of,
    list_contradictions,
    list_prose_findings,
    list_stage_uses,
    require_complete,
)
from questfoundry.app.shipping.manifest import (
    MANIFEST,
    ExportManifest,
    ManifestEntry,
    digests_of,
    read_manifest,
)
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.staleness import find_stale_stages
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.hands import HandLedgerUseCase
from questfoundry.app.structure.media import check_media, read_assets
from questfoundry.app.structure.own_words import OwnWords, leave_out_plan
from questfoundry.app.structure.text_proof import ProofReader
from questfoundry.domain.artifacts.text_proof import TextProof
from questfoundry.domain.checks.law import AddedLaw
from questfoundry.domain.errors import FormatError, InputError, UsageError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.protocols.exporter import (
    AssetSource,
    ExportedFile,
    ExportFolder,
    NoAssets,
    ReportWriter,
    StoryExporter,
    StoryIdentity,
)
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.story.hands import HandTotals
from questfoundry.domain.story.publication import Cover, Publication
from questfoundry.domain.story.report import Edition, ReportedFinding, StoryReport
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.suggestion import suggest_words
from questfoundry.domain.translation.lines import EditionTranslation

REPORT = "report"  # the format name of the report files in the manifest
COVERS = "cover"  # the format of the covers for stores, in the manifest
HANDS = "hands.json"  # the report file that lists who wrote each sentence


_OTHER_NAMES = {"epub": "gamebook", "markdown": "md", "sugarcube": "twee", "twine": "twee"}
"""Names that authors give to formats, mapped to the formats."""


@frozen(kw_only=True)
class ShippedFile:
    """An exported file of a story; ``size`` is in bytes."""

    format: str
    path: str
    size: int


@frozen(kw_only=True)
class ShipResult:
    """The result of an export.

    ``stale``: the stages that are out of date.
    ``findings``: warnings about the export, such as a format that was left out.
    ``failed``: the formats that were requested by name and could not be written.
    ``removed``: the formats whose files were removed, because they showed an earlier story.
    """

    files: tuple[ShippedFile, ...]
    report: StoryReport
    stale: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    failed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class ShipUseCase:
    """A use case that exports a project's story to files; it calls no model."""

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
        publication: Callable[[], Publication] = Publication,
        advice: Callable[[Edition], Iterable[Finding]] = lambda _: (),
        proof: Callable[[], TextProof] = TextProof,
        assets: AssetSource | None = None,
        translation: EditionTranslation | None = None,
        own_words: OwnWords | None = None,
        covers: Callable[[Cover], Iterable[ExportedFile]] = lambda _: (),
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
        self._publication = publication
        self._advice = advice
        self._proof = proof
        self._assets = assets or NoAssets()
        self._translation = translation
        self._own_words = own_words
        self._covers = covers

    def execute(self, formats: Sequence[str] = ()) -> ShipResult:
        """Write the story in ``formats``, by default in all formats, and return the result.

        A format that cannot represent the story does not stop the others. Raise ``InputError`` if
        the story is unsound or incomplete, a requested format is unknown, or no requested format
        can represent the story. Files from an earlier version of the story are removed, unless
        somebody changed them.
        """
        return run_to_completion(self._ship_steps(formats))

    async def execute_cooperatively(self, formats: Sequence[str] = ()) -> ShipResult:
        """Write the story like :meth:`execute`; other tasks can run between the files."""
        async with get_export_slots():
            return await interleave(self._ship_steps(formats))

    def _ship_steps(self, formats: Sequence[str]) -> Steps[ShipResult]:
        exporters = self._choose_exporters(formats)
        with self._store.lock.hold("ship"):
            story = self._registry.story(self._store.artifacts)
            if self._own_words:
                self._own_words.require_written()
            require_complete(story, self._laws)
            yield None
            edition, report = self._describe(story)
            digests = self._list_digests()
            before, now = read_manifest(self._folder), ExportManifest.from_edition(edition, digests)
            # A clone of the project has no runs; the existing reports have more information.
            is_same = before is not None and before.is_same_story(now)
            if is_same and edition.hands is None:
                edition = evolve(edition, hands=self._read_hands())
            exports: dict[str, tuple[ExportedFile, ...]] = {}
            errors: dict[str, FormatError] = {}
            for each in exporters:
                found = yield partial(_export, each, edition)
                if isinstance(found, FormatError):
                    errors[each.format] = found
                else:
                    exports[each.format] = found
            if errors and not exports:
                raise next(iter(errors.values()))
            if report.stages or not is_same:
                exports[REPORT] = tuple(self._reports.write(report))
            if cover := edition.publication.cover:
                exports[COVERS] = tuple(self._covers(cover))
            stale = find_stale_stages(self._registry, self._store)
            files = yield from self._write(exports, before, now)
            return ShipResult(
                files=files,
                report=report,
                stale=stale,
                findings=self._list_findings(edition, exporters, errors),
                failed=tuple(each for each in errors if each in formats),
                removed=_list_removed_formats(before, now, exports),
            )

    def read_result(self, formats: Sequence[str] = ()) -> ShipResult:
        """Return the result of the newest export, which was in ``formats``, or in all formats."""
        edition, report = self._describe(self._registry.story(self._store.artifacts))
        manifest = read_manifest(self._folder)
        listed = manifest.files if manifest else ()
        exporters = self._choose_exporters(formats)
        chosen = [each.format for each in exporters]
        files = [each for each in listed if each.format in {*chosen, REPORT, COVERS}]
        errors = {
            name: problem
            for name in {*chosen} - {each.format for each in listed}
            if isinstance(problem := _export(self._exporters[name], edition), FormatError)
        }
        return ShipResult(
            files=tuple(self._describe_file(each) for each in files),
            report=report,
            stale=find_stale_stages(self._registry, self._store),
            findings=self._list_findings(edition, exporters, errors),
            failed=tuple(each for each in errors if each in formats),
        )

    def _list_digests(self) -> Mapping[str, str]:
        found = digests_of(self._store, self._registry.names)
        return {**found, "translation": self._translation.digest} if self._translation else found

    def _describe_file(self, entry: ManifestEntry) -> ShippedFile:
        return ShippedFile(
            format=entry.format,
            path=self._folder.path_of(entry.name),
            size=len(self._folder.read(entry.name) or b""),
        )

    def _describe(self, story: Story) -> tuple[Edition, StoryReport]:
        edition = edition_of(
            story,
            publication=self._publication(),
            ifid=self._identity.ifid(),
            language=self._language,
            translate=self._translation.apply if self._translation else None,
        )
        translated = self._translation and self._translation.hands
        ledger = translated or HandLedgerUseCase(store=self._store).execute()
        if self._own_words:
            edition, ledger = leave_out_plan(edition, ledger)
        edition = evolve(edition, assets=read_assets(edition.paragraphs, self._assets))
        uses = list_stage_uses(self._store, self._registry.names, self._prices)
        count = story.chapter_count
        unfinished = count if count and count.is_unfinished else None
        report = build_report(edition, uses, self._list_prose_findings(story), unfinished)
        totals = ledger.totals if ledger.totals.is_known else None
        return evolve(edition, hands=totals), evolve(report, hands=ledger)

    def _read_hands(self) -> HandTotals | None:
        """Return the figures about writers in the export folder, if there are any."""
        with suppress(ValueError, KeyError, TypeError):
            document = json.loads(self._folder.read(HANDS) or b"")
            return HandTotals.from_document(document["total"])
        return None

    def _list_findings(
        self,
        edition: Edition,
        exporters: Iterable[StoryExporter],
        errors: Mapping[str, FormatError],
    ) -> tuple[Finding, ...]:
        theme = edition.publication.theme
        written = (each for each in exporters if each.format not in errors)
        losses = (finding for each in written for finding in each.list_losses(edition))
        left_out = (_omitted_finding(*each) for each in errors.items())
        media = check_media(edition.paragraphs, self._assets)
        return (*theme.findings(), *self._advice(edition), *media, *losses, *left_out)

    def _list_prose_findings(self, story: Story) -> Sequence[ReportedFinding]:
        """Return the problems that remain in the prose, then its known contradictions.

        A story of the author's own words has none, because a model words them.
        """
        if self._own_words:
            return ()
        found = ProofReader(story, self._proof()).find_contradictions()
        return [*list_prose_findings(story), *list_contradictions(story, found)]

    def _choose_exporters(self, formats: Sequence[str]) -> list[StoryExporter]:
        unknown = [name for name in formats if name not in self._exporters]
        if unknown:
            hint = suggest_words(_OTHER_NAMES.get(unknown[0], unknown[0]), self._exporters)
            raise InputError(
                f"There is no format {unknown[0]!r}.{hint} "
                f"The formats are {', '.join(self._exporters)}."
            )
        return [self._exporters[name] for name in dict.fromkeys(formats or self._exporters)]

    def _write(
        self,
        exports: Mapping[str, Sequence[ExportedFile]],
        before: ExportManifest | None,
        now: ExportManifest,
    ) -> Steps[tuple[ShippedFile, ...]]:
        files = [(form, file) for form, written in exports.items() for file in written]
        _require_unique_names(file for _, file in files)
        entries = tuple(ManifestEntry.from_file(file, form) for form, file in files)
        # Keep files of formats that are not exported now, if they are of the same story.
        same = before.files if before and before.is_same_story(now) else ()
        kept = tuple(entry for entry in same if entry.format not in exports)
        shipped = []
        for form, file in files:
            yield None
            path = self._folder.write(file)
            shipped.append(ShippedFile(format=form, path=path, size=len(file.content)))
        # Remove old files only after the new ones exist: after a crash, the old manifest may still
        # be valid and must not list missing files.
        current = {file.name for _, file in files} | {entry.name for entry in kept}
        for entry in before.files if before else ():
            if entry.name not in current:
                self._remove(entry)
        # Write the manifest last, so that it never lists files that do not exist yet.
        listed = sorted((*kept, *entries), key=lambda entry: entry.format == REPORT)
        whole = now.model_copy(update={"files": tuple(listed)})
        self._folder.write(whole.to_file())
        return tuple(shipped)

    def _remove(self, entry: ManifestEntry) -> None:
        content = self._folder.read(entry.name)
        if content is not None and sha256(content).hexdigest() == entry.sha256:
            self._folder.remove(entry.name)


def _list_removed_formats(
    before: ExportManifest | None, now: ExportManifest, written: Collection[str]
) -> tuple[str, ...]:
    """Return the formats of an earlier story that an export of ``written`` formats removes."""
    if before is None or before.is_same_story(now):
        return ()
    formats = dict.fromkeys(entry.format for entry in before.files)
    return tuple(each for each in formats if each not in {*written, REPORT, COVERS})


def _export(exporter: StoryExporter, edition: Edition) -> tuple[ExportedFile, ...] | FormatError:
    """Return the files, or the error of a format that cannot represent the story."""
    try:
        return tuple(exporter.export(edition))
    except FormatError as error:
        return error


def _omitted_finding(form: str, error: FormatError) -> Finding:
    return Finding(
        rule="export.left-out",
        severity=Severity.WARNING,
        place=form,
        problem="This format was not written.",
        fix=str(error),
    )


def _require_unique_names(files: Iterable[ExportedFile]) -> None:
    """Raise ``UsageError`` if files with different contents have the same name."""
    seen: dict[str, bytes | None] = {MANIFEST: None}
    for file in files:
        if seen.setdefault(file.name, file.content) != file.content:
            raise UsageError(
                f"Two exported files are named {file.name!r}. Give each exporter its own suffix."
            )
