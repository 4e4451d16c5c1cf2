"""Write all passages of a story, once its narrative voice is set, and review the whole."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol, cast

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import find_original_idea
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill import FILL, LABELS, SCENES, VOICE, find_authored_passages
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.draft_session import DraftSession, run_jobs
from questfoundry.app.writing.drama_review import DramaReviewer
from questfoundry.app.writing.full_review import Findings, FullReviewer, limit_review_tokens
from questfoundry.app.writing.stored_draft import group_passages
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.domain.artifacts.fill import (
    FillArtifact,
    NewLabel,
    PassageProse,
    ReaderFinding,
    WeakScene,
)
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.events.stages import WholeRead, WholeUnread, WritingStarted
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import Review
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import FillVoice
from questfoundry.domain.writing.briefer import Briefer


class Completion(Protocol):
    """Work that follows a stage's conversation and completes the artifact with model calls."""

    @abstractmethod
    def prepare_inputs(self, inputs: StageInputs, *, updates: bool, story: Story) -> StageInputs:
        """Return a copy of ``inputs`` with the data that a resumed run needs.

        ``updates`` says that the run only adds what the current artifact lacks for ``story``.
        """

    @abstractmethod
    def get_preset_artifact(self, inputs: StageInputs) -> Artifact | None:
        """Return the artifact that the conversation would give, if ``inputs`` determine it."""

    @abstractmethod
    async def complete(self, artifact: Artifact, *, story: Story, run: Run) -> Artifact:
        """Return ``artifact`` completed; ``story`` contains the results of earlier stages."""


@frozen(kw_only=True)
class WriteStory(Completion):
    """The second part of FILL, which writes at most ``concurrency`` passages at a time."""

    _store: ProjectStore
    _prompts: PromptRepository
    _concurrency: int

    def prepare_inputs(self, inputs: StageInputs, *, updates: bool, story: Story) -> StageInputs:
        """Return ``inputs``, completed with the passages and the narrative voice to keep.

        Passages that the author edited are always kept. If the author writes, all are. An update
        keeps the voice and the prose of
        all passages that still exist, because prose is regenerated only if the author asks for it.
        Unless the author's note is new, a second reader judges only passages that the earlier
        version lacks, and its weak scenes are taken over.
        """
        own_work = find_authored_passages(self._store)
        current = self._store.artifacts.current(FILL)
        settled: dict[str, Any] = {}
        if current is not None and (updates or inputs.prose.is_mine):
            known = {each.id for each in story.existing_structure.passages}
            settled["passages"] = {
                name: each for name, each in current.data["passages"].items() if name in known
            }
        if updates and current is not None:
            settled[VOICE] = current.data[VOICE]
            settled[LABELS] = current.data.get(LABELS, {})
        if current is not None and inputs.remark in ("", self._find_remark()):
            scenes = current.data.get(SCENES, {})
            settled[SCENES] = {name: scenes.get(name) for name in current.data["passages"]}
        return inputs.model_copy(update={"kept": dict(own_work), "settled": settled})

    def _find_remark(self) -> str:
        earlier = self._store.find_source_run(FILL)
        return earlier.stage_inputs.remark if earlier else ""

    def get_preset_artifact(self, inputs: StageInputs) -> Artifact | None:
        """Return an artifact with the voice to keep and without prose, or ``None``."""
        voice = inputs.settled.get(VOICE)
        return FillArtifact(voice=voice, passages={}) if voice else None

    async def complete(self, artifact: Artifact, *, story: Story, run: Run) -> Artifact:
        """Return the artifact with prose for every passage, in the order of the structure."""
        voice = cast(FillArtifact, artifact).voice
        if run.inputs.prose.is_mine:
            return _keep_prose(voice, story, run.inputs)
        story = evolve(story, voice=voice)
        briefer = Briefer(story)
        reviews = run.inputs.review is Review.PASSAGES
        settled = run.inputs.settled.get("passages", {})
        writer = PassageWriter.from_run(
            run,
            story,
            self._prompts,
            outline=briefer.outline,
            idea=find_original_idea(self._store),
            reviews=reviews,
        )
        session = DraftSession(
            story=story,
            briefer=briefer,
            writer=writer,
            groups=group_passages(briefer, writer.requests),
            events=run.events,
            retained_passages={
                name: PassageProse.model_validate(each)
                for name, each in {**settled, **run.inputs.kept}.items()
            },
            is_full_rewrite=not settled,
            labels={
                name: NewLabel.model_validate(each)
                for name, each in run.inputs.settled.get(LABELS, {}).items()
            },
            known_scenes={
                name: WeakScene.model_validate(each) if each else None
                for name, each in run.inputs.settled.get(SCENES, {}).items()
            },
        )
        model = str(run.providers.discuss.model)
        turns = session.briefer.turns
        retained = len(session.retained_passages.keys() & turns.keys())
        run.events.emit(WritingStarted(model=model, passages=len(turns), kept=retained))
        useful_limit = run.providers.discuss.traits.capabilities.concurrency
        limit = min(self._concurrency, useful_limit or self._concurrency)
        await run_jobs(tuple(session.build_jobs()), limit=limit)
        if run.inputs.review is not Review.NONE and retained < len(turns):
            reviewer = FullReviewer(run=run, prompts=self._prompts, limit=self._concurrency)
            await review_and_revise(session, reviewer)
        return session.build_artifact()


