"""Writes the prose of a story, once its voice is settled: every passage, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, cast

from attrs import evolve, field, frozen

from questfoundry.app.run.completion import Completion
from questfoundry.app.run.redo import idea_behind
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill.stage import FILL, VOICE, FillStage, facts_in
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.kept import authored, concerned
from questfoundry.app.writing.side_by_side import Job, side_by_side
from questfoundry.app.writing.whole import WholeReader
from questfoundry.app.writing.write_passage import Draft, PassageWriter
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse, ReaderFinding
from questfoundry.domain.errors import (
    BudgetReachedError,
    ConversationError,
    NoAnswerError,
    WindowExceededError,
)
from questfoundry.domain.events import (
    PassageStarted,
    PassageWritten,
    WholeRead,
    WholeUnread,
    WritingStarted,
)
from questfoundry.domain.protocols import EventSink, PromptRepository
from questfoundry.domain.run import Review, StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.prose_check import ProseRule

MENDINGS = 2
"""How often what readers of the whole found is mended at most."""


@frozen(kw_only=True)
class WriteStory(Completion):
    """Completes FILL; at most ``concurrency`` passages are being written at a time.

    Fewer, where the model gains nothing from so many calls at once.
    """

    _store: ProjectStore
    _prompts: PromptRepository
    _concurrency: int

    def begin(self, inputs: StageInputs, *, before: Story | None, story: Story) -> StageInputs:
        """With what the author had a hand in, and, to bring it up to date, what is not concerned.

        The voice is asked for anew only where the vision is another one.
        """
        own = authored(self._store)
        current = self._store.artifacts.current(FILL)
        settled: dict[str, Any] = {}
        if before is not None and current is not None:
            if own.voice or before.vision == story.vision:
                settled[VOICE] = current.data[VOICE]
            ground = FillStage().ground
            asked = concerned(ground(before), ground(story), own.passages)
            there = current.data["passages"].items()
            settled["passages"] = {name: each for name, each in there if name not in asked}
        return inputs.model_copy(update={"kept": dict(own.passages), "settled": settled})

    def settled(self, inputs: StageInputs) -> Artifact | None:
        """The voice that is taken over."""
        voice = inputs.settled.get(VOICE)
        return FillArtifact(voice=voice, passages={}) if voice else None

    async def complete(
        self,
        artifact: Artifact,
        *,
        story: Story,
        run: Run,
    ) -> Artifact:
        """The artifact with prose for every passage, in the order of the structure."""
        voice = cast(FillArtifact, artifact).voice
        story = evolve(story, voice=voice)
        briefer = Briefer(story)
        passages = run.inputs.review is Review.PASSAGES
        writing = _Writing(
            story=story,
            briefer=briefer,
            writer=PassageWriter.of_run(
                run,
                story,
                self._prompts,
                outline=briefer.outline,
                idea=idea_behind(self._store),
                reviews=passages,
            ),
            events=run.events,
            kept={
                name: PassageProse.model_validate(each)
                for name, each in {
                    **run.inputs.settled.get("passages", {}),
                    **run.inputs.kept,
                }.items()
            },
        )
        model = str(run.providers.discuss.model)
        turns = writing.briefer.turns
        kept = len(writing.kept.keys() & turns.keys())
        run.events.emit(WritingStarted(model=model, passages=len(turns), kept=kept))
        gains = run.providers.discuss.traits.capabilities.concurrency
        most = min(self._concurrency, gains or self._concurrency)
        await side_by_side(tuple(writing.jobs()), most=most)
        if run.inputs.review is not Review.NONE:
            reader = WholeReader(run=run, prompts=self._prompts, most=self._concurrency)
            await _read_as_a_whole(writing, reader)
        return writing.artifact()


@frozen(kw_only=True)
class _Writing:
    """The writing of one story, and what is written so far.

    A passage is two jobs: its prose, and its facts. Whoever writes the next passage sees this
    one whole, and need not wait for its facts. ``kept`` passages are taken over as they are.
    """

    story: Story
    briefer: Briefer
    writer: PassageWriter
    events: EventSink
    kept: Mapping[str, PassageProse]
    drafts: dict[str, Draft] = field(init=False, factory=dict)
    written: dict[str, PassageProse] = field(init=False, factory=dict)

    def jobs(self) -> Iterator[Job]:
        """All there is to do: in the order of writing, facts after the next passage's prose."""
        facts: list[Job] = []
        for passage, turn in self.briefer.turns.items():
            drafts = {_draft_of(each) for each in turn.after}
            yield Job(
                name=_draft_of(passage),
                work=partial(self._write, turn),
                after=frozenset({*drafts, *self.briefer.knows_of(passage)}),
            )
            yield from facts
            facts = [
                Job(
                    name=passage,
                    work=partial(self._finish, turn),
                    after=frozenset({_draft_of(passage), *self.briefer.before(passage)}),
                )
            ]
        yield from facts

    def artifact(self) -> FillArtifact:
        """What is written, in the order of the structure."""
        passages = [each.id for each in self.story.settled_structure.passages]
        return FillArtifact(
            voice=self.story.settled_voice, passages={each: self.written[each] for each in passages}
        )

    def told(self) -> Story:
        """The story as it is written now."""
        return FillStage().apply(self.story, self.artifact())

    async def mend(self, passage: str, found: Sequence[ReaderFinding]) -> None:
        """Write the passage anew without what was found; where nothing comes of it, it stays."""
        turn = self.briefer.turns[passage]
        briefing = self._briefing(turn, self.briefer.knows_of(passage))
        findings = [
            ProseRule.READING.broken(passage=passage, problem=each.problem, fix=each.fix)
            for each in found
        ]
        first = self.writer.requests.first(briefing)
        request = self.writer.requests.revision(first, self.written[passage].prose, findings)
        with suppress(ConversationError, NoAnswerError, WindowExceededError):
            draft = await self.writer.write(briefing, request)
            if not draft.cut:
                self.drafts[passage] = draft
                self.written[passage] = await self._finished(turn)

    async def _write(self, turn: WritingTurn) -> None:
        self.events.emit(PassageStarted(passage=turn.passage))
        kept = self.kept.get(turn.passage)
        if kept is not None:
            self.drafts[turn.passage] = Draft(prose=kept.prose)
            return
        briefing = self._briefing(turn, self.briefer.knows_of(turn.passage))
        request = self.writer.requests.first(briefing)
        self.drafts[turn.passage] = await self.writer.write(briefing, request)

    async def _finish(self, turn: WritingTurn) -> None:
        passage = self.kept.get(turn.passage)
        if passage is None:
            passage = await self._finished(turn)
        self.written[turn.passage] = passage
        self.events.emit(
            PassageWritten(
                passage=turn.passage,
                title=self.story.settled_structure.passage(turn.passage).title,
                done=len(self.written),
                total=len(self.briefer.turns),
                words=len(passage.prose.split()),
                findings=passage.findings,
                kept=turn.passage in self.kept,
            )
        )

    async def _finished(self, turn: WritingTurn) -> PassageProse:
        briefing = self._briefing(turn, self.briefer.before(turn.passage))
        noted = self.briefer.noted(turn.passage)
        return await self.writer.finish(self.drafts[turn.passage], briefing, noted)

    def _briefing(self, turn: WritingTurn, known: Iterable[str]) -> Briefing:
        """Made of what the order of writing promises, whatever else may be written by now."""
        return self.briefer.briefing(
            turn.passage,
            prose={name: self.drafts[name].prose for name in turn.after},
            facts={name: facts_in(name, self.written[name]) for name in known},
        )


