"""Write one passage of a written story anew, in the way that the author wants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import idea_behind
from questfoundry.app.run.ledger import Ledger
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.stored_draft import WrittenStory
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import RewriteInputs
from questfoundry.domain.story.prose import read_by_all
from questfoundry.domain.story.size import Range
from questfoundry.domain.task import REWRITE
from questfoundry.domain.unmet_request import UnmetRequest, unmet_by

ANY_LENGTH = Range(1, 100_000)
"""The words that a rewritten passage may have: the author may want it longer or shorter."""


@frozen(kw_only=True)
class Rewritten:
    """A passage in its new version.

    ``neighbours`` are the passages that it can touch: those that lead to it where it begins in
    other words, those that follow where it ends in others, and those after it that are about
    somebody of whom it now says something else. ``unmet`` is what the model could not follow.
    """

    passage: str
    title: str
    prose: str
    findings: tuple[str, ...]
    neighbours: tuple[str, ...]
    version: ArtifactVersion
    path: Path
    run: str
    ledger: Ledger
    unmet: tuple[UnmetRequest, ...] = ()


@frozen(kw_only=True)
class RewritePassageUseCase:
    """Rewrites a passage; what was interrupted is taken up by the same words."""

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _prompts: PromptRepository

    async def execute(
        self,
        passage: str,
        wish: str,
        *,
        review: bool = False,
        retry_last: bool = False,
        seed: int | None = None,
    ) -> Rewritten:
        """Ask for the passage, check it as FILL does, and store a new version of FILL.

        ``retry_last`` goes on with the same that was interrupted, or failed, and asks anew for
        its last answer.
        """
        if not wish.strip():
            raise InputError("Say how the passage should change, for example: shorter, more dread.")
        with self._store.lock.hold("rewrite"):
            written = WrittenStory.of_project(self._registry, self._store)
            inputs = RewriteInputs(
                passage=written.find(passage),
                wish=wish.strip(),
                review=review,
                version=written.version.version,
                written=written.inputs,
                seed=seed,
            )
            begun = self._begun(inputs, written.version, failed=retry_last)
            if retry_last:
                self._set_aside(begun, inputs)
            providers = self._runs.choose_providers(begun)
            record = begun or self._runs.begin(REWRITE, inputs, providers)
            with self._runs.open(record, providers, resumed=begun is not None) as run:
                version = await self._version(written, inputs, run)
        prose = FillArtifact.model_validate(dict(version.data)).passages[inputs.passage]
        structure = written.story.settled_structure
        return Rewritten(
            passage=inputs.passage,
            title=next(each.title for each in structure.passages if each.id == inputs.passage),
            prose=prose.prose,
            findings=prose.findings,
            neighbours=touched_by(written, inputs.passage, self._before(record, inputs), prose),
            version=version,
            path=Path(self._store.files.write(FILL, version.data)),
            run=run.id,
            ledger=self._runs.read_ledger(run),
            unmet=unmet_by(
                providers.discuss.model,
                providers.discuss.traits.capabilities,
                language=inputs.written.language,
                wishes=(inputs.wish,),
            ),
        )

    def _set_aside(self, begun: RunRecord | None, inputs: RewriteInputs) -> None:
        if begun is None:
            raise InputError(
                f"No rewriting of {inputs.passage!r} with this wish is unfinished.",
                remedies=(RewritePassage(inputs.passage, inputs.wish),),
            )
        self._runs.discard_last_answer(begun)

    def _begun(
        self, inputs: RewriteInputs, version: ArtifactVersion, *, failed: bool
    ) -> RunRecord | None:
        """The newest run where that was to do the same and was interrupted.

        One that failed got no prose, and would be given the same answers, unless one of them is
        asked for anew.
        """
        newest = next(reversed(self._store.runs.list(task=REWRITE)), None)
        over = {RunStatus.COMPLETED} if failed else {RunStatus.COMPLETED, RunStatus.FAILED}
        if newest is None or newest.status in over:
            return None
        asked = newest.inputs
        if not isinstance(asked, RewriteInputs):
            return None
        same = (asked.passage, asked.wish, asked.review, asked.seed) == (
            inputs.passage,
            inputs.wish,
            inputs.review,
            inputs.seed,
        )
        from_here = asked.version == inputs.version or version.origin == newest.id
        return newest if same and from_here else None

    def _before(self, record: RunRecord, inputs: RewriteInputs) -> PassageProse:
        """The passage as it was when the run began, which may have stored its version by now."""
        asked = record.inputs if isinstance(record.inputs, RewriteInputs) else inputs
        versions = self._store.artifacts.versions(FILL)
        was = next(each for each in versions if each.version == asked.version)
        return FillArtifact.model_validate(dict(was.data)).passages[inputs.passage]

    async def _version(
        self, written: WrittenStory, inputs: RewriteInputs, run: Run
    ) -> ArtifactVersion:
        """The new version, which a run that was cut off may have stored already."""
        if written.version.origin == run.id:
            return written.version
        prose = await written_anew(
            written,
            run,
            passage=inputs.passage,
            wish=inputs.wish,
            reviews=inputs.review,
            store=self._store,
            prompts=self._prompts,
        )
        now = self._runs.clock.now()
        return stored(written, inputs.passage, prose, origin=run.id, store=self._store, at=now)


async def written_anew(
    written: WrittenStory,
    run: Run,
    *,
    passage: str,
    wish: str,
    reviews: bool,
    store: ProjectStore,
    prompts: PromptRepository,
) -> PassageProse:
    """The passage as a model writes it by that wish, checked as FILL does."""
    writer = PassageWriter.of_run(
        run,
        written.story,
        prompts,
        outline=written.briefer.outline,
        idea=idea_behind(store),
        reviews=reviews,
    )
    briefing = written.briefing(passage)
    before = written.story.prose[passage]
    first = writer.requests.build_request(briefing)
    request = writer.requests.build_rewrite_request(first, briefing, before, wish)
    draft = await writer.write(evolve(briefing, words=ANY_LENGTH), request)
    return writer.finished(draft)


def stored(
    written: WrittenStory,
    passage: str,
    prose: PassageProse,
    *,
    origin: str,
    store: ProjectStore,
    at: datetime,
) -> ArtifactVersion:
    """The new version of FILL in which the passage has that prose."""
    fill = FillArtifact.model_validate(dict(written.version.data))
    passages = {**fill.passages, passage: prose}
    data = fill.model_copy(update={"passages": passages}).model_dump(mode="json")
    with store.replace_file(FILL, data):
        return store.artifacts.add(
            FILL, data, made_from=written.version.made_from, origin=origin, created_at=at
        )


def touched_by(
    written: WrittenStory, passage: str, before: PassageProse, now: PassageProse
) -> tuple[str, ...]:
    """The passages that may need another look after that, in the story's order."""
    structure, briefer = written.story.settled_structure, written.briefer
    was, is_now = _paragraphs(before), _paragraphs(now)
    touched: set[str] = set()
    if was[0] != is_now[0]:
        touched |= {choice.source for choice in structure.arriving(passage)}
    if was[-1] != is_now[-1]:
        touched |= {choice.target for choice in structure.offered(passage)}
    concerned = {fact.entity for fact in {*before.facts} ^ {*now.facts}}
    for each in structure.passages:
        met = {who for beat in written.story.beats_in(each) for who in beat.entities}
        if passage in briefer.before(each.id) and concerned & met:
            touched.add(each.id)
    return tuple(each.id for each in structure.passages if each.id in touched - {passage})


def _paragraphs(passage: PassageProse) -> Sequence[str]:
    return read_by_all(passage.prose).split("\n\n")
