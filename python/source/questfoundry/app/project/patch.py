"""Show an artifact, change single values in it, and preview what a change makes stale."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from attrs import frozen

from questfoundry.app.phases.rerun import StoredDiscussion, find_discussion_run, load_discussion
from questfoundry.app.stages.fill import collect_contents
from questfoundry.app.stages.invalid_file import build_refusal
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.staleness import Staleness, compare_stories
from questfoundry.app.store import ProjectStore
from questfoundry.domain.answer.schema import item_positions, strip_step
from questfoundry.domain.artifacts.version import EDIT, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.request_change import find_differing_passages


@frozen(kw_only=True)
class PatchArtifactUseCase:
    """A use case that changes an artifact and stores the result as one new version."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(
        self, name: str, changes: Mapping[str, Any], *, origin: str = EDIT
    ) -> ArtifactVersion:
        """Change values in the artifact of the stage ``name``, and return the new version.

        ``changes`` maps paths, such as ``entities.ada.name``, to values. If no value differs,
        return the current version. ``origin`` says who made the change. Raise ``InputError`` and
        change nothing if a path does not exist or the result is invalid.
        """
        with self._store.lock.hold("editing"):
            current, data = self.check_changes(name, changes)
            return self._store_version(current, data, origin)

    def edit(self, name: str, change: Callable[[Any], Artifact]) -> ArtifactVersion:
        """Replace the artifact of the stage ``name`` by the result of ``change``.

        ``change`` receives the artifact as its model. Return the new version, or the current one if
        nothing differs. Raise ``InputError`` with the broken rules, and change nothing, if the
        result is invalid.
        """
        with self._store.lock.hold("editing"):
            stage, current = self._find(name)
            changed = change(stage.read(current.data)).model_dump(mode="json")
            return self._store_version(current, self._validate(name, changed))

    def _validate(self, name: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        story = self._registry.story(self._store.artifacts, before=name)
        accepted = self._registry.get(name).validate(data, story=story, prompts=self._prompts)
        if isinstance(accepted, tuple):
            raise build_refusal(accepted)
        return accepted.model_dump(mode="json")

    def _store_version(
        self, current: ArtifactVersion, data: Mapping[str, Any], origin: str = EDIT
    ) -> ArtifactVersion:
        if data == current.data:
            return current
        with self._store.replace_file(current.stage, data):
            now = self._clock.now()
            return self._store.add_changed(current, data, origin=origin, created_at=now)

    def check_changes(
        self, name: str, changes: Mapping[str, Any]
    ) -> tuple[ArtifactVersion, Mapping[str, Any]]:
        """Return the current version of the artifact ``name``, and its data with ``changes``.

        Nothing is stored. Raise the same errors as :meth:`execute`.
        """
        _, current = self._find(name)
        data = _apply_changes(current.data, changes)
        return current, self._validate(name, data)

    def _find(self, name: str) -> tuple[ArtifactStage, ArtifactVersion]:
        stage, current = self._registry.find(name), self._store.artifacts.current(name)
        if not isinstance(stage, ArtifactStage) or current is None:
            raise InputError(f"{name!r} has no artifact to edit. Run the stage first.")
        return stage, current


def get_value(path: str, data: Any) -> Any:
    """Return the value at ``path``; raise ``InputError`` if the path does not exist."""
    holder, key = _find_place(path, data)
    if isinstance(holder, dict) and key not in holder:
        raise InputError(f"There is nothing at {path!r}. Look up the paths in the artifact.")
    return holder[key]


def _apply_changes(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a changed copy of ``data``; the value ``None`` removes an item from its list."""
    patched: dict[str, Any] = deepcopy(dict(data))
    for path, value in changes.items():
        holder, key = _find_place(path, patched)
        if value is None and isinstance(holder, list):
            del holder[key]
        else:
            holder[key] = value
    return patched


def _find_place(path: str, data: Any) -> tuple[Any, Any]:
    """Return the mapping or list that holds the value at ``path``, and its key or index there.

    A field of a mapping may be missing, because empty fields are not stored.
    """
    rest = path
    while rest:
        steps: Mapping[str, Any] = {}
        if isinstance(data, dict):
            steps = {key: key for key in data}
        elif isinstance(data, list):
            steps = item_positions(data)
        found = ((step, strip_step(rest, name)) for name, step in steps.items())
        step, after = next((each for each in found if each[1] is not None), (None, None))
        if after is None:
            if isinstance(data, dict) and "." not in rest:
                return data, rest
            break
        if not after:
            return data, step
        data, rest = data[step], after
    raise InputError(f"There is nothing at {path!r}. Look up the paths in the artifact.")


@frozen(kw_only=True)
class ShowArtifactUseCase:
    """A use case that returns the current version of a stage's artifact."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository

    def execute(self, stage_name: str) -> ArtifactVersion:
        """Return the current artifact of a stage; raise ``InputError`` if there is none."""
        stage = self._registry.get(stage_name)
        current = self._store.artifacts.current(stage.name)
        if current is None:
            raise InputError(
                f"This project has no {stage.name} artifact yet.", remedies=(RunStage(stage.name),)
            )
        return current

    def load_discussion(self, version: ArtifactVersion) -> StoredDiscussion:
        """Return the discussion and the brief from which the stage's artifact was made.

        An update or an edit of an artifact has the discussion and the brief of the earlier run.
        """
        source = self._store.find_source_run(version.stage)
        run = self._store.runs.get(find_discussion_run(self._store, source)) if source else None
        if run is None:
            return StoredDiscussion(run="")
        return load_discussion(self._store, run, self._prompts)

    def list_shown_excerpts(self, version: ArtifactVersion) -> tuple[str, ...]:
        """Return the labels of the book excerpts that the model received for this version."""
        return list_shown_excerpts(self._store, version.origin)


@frozen(kw_only=True)
class Consequences:
    """The stages that an edit would make stale, and the passages that it would make differ.

    What is already stale is left out. A passage differs if its request would no longer be the one
    that its prose was written from.
    """

    stages: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the edit has no consequences."""
        return not (self.stages or self.passages)


@frozen(kw_only=True)
class PreviewEditUseCase:
    """A use case that finds out what an edit would make stale, without making the edit."""

    _registry: StageRegistry
    _store: ProjectStore
    _patch: PatchArtifactUseCase

    def execute(self, name: str, changes: Mapping[str, Any]) -> Consequences:
        """Return what an edit of the artifact ``name`` would make stale or make differ.

        ``changes`` maps paths in the artifact to new values.
        """
        _, data = self._patch.check_changes(name, changes)
        stages: list[str] = []
        passages: tuple[str, ...] = ()
        later = self._registry.artifact_names
        for each in later[later.index(name) + 1 :]:
            if self._store.artifacts.current(each) is None:
                continue
            found = self._compare(each, {name: data})
            if found.passages is not None:
                passages = found.passages
            elif found.changed:
                stages.append(each)
        return Consequences(stages=tuple(stages), passages=passages)

    def _compare(self, name: str, changed: Mapping[str, Mapping[str, Any]]) -> Staleness:
        artifacts = self._store.artifacts
        try:
            before = self._registry.story(artifacts, before=name)
            after = self._registry.story(artifacts, before=name, changed=changed)
            stage = self._registry.get(name)
            if stage.writes_prose:
                return self._compare_prose(before, after)
            return compare_stories(stage, before, after, tuple(changed))
        except (InputError, KeyError):  # one of the two states is no valid story
            return Staleness(changed=tuple(changed))

    def _compare_prose(self, before: Story, after: Story) -> Staleness:
        prose = self._registry.story(self._store.artifacts).prose
        old, new = collect_contents(before), collect_contents(after)
        common = {name: text for name, text in prose.items() if name in new}
        differing = find_differing_passages(old, new, common)
        return Staleness(passages=tuple(each for each in new if each in differing))


def list_shown_excerpts(store: ProjectStore, run_id: str) -> tuple[str, ...]:
    """Return the labels of the book excerpts that the model received in the run ``run_id``.

    Excerpts from the discussion that the run continued are included.
    """
    run = store.runs.get(run_id)
    redo = run.stage_inputs.redo if run else None
    earlier = list_shown_excerpts(store, redo.of) if redo else ()
    messages = store.messages.get_by_conversation(run_id)
    own = (excerpt.label for each in messages for excerpt in each.message.excerpts)
    return tuple(dict.fromkeys((*earlier, *own)))
