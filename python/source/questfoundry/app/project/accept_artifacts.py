"""Accept stale artifacts as they are, although the artifacts of earlier stages have changed."""

from attrs import evolve, frozen

from questfoundry.app.project.status import ProjectStatusUseCase, StageState, find_unfinished_run
from questfoundry.app.stages.invalid_file import build_invalid_file_error
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.record import RunStatus


@frozen(kw_only=True)
class KeepUseCase:
    """A use case that marks stale artifacts as up to date, without a new version of them."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _status: ProjectStatusUseCase

    def execute(self, stage: str | None = None) -> tuple[str, ...]:
        """Accept the stale artifact of ``stage``, or all stale artifacts if ``stage`` is ``None``.

        Return the names of the accepted stages, and close their unfinished runs. Raise
        ``InputError`` if an artifact contradicts the artifacts of earlier stages.
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
        accepted = stage.validate(current.data, story=story, prompts=self._prompts)
        if isinstance(accepted, tuple):
            problem = build_invalid_file_error(
                self._store.files, name, current.data, accepted, has_version=False
            )
            raise InputError(
                f"{name} cannot be accepted as it is.\n{problem.problem}",
                remedies=(RunStage(name),),
            )
        needed = {need: self._store.artifacts.current(need) for need in current.made_from}
        self._store.artifacts.note_made_from(
            current, {need: each.version for need, each in needed.items() if each}
        )
        if run := find_unfinished_run(self._store, name):
            closing_note = "closed: the artifact was accepted as it is"
            self._store.runs.save(evolve(run, status=RunStatus.COMPLETED, problem=closing_note))
        return True
