"""Writes the prose of a story, once its voice is settled: every passage, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import evolve, field, frozen

from questfoundry.app.completion import Completion
from questfoundry.app.recording.models import RecordedModels
from questfoundry.app.stages.fill_apply import facts_in, voice_of
from questfoundry.app.writing.desk import Desk
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.side_by_side import side_by_side
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.events import PassageStarted, PassageWritten, WritingStarted
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
        desk = Desk(
            requests=PassageRequests.of_run(
                told, inputs, prompts=self._prompts, traits=models.providers.discuss.traits
            ),
            prompts=self._prompts,
            events=self._events,
            models=models,
            reviews=bool(inputs.get("review")),
        )
        writing = _Writing(briefer=Briefer(told), desk=desk, events=self._events)
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
    desk: Desk
    events: EventSink
    written: dict[str, PassageProse] = field(init=False, factory=dict)

    async def write(self, turn: Turn) -> None:
        """Write the passage whose turn it is."""
        self.events.emit(PassageStarted(passage=turn.passage))
        briefing = self._briefing(turn)
        passage = await self.desk.write(briefing, self.desk.requests.first(briefing))
        self.written[turn.passage] = passage
        self.events.emit(
            PassageWritten(
                passage=turn.passage,
                done=len(self.written),
                total=len(self.briefer.turns),
                words=len(passage.prose.split()),
                doubts=len(passage.doubts),
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
