"""Accept stale artifacts, undo versions, or discard invalid edits; no version is ever deleted."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import FOUND, JOINT_STEPS, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.text.suggestion import suggest_words


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
