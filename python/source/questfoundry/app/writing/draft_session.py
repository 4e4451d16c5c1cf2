"""Keep the state of writing a story's prose: the jobs to run, in order, and the prose so far."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from graphlib import TopologicalSorter
from heapq import heappop, heappush
from itertools import chain
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.run.cooperative import interleave
from questfoundry.app.stages.fill import FillStage, facts_in
from questfoundry.app.stages.grow.label_spoilers import split_terms
from questfoundry.app.stages.grow.option_rules import is_label
from questfoundry.app.writing.stored_draft import build_batch_briefings, build_first_briefing
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.domain.artifacts.fill import (
    FillArtifact,
    NewLabel,
    PassageProse,
    ReaderFinding,
    WeakScene,
)
from questfoundry.domain.errors import ConversationError, NoAnswerError, WindowExceededError
from questfoundry.domain.events.stages import PassageStarted, PassageWritten
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.answer_format import find_unwritten_runs
from questfoundry.domain.writing.batching import Batch
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.order import WritingTurn


@frozen(kw_only=True)
class Job:
    """A unit of work, with the names of the jobs that must finish first."""

    name: str
    work: Callable[[], Coroutine[Any, Any, None]]
    prerequisites: frozenset[str] = field(default=frozenset())


async def run_jobs(jobs: Sequence[Job], *, limit: int) -> None:
    """Run every job after its prerequisites, at most ``limit`` jobs at a time.

    Jobs that are ready start in the order of ``jobs``. If a job raises an exception, the running
    jobs are cancelled. Once they have ended, the exception is raised.
    """
    sorter = TopologicalSorter({job.name: job.prerequisites for job in jobs})
    sorter.prepare()
    place = {job.name: index for index, job in enumerate(jobs)}
    ready: list[int] = []
    running: dict[asyncio.Task[None], str] = {}
    try:
        while sorter.is_active():
            for name in sorter.get_ready():
                heappush(ready, place[name])
            while ready and len(running) < limit:
                job = jobs[heappop(ready)]
                running[asyncio.create_task(job.work())] = job.name
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                name = running.pop(task)
                task.result()
                sorter.done(name)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


@frozen(kw_only=True)
class DraftSession:
    """The state of writing the prose of one story.

    A batch is a group of passages that one model answer contains.

    ``retained_passages``: the passages that keep their existing prose. With ``is_full_rewrite``,
        these are only the passages that the author edited.
    ``groups``: for each passage, the batch to which it belongs.
    ``batch_texts``: for each passage, its text in the answer for its batch.
    ``lost_passages``: the passages that the answer for their batch lacks or breaks off.
    ``facts``: for each passage, the facts that its prose establishes.
    ``labels``: for each choice whose label a reviewer criticised, the corrected label.
    ``known_scenes``: for each passage of an earlier version, the weak scene that it was, if any.
    ``scenes``: the weak scenes that were rewritten, by passage.
    """

    story: Story
    briefer: Briefer
    writer: PassageWriter
    events: EventSink
    retained_passages: Mapping[str, PassageProse]
    is_full_rewrite: bool
    groups: Mapping[str, Batch]
    batch_texts: dict[str, str] = field(init=False, factory=dict)
    lost_passages: set[str] = field(init=False, factory=set)
    facts: dict[str, tuple[Fact, ...]] = field(init=False, factory=dict)
    prose_by_passage: dict[str, PassageProse] = field(init=False, factory=dict)
    labels: dict[str, NewLabel] = field(factory=dict)
    known_scenes: Mapping[str, WeakScene | None] = field(factory=dict)
    scenes: dict[str, WeakScene] = field(init=False)

    @scenes.default
    def _take_over_scenes(self) -> dict[str, WeakScene]:
        known = ((each, self.known_scenes.get(each)) for each in self.retained_passages)
        return {passage: scene for passage, scene in known if scene}

    def build_jobs(self) -> Iterator[Job]:
        """Yield a job for each batch and each passage; a job waits for the prose that it quotes."""
        wanted = [each for each in self.briefer.turns if each not in self.retained_passages]
        # Planning is CPU work: it fits into the time in which the first answers are awaited.
        yield Job(name="planning", work=partial(interleave, self.briefer.prepare(wanted)))
        batch_jobs: dict[str, str] = {}
        for wanted_passages, batch in self._pending_batches():
            name = f"{wanted_passages[0]} and others"
            batch_jobs |= dict.fromkeys(wanted_passages, name)
            passages = frozenset(chain(*batch))
            needs = frozenset[str]().union(
                *(self.briefer.turns[each].dependencies for each in passages)
            )
            yield Job(
                name=name,
                work=partial(self._write_batch, wanted_passages, batch),
                prerequisites=needs - passages,
            )
        for passage, turn in self.briefer.turns.items():
            needs = turn.dependencies | ({batch_jobs[passage]} if passage in batch_jobs else set())
            yield Job(name=passage, work=partial(self._write_passage, turn), prerequisites=needs)

    def _pending_batches(self) -> Iterator[tuple[tuple[str, ...], Batch]]:
        """Yield each group of passages without text, with the batch to request.

        If the author has edited part of a batch, a full rewrite still requests the original batch,
        so that the stored answer of an earlier run is used.
        """
        for group in dict.fromkeys(self.groups.values()):
            passages = tuple(chain(*group))
            if not self.retained_passages.keys() & {*passages}:
                yield passages, group
                continue
            for row in chain(*(find_unwritten_runs(row, self.retained_passages) for row in group)):
                batch = group if self.is_full_rewrite and row[0] == passages[0] else (row,)
                if len(tuple(chain(*batch))) > 1:
                    yield row, batch

    async def _write_batch(self, wanted: Sequence[str], batch: Batch) -> None:
        briefings = build_batch_briefings(self.briefer, batch, self._prose, self.facts)
        found = await self.writer.write_batch(briefings)
        self.batch_texts.update({each: found[each] for each in wanted if each in found})
        self.lost_passages.update(each for each in wanted if found and each not in found)

    @property
    def _prose(self) -> Mapping[str, str]:
        return {name: each.prose for name, each in self.prose_by_passage.items()}

    def build_artifact(self) -> FillArtifact:
        """Return the artifact of the stage FILL with all prose, in the order of the structure."""
        passages = [each.id for each in self.story.existing_structure.passages]
        return FillArtifact(
            voice=self.story.existing_voice,
            passages={each: self.prose_by_passage[each] for each in passages},
            labels=dict(self.labels),
            scenes={each: self.scenes[each] for each in passages if each in self.scenes},
        )

    def build_story(self) -> Story:
        """Return the story with the prose and the choice labels written so far."""
        return FillStage().apply(self.story, self.build_artifact())

    def apply_replacements(
        self, passage: str, findings: Sequence[ReaderFinding]
    ) -> tuple[ReaderFinding, ...]:
        """Replace criticised words, and return the findings without a usable replacement."""
        remaining: list[ReaderFinding] = []
        for each in findings:
            current_prose = self.prose_by_passage[passage]
            if not each.is_about_prose:
                labels = correct_labels(self.build_story().existing_structure, passage, each)
                self.labels.update(
                    (choice.id, NewLabel(was=choice.label, label=labels[choice.id]))
                    for choice in self.story.existing_structure.choices
                    if choice.id in labels
                )
                remaining += () if labels else (each,)
            elif prose := each.apply_fix(current_prose.prose):
                self.prose_by_passage[passage] = current_prose.model_copy(update={"prose": prose})
            else:
                remaining.append(each)
        return tuple(remaining)

    async def revise_passage(self, passage: str, findings: Sequence[ReaderFinding]) -> None:
        """Request prose without the problems in ``findings``; keep the old prose if this fails."""
        briefing = self._build_briefing(self.briefer.turns[passage])
        prose_findings = [
            ProseRule.READING.make_finding(passage=passage, problem=each.problem, fix=each.fix)
            for each in findings
        ]
        first = self.writer.requests.build_request(briefing)
        old_prose = self.prose_by_passage[passage].prose
        request = self.writer.requests.build_revision_request(
            first, briefing, old_prose, prose_findings
        )
        with suppress(ConversationError, NoAnswerError, WindowExceededError):
            attempt = await self.writer.write_passage(briefing, request)
            if not attempt.is_cut_off:
                self._store_passage(passage, self.writer.to_prose(attempt))

    async def rewrite_scene(self, scene: WeakScene) -> bool:
        """Request the scene with more drama, at up to twice its planned length.

        Keep the old prose, and return ``False``, if the new prose is cut off or has more findings.
        """
        briefing = self._build_briefing(self.briefer.turns[scene.passage])
        words = Range(briefing.words.least, 2 * briefing.words.most)
        briefing = evolve(briefing, words=words)
        old, requests = self.prose_by_passage[scene.passage], self.writer.requests
        first = requests.build_request(briefing)
        request = requests.build_drama_request(first, briefing, old.prose, scene)
        with suppress(ConversationError, NoAnswerError, WindowExceededError):
            attempt = await self.writer.write_passage(briefing, request)
            if not attempt.is_cut_off and len(attempt.findings) <= len(old.findings):
                self._store_passage(scene.passage, self.writer.to_prose(attempt))
                self.scenes[scene.passage] = scene
        return scene.passage in self.scenes

    async def _write_passage(self, turn: WritingTurn) -> None:
        self.events.emit(PassageStarted(passage=turn.passage))
        passage = self.retained_passages.get(turn.passage)
        if passage is None:
            briefing = self._build_briefing(turn)
            batch_text = self.batch_texts.get(turn.passage, "")
            passage = self.writer.to_prose(
                await self.writer.write_passage(
                    briefing, batch_text=batch_text, is_second=turn.passage in self.lost_passages
                )
            )
        self._store_passage(turn.passage, passage)
        self.events.emit(
            PassageWritten(
                passage=turn.passage,
                title=self.story.existing_structure.passage(turn.passage).title,
                done=len(self.prose_by_passage),
                total=len(self.briefer.turns),
                words=count_words(passage.prose),
                findings=passage.findings,
                kept=turn.passage in self.retained_passages,
            )
        )

    def _store_passage(self, passage_id: str, passage: PassageProse) -> None:
        self.prose_by_passage[passage_id] = passage
        self.facts[passage_id] = facts_in(passage_id, passage)

    def _build_briefing(self, turn: WritingTurn) -> Briefing:
        return build_first_briefing(self.briefer, turn.passage, self._prose, self.facts)


def correct_labels(structure: Structure, passage: str, finding: ReaderFinding) -> Mapping[str, str]:
    """Return the new labels, by choice id, that resolve a finding about a choice of ``passage``.

    All choices in the story with the criticised label change together. The result is empty unless
    exactly one label of the passage contains the quoted words. The result is also empty if the new
    label is invalid or equals the label of a neighbouring choice.
    """
    labels = {
        each.label for each in structure.outgoing_choices(passage) if finding.apply_fix(each.label)
    }
    if len(labels) != 1:
        return {}
    (old,) = labels
    new = finding.apply_fix(old)
    same_label = [each for each in structure.choices if each.label == old]
    other_labels = {
        split_terms(other.label)
        for each in same_label
        for other in structure.outgoing_choices(each.source)
        if other.label != old
    }
    fits = is_label(new) and split_terms(new) not in other_labels
    return {each.id: new for each in same_label} if fits else {}
