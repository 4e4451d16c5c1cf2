"""Writes the prose of a story, once its voice is settled: every passage, side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, cast

from attrs import evolve, field, frozen

from questfoundry.app.phases.redo import idea_behind
from questfoundry.app.run.completion import Completion
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill.kept import authored, concerned
from questfoundry.app.stages.fill.stage import FILL, VOICE, FillStage, facts_in
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.side_by_side import Job, side_by_side
from questfoundry.app.writing.whole import WholeReader
from questfoundry.app.writing.write_passage import PassageWriter
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
from questfoundry.domain.writing.strands import Group, rows_of, strands_of
from questfoundry.domain.writing.together import rows_left
from questfoundry.domain.writing.waiting import Waiting

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
        settled = run.inputs.settled.get("passages", {})
        writer = PassageWriter.of_run(
            run,
            story,
            self._prompts,
            outline=briefer.outline,
            idea=idea_behind(self._store),
            reviews=passages,
        )
        writing = _Writing(
            story=story,
            briefer=briefer,
            writer=writer,
            groups=_groups(story, briefer, writer.requests),
            events=run.events,
            kept={
                name: PassageProse.model_validate(each)
                for name, each in {**settled, **run.inputs.kept}.items()
            },
            anew=not settled,
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

    ``kept`` passages are taken over as they are, with ``anew`` only those of the author;
    ``groups`` are what is written in one answer, by passage, and ``begun`` the texts of that.
    """

    story: Story
    briefer: Briefer
    writer: PassageWriter
    events: EventSink
    kept: Mapping[str, PassageProse]
    anew: bool
    groups: Mapping[str, Group]
    begun: dict[str, str] = field(init=False, factory=dict)
    written: dict[str, PassageProse] = field(init=False, factory=dict)
    waiting: Waiting = field(init=False)

    @waiting.default
    def _for_each(self) -> Waiting:
        return Waiting.of(self.briefer, self.groups)

    def jobs(self) -> Iterator[Job]:
        """The passages in the order of writing, each after all that its writer is told of.

        Of those of which several are written in one answer, each is held to what it must be by
        itself, and asked for by itself where that answer does not do.
        """
        begun: dict[str, str] = {}
        for row, asked in self._rows():
            name = f"{row[0]} and others"
            begun |= dict.fromkeys(row, name)
            passages = frozenset(chain(*asked))
            needs = frozenset[str]().union(*(self.waiting.after[each] for each in passages))
            yield Job(name=name, work=partial(self._begin, row, asked), after=needs - passages)
        for passage, turn in self.briefer.turns.items():
            after = self.waiting.after[passage] | ({begun[passage]} if passage in begun else set())
            yield Job(name=passage, work=partial(self._write, turn), after=after)

    def _rows(self) -> Iterator[tuple[tuple[str, ...], Group]]:
        """What is written in one answer, and all that is asked for in it.

        What the author wrote over since is asked for as it was, so that what came of it for the
        others is taken from earlier runs.
        """
        for group in dict.fromkeys(self.groups.values()):
            passages = tuple(chain(*group))
            if not self.kept.keys() & {*passages}:
                yield passages, group
                continue
            for row in chain(*(rows_left(row, self.kept) for row in group)):
                asked = group if self.anew and row[0] == passages[0] else (row,)
                if len(tuple(chain(*asked))) > 1:
                    yield row, asked

    async def _begin(self, row: Sequence[str], asked: Group) -> None:
        beside = tuple(chain(*asked))
        briefings = [
            [self._briefing(self.briefer.turns[each], beside) for each in passages]
            for passages in asked
        ]
        found = await self.writer.write_together(briefings)
        self.begun.update({each: found[each] for each in row if each in found})

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
        briefing = self._briefing(self.briefer.turns[passage])
        findings = [
            ProseRule.READING.broken(passage=passage, problem=each.problem, fix=each.fix)
            for each in found
        ]
        first = self.writer.requests.first(briefing)
        written = self.written[passage].prose
        request = self.writer.requests.revision(first, briefing, written, findings)
        with suppress(ConversationError, NoAnswerError, WindowExceededError):
            draft = await self.writer.write(briefing, request)
            if not draft.cut:
                self.written[passage] = self.writer.finished(draft)

    async def _write(self, turn: WritingTurn) -> None:
        self.events.emit(PassageStarted(passage=turn.passage))
        passage = self.kept.get(turn.passage)
        if passage is None:
            briefing = self._briefing(turn)
            begun = self.begun.get(turn.passage, "")
            passage = self.writer.finished(await self.writer.write(briefing, begun=begun))
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

    def _briefing(self, turn: WritingTurn, beside: Collection[str] = ()) -> Briefing:
        """Made of what the order of writing promises, whatever else may be written by now.

        What is written in the same answer is not there yet.
        """
        needed = self.waiting.after[turn.passage].difference(beside)
        known = self.waiting.known[turn.passage] | needed & {turn.ahead}
        prose = {name: self.written[name].prose for name in needed}
        return self.briefer.briefing(
            turn.passage,
            prose=dict.fromkeys(beside, "") | prose,
            facts={name: facts_in(name, self.written[name]) for name in known.difference(beside)},
        )


def _groups(story: Story, briefer: Briefer, requests: PassageRequests) -> Mapping[str, Group]:
    """What the model writes in one answer, by passage."""
    structure = story.settled_structure
    groups: Iterable[Group] = ()
    if requests.asks_for_rows:
        groups = strands_of(structure, briefer)
    elif requests.asks_for_many:
        groups = rows_of(structure, briefer)
    return {each: group for group in groups for row in group for each in row}


async def _read_as_a_whole(writing: _Writing, reader: WholeReader) -> None:
    """Have the story read, mended where that is wanted, and keep what was found.

    A budget that is reached ends it: the story is whole without.
    """
    run, model = reader.run, str(reader.provider.model)
    if not reader.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    mendings = 0 if run.inputs.review is Review.READ else MENDINGS
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
        name for name in writing.briefer.turns if name in serious.keys() - writing.kept.keys()
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
