"""Change a name in all artifacts, including structure and prose, as one step that can be undone."""

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from typing import Any

from attrs import frozen

from questfoundry.app.project.data_renaming import DataRenaming, find_rename_target
from questfoundry.app.project.status import ProjectStatusUseCase, StageState
from questfoundry.app.stages.invalid_file import require_valid
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import RENAME, PartSources
from questfoundry.domain.errors import InputError, StoreError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import RunPipeline, SimpleAction
from questfoundry.domain.story.source_text import Located
from questfoundry.domain.text.suggestion import suggest_words


@frozen(kw_only=True)
class StageRename:
    """The number of changed texts and ids in the artifact of one stage; may be zero."""

    stage: str
    places: int


@frozen(kw_only=True)
class RenameResult:
    """The changes of a rename; ``unsure`` are texts that may still contain the old name."""

    kind: str
    old: str
    new: str
    stages: tuple[StageRename, ...]
    unsure: tuple[Located[str], ...]


@frozen(kw_only=True)
class _Change:
    result: RenameResult
    data: Mapping[str, Mapping[str, Any]]


@frozen(kw_only=True)
class RenameUseCase:
    """A use case that renames an entity, a choice's label, a passage, an ending or the story."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _status: ProjectStatusUseCase
    _clock: Clock

    def preview(self, old: str, new: str) -> RenameResult:
        """Return what the rename would change; raise ``InputError`` if it is not possible."""
        return self._prepare_change(old, new).result

    def execute(self, old: str, new: str) -> RenameResult:
        """Rename the part of the story with the name or id ``old``, and return the changes.

        The first artifact that contains the name, and all artifacts of later stages, get a new
        version. If one of these versions cannot be stored, nothing changes.
        """
        with self._store.lock.hold("rename"):
            change = self._prepare_change(old, new)
            try:
                self._store_change(change.data)
            except StoreError as problem:
                problem.add_note(
                    "Nothing was renamed, and the next command restores the artifact files. "
                    "Correct the problem, and rename again."
                )
                raise
        return change.result

    def _store_change(self, renamed: Mapping[str, Mapping[str, Any]]) -> None:
        with ExitStack() as files:
            for name, data in renamed.items():
                files.enter_context(self._store.replace_file(name, data))
            with self._store.artifacts.transaction():
                self._store_versions(renamed)

    def _store_versions(self, renamed: Mapping[str, Mapping[str, Any]]) -> None:
        origins = {
            version.origin
            for stage in self._registry.artifacts
            for version in self._store.artifacts.versions(stage.name)
        }
        number = 1 + sum(each.startswith(RENAME) for each in origins)
        differing = {each.passage for each in self._status.execute().differing}
        for name, data in renamed.items():
            self._store.artifacts.add(
                name,
                data,
                made_from=self._store.current_versions(self._registry.get(name).sources),
                origin=f"{RENAME}{number}",
                created_at=self._clock.now(),
                parts_made_from=self._find_old_sources(name, data, differing),
            )

    def _find_old_sources(
        self, name: str, renamed: Mapping[str, Any], differing: Collection[str]
    ) -> PartSources:
        """Return the sources of passages whose request has changed, so that they still differ."""
        current = self._store.artifacts.current(name)
        if not differing or current is None or not self._registry.get(name).writes_prose:
            return {}
        passages = zip(current.data["passages"], renamed["passages"], strict=True)
        return {new: current.sources_of(old) for old, new in passages if old in differing}

    def _prepare_change(self, old: str, new: str) -> _Change:
        self._require_fresh()
        found = [self._store.artifacts.current(stage.name) for stage in self._registry.artifacts]
        current = [version for version in found if version is not None]
        target = find_rename_target(self._registry.story(self._store.artifacts), old, new)
        renaming = DataRenaming.from_artifacts(target, [each.data for each in current])
        stages, unsure = [], []
        data: dict[str, Mapping[str, Any]] = {}
        for version in current:
            renamed = renaming.rename_data(version.stage, version.data)
            stages.append(StageRename(stage=version.stage, places=renamed.places))
            unsure += [
                Located(text, self._store.files.place_of(version.stage, path))
                for path, text in renamed.unsure
            ]
            if renamed.places or data:
                data[version.stage] = renamed.data
        if not data:
            names = (each.name for each in self._registry.story(self._store.artifacts).entities)
            hint = suggest_words(old, names) or " Check the spelling."
            raise InputError(f"Nothing has the name {old!r}, and no text contains it.{hint}")
        self._require_valid(data)
        return _Change(
            result=RenameResult(
                kind=target.kind,
                old=target.old,
                new=target.new,
                stages=tuple(stages),
                unsure=tuple(unsure),
            ),
            data=data,
        )

    def _require_fresh(self) -> None:
        """Raise ``InputError`` if an artifact is stale.

        A rename gives artifacts new versions, so they would look up to date afterwards. Passages
        without prose, or with a changed request, are no obstacle: they stay so.
        """
        for each in self._status.execute().stages:
            made = isinstance(self._registry.find(each.stage), ArtifactStage)
            if made and each.state is StageState.STALE and not each.passages:
                raise InputError(
                    f"{each.stage} is stale. Bring the story up to date, or accept it as it is, "
                    "before you rename.",
                    remedies=(RunPipeline(), SimpleAction.KEEP),
                )

    def _require_valid(self, changed: Mapping[str, Mapping[str, Any]]) -> None:
        for name, data in changed.items():
            try:
                require_valid(
                    name,
                    data,
                    registry=self._registry,
                    store=self._store,
                    prompts=self._prompts,
                    changed=changed,
                )
            except InputError as problem:
                raise InputError(f"With that name, {problem.problem}") from None
