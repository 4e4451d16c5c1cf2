"""Check a pipeline request before it runs, and decide how a requested stage starts."""

from attrs import frozen

from questfoundry.app.phases.rerun import find_idea
from questfoundry.app.project.status import ProjectStatus, find_unfinished_run
from questfoundry.app.stages.fill import SCENES
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, Remedy, RunPipeline, RunStage, SimpleAction
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size


def require_range(registry: StageRegistry, start: str | None, end: str | None) -> tuple[str, ...]:
    """Return the names of the stages from ``start`` to ``end``, or raise ``InputError``."""
    names = registry.names
    for name in (start, end):
        if name is not None:
            registry.find(name)
    first, last = names.index(start or names[0]), names.index(end or names[-1])
    if first > last:
        raise InputError(f"{end} comes before {start}. Start with the earlier stage.")
    return names[first : last + 1]


def require_finished(status: ProjectStatus, *, before: str | None) -> None:
    """Raise ``InputError`` if a stage before ``before`` is missing, unfinished or outdated."""
    for each in status.stages if before else ():
        if each.stage == before:
            break
        if not each.is_finished:
            raise InputError(
                f"{before} needs {each.stage}, which is {each.state.value}. Run it first.",
                remedies=(RunPipeline(), RunPipeline(start=each.stage)),
            )


def require_idea(
    registry: StageRegistry, store: ProjectStore, inputs: StageInputs, *, start: str | None
) -> None:
    """Raise ``InputError`` if the story has no idea, or if ``inputs`` contain a different idea.

    An existing story keeps its idea, unless the run starts with the first stage.
    """
    idea = inputs.idea
    first = registry.artifacts[0]
    source_run = store.find_source_run(first.name)
    is_finished = store.artifacts.current(first.name) is not None and start != first.name
    if not idea.strip():
        has_begun = source_run is not None or is_finished or store.runs.list(task=first.name)
        if not has_begun and not inputs.beginning:
            raise InputError("A story needs an idea.", remedies=(GiveIdea(),))
        return
    if not is_finished:
        return
    old_idea = find_idea(first, source_run, store) if source_run else ""
    if not is_same_idea(idea, old_idea):
        has = f"has another idea: {old_idea!r}" if old_idea else "exists already"
        raise InputError(
            f"This project's story {has}. Use a folder of its own for a new story, or start over "
            "here, which keeps the old versions.",
            remedies=(RunPipeline(), SimpleAction.CHOOSE_FOLDER, RunPipeline(start=first.name)),
        )


def add_idea(stage: ArtifactStage, inputs: StageInputs, *, has_author: bool = False) -> StageInputs:
    """Return ``inputs`` with an idea for the first stage, if need be from the author's outline.

    Raise ``InputError`` if there is no idea and no author who can be asked.
    """
    if stage.needs or inputs.idea.strip():
        return inputs
    if not inputs.beginning and not has_author:
        raise InputError(f"{stage.name} needs an idea.", remedies=(GiveIdea(stage.name),))
    return inputs.model_copy(update={"idea": inputs.beginning})


def require_chapter(registry: StageRegistry, status: ProjectStatus, chapter: int | None) -> None:
    """Raise ``InputError`` if the planned story has no chapter with the number ``chapter``."""
    planner = next((each.name for each in registry.artifacts if each.by_chapter), "")
    is_planned = any(each.is_finished for each in status.stages if each.stage == planner)
    if chapter is None or not is_planned:
        return
    count = status.chapters.of if status.chapters else 0
    if chapter > count:
        has = f"has {count} chapters" if count else "is planned as a whole, without chapters"
        raise InputError(
            f"There is no chapter {chapter}: the story {has}.", remedies=(RunPipeline(),)
        )


def is_same_idea(one: str, other: str) -> bool:
    """Return whether two ideas have the same words; different whitespace does not count."""
    return one.split() == other.split()


def require_size(
    registry: StageRegistry, store: ProjectStore, size: Size | None, *, start: str | None
) -> None:
    """Raise ``InputError`` if the story is planned with another size than ``size``.

    Any size is accepted if the run starts with the stage that sets the size.
    """
    if size is None or any(each.name == start and each.settles_size for each in registry.artifacts):
        return
    planned_size = registry.story(store.artifacts).size
    if planned_size is not None and planned_size != size:
        raise InputError(
            f"The story is planned as {planned_size.value}. Plan it again for another size.",
            remedies=(RunPipeline(start="brainstorm", size=size),),
        )


