"""Run a stage: hold its conversation, keep its artifact, and lose nothing on the way.

Everything finished goes through the run's recorder, so a run that was interrupted goes
on where it stopped, and a run that failed in Serialize keeps its discussion and summary.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.ready import ReadyToSummarize
from questfoundry.app.phases.runner import ConversationRunner, Conversed, PhaseProviders
from questfoundry.app.phases.words import Words
from questfoundry.app.recording.ledger import ledger_of
from questfoundry.app.recording.recorded import (
    RecordedChatProvider,
    RecordedTool,
    recorded_author,
)
from questfoundry.app.recording.recorder import RunRecorder
from questfoundry.app.stage_request import StageRequest, StageResult
from questfoundry.app.stages.stage import Stage, StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.story_fold import load_story
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.events import StageCompleted, StageFailed, StageStarted
from questfoundry.domain.models.recorded import traits_to_dict
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import Clock, EventSink, PriceBook, PromptRepository, Tool
from questfoundry.domain.runs import Run, RunStatus
from questfoundry.domain.story.story import Story

ROUND = "serialize_round"
"""Input of a run: how often Serialize was begun afresh after it failed."""


class RunStageUseCase:
    """Runs one stage of a project, from the first word to the accepted artifact."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        providers: PhaseProviders,
        prompts: PromptRepository,
        events: EventSink,
        clock: Clock,
        prices: PriceBook,
    ) -> None:
        self._registry = registry
        self._store = store
        self._providers = providers
        self._prompts = prompts
        self._events = events
        self._clock = clock
        self._prices = prices

    async def execute(self, stage_name: str, request: StageRequest) -> StageResult:
        """Run the stage, or resume a run of it; what it raises leaves a run to resume."""
        stage = self._registry.get(stage_name)
        with self._store.lock.hold(f"qf {stage_name}"):
            story = load_story(self._registry, self._store.artifacts)
            self._require(stage)
            run = self._begin(stage, request)
            try:
                conversed = await self._converse(stage, story, run, request)
                return self._accept(stage, run, conversed)
            except BaseException as problem:
                self._stop(run, problem)
                raise

    def _require(self, stage: Stage) -> None:
        for need in stage.needs:
            if self._store.artifacts.current(need) is None:
                raise InputError(
                    f"{stage.name} is made from {need}, which this project has not yet. "
                    f"Run `qf {need}` first."
                )

    def _begin(self, stage: Stage, request: StageRequest) -> Run:
        if request.resume is not None:
            return self._resumed(stage, request.resume)
        inputs = request.inputs()
        source = self._providers.recording
        if source is not None:
            inputs = {**self._recording(stage, source), "source": source}
        elif not inputs["user_prompt"] and request.author is None:
            raise InputError(
                f'{stage.name} needs an idea. Give one: qf {stage.name} "A noir mystery".'
            )
        return self._store.runs.begin(
            stage.name,
            inputs=inputs,
            models={
                phase.value: {
                    "model": str(self._providers.of(phase).model),
                    "traits": traits_to_dict(self._providers.of(phase).traits),
                }
                for phase in Phase
            },
            started_at=self._clock.now(),
        )

    def _resumed(self, stage: Stage, run_id: str) -> Run:
        run = self._find(stage, run_id)
        if run.status is RunStatus.COMPLETED:
            raise InputError(f"Run {run_id!r} is complete; there is nothing to resume.")
        inputs = dict(run.inputs)
        if run.status is RunStatus.FAILED:
            # Its failed attempts stay in the journal; a new round asks afresh.
            inputs[ROUND] = inputs.get(ROUND, 1) + 1
        run = evolve(run, status=RunStatus.RUNNING, inputs=inputs, problem="", ended_at=None)
        self._store.runs.save(run)
        return run

    def _recording(self, stage: Stage, run_id: str) -> Mapping[str, Any]:
        return self._find(stage, run_id).inputs

    def _find(self, stage: Stage, run_id: str) -> Run:
        run = self._store.runs.get(run_id)
        if run is None or run.stage != stage.name:
            known = [each.id for each in self._store.runs.list(stage=stage.name)]
            raise InputError(
                f"There is no run {run_id!r} of {stage.name}. "
                f"Its runs are: {', '.join(known) or 'none yet'}."
            )
        return run

    async def _converse(
        self, stage: Stage, story: Story, run: Run, request: StageRequest
    ) -> Conversed:
        inputs = run.inputs
        recorder = RunRecorder(
            journal=self._store.journal,
            run_id=run.id,
            clock=self._clock,
            source=inputs.get("source"),
        )
        providers = self._recorded(recorder, inputs.get(ROUND, 1))
        author = request.author and recorded_author(request.author, recorder=recorder)
        idea = inputs["user_prompt"] or (await author() if author else "") or ""
        if not idea.strip():
            raise InputError(f"{stage.name} needs an idea, and none was given. Begin it again.")
        interactive = bool(inputs["interactive"])
        self._events.emit(
            StageStarted(
                stage=stage.name,
                run=run.id,
                interactive=interactive,
                prompt_length=len(idea),
                resumed=request.resume is not None,
            )
        )
        self._store.conversations.save(
            Conversation(id=run.id, subject=stage.name, title=idea.strip()[:80])
        )
        tools = self._tools(request, recorder)
        final = finalization(
            stage.name, stage.artifact, self._prompts, stage.manifest(story, inputs)
        )
        words = Words(
            finalization=final,
            providers=providers,
            prompts=self._prompts,
            events=self._events,
            variables={"user_message": idea.strip(), **stage.variables(story, inputs)},
        )
        runner = ConversationRunner(
            providers=providers,
            finalization=final,
            prompts=self._prompts,
            events=self._events,
            messages=self._store.messages,
            conversation_id=run.id,
            tools=tools,
            max_discuss_turns=inputs["max_turns"],
            attempts=inputs["attempts"],
        )
        return await runner.run(
            words.phases(interactive=interactive, tools=[t.definition for t in tools[:-1]]),
            author=author if interactive else None,
            check=lambda artifact: stage.check(artifact, story),
            on_assistant_message=request.on_assistant_message,
            on_text=request.on_text,
        )

    def _recorded(self, recorder: RunRecorder, serialize_round: int) -> PhaseProviders:
        def recorded(phase: Phase, scope: str) -> RecordedChatProvider:
            return RecordedChatProvider(
                self._providers.of(phase), recorder=recorder, scope=scope, events=self._events
            )

        again = "" if serialize_round == 1 else f".{serialize_round}"
        return PhaseProviders(
            discuss=recorded(Phase.DISCUSS, Phase.DISCUSS.value),
            summarize=recorded(Phase.SUMMARIZE, Phase.SUMMARIZE.value),
            serialize=recorded(Phase.SERIALIZE, Phase.SERIALIZE.value + again),
        )

    def _tools(self, request: StageRequest, recorder: RunRecorder) -> tuple[Tool, ...]:
        """Research and the signal to end, for a model that can call tools; else none."""
        if not self._providers.discuss.traits.capabilities.tools:
            return ()
        research = (
            RecordedTool(tool, recorder=recorder, scope=Phase.DISCUSS.value)
            for tool in request.research_tools
        )
        return (*research, ReadyToSummarize(self._prompts))

    def _accept(self, stage: Stage, run: Run, conversed: Conversed) -> StageResult:
        artifact = conversed.serialized.artifact
        version = self._version(stage, run, artifact)
        path = self._store.files.write(stage.name, version.data)
        self._store.runs.save(evolve(run, status=RunStatus.COMPLETED, ended_at=self._clock.now()))
        ledger = ledger_of(self._store.journal.entries(run.id), self._prices)
        self._events.emit(
            StageCompleted(
                stage=stage.name,
                run=run.id,
                llm_calls=ledger.calls,
                tokens_used=ledger.usage.total_tokens,
            )
        )
        return StageResult(
            artifact=artifact, version=version, run=run.id, path=Path(path), ledger=ledger
        )

    def _version(self, stage: Stage, run: Run, artifact: Artifact) -> ArtifactVersion:
        """The stored version; a run cut off after storing it finds its own again."""
        for version in self._store.artifacts.versions(stage.name):
            if version.origin == run.id:
                return version
        current = {need: self._store.artifacts.current(need) for need in stage.needs}
        return self._store.artifacts.add(
            stage.name,
            artifact.model_dump(mode="json"),
            made_from={need: found.version for need, found in current.items() if found},
            origin=run.id,
            created_at=self._clock.now(),
        )

    def _stop(self, run: Run, problem: BaseException) -> None:
        failed = isinstance(problem, ConversationError)
        status = RunStatus.FAILED if failed else RunStatus.INTERRUPTED
        words = str(problem) or type(problem).__name__
        self._store.runs.save(evolve(run, status=status, problem=words, ended_at=self._clock.now()))
        self._events.emit(StageFailed(stage=run.stage, run=run.id, problem=words))
