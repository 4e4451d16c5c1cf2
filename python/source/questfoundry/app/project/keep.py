"""Take artifacts as they are, though what they were made from says something else by now."""

from __future__ import annotations

from attrs import evolve, frozen

from questfoundry.app.project.status import ProjectStatusUseCase, StageState, find_unfinished_run
from questfoundry.app.stages.invalid_file import not_valid
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run import RunStatus


@frozen(kw_only=True)
class KeepUseCase:
    """Lets stale artifacts count as made from what there is now; no version is added."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _status: ProjectStatusUseCase

    def execute(self, stage: str | None = None) -> tuple[str, ...]:
        """The stages that are kept: that one, or all that are stale.

        A run of theirs that was begun is given up. ``InputError`` where an artifact does not
        fit what there is now: prose of passages that are gone, say.
        """
        if stage is not None:
            self._registry.get(stage)
        with self._store.lock.hold("keep"):
            return tuple(
                each.stage
                for each in self._status.execute().stages
                if each.state is StageState.STALE and stage in (None, each.stage)
                if self._keep_artifact(each.stage)
            )

    def _keep_artifact(self, name: str) -> bool:
        stage, current = self._registry.find(name), self._store.artifacts.current(name)
        if not isinstance(stage, ArtifactStage) or current is None:
            return False
        story = self._registry.story(self._store.artifacts, before=name)
        accepted = stage.accepted(current.data, story=story, prompts=self._prompts)
        if isinstance(accepted, tuple):
            problem = not_valid(self._store.files, name, current.data, accepted, known=False)
            raise InputError(
                f"{name} cannot be kept as it is.\n{problem.problem}", remedies=(RunStage(name),)
            )
        needed = {need: self._store.artifacts.current(need) for need in current.made_from}
        self._store.artifacts.note_made_from(
            current, {need: each.version for need, each in needed.items() if each}
        )
        if run := find_unfinished_run(self._store, name):
            given_up = "given up: the artifact was kept as it is"
            self._store.runs.save(evolve(run, status=RunStatus.COMPLETED, problem=given_up))
        return True
