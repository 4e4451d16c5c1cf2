"""Run one stage: hold its conversation with the model, then store its artifact."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen

from questfoundry.app.phases.rerun import add_author_words, build_rerun_inputs, load_discussion
from questfoundry.app.phases.runner import Interaction, StageConversation
from questfoundry.app.pipeline.rules import add_idea
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.models import DescribedModel, PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.staleness import artifact_to_extend, find_stale_stages
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.write_story import Completion
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.events.stages import MadeFromStale, NotFollowed, StageCompleted
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.protocols.artifacts import NO_PARTS
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetRequest, find_unmet_requests
from questfoundry.domain.story.story import Story

NO_AUTHOR = Interaction()


@frozen(kw_only=True)
class RunStageUseCase:
    """A use case that runs one stage, and then the stage's work in ``completions``, if any."""

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _prompts: PromptRepository
    _completions: Mapping[str, Completion] = MappingProxyType({})

    async def execute(
        self,
        name: str,
        inputs: StageInputs,
        *,
        rerun_note: str | None = None,
        from_scratch: bool = False,
        interaction: Interaction = NO_AUTHOR,
    ) -> StageResult:
        """Run the stage ``name``, store its artifact, and return the result.

        If the story has changed, a prose stage requests only the passages without prose, and a
        stage that lacks chapters only the missing chapters. Everything is requested with
        ``from_scratch``, if the note in ``inputs`` changed, or with ``rerun_note``, which continues
        the earlier discussion.
        """
        stage = self._registry.get(name)
        with self._store.lock.hold(name):
            story = self._load_story(stage)
            providers = self._runs.choose_providers()
            run_inputs = self._build_inputs(stage, inputs, rerun_note, providers, interaction)
            run_inputs = (
                run_inputs
                if run_inputs.source
                else add_author_words(stage, self._store, run_inputs)
            )
            if not from_scratch and not run_inputs.redo and not run_inputs.source:
                run_inputs = self._add_carried_sections(stage, run_inputs)
            completion = self._completions.get(name)
            if completion is not None and not run_inputs.redo and not run_inputs.source:
                updates = not from_scratch and self._is_update(stage, run_inputs)
                run_inputs = completion.prepare_inputs(run_inputs, updates=updates, story=story)
            record = self._runs.begin(name, run_inputs, providers)
            with self._runs.open(record, providers, author=interaction.author) as run:
                result = await self._finish_run(stage, story, run, interaction)
        return _announce_result(run, result)

    async def resume(
        self,
        name: str,
        run_id: str,
        *,
        retry_last: bool = False,
        interaction: Interaction = NO_AUTHOR,
    ) -> StageResult:
        """Resume an unfinished run; with ``retry_last``, request its last answer again."""
        stage = self._registry.get(name)
        with self._store.lock.hold(name):
            story = self._load_story(stage)
            record = self._runs.find_unfinished(name, run_id)
            if retry_last:
                self._runs.discard_last_answer(record)
            providers = self._runs.choose_providers(record)
            author = interaction.author
            with self._runs.open(record, providers, resumed=True, author=author) as run:
                result = await self._finish_run(stage, story, run, interaction)
        return _announce_result(run, result)

    def build_proposal_inputs(
        self, name: str, inputs: StageInputs, *, rerun_note: str | None
    ) -> StageInputs:
        """Return the inputs for a draft of the stage, including the author's idea and notes."""
        stage = self._registry.get(name)
        self._load_story(stage)
        if rerun_note is not None:
            inputs = build_rerun_inputs(stage, self._store, inputs, rerun_note)
        else:
            inputs = add_idea(stage, inputs)
        return add_author_words(stage, self._store, inputs)

    async def propose(self, name: str, run: Run, interaction: Interaction = NO_AUTHOR) -> Artifact:
        """Return the artifact that the stage produces in ``run``, without storing the artifact.

        To store it later, run the stage with inputs whose ``source`` is the id of ``run``.
        """
        stage = self._registry.get(name)
        return await self._create_artifact(stage, self._load_story(stage), run, interaction)

    def _load_story(self, stage: ArtifactStage) -> Story:
        for need in stage.needs:
            if self._store.artifacts.current(need) is None:
                raise InputError(
                    f"{stage.name} needs {need}, which this project does not have yet.",
                    remedies=(RunStage(need),),
                )
        story = self._registry.story(self._store.artifacts, before=stage.name)
        stage.require(story)
        stale_before = find_stale_stages(self._registry, self._store, before=stage.name)
        stale = [each for each in stale_before if each in stage.sources]
        if stale:
            self._runs.events.emit(MadeFromStale(stage=stage.name, stale=tuple(stale)))
        return story

    def _build_inputs(
        self,
        stage: ArtifactStage,
        inputs: StageInputs,
        rerun_note: str | None,
        providers: PhaseProviders,
        interaction: Interaction,
    ) -> StageInputs:
        source = providers.recording
        if source is not None:
            recorded = self._runs.find(stage.name, source).stage_inputs
            return recorded.model_copy(update={"source": source})
        if rerun_note is not None:
            return build_rerun_inputs(stage, self._store, inputs, rerun_note)
        inputs = add_idea(stage, inputs, has_author=interaction.author is not None)
        return self._add_reusable_runs(stage, inputs) if stage.name in self._completions else inputs

    def _is_update(self, stage: ArtifactStage, inputs: StageInputs) -> bool:
        """Return whether the run keeps all parts of the current artifact that still exist.

        If neither the story nor the artifact has changed since the last run, a new run asks
        everything again, for example with another model. Equal requests then cost nothing.
        """
        current = self._store.artifacts.current(stage.name)
        earlier = self._store.find_source_run(stage.name)
        if current is None or earlier is None:
            return current is not None
        if inputs.remark not in {"", earlier.stage_inputs.remark}:
            return False
        has_same_inputs = current.made_from == self._store.current_versions(stage.sources)
        is_unchanged = has_same_inputs and current.origin == earlier.id
        return not is_unchanged or bool(current.parts_made_from)

    def _add_carried_sections(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        carried = artifact_to_extend(stage, self._registry, self._store)
        if not carried:
            return inputs
        return self._add_reusable_runs(stage, inputs.model_copy(update={"settled": carried}))

    def _add_reusable_runs(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        """Add the ids of reusable earlier runs, and the number of starts of each failed section.

        Without this number, a section that failed would get the same failing answers again. A
        command that regenerates the stage reuses only the runs that it began itself.
        """
        runs = [
            run
            for run in self._store.runs.list(task=stage.name)
            if inputs.span in ("", run.stage_inputs.span)
        ]
        rounds: dict[str, int] = {}
        for run in runs:
            for section, times in run.stage_inputs.rounds.items():
                rounds[section] = max(times, rounds.get(section, 1))
        reuses = tuple(run.id for run in reversed(runs))
        return inputs.model_copy(update={"reuses": reuses, "rounds": rounds})

    async def _finish_run(
        self, stage: ArtifactStage, story: Story, run: Run, interaction: Interaction
    ) -> StageResult:
        artifact = await self._create_artifact(stage, story, run, interaction)
        new_story = stage.apply(story, artifact)
        providers = run.providers
        unmet_requests = list_unmet_requests(
            stage, run.inputs, new_story, providers.discuss, providers.serialize
        )
        if unmet_requests:
            run.events.emit(NotFollowed(stage=stage.name, unmet=unmet_requests))
        version, data = self._find_stored_version(stage, run), artifact.model_dump(mode="json")
        current = self._store.artifacts.current(stage.name)
        file_data = current.data if version and current else data
        with self._store.replace_file(stage.name, file_data) as path:
            version = version or self._store_version(stage, run, data)
        stored = load_discussion(self._store, run.record, self._prompts)
        return StageResult(
            artifact=artifact,
            summary=stage.build_summary(new_story, artifact),
            version=version,
            run=run.id,
            path=Path(path),
            ledger=self._runs.read_ledger(run),
            unmet_requests=unmet_requests,
            discussion=stored.messages,
            brief=stored.brief,
        )

    async def _create_artifact(
        self, stage: ArtifactStage, story: Story, run: Run, interaction: Interaction
    ) -> Artifact:
        completion = self._completions.get(stage.name)
        artifact = await StageConversation(
            run=run,
            stage=stage,
            story=story,
            store=self._store,
            prompts=self._prompts,
            interaction=interaction,
        ).run_phases(completion.get_preset_artifact(run.inputs) if completion else None)
        if completion is not None:
            artifact = await completion.complete(artifact, story=story, run=run)
        return artifact

    def _find_stored_version(self, stage: ArtifactStage, run: Run) -> ArtifactVersion | None:
        versions = self._store.artifacts.versions(stage.name) if run.resumed else ()
        return next((version for version in versions if version.origin == run.id), None)

    def _store_version(
        self, stage: ArtifactStage, run: Run, data: Mapping[str, Any]
    ) -> ArtifactVersion:
        before = self._store.artifacts.current(stage.name)
        now, parts = self._store.current_versions(stage.sources), NO_PARTS
        if before is not None and stage.writes_prose:
            retained = {*run.inputs.settled.get("passages", ()), *run.inputs.kept}
            parts = before.carry_sources(data["passages"], retained, now=now, made_from=now)
        return self._store.artifacts.add(
            stage.name,
            data,
            made_from=now,
            origin=run.id,
            created_at=self._runs.clock.now(),
            parts_made_from=parts,
        )


def list_unmet_requests(
    stage: ArtifactStage,
    inputs: StageInputs,
    story: Story,
    discussing: DescribedModel,
    serializing: DescribedModel,
) -> tuple[UnmetRequest, ...]:
    """Return the requests in ``inputs`` that ``story``, which has the artifact, does not follow."""
    reads = serializing.traits.capabilities.comprehension
    writer = discussing if stage.writes_prose else serializing
    return (
        *find_unmet_requests(
            writer.model, writer.traits.capabilities, language=inputs.language, notes=inputs.remarks
        ),
        *(
            UnmetRequest(kind=kind, model=str(writer.model), asked=asked)
            for kind, asked in stage.unmet(story, inputs, reads=reads)
        ),
    )


def _announce_result(run: Run, result: StageResult) -> StageResult:
    run.events.emit(
        StageCompleted(
            stage=run.record.task,
            run=run.id,
            llm_calls=result.llm_calls,
            tokens_used=result.tokens_used,
            gist=result.summary,
        )
    )
    return result
