"""Reads a written story as a whole, along a few arcs, and says what a reader stumbles over.

What comes of it is a help and no more: where no answer is valid, the arc goes unread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import cast

from attrs import evolve, field, frozen

from questfoundry.app.phases.material import rules_of
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.dependency_scheduler import Job, side_by_side
from questfoundry.app.writing.reading import read_by
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.fill import ReaderFinding, ReadingKind
from questfoundry.domain.artifacts.prose_reading import ArcPartReading, ArcReading, PlacedFinding
from questfoundry.domain.events import WholeReadingStarted
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import ChatProvider, PromptRepository
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.playthroughs import ReadArc, ReadPassage, arcs_to_read

WHOLE = "whole"

READ_AT_ONCE = 32_000
"""What is read at once, in tokens, whatever a model could read: attention fades before.

Arcs share most of their passages, so those that are read at once cost little more than one.
"""

Findings = Mapping[str, tuple[ReaderFinding, ...]]
"""What was found, by passage, the serious first."""


@frozen(kw_only=True)
class _Part:
    """Passages that are read at once: of one arc or several, the last of which may go on.

    ``before`` says what happened in the parts before it.
    """

    passages: tuple[ReadPassage, ...]
    before: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether the last arc of it has another part."""
        return not self.passages[-1].ending

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of its passages of which there is any text, be it in brief."""
        return tuple(dict.fromkeys(each.id for each in self.passages if each.text))

    @property
    def judged(self) -> frozenset[str]:
        """The ids of its passages that have anything new; where none has, of all."""
        fresh = frozenset(each.id for each in self.passages if not each.again)
        return fresh or frozenset(each.id for each in self.passages)


@frozen(kw_only=True)
class _Judged:
    """How a passage was told when it was read, and what was found in it, the serious first."""

    told: tuple[ProseParagraph, ...]
    findings: tuple[ReaderFinding, ...]


@frozen(kw_only=True)
class WholeReader:
    """Asks about arcs, ``most`` at a time; of a story that was mended about what is near that."""

    run: Run
    prompts: PromptRepository
    most: int
    _read: dict[_Part, ArcReading] = field(init=False, factory=dict)
    _judged: dict[str, _Judged] = field(init=False, factory=dict)
    _told: list[Story] = field(init=False, factory=list)

    @property
    def provider(self) -> ChatProvider:
        """The model that reads: the one that reviews, else that of Summarize."""
        return self.run.providers.review or self.run.providers.summarize

    async def read(self, story: Story) -> Findings:
        """Read it, or what is told anew since it was last read, and say what was found in all."""
        arcs = arcs_to_read(story, before=self._told[-1] if self._told else None)
        self._told[:] = [story]
        rows = tuple(self._together(arcs))
        self.run.events.emit(WholeReadingStarted(model=str(self.provider.model), arcs=len(arcs)))
        jobs = [
            Job(name=str(number), work=partial(self._read_arc, story, arc))
            for number, arc in enumerate(rows)
        ]
        gains = self.provider.traits.capabilities.concurrency
        try:
            await side_by_side(jobs, most=min(self.most, gains or self.most))
        finally:
            self._judge(story, rows)
        return self.found(story)

    def found(self, story: Story) -> Findings:
        """What was found in those of its passages that are told as they were read."""
        return {
            passage: each.findings
            for passage, each in self._judged.items()
            if each.findings and each.told == story.paragraphs(passage)
        }

    def mended(self, story: Story, left: Findings) -> None:
        """Take the story, with words that were exchanged in it, for the one that was read.

        ``left`` is what is still to be said of its passages.
        """
        self._told[:] = [story]
        for passage, findings in left.items():
            self._judged[passage] = _Judged(told=story.paragraphs(passage), findings=findings)

    def _judge(self, story: Story, rows: Sequence[ReadArc]) -> None:
        """Keep what was found in what is read of these, instead of what was found there before.

        What a reader says of a passage that was told in brief comes to what was found there.
        """
        read = [each for arc in rows for each in self._parts(arc) if each in self._read]
        kept = self.found(story)
        found: dict[str, dict[tuple[str, str], ReaderFinding]]
        found = {name: {} for part in read for name in part.judged}
        for each in (one for part in read for one in self._read[part].findings):
            plain = _placed(story, each)
            before = {_problem(one): one for one in kept.get(each.passage, ())}
            found.setdefault(each.passage, before).setdefault(_problem(plain), plain)
        for passage, named in found.items():
            self._judged[passage] = _Judged(
                told=story.paragraphs(passage),
                findings=tuple(sorted(named.values(), key=lambda one: one.weight != "serious")),
            )

    def _together(self, arcs: Sequence[ReadArc]) -> Iterator[ReadArc]:
        """The arcs, as many of them as one as can be read at once."""
        most = _room(self.provider.traits)
        joined: list[ReadPassage] = []
        for arc in arcs:
            if joined and sum(each.tokens for each in joined) + arc.tokens > most:
                yield ReadArc(passages=tuple(joined))
                joined = []
            joined += _beside(arc, {each.id for each in joined})
        if joined:
            yield ReadArc(passages=tuple(joined))

    async def _read_arc(self, story: Story, arc: ReadArc) -> None:
        for part in self._parts(arc):
            if part in self._read:
                continue
            reading = await self._ask(story, part)
            if reading is None:
                return
            self._read[part] = reading

    def _parts(self, arc: ReadArc) -> Iterator[_Part]:
        """Its parts, as far as what happened before them is known."""
        before = ""
        for row in arc.parts(_room(self.provider.traits)):
            part = _Part(passages=row, before=before)
            yield part
            if not isinstance(found := self._read.get(part), ArcPartReading):
                return
            before = found.summary

    async def _ask(self, story: Story, part: _Part) -> ArcReading | None:
        rules = rules_of(self.run.inputs.material)
        kinds = tuple(each.value for each in ReadingKind if rules or each is not ReadingKind.RULE)
        section = Section(
            name=WHOLE,
            model=ArcPartReading if part.goes_on else ArcReading,
            template="templates/fill/whole",
            guide="fields/fill_whole",
            manifest=Manifest(pins={"findings.passage": part.shown, "findings.kind": kinds}),
        )
        variables = {
            "rules": rules,
            "part": part,
            "title": story.title,
            "vision": story.settled_vision,
            "voice": story.settled_voice,
            "language": self.run.inputs.language,
        }
        found = await read_by(
            self.run.model(self.provider, WHOLE),
            section,
            variables,
            run=self.run,
            prompts=self.prompts,
            passage=part.passages[0].id,
        )
        return cast(ArcReading | None, found)


def _beside(arc: ReadArc, told: AbstractSet[str]) -> Iterator[ReadPassage]:
    """The arc beside others: what happens in a passage, and what was noted of it, is said once."""
    notes_needed = False
    for each in arc.passages:
        notes_needed |= each.again and each.id not in told
        yield evolve(
            each,
            text="" if each.again and each.id in told else each.text,
            stands=each.stands if notes_needed else (),
        )


def _placed(story: Story, found: PlacedFinding) -> ReaderFinding:
    """The finding; what is said of a label, but quotes the prose alone, is one of the prose."""
    plain = ReaderFinding(**found.model_dump(exclude={"passage"}))
    labels = [each.label for each in story.settled_structure.leaving(found.passage)]
    if plain.is_of_prose or not plain.quote or any(plain.quote in each for each in labels):
        return plain
    in_prose = any(plain.quote in each.text for each in story.paragraphs(found.passage))
    return plain.model_copy(update={"kind": ReadingKind.CAUSE}) if in_prose else plain


def _problem(found: ReaderFinding) -> tuple[str, str]:
    return found.kind, found.problem.casefold()


def _room(traits: ModelTraits) -> int:
    """A third of the window: the answer needs room, too."""
    return min(READ_AT_ONCE, traits.capabilities.context_window // 3)
