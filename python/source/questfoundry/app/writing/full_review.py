"""Let a model read a written story along a few playthroughs and report problems.

This full review is optional. If the model gives no valid answer about a playthrough, that
playthrough remains unreviewed.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from attrs import evolve, field, frozen

from questfoundry.app.phases.material import list_rules
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.draft_session import Job, run_jobs
from questfoundry.app.writing.reading import request_reading
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.fill import (
    ArcPartReading,
    ArcReading,
    PlacedFinding,
    ReaderFinding,
    ReadingKind,
)
from questfoundry.domain.events.stages import WholeReadingStarted
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.playthroughs import (
    ReadPassage,
    ReadPlaythrough,
    find_playthroughs_to_read,
)

FULL_REVIEW = "whole"

MAX_REVIEW_TOKENS = 32_000
"""The token limit of one review request; longer texts exceed a model's attention.

Playthroughs share most of their passages, so several in one request cost little more than one.
"""

Findings = Mapping[str, tuple[ReaderFinding, ...]]
"""A mapping from passage ids to findings, serious findings first."""


@frozen(kw_only=True)
class _PlaythroughPart:
    passages: tuple[ReadPassage, ...]
    before: str = ""

    @property
    def continues(self) -> bool:
        return not self.passages[-1].ending

    @property
    def shown_passages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.id for each in self.passages if each.text))

    @property
    def judged_passages(self) -> frozenset[str]:
        new_passages = frozenset(each.id for each in self.passages if not each.again)
        return new_passages or frozenset(each.id for each in self.passages)


@frozen(kw_only=True)
class _PassageVerdict:
    paragraphs: tuple[ProseParagraph, ...]
    findings: tuple[ReaderFinding, ...]


@frozen(kw_only=True)
class FullReviewer:
    """A reviewer of a whole story, first along playthroughs, later only of changed passages.

    ``limit`` is the maximum number of requests at a time.
    """

    run: Run
    prompts: PromptRepository
    limit: int
    _readings: dict[_PlaythroughPart, ArcReading] = field(init=False, factory=dict)
    _verdicts: dict[str, _PassageVerdict] = field(init=False, factory=dict)
    _last_story: list[Story] = field(init=False, factory=list)

    @property
    def provider(self) -> ChatProvider:
        """The model that reviews the story: the review model, or else the model of Summarize."""
        return self.run.providers.review or self.run.providers.summarize

    async def review_story(self, story: Story) -> Findings:
        """Review ``story`` or its changes, and return all findings that still apply."""
        arcs = find_playthroughs_to_read(
            story, before=self._last_story[-1] if self._last_story else None
        )
        self._last_story[:] = [story]
        joined_arcs = tuple(self._join_arcs(arcs))
        self.run.events.emit(WholeReadingStarted(model=str(self.provider.model), arcs=len(arcs)))
        jobs = [
            Job(name=str(number), work=partial(self._review_arc, story, arc))
            for number, arc in enumerate(joined_arcs)
        ]
        useful_limit = self.provider.traits.capabilities.concurrency
        try:
            await run_jobs(jobs, limit=min(self.limit, useful_limit or self.limit))
        finally:
            self._store_verdicts(story, joined_arcs)
        return self.collect_findings(story)

    def collect_findings(self, story: Story) -> Findings:
        """Return the findings of passages, by id, whose text has not changed since their review."""
        return {
            passage: each.findings
            for passage, each in self._verdicts.items()
            if each.findings and each.paragraphs == story.paragraphs(passage)
        }

    def record_replacements(self, story: Story, remaining: Findings) -> None:
        """Mark ``story`` as reviewed after replacements; the ``remaining`` findings still apply."""
        self._last_story[:] = [story]
        for passage, findings in remaining.items():
            self._verdicts[passage] = _PassageVerdict(
                paragraphs=story.paragraphs(passage), findings=findings
            )

    def _store_verdicts(self, story: Story, arcs: Sequence[ReadPlaythrough]) -> None:
        """Store new findings; passages shown but not judged also keep their old findings."""
        read_parts = [
            each for arc in arcs for each in self._split_arc(arc) if each in self._readings
        ]
        old_findings = self.collect_findings(story)
        found: dict[str, dict[tuple[str, str], ReaderFinding]]
        found = {name: {} for part in read_parts for name in part.judged_passages}
        for each in (one for part in read_parts for one in self._readings[part].findings):
            finding = _to_finding(story, each)
            previous = {_finding_key(one): one for one in old_findings.get(each.passage, ())}
            found.setdefault(each.passage, previous).setdefault(_finding_key(finding), finding)
        for passage, by_key in found.items():
            self._verdicts[passage] = _PassageVerdict(
                paragraphs=story.paragraphs(passage),
                findings=tuple(sorted(by_key.values(), key=lambda one: one.weight != "serious")),
            )

    def _join_arcs(self, arcs: Sequence[ReadPlaythrough]) -> Iterator[ReadPlaythrough]:
        limit = limit_review_tokens(self.provider.traits)
        joined: list[ReadPassage] = []
        for arc in arcs:
            if joined and sum(each.tokens for each in joined) + arc.tokens > limit:
                yield ReadPlaythrough(passages=tuple(joined))
                joined = []
            joined += _omit_shown_text(arc, {each.id for each in joined})
        if joined:
            yield ReadPlaythrough(passages=tuple(joined))

    async def _review_arc(self, story: Story, arc: ReadPlaythrough) -> None:
        for part in self._split_arc(arc):
            if part in self._readings:
                continue
            reading = await self._request_reading(story, part)
            if reading is None:
                return
            self._readings[part] = reading

    def _split_arc(self, arc: ReadPlaythrough) -> Iterator[_PlaythroughPart]:
        """Yield the parts of ``arc``, up to and including the first part that has no summary yet.

        The request for a part needs the summary of the part before.
        """
        before = ""
        for row in arc.split(limit_review_tokens(self.provider.traits)):
            part = _PlaythroughPart(passages=row, before=before)
            yield part
            if not isinstance(reading := self._readings.get(part), ArcPartReading):
                return
            before = reading.summary

    async def _request_reading(self, story: Story, part: _PlaythroughPart) -> ArcReading | None:
        rules = list_rules(self.run.inputs.material)
        kinds = tuple(each.value for each in ReadingKind if rules or each is not ReadingKind.RULE)
        section = Section[ArcReading](
            name=FULL_REVIEW,
            model=ArcPartReading if part.continues else ArcReading,
            template="templates/fill/whole",
            guide="fields/fill_whole",
            manifest=Manifest(
                pins={"findings.passage": part.shown_passages, "findings.kind": kinds}
            ),
        )
        variables = {
            "rules": rules,
            "part": part,
            "title": story.title,
            "vision": story.existing_vision,
            "voice": story.existing_voice,
            "language": self.run.inputs.language,
        }
        return await request_reading(
            self.run.bind_model(self.provider, FULL_REVIEW),
            section,
            variables,
            run=self.run,
            prompts=self.prompts,
            passage=part.passages[0].id,
        )


def _omit_shown_text(arc: ReadPlaythrough, shown: AbstractSet[str]) -> Iterator[ReadPassage]:
    """Yield the passages of ``arc``, without the texts that the request contains already."""
    notes_needed = False
    for each in arc.passages:
        # Before the first summary, the full texts in this request show the states themselves.
        notes_needed |= each.again and each.id not in shown
        yield evolve(
            each,
            text="" if each.again and each.id in shown else each.text,
            entity_states=each.entity_states if notes_needed else (),
        )


def _to_finding(story: Story, placed: PlacedFinding) -> ReaderFinding:
    """Convert a model's finding.

    A finding that is said to be about a label, but quotes only prose, becomes a finding about
    prose.
    """
    finding = ReaderFinding(**placed.model_dump(exclude={"passage"}))
    labels = [each.label for each in story.existing_structure.outgoing_choices(placed.passage)]
    if finding.is_about_prose or not finding.quote or any(finding.quote in each for each in labels):
        return finding
    in_prose = any(finding.quote in each.text for each in story.paragraphs(placed.passage))
    return finding.model_copy(update={"kind": ReadingKind.CAUSE}) if in_prose else finding


def _finding_key(finding: ReaderFinding) -> tuple[str, str]:
    return finding.kind, finding.problem.casefold()


def limit_review_tokens(traits: ModelTraits) -> int:
    """Return the token limit of a story text, which leaves room for the prompt and the answer."""
    return min(MAX_REVIEW_TOKENS, traits.capabilities.context_window // 3)