async def _read_as_a_whole(writing: _Writing, reader: WholeReader) -> None:
    """Have the story read, mended where that is wanted, and keep what was found.

    A budget that is reached ends it: the story is whole without.
    """
    run, model = reader.run, str(reader.provider.model)
    if not reader.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    mendings = MENDINGS if run.inputs.review is Review.WHOLE else 0
    try:
        while await _read_once(writing, reader, mends=mendings > 0):
            mendings -= 1
    except BudgetReachedError as problem:
        run.events.emit(WholeUnread(model=model, problem=str(problem)))
    found = reader.found(writing.told())
    for name, passage in writing.written.items():
        writing.written[name] = passage.model_copy(update={"reading": found.get(name, ())})


async def _read_once(writing: _Writing, reader: WholeReader, *, mends: bool) -> bool:
    """Whether anything was mended, so that the story is to be read again."""
    found = await reader.read(writing.told())
    serious = {
        name: worst
        for name, each in found.items()
        if (worst := [one for one in each if one.weight == "serious"])
    }
    mended = tuple(
        name for name in writing.briefer.turns if name in serious.keys() - reader.run.inputs.kept
    )
    reader.run.events.emit(
        WholeRead(
            findings=sum(map(len, found.values())),
            serious=sum(map(len, serious.values())),
            mended=mended if mends else (),
        )
    )
    for name in mended if mends else ():
        await writing.mend(name, found[name])
    return mends and bool(mended)


def _draft_of(passage: str) -> str:
    """The name of the job that writes the passage; its own name is that of the whole passage."""
    return f"draft of {passage}"
