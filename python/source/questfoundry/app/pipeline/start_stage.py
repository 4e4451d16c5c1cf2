"""Decide whether a requested stage starts with a new run, an unfinished run, or a question."""

from attrs import frozen

from questfoundry.app.phases.rerun import find_idea
from questfoundry.app.pipeline.rules import is_same_idea
from questfoundry.app.project.status import find_unfinished_run
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, Remedy, RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunRecord

OPTIONS = ("acts", "language", "questions", "review", "seed", "shape", "size")
"""The inputs that the author can choose and that a resumed run cannot change."""


@frozen(kw_only=True)
class StageRequest:
    """An author's request to run a stage.

    ``chosen`` names the inputs that the author set. ``rerun_note`` asks to repeat the stage.
    ``resume`` is the id of the run to resume; empty for the unfinished run, ``None`` for no run.
    """

    stage: str
    inputs: StageInputs
    chosen: frozenset[str] = frozenset()
    rerun_note: str | None = None
    resume: str | None = None
    can_ask: bool = False


@frozen
class NewRun:
    """The decision to begin a new run; ``unfinished`` is the id of an older one, or empty."""

    unfinished: str = ""


@frozen
class ResumedRun:
    """The decision to resume the run with the id ``run``."""

    run: str


@frozen
class ResumeQuestion:
    """A question to the author: to resume the run with the id ``run``, or to begin a new run."""

    run: str


StageStart = NewRun | ResumedRun | ResumeQuestion


@frozen(kw_only=True)
class StartStageUseCase:
    """A use case that compares a request for a stage with the unfinished run of the stage."""

    _registry: StageRegistry
    _store: ProjectStore

    def execute(self, request: StageRequest) -> StageStart:
        """Return how the stage starts.

        An unfinished run with other options is not resumed. With equal options, the run is resumed
        if the request has the same words or no words. If the request has no words and the author
        can be asked, the result is a question. Raise ``InputError`` if there is no run to resume.
        """
        stage = self._registry.get(request.stage)
        unfinished = find_unfinished_run(self._store, stage.name)
        if request.resume is not None:
            return self._choose_resumption(stage, request, unfinished)
        if unfinished is None:
            return NewRun()
        if not self._has_same_options(request, unfinished):
            return NewRun(unfinished.id)
        if request.rerun_note is None and not _words_of(request.inputs):
            return ResumeQuestion(unfinished.id) if request.can_ask else ResumedRun(unfinished.id)
        if self._has_same_words(stage, request, unfinished):
            return ResumedRun(unfinished.id)
        return NewRun(unfinished.id)

    def _choose_resumption(
        self, stage: ArtifactStage, request: StageRequest, unfinished: RunRecord | None
    ) -> StageStart:
        run = request.resume or (unfinished.id if unfinished else "")
        if run:
            return ResumedRun(run)
        if self._store.artifacts.current(stage.name) is not None or not stage.needs:
            first: Remedy = RunStage(stage.name) if stage.needs else GiveIdea(stage.name)
            raise InputError(f"There is no unfinished run of {stage.name}.", remedies=(first,))
        return NewRun()

    def _has_same_options(self, request: StageRequest, unfinished: RunRecord) -> bool:
        old = unfinished.stage_inputs
        chosen = request.chosen.intersection(OPTIONS)
        return all(getattr(request.inputs, name) == getattr(old, name) for name in chosen)

    def _has_same_words(
        self, stage: ArtifactStage, request: StageRequest, unfinished: RunRecord
    ) -> bool:
        earlier = unfinished.stage_inputs.redo
        if request.rerun_note is not None:
            return earlier is not None and earlier.remark == request.rerun_note.strip()
        old = find_idea(stage, unfinished, self._store) or unfinished.stage_inputs.remark
        return is_same_idea(_words_of(request.inputs), old)


def _words_of(inputs: StageInputs) -> str:
    return (inputs.idea or inputs.remark).strip()
