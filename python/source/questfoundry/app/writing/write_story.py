"""Writes the prose of a story, once its voice is settled: every passage, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import evolve, field, frozen

from questfoundry.app.completion import Completion
from questfoundry.app.recording.models import RecordedModels
from questfoundry.app.stages.fill_apply import facts_in, voice_of
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.side_by_side import side_by_side
from questfoundry.app.writing.write_passage import PassageWriter, scope_of
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.events import PassageStarted, PassageWritten, WritingStarted
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import EventSink, PromptRepository
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.order import Turn


class WriteStory(Completion):
    """Completes FILL; at most ``concurrency`` passages are being written at a time."""

    def __init__(self, *, prompts: PromptRepository, events: EventSink, concurrency: int) -> None:
        self._prompts = prompts
        self._events = events
        self._concurrency = concurrency

    async def complete(
        self,
        artifact: Artifact,
        *,
        story: Story,
        inputs: Mapping[str, Any],
        models: RecordedModels,
    ) -> Artifact:
        """The artifact with prose for every passage, in the order of the structure."""
        voice = cast(FillArtifact, artifact).voice
        told = evolve(story, voice=voice_of(voice))
        requests = PassageRequests.of_run(
            told, inputs, prompts=self._prompts, traits=models.providers.discuss.traits
        )
        writing = _Writing(
            briefer=Briefer(told),
            requests=requests,
            writer=PassageWriter(requests=requests, prompts=self._prompts),
            models=models,
            events=self._events,
        )
        turns = tuple(writing.briefer.turns.values())
        model = str(models.providers.discuss.model)
        self._events.emit(WritingStarted(model=model, passages=len(turns)))
        await side_by_side(turns, writing.write, most=self._concurrency)
        passages = {
            passage.id: writing.written[passage.id] for passage in told.settled_structure.passages
        }
        return FillArtifact(voice=voice, passages=passages)


@frozen(kw_only=True)
class _Writing:
    """The writing of one story, and what is written so far."""

    briefer: Briefer
    requests: PassageRequests
    writer: PassageWriter
    models: RecordedModels
    events: EventSink
    written: dict[str, PassageProse] = field(init=False, factory=dict)

    async def write(self, turn: Turn) -> None:
        """Write the passage whose turn it is."""
        self.events.emit(PassageStarted(passage=turn.passage))
        briefing = self.requests.fitted(self._briefing(turn))
        provider = self.models.of(Phase.DISCUSS, scope_of(turn.passage))
        draft = await self.writer.write(briefing, self.requests.first(briefing), provider)
        self.written[turn.passage] = PassageProse(
            prose=draft.prose,
            doubts=tuple(doubt.problem for doubt in draft.doubts),
        )
        self.events.emit(
            PassageWritten(
                passage=turn.passage,
                done=len(self.written),
                total=len(self.briefer.turns),
                words=len(draft.prose.split()),
                doubts=len(draft.doubts),
            )
        )

    def _briefing(self, turn: Turn) -> Briefing:
        """Made of what the order of writing promises, whatever else may be written by now."""
        known = self.briefer.knows_of(turn.passage)
        return self.briefer.briefing(
            turn.passage,
            prose={name: self.written[name].prose for name in turn.after},
            facts={name: facts_in(name, self.written[name]) for name in known},
        )
