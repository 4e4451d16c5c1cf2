"""Change single values in an artifact, with the same checks as for an edited artifact file."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from attrs import frozen

from questfoundry.app.stages.invalid_file import build_invalid_file_error
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.answer.schema import item_positions, strip_step
from questfoundry.domain.artifacts.version import EDIT, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import Clock, PromptRepository


@frozen(kw_only=True)
class _CheckedPatch:
    current: ArtifactVersion
    data: Mapping[str, Any]


@frozen(kw_only=True)
class PatchArtifactUseCase:
    """A use case that changes single values of an artifact and stores them as one new version."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(self, name: str, changes: Mapping[str, Any]) -> ArtifactVersion:
        """Change values in the artifact of the stage ``name``, and return the new version.

        ``changes`` maps paths, such as ``entities.ada.name``, to values. If no value differs,
        return the current version. Raise ``InputError`` and change nothing if a path does not exist
        or the result is invalid.
        """
        with self._store.lock.hold("editing"):
            checked = self.check_changes(name, changes)
            current, data = checked.current, checked.data
            if data == current.data:
                return current
            with self._store.replace_file(name, data):
                return self._store.artifacts.add(
                    name,
                    data,
                    made_from=current.made_from,
                    origin=EDIT,
                    created_at=self._clock.now(),
                )

    def check_changes(self, name: str, changes: Mapping[str, Any]) -> _CheckedPatch:
        """Return the current version, and the data with the changes, without storing anything.

        Raise the errors of :meth:`execute`.
        """
        stage, current = self._registry.find(name), self._store.artifacts.current(name)
        if not isinstance(stage, ArtifactStage) or current is None:
            raise InputError(f"{name!r} has no artifact to edit. Run the stage first.")
        data = _apply_changes(current.data, changes)
        story = self._registry.story(self._store.artifacts, before=name)
        accepted = stage.validate(data, story=story, prompts=self._prompts)
        if isinstance(accepted, tuple):
            raise build_invalid_file_error(
                self._store.files, name, data, accepted, has_version=False
            )
        return _CheckedPatch(current=current, data=accepted.model_dump(mode="json"))


def get_value(path: str, data: Any) -> Any:
    """Return the value at ``path``; raise ``InputError`` if the path does not exist."""
    holder, key = _require_place(path, data)
    return holder[key]


def _apply_changes(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a changed copy of ``data``; an item of a list is removed by the value ``None``."""
    patched: dict[str, Any] = deepcopy(dict(data))
    for path, value in changes.items():
        holder, key = _require_place(path, patched)
        if value is None and isinstance(holder, list):
            del holder[key]
        else:
            holder[key] = value
    return patched


def _require_place(path: str, data: Any) -> tuple[Any, Any]:
    place = _find_place(path, data)
    if place is None:
        raise InputError(f"There is nothing at {path!r}. Look up the paths in the artifact.")
    return place


def _find_place(path: str, data: Any) -> tuple[Any, Any] | None:
    steps: Mapping[str, Any] = {}
    if isinstance(data, dict):
        steps = {key: key for key in data}
    elif isinstance(data, list):
        steps = item_positions(data)
    for name, step in steps.items():
        rest = strip_step(path, name)
        if rest is not None:
            return _find_place(rest, data[step]) if rest else (data, step)
    return None
