"""Synchronise the artifact files with the stored versions.

If a file was changed and is valid, its content becomes a new version. A file without a stored
version also becomes a version, as in a project that was cloned without ``story.db``. A missing file
is restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.app.store import file_digest
from questfoundry.domain.artifacts.version import EDIT, FOUND, to_text
from questfoundry.domain.errors import InputError, StoreLockedError
from questfoundry.domain.remedy import PropagateName

if TYPE_CHECKING:
    from questfoundry.app.stages.registry import StageRegistry
    from questfoundry.app.stages.stage import ArtifactStage
    from questfoundry.app.store import ProjectStore
    from questfoundry.domain.artifacts.version import ArtifactVersion
    from questfoundry.domain.protocols.provider import PromptRepository
    from questfoundry.domain.protocols.workspace import Clock


@frozen(kw_only=True)
class SyncResult:
    """The result of a synchronisation.

    ``versions``: the versions made from changed files.
    ``restored``: the stages whose files were restored.
    ``names``: the entities that were renamed in a file while texts have the old name.
    """

    versions: tuple[ArtifactVersion, ...] = ()
    restored: tuple[str, ...] = ()
    names: tuple[PropagateName, ...] = ()


@frozen(kw_only=True)
class SyncEditsUseCase:
    """A use case that stores changed artifact files as new versions and restores missing files."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(self, *, before: str | None = None) -> SyncResult:
        """Synchronise the files of all stages, or of the stages before the stage ``before``.

        A change of comments or layout makes no version. While another process holds the project's
        lock, do nothing. If a file is invalid, raise ``InputError`` with the line of each fault.
        """
        candidates = takewhile(lambda name: name != before, self._registry.artifact_names)
        stages = [name for name in candidates if not self._is_in_sync(name)]
        if not stages:
            return SyncResult()
        try:
            with self._store.lock.hold("taking in edits"):
                return self._sync_stages(stages)
        except StoreLockedError:
            return SyncResult()

    def _is_in_sync(self, name: str) -> bool:
        current = self._store.artifacts.current(name)
        data = current.data if current else None
        try:
            written = self._store.artifacts.file_digests(name)
            return written <= {file_digest(data)} and self._store.files.says(name, data)
        except InputError:  # an unreadable file is reported when it is synchronised
            return False

    def _sync_stages(self, stages: Sequence[str]) -> SyncResult:
        versions: list[ArtifactVersion] = []
        restored: list[str] = []
        old_names = self._entity_names()
        for stage in map(self._registry.get, stages):
            current = self._store.artifacts.current(stage.name)
            data_in_file = self._store.files.read(stage.name)
            # Otherwise an interrupted command wrote the file and did not store its version.
            digests = self._store.artifacts.file_digests(stage.name)
            is_foreign = file_digest(data_in_file) not in digests
            is_changed = data_in_file != (current and current.data)
            if data_in_file is not None and is_foreign and is_changed:
                data = self._validate(stage, data_in_file, known=current is not None)
                if current is None or data != current.data:
                    current = self._store_version(stage, data, current)
                    versions.append(current)
            elif data_in_file is None and current is not None:
                restored.append(stage.name)
            self._write_file(stage.name, current)
        names = tuple(self._find_outdated_names(old_names)) if versions else ()
        return SyncResult(versions=tuple(versions), restored=tuple(restored), names=names)

    def _entity_names(self) -> Mapping[str, str]:
        try:
            story = self._registry.story(self._store.artifacts)
        except InputError:  # the artifacts contradict each other
            return {}
        return {each.id: each.name for each in story.entities}

    def _find_outdated_names(self, old_names: Mapping[str, str]) -> Iterator[PropagateName]:
        from questfoundry.domain.renaming import strip_article

        found = map(self._store.artifacts.current, self._store.artifacts.stages())
        texts = [to_text(dict(version.data)) for version in found if version is not None]
        for identifier, name in self._entity_names().items():
            old = old_names.get(identifier, name)
            dropped = set(strip_article(old).split()) - set(name.split())
            if any(word in text for word in dropped for text in texts):
                yield PropagateName(old, name)

    def _store_version(
        self, stage: ArtifactStage, data: Mapping[str, Any], current: ArtifactVersion | None
    ) -> ArtifactVersion:
        now = self._clock.now()
        if current is not None:
            return self._store.add_changed(current, data, origin=EDIT, created_at=now)
        made_from = self._store.current_versions(stage.sources)
        return self._store.artifacts.add(
            stage.name, data, made_from=made_from, origin=FOUND, created_at=now
        )

    def _write_file(self, name: str, current: ArtifactVersion | None) -> None:
        if current is None:
            self._store.files.remove(name)
        else:
            self._store.files.write(name, current.data)
        self._store.artifacts.note_file_digests(
            name, {file_digest(current.data if current else None)}
        )

    def _validate(
        self, stage: ArtifactStage, data: Mapping[str, Any], *, known: bool
    ) -> dict[str, Any]:
        from questfoundry.app.stages.invalid_file import require_valid

        for need in stage.needs:
            if self._store.artifacts.current(need) is None:
                raise InputError(
                    f"artifacts/{stage.name}.yaml exists without artifacts/{need}.yaml, from "
                    "which it was made. Restore the latter, or move the former away."
                )
        return require_valid(
            stage.name,
            data,
            registry=self._registry,
            store=self._store,
            prompts=self._prompts,
            has_version=known,
        ).model_dump(mode="json")
