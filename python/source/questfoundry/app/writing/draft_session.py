"""The writing of one story: what is asked for when, and what is written so far."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain

from attrs import evolve, field, frozen

from questfoundry.app.run.cooperative import interleave
from questfoundry.app.stages.fill.stage import FillStage, facts_in
from questfoundry.app.writing.dependency_scheduler import Job
from questfoundry.app.writing.relabel import relabelled
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse, ReaderFinding, Relabelled
from questfoundry.domain.errors import (
    ConversationError,
    NoAnswerError,
    WindowExceededError,
)
from questfoundry.domain.events import (
    PassageStarted,
    PassageWritten,
)
from questfoundry.domain.protocols import EventSink
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.batch_format import rows_left
from questfoundry.domain.writing.batching import Group
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.prose_check import ProseRule


@frozen(kw_only=True)
class Writing:
    """The writing of one story, and what is written so far.

    ``kept`` passages are taken over as they are, with ``anew`` only those of the author;
    ``groups`` are what is written in one answer, by passage, and ``begun`` the texts of that;
    ``facts`` is what the prose of each passage made true.
    ``labels`` are those that readers put right.
    """

    story: Story
    briefer: Briefer
    writer: PassageWriter
    events: EventSink
    kept: Mapping[str, PassageProse]
    anew: bool
    groups: Mapping[str, Group]
    begun: dict[str, str] = field(init=False, factory=dict)
    facts: dict[str, tuple[Fact, ...]] = field(init=False, factory=dict)
    written: dict[str, PassageProse] = field(init=False, factory=dict)
    labels: dict[str, Relabelled] = field(factory=dict)

    def jobs(self) -> Iterator[Job]:
        """The passages in the order of writing, each after all that its writer is told of.

        Of those of which several are written in one answer, each is held to what it must be by
        itself, and asked for by itself where that answer does not do.
        """
        wanted = [each for each in self.briefer.turns if each not in self.kept]
        # While the first answers are awaited: later there is less time for it.
        yield Job(name="planning", work=partial(interleave, self.briefer.plan(wanted)))
        begun: dict[str, str] = {}
        for row, asked in self._rows():
            name = f"{row[0]} and others"
            begun |= dict.fromkeys(row, name)
            passages = frozenset(chain(*asked))
            needs = frozenset[str]().union(*(self.briefer.turns[each].after for each in passages))
            yield Job(name=name, work=partial(self._begin, row, asked), after=needs - passages)
        for passage, turn in self.briefer.turns.items():
            after = turn.after | ({begun[passage]} if passage in begun else set())
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
        if not self._is_read_on(beside):
            briefings = [[evolve(each, noted=()) for each in passages] for passages in briefings]
        found = await self.writer.write_together(briefings)
        self.begun.update({each: found[each] for each in row if each in found})

    def _is_read_on(self, passages: Collection[str]) -> bool:
        """Whether what is noted in them is told to whoever writes later, in another answer."""
        return any(
            not frozenset(self.briefer.told_of(each)).isdisjoint(passages)
            for each in self.briefer.turns
            if each not in passages
        )

    def artifact(self) -> FillArtifact:
        """What is written, in the order of the structure."""
        passages = [each.id for each in self.story.settled_structure.passages]
        return FillArtifact(
            voice=self.story.settled_voice,
            passages={each: self.written[each] for each in passages},
            labels=dict(self.labels),
        )

    def told(self) -> Story:
        """The story as it is written now."""
        return FillStage().apply(self.story, self.artifact())

    def exchange(self, passage: str, found: Sequence[ReaderFinding]) -> tuple[ReaderFinding, ...]:
        """Put other words where readers said which, in prose and labels; all else is left."""
        left: list[ReaderFinding] = []
        for each in found:
            written = self.written[passage]
            if not each.is_of_prose:
                labels = relabelled(self.told().settled_structure, passage, each)
                self._relabel(labels)
                left += () if labels else (each,)
            elif prose := each.mended_in(written.prose):
                self.written[passage] = written.model_copy(update={"prose": prose})
            else:
                left.append(each)
        return tuple(left)

    def _relabel(self, labels: Mapping[str, str]) -> None:
        for each in self.story.settled_structure.choices:
            if each.id in labels:
                self.labels[each.id] = Relabelled(was=each.label, label=labels[each.id])

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
                self._keep(passage, self.writer.finished(draft))

    async def _write(self, turn: WritingTurn) -> None:
        self.events.emit(PassageStarted(passage=turn.passage))
        passage = self.kept.get(turn.passage)
        if passage is None:
            briefing = self._briefing(turn)
            begun = self.begun.get(turn.passage, "")
            passage = self.writer.finished(await self.writer.write(briefing, begun=begun))
        self._keep(turn.passage, passage)
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

    def _keep(self, name: str, passage: PassageProse) -> None:
        self.written[name] = passage
        self.facts[name] = facts_in(name, passage)

    def _briefing(self, turn: WritingTurn, beside: Collection[str] = ()) -> Briefing:
        """Made of what the order of writing promises, whatever else may be written by now.

        What is written in the same answer is not there yet.
        """
        known = [each for each in self.briefer.told_of(turn.passage) if each not in beside]
        written = chain(known, turn.after.difference(beside))
        return self.briefer.briefing(
            turn.passage,
            prose=dict.fromkeys(beside, "") | {name: self.written[name].prose for name in written},
            facts=self.facts | dict.fromkeys(beside, ()),
        )
