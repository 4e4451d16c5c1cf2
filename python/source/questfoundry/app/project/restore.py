"""Take back edits of artifact files that never became a version, because they are not valid."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError


@frozen(kw_only=True)
class RestoreFilesUseCase:
    """Writes the files anew from the versions that count."""

    _store: ProjectStore

    def execute(self) -> tuple[str, ...]:
        """The stages whose file said something else than their version, now written anew."""
        restored = []
        with self._store.lock.hold("undo"):
            for name in self._store.artifacts.stages():
                current = self._store.artifacts.current(name)
                if current is not None and self._reads(name) != current.data:
                    # A file that is no YAML cannot be rewritten with its comments.
                    self._store.files.remove(name)
                    self._store.files.write(name, current.data)
                    restored.append(name)
        return tuple(restored)

    def _reads(self, name: str) -> object:
        try:
            return self._store.files.read(name)
        except InputError:
            return None