def require_shape(
    registry: StageRegistry, store: ProjectStore, shape: StoryShape | None, *, start: str | None
) -> None:
    """Raise ``InputError`` if the story's dilemmas were made for another shape than ``shape``.

    Any shape is accepted if the run starts with the stage that sets the shape.
    """
    if shape is None or any(
        each.name == start and each.settles_shape for each in registry.artifacts
    ):
        return
    story = registry.story(store.artifacts)
    if story.dilemmas and (story.shape or StoryShape.BRANCH_AND_BOTTLENECK) != shape:
        raise InputError(
            f"The story's dilemmas were made for another shape than {shape}. Run BRAINSTORM "
            "again for it.",
            remedies=(RunPipeline(start="brainstorm", shape=shape),),
        )


OPTIONS = ("acts", "language", "phases", "questions", "review", "seed", "shape", "size", "stats")
"""The inputs that the author can choose and that a resumed run cannot change."""


@frozen(kw_only=True)
class StageRequest:
    """An author's request to run a stage.

    ``chosen`` names the inputs that the author set. ``rerun_note`` asks to repeat the stage.
    ``resume`` is the id of the run to resume; empty for the newest unfinished run, ``None`` to
    resume no run.
    """

    stage: str
    inputs: StageInputs
    chosen: frozenset[str] = frozenset()
    rerun_note: str | None = None
    resume: str | None = None
    can_ask: bool = False


@frozen
class NewRun:
    """The decision to begin a new run; ``unfinished`` is the id of an older open run, or empty."""

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
        """Return how the stage starts: with a new run, a resumed run, or a question to the author.

        An unfinished run is resumed only if its options equal those of the request. If the request
        regenerates the stage, an unfinished run that failed, or that only updated the artifact, is
        not resumed. Otherwise the run is resumed if it has the idea or note of the request. If the
        request has no idea and no note, the author decides; without an author to ask, the run is
        resumed. Raise ``InputError`` if the request names a run that cannot be resumed.
        """
        stage = self._registry.get(request.stage)
        unfinished = find_unfinished_run(self._store, stage.name)
        if request.resume is not None:
            return self._choose_resumption(stage, request, unfinished)
        if unfinished is None:
            return NewRun()
        span, old = request.inputs.span, unfinished.stage_inputs
        is_update = bool(old.settled.keys() - {SCENES})
        is_over = is_update or unfinished.status is RunStatus.FAILED
        is_regenerated = span not in ("", old.span) and is_over
        if is_regenerated or not self._has_same_options(request, unfinished):
            return NewRun(unfinished.id)
        if request.rerun_note is None and not _words_of(request.inputs):
            return ResumeQuestion(unfinished.id) if request.can_ask else ResumedRun(unfinished.id)
        if self._has_same_words(stage, request, unfinished):
            return ResumedRun(unfinished.id)
        return NewRun(unfinished.id)

    def is_rerun(self, name: str, note: str) -> bool:
        """Return whether ``note`` asks to change the stage's artifact.

        A note is no such request if an interrupted run with the same note has already stored the
        artifact.
        """
        current = self._store.artifacts.current(name)
        if current is None or not note.strip():
            return False
        unfinished = find_unfinished_run(self._store, name)
        if unfinished is None or unfinished.id != current.origin:
            return True
        return not is_same_idea(note, self._find_words(self._registry.get(name), unfinished))

    def has_finished(self, name: str, inputs: StageInputs) -> bool:
        """Return whether an interrupted run of the same stages has already made this stage.

        That run had the same options and idea, and the inputs of the artifact have not changed.
        """
        stage, current = self._registry.get(name), self._store.artifacts.current(name)
        run = self._store.find_source_run(name)
        if not inputs.span or current is None or run is None:
            return False
        old = run.stage_inputs
        return (
            all(getattr(inputs, each) == getattr(old, each) for each in ("span", *OPTIONS))
            and (bool(stage.needs) or not inputs.idea or is_same_idea(inputs.idea, old.idea))
            and self._store.current_versions(current.made_from) == current.made_from
        )

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
        return is_same_idea(_words_of(request.inputs), self._find_words(stage, unfinished))

    def _find_words(self, stage: ArtifactStage, run: RunRecord) -> str:
        return find_idea(stage, run, self._store) or run.stage_inputs.remark


def _words_of(inputs: StageInputs) -> str:
    return (inputs.idea or inputs.remark).strip()
