"""Accept stale artifacts and passages, undo versions, or discard invalid edits.

No version is ever deleted.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from attrs import evolve, frozen

from questfoundry.app.project.status import ProjectStatusUseCase, StageState, find_unfinished_run
from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.invalid_file import require_valid
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.domain.artifacts.version import FOUND, JOINT_STEPS, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.text.suggestion import suggest_words


@frozen(kw_only=True)
class KeepUseCase:
    """A use case that marks stale artifacts as up to date, without a new version of them.

    It also accepts written passages whose request has changed.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _status: ProjectStatusUseCase

    def execute(self, stage: str | None = None) -> tuple[str, ...]:
        """Accept the artifact of ``stage``, or all artifacts if ``stage`` is ``None``.

        Return the names of the stages that were stale or had differing passages, and close their
        unfinished runs. Raise ``InputError`` if an artifact contradicts the artifacts of earlier
        stages.
        """
        if stage is not None:
            self._registry.get(stage)
        kept: list[str] = []
        with self._store.lock.hold("keep"):
            # Passages are compared only after the stages before them are up to date.
            while found := [*self._keep_stale(stage, kept)]:
                kept += found
        return tuple(kept)

    def _keep_stale(self, stage: str | None, kept: Sequence[str]) -> Iterator[str]:
        for each in self._status.execute().stages:
            is_wanted = stage in (None, each.stage) and each.stage not in kept
            is_open = each.state is StageState.STALE or each.differing
            if is_wanted and is_open and self._keep_artifact(each.stage):
                yield each.stage

    def keep_passages(self, passages: Sequence[str]) -> tuple[str, ...]:
        """Accept the prose of ``passages`` (ids or titles) for the present story; return the ids.

        Raise ``InputError`` for an unknown passage, and for a passage without prose.
        """
        with self._store.lock.hold("keep"):
            structure = self._registry.load_woven_story(self._store.artifacts).existing_structure
            names = tuple(find_passage_id(structure, each) for each in passages)
            current = self._store.artifacts.current(FILL)
            written = current.data["passages"] if current else {}
            if missing := [each for each in names if each not in written]:
                raise InputError(f"{missing[0]} is not written yet.", remedies=(RunStage(FILL),))
            if current is not None:
                now = self._store.current_versions(current.made_from)
                parts = current.carry_sources(
                    written, written.keys() - {*names}, now=now, made_from=current.made_from
                )
                self._store.artifacts.note_made_from(current, current.made_from, parts)
            return names

    def _keep_artifact(self, name: str) -> bool:
        stage, current = self._registry.find(name), self._store.artifacts.current(name)
        if not isinstance(stage, ArtifactStage) or current is None:
            return False
        try:
            require_valid(
                name,
                current.data,
                registry=self._registry,
                store=self._store,
                prompts=self._prompts,
            )
        except InputError as problem:
            raise InputError(
                f"{name} cannot be accepted as it is.\n{problem.problem}",
                remedies=(RunStage(name),),
            ) from None
        now = self._store.current_versions(current.made_from)
        # The entries for passages tell a later run that the author wants their prose kept.
        accepted = dict.fromkeys(current.data["passages"], now) if stage.writes_prose else {}
        self._store.artifacts.note_made_from(current, now, accepted)
        if run := find_unfinished_run(self._store, name):
            closing_note = "closed: the artifact was accepted as it is"
            self._store.runs.save(evolve(run, status=RunStatus.COMPLETED, problem=closing_note))
        return True


@frozen(kw_only=True)
class UndoResult:
    """The result of an undo.

    ``left`` is the version that is no longer current, ``now`` the version that is current again
    (``None`` without an artifact). ``others`` are further stages of the same rename or replacement,
    also undone.
    """

    stage: str
    left: int
    now: int | None
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class UndoUseCase:
    """A use case that makes the previous version of a stage's artifact current again."""

    _store: ProjectStore

    def execute(self, stage: str | None = None) -> UndoResult:
        """Make the version before the current version of ``stage`` current again.

        Without ``stage``, undo the newest version in the project. Raise ``InputError`` if there is
        nothing to undo; a version that was imported from a file cannot be undone.
        """
        with self._store.lock.hold("undo"):
            names = self._store.artifacts.stages() if stage is None else (stage,)
            current_versions = [self._store.artifacts.current(name) for name in names]
            versions = [version for version in current_versions if version is not None]
            if not versions:
                hint = suggest_words(stage, self._store.artifacts.stages()) if stage else ""
                raise InputError(
                    f"{stage or 'This project'} has no artifact, so there is nothing to undo.{hint}"
                )
            undoable = [each for each in versions if each.replaces or each.origin != FOUND]
            if not undoable:
                raise InputError(
                    f"Nothing changed in {stage or 'this project'} since its files were imported, "
                    "so there is nothing to undo."
                )
            newest = undoable[-1]
            undone_versions = [newest, *self._find_same_step(newest)]
            self._restore_previous(undone_versions)
            return UndoResult(
                stage=newest.stage,
                left=newest.version,
                now=newest.replaces,
                others=tuple(each.stage for each in undone_versions[1:]),
            )

    def _find_same_step(self, version: ArtifactVersion) -> Iterator[ArtifactVersion]:
        if not version.origin.startswith(JOINT_STEPS):
            return
        for stage in self._store.artifacts.stages():
            other = self._store.artifacts.current(stage)
            if other and stage != version.stage and other.origin == version.origin:
                yield other

    def _restore_previous(self, versions: Sequence[ArtifactVersion]) -> None:
        with ExitStack() as files:
            for each in versions:
                known = self._store.artifacts.versions(each.stage)
                data = [one.data for one in known if one.version == each.replaces]
                files.enter_context(self._store.replace_file(each.stage, data[0] if data else None))
            with self._store.artifacts.transaction():
                for each in versions:
                    self._store.artifacts.make_current(each.stage, each.replaces)


@frozen(kw_only=True)
class RestoreFilesUseCase:
    """A use case that discards invalid edits, which were never stored as a version."""

    _store: ProjectStore

    def execute(self) -> tuple[str, ...]:
        """Restore each artifact file that differs from the current version; return these stages."""
        restored = []
        with self._store.lock.hold("undo"):
            for name in self._store.artifacts.stages():
                current = self._store.artifacts.current(name)
                if current is not None and self._read_file(name) != current.data:
                    # A file that is no YAML cannot be rewritten with its comments.
                    self._store.files.remove(name)
                    self._store.files.write(name, current.data)
                    restored.append(name)
        return tuple(restored)

    def _read_file(self, name: str) -> object:
        try:
            return self._store.files.read(name)
        except InputError:
            return None
