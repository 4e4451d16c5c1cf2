"""Run a stage: hold its conversation, keep its artifact, and lose nothing on the way."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen

from questfoundry.app.phases.rerun import redo_inputs, run_behind, said_to
from questfoundry.app.phases.runner import ConversationRunner, Interaction
from questfoundry.app.pipeline.rules import with_idea
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.completion import Completion
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.stages.chapter_append import gone_on_with
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.staleness import stale_stages, staleness_of
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import MadeFromStale, NotFollowed, StageCompleted
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.unmet_request import UnmetRequest, find_unmet_requests

NOBODY = Interaction()


@frozen(kw_only=True)
class RunStageUseCase:
    """Runs one stage of a project, from the first word to the accepted artifact.

    ``completions`` are, by stage, what is still done when a conversation is over. What is
    raised leaves a run to resume.
    """

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
        redo: str | None = None,
        anew: bool = False,
        interaction: Interaction = NOBODY,
    ) -> StageResult:
        """Run the stage; one that writes prose and is stale asks only for what is concerned.

        Where chapters are planned, or woven, that the artifact has not, they are added to it.
        ``redo`` is a remark with which it goes on from its earlier discussion. With it, with
        another remark or with ``anew`` all is asked for.
        """
        stage = self._registry.get(name)
        with self._store.lock.hold(name):
            story = self._story_for(stage)
            providers = self._runs.choose_providers()
            asked = self._inputs(stage, inputs, redo, providers, interaction)
            asked = asked if asked.source else said_to(stage, self._store, asked)
            if not anew and not asked.redo and not asked.source:
                asked = self._going_on(stage, asked)
            completion = self._completions.get(name)
            if completion is not None and not asked.redo and not asked.source:
                before = None if anew else self._story_behind(stage, asked)
                asked = completion.prepare_inputs(asked, before=before, story=story)
            record = self._runs.begin(name, asked, providers)
            with self._runs.open(record, providers, author=interaction.author) as run:
                result = await self._settle(stage, story, run, interaction)
        return _announced(run, result)

    async def resume(
        self,
        name: str,
        run_id: str,
        *,
        retry_last: bool = False,
        interaction: Interaction = NOBODY,
    ) -> StageResult:
        """Go on with an unfinished run, whose own inputs count.

        ``retry_last`` asks anew for its last answer, which stays in the journal as paid for.
        """
        stage = self._registry.get(name)
        with self._store.lock.hold(name):
            story = self._story_for(stage)
            record = self._runs.find_unfinished(name, run_id)
            if retry_last:
                self._runs.discard_last_answer(record)
            providers = self._runs.choose_providers(record)
            author = interaction.author
            with self._runs.open(record, providers, resumed=True, author=author) as run:
                result = await self._settle(stage, story, run, interaction)
        return _announced(run, result)

    def asked(self, name: str, inputs: StageInputs, *, redo: str | None = None) -> StageInputs:
        """What is asked of the stage for a proposal, with all that its author said."""
        stage = self._registry.get(name)
        self._story_for(stage)
        if redo is not None:
            inputs = redo_inputs(stage, self._store, inputs, redo)
        else:
            inputs = with_idea(stage, inputs)
        return said_to(stage, self._store, inputs)

    async def propose(self, name: str, run: Run, interaction: Interaction = NOBODY) -> Artifact:
        """What the stage would come to in that run, by all its phases; it is not stored.

        Replayed as the ``source`` of a run of the stage, it becomes its artifact.
        """
        stage = self._registry.get(name)
        return await self._made(stage, self._story_for(stage), run, interaction)

    def _story_for(self, stage: ArtifactStage) -> Story:
        """The story before the stage, if it can be made from it."""
        for need in stage.needs:
            if self._store.artifacts.current(need) is None:
                raise InputError(
                    f"{stage.name} is made from {need}, which this project has not yet.",
                    remedies=(RunStage(need),),
                )
        story = self._registry.story(self._store.artifacts, before=stage.name)
        stage.require(story)
        before = stale_stages(self._registry, self._store, before=stage.name)
        stale = [each for each in before if each in stage.needs]
        if stale:
            self._runs.events.emit(MadeFromStale(stage=stage.name, stale=tuple(stale)))
        return story

    def _inputs(
        self,
        stage: ArtifactStage,
        inputs: StageInputs,
        redo: str | None,
        providers: PhaseProviders,
        interaction: Interaction,
    ) -> StageInputs:
        source = providers.recording
        if source is not None:
            recorded = self._runs.find(stage.name, source).stage_inputs
            return recorded.model_copy(update={"source": source})
        if redo is not None:
            return redo_inputs(stage, self._store, inputs, redo)
        inputs = with_idea(stage, inputs, asks=interaction.author is not None)
        return self._reusing(stage, inputs) if stage.name in self._completions else inputs

    def _story_behind(self, stage: ArtifactStage, inputs: StageInputs) -> Story | None:
        """The story that the current artifact was made from, where it is stale."""
        current = self._store.artifacts.current(stage.name)
        earlier = run_behind(stage.name, self._store)
        said = earlier.stage_inputs.remark if earlier else ""
        if current is None or inputs.remark not in {"", said}:
            return None
        if staleness_of(stage, self._registry, self._store).passages is None:
            return None
        return self._registry.story(self._store.artifacts, before=stage.name, of=current.made_from)

    def _going_on(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        settled = gone_on_with(stage, self._registry, self._store)
        if not settled:
            return inputs
        return self._reusing(stage, inputs.model_copy(update={"settled": settled}))

    def _reusing(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        """With the earlier runs of the stage, and how often each section was begun in them.

        A section that failed there would fail here again with the same answers.
        """
        runs = self._store.runs.list(task=stage.name)
        rounds: dict[str, int] = {}
        for run in runs:
            for section, times in run.stage_inputs.rounds.items():
                rounds[section] = max(times, rounds.get(section, 1))
        reuses = tuple(run.id for run in reversed(runs))
        return inputs.model_copy(update={"reuses": reuses, "rounds": rounds})

    async def _settle(
        self,
        stage: ArtifactStage,
        story: Story,
        run: Run,
        interaction: Interaction,
    ) -> StageResult:
        """Hold the conversation, complete its artifact, and store it."""
        artifact = await self._made(stage, story, run, interaction)
        told = stage.apply(story, artifact)
        unmet = _unmet(stage, run, told)
        if unmet:
            run.events.emit(NotFollowed(stage=stage.name, unmet=unmet))
        version, data = self._stored_before(stage, run), artifact.model_dump(mode="json")
        current = self._store.artifacts.current(stage.name)
        counts = current.data if version and current else data
        with self._store.replace_file(stage.name, counts) as path:
            version = version or self._add(stage, run, data)
        return StageResult(
            artifact=artifact,
            gist=stage.gist(told, artifact),
            version=version,
            run=run.id,
            path=Path(path),
            ledger=self._runs.read_ledger(run),
            unmet=unmet,
        )

    async def _made(
        self, stage: ArtifactStage, story: Story, run: Run, interaction: Interaction
    ) -> Artifact:
        """Hold the conversation, and complete its artifact."""
        completion = self._completions.get(stage.name)
        artifact = await ConversationRunner(
            run=run,
            stage=stage,
            story=story,
            store=self._store,
            prompts=self._prompts,
            interaction=interaction,
        ).hold(completion.get_preset_artifact(run.inputs) if completion else None)
        if completion is not None:
            artifact = await completion.complete(artifact, story=story, run=run)
        return artifact

    def _stored_before(self, stage: ArtifactStage, run: Run) -> ArtifactVersion | None:
        """The version that this run stored before it was cut off."""
        versions = self._store.artifacts.versions(stage.name) if run.resumed else ()
        return next((version for version in versions if version.origin == run.id), None)

    def _add(self, stage: ArtifactStage, run: Run, data: Mapping[str, Any]) -> ArtifactVersion:
        current = {need: self._store.artifacts.current(need) for need in stage.needs}
        return self._store.artifacts.add(
            stage.name,
            data,
            made_from={need: found.version for need, found in current.items() if found},
            origin=run.id,
            created_at=self._runs.clock.now(),
        )


def _unmet(stage: ArtifactStage, run: Run, story: Story) -> tuple[UnmetRequest, ...]:
    """What the author asked for in that run, and the artifact cannot have."""
    providers, inputs = run.providers, run.inputs
    reads = providers.serialize.traits.capabilities.comprehension
    writer = providers.discuss if stage.writes_prose else providers.serialize
    return (
        *find_unmet_requests(
            writer.model,
            writer.traits.capabilities,
            language=inputs.language,
            notes=inputs.remarks,
        ),
        *(
            UnmetRequest(kind=kind, model=str(writer.model), asked=asked)
            for kind, asked in stage.unmet(story, inputs, reads=reads)
        ),
    )


def _announced(run: Run, result: StageResult) -> StageResult:
    """Tell of the result, once its run is complete."""
    run.events.emit(
        StageCompleted(
            stage=run.record.task,
            run=run.id,
            llm_calls=result.llm_calls,
            tokens_used=result.tokens_used,
            gist=result.gist,
        )
    )
    return result