def _keep_prose(voice: FillVoice, story: Story, inputs: StageInputs) -> FillArtifact:
    """Return the artifact with the prose that exists: the author writes all the rest."""
    kept = {**inputs.settled.get("passages", {}), **inputs.kept}
    passages = [each.id for each in story.existing_structure.passages if each.id in kept]
    return FillArtifact(voice=voice, passages={each: kept[each] for each in passages})


MAX_REVISION_ROUNDS = 2
"""The maximum number of rounds that rewrite passages after a full review."""


async def review_and_revise(session: DraftSession, reviewer: FullReviewer) -> None:
    """Review the story, revise it if the author allows that, and store the remaining findings.

    If a finding contains a replacement for the criticised words, the words are replaced, even for a
    slight problem. Such replacements need no second review. After that, passages with serious
    findings are rewritten. If the budget is used up, the review ends. The run then continues,
    because the story is complete. First of all, a second reader may have the weakest scenes
    rewritten, so that the review also reads the new scenes.
    """
    run, model = reviewer.run, str(reviewer.provider.model)
    drama = DramaReviewer(
        run=run,
        prompts=reviewer.prompts,
        provider=reviewer.provider,
        max_tokens=limit_review_tokens(reviewer.provider.traits),
    )
    if not reviewer.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    may_edit = run.inputs.review is not Review.READ
    rounds_left = MAX_REVISION_ROUNDS if may_edit else 0
    try:
        if drama.is_wanted:
            await drama.rewrite_weakest(session)
        while to_revise := await _review_once(
            session, reviewer, may_replace=may_edit, may_revise=rounds_left > 0
        ):
            for name, findings in to_revise.items():
                await session.revise_passage(name, findings)
            rounds_left -= 1
    except BudgetReachedError as problem:
        run.events.emit(WholeUnread(model=model, problem=str(problem)))
        _apply_replacements(session, reviewer, may_replace=may_edit)
    remaining = reviewer.collect_findings(session.build_story())
    for name, passage in session.prose_by_passage.items():
        session.prose_by_passage[name] = passage.model_copy(
            update={"reading": remaining.get(name, ())}
        )


async def _review_once(
    session: DraftSession, reviewer: FullReviewer, *, may_replace: bool, may_revise: bool
) -> Findings:
    findings = await reviewer.review_story(session.build_story())
    remaining = _apply_replacements(session, reviewer, may_replace=may_replace)
    prose_findings = {
        name: [one for one in each if one.is_about_prose] for name, each in remaining.items()
    }
    to_revise = {
        name: tuple(prose_findings[name])
        for name in session.briefer.turns
        if may_revise
        and name not in session.retained_passages
        and _select_serious(prose_findings.get(name, ()))
    }
    reviewer.run.events.emit(
        WholeRead(
            findings=_count_findings(findings),
            serious=sum(len(_select_serious(each)) for each in findings.values()),
            exchanged=_count_findings(findings) - _count_findings(remaining),
            mended=tuple(to_revise),
        )
    )
    return to_revise


def _apply_replacements(
    session: DraftSession, reviewer: FullReviewer, *, may_replace: bool
) -> Findings:
    findings = reviewer.collect_findings(session.build_story())
    if not may_replace:
        return findings
    remaining = {
        name: each if name in session.retained_passages else session.apply_replacements(name, each)
        for name, each in findings.items()
    }
    reviewer.record_replacements(session.build_story(), remaining)
    return remaining


def _select_serious(findings: Sequence[ReaderFinding]) -> list[ReaderFinding]:
    return [each for each in findings if each.weight == "serious"]


def _count_findings(findings: Findings) -> int:
    return sum(map(len, findings.values()))
