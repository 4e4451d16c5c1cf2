"""Rewrite one passage of a written story according to an author's note."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import find_original_idea
from questfoundry.app.run.models import DescribedModel, RecordedModel
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import Ledger
from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.run.inputs import RewriteInputs, RewriteSourceInputs
from questfoundry.domain.run.modes import ProseMode
from questfoundry.domain.run.record import REWRITE, RunRecord, RunStatus
from questfoundry.domain.run.unmet_request import UnmetRequest, find_unmet_requests
from questfoundry.domain.story.prose import remove_conditional_text
from questfoundry.domain.story.size import Range

ANY_LENGTH = Range(1, 100_000)
"""The allowed length of a rewritten passage: the author may want it longer or shorter."""


@frozen(kw_only=True)
class RewriteResult:
    """A rewritten passage and its remaining problems.

    ``neighbours`` are the ids of passages that the rewrite may affect.
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
    unmet_requests: tuple[UnmetRequest, ...] = ()


@frozen(kw_only=True)
class RewritePassageUseCase:
    """A use case that rewrites one passage, or resumes the same interrupted request."""

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _prompts: PromptRepository
    _prose: ProseMode = ProseMode.MODEL

    async def execute(
        self,
        passage: str,
        note: str | None,
        *,
        review: bool = False,
        retry_last: bool = False,
        seed: int | None = None,
    ) -> RewriteResult:
        """Rewrite a passage, and store it in a new version of the artifact of the stage FILL.

        Without a note (``None``), the passage is regenerated from its present request, and the
        model does not see the old prose.

        The new prose is checked like the prose of a usual run. With ``retry_last``, resume an
        interrupted or failed rewrite with the same note, and request its last answer again. Raise
        ``InputError`` for an empty note, if there is nothing to resume, or if the author writes.
        """
        if self._prose.is_mine:
            raise InputError(
                "You write this story, so no model rewrites a passage. With `prose: polish` in "
                "project.yaml, models make drafts of it, and you accept single changes."
            )
        wish = "" if note is None else require_note(note)
        with self._store.lock.hold("rewrite"):
            stored = StoredDraft.load(self._registry, self._store)
            inputs = RewriteInputs(
                passage=stored.find_passage(passage),
                wish=wish,
                review=review,
                version=stored.version.version,
                written=stored.inputs,
                seed=seed,
            )

            def is_same(record: RunRecord) -> bool:
                other = record.inputs
                changed = {"version", "written", "session"}
                return (
                    isinstance(other, RewriteInputs)
                    and other.model_dump(exclude=changed) == inputs.model_dump(exclude=changed)
                    and (other.version == inputs.version or stored.version.origin == record.id)
                )

            with open_rewrite(self._runs, inputs, is_same, retry_last=retry_last) as run:
                version = await self._create_version(stored, inputs, run)
        path = Path(self._store.files.write(FILL, version.data))
        return self._build_result(stored, inputs, version, path, run.record, run.providers.discuss)

    def read_result(self, run: str, path: Path) -> RewriteResult:
        """Return the stored result of the finished rewrite ``run``; the prose is in ``path``."""
        record = self._runs.find(REWRITE, run)
        if not isinstance(record.inputs, RewriteInputs):
            raise InputError(f"The run {run!r} has rewritten no passage.")
        versions = self._store.artifacts.versions(FILL)
        version = next(each for each in versions if each.origin == run)
        stored = StoredDraft.load(self._registry, self._store)
        writer = RecordedModel.read(record, Phase.DISCUSS)
        return self._build_result(stored, record.inputs, version, path, record, writer)

    def _build_result(
        self,
        stored: StoredDraft,
        inputs: RewriteInputs,
        version: ArtifactVersion,
        path: Path,
        record: RunRecord,
        writer: DescribedModel,
    ) -> RewriteResult:
        prose = FillArtifact.model_validate(dict(version.data)).passages[inputs.passage]
        return RewriteResult(
            passage=inputs.passage,
            title=stored.story.existing_structure.passage(inputs.passage).title,
            prose=prose.prose,
            findings=prose.findings,
            neighbours=find_affected_passages(
                stored, inputs.passage, self._load_previous_prose(record, inputs), prose
            ),
            version=version,
            path=path,
            run=record.id,
            ledger=self._runs.read_ledger(record),
            unmet_requests=find_unmet_requests(
                writer.model,
                writer.traits.capabilities,
                language=inputs.written.language,
                notes=(inputs.wish,) if inputs.wish else (),
            ),
        )

    def _load_previous_prose(self, record: RunRecord, inputs: RewriteInputs) -> PassageProse:
        """Return the prose before the run ``record``, which may have replaced the current prose."""
        run_inputs = record.inputs if isinstance(record.inputs, RewriteInputs) else inputs
        versions = self._store.artifacts.versions(FILL)
        previous = next(each for each in versions if each.version == run_inputs.version)
        return FillArtifact.model_validate(dict(previous.data)).passages[inputs.passage]

    async def _create_version(
        self, stored: StoredDraft, inputs: RewriteInputs, run: Run
    ) -> ArtifactVersion:
        if stored.version.origin == run.id:
            return stored.version
        prose = await request_rewrite(
            stored,
            run,
            passage=inputs.passage,
            note=inputs.wish,
            reviews=inputs.review,
            store=self._store,
            prompts=self._prompts,
        )
        now = self._runs.clock.now()
        return store_passage(
            stored, inputs.passage, prose, origin=run.id, store=self._store, at=now
        )


def require_note(note: str) -> str:
    """Return ``note`` without surrounding spaces, or raise ``InputError`` if it is empty."""
    if not note.strip():
        raise InputError("Say how the passage should change, for example: shorter, more dread.")
    return note.strip()


@contextmanager
def open_rewrite(
    runs: RunOpener,
    inputs: RewriteInputs | RewriteSourceInputs,
    is_same: Callable[[RunRecord], bool],
    *,
    retry_last: bool,
) -> Iterator[Run]:
    """Open the newest rewrite run if it is unfinished and passes ``is_same``, or else a new run.

    With ``retry_last``, the run may have failed, and its last answer is requested again. Without a
    new answer, a failed run would replay its recorded answers and fail again.
    """
    finished = {RunStatus.COMPLETED, *(() if retry_last else (RunStatus.FAILED,))}
    newest = next(reversed(runs.store.runs.list(task=REWRITE)), None)
    unfinished = newest if newest and newest.status not in finished and is_same(newest) else None
    if retry_last:
        if unfinished is None:
            raise InputError(
                f"There is no unfinished rewrite of {inputs.passage!r} with this note.",
                remedies=(RewritePassage(inputs.passage, inputs.wish or None),),
            )
        runs.discard_last_answer(unfinished)
    providers = runs.choose_providers(unfinished)
    record = unfinished or runs.begin(REWRITE, inputs, providers)
    with runs.open(record, providers, resumed=unfinished is not None) as run:
        yield run


async def request_rewrite(
    stored: StoredDraft,
    run: Run,
    *,
    passage: str,
    note: str,
    reviews: bool,
    store: ProjectStore,
    prompts: PromptRepository,
) -> PassageProse:
    """Return new prose, checked as in the stage FILL; with ``reviews``, a model reviews it, too.

    With an empty ``note``, the prose is requested as in the stage FILL, too.
    """
    writer = PassageWriter.from_run(
        run,
        stored.story,
        prompts,
        outline=stored.briefer.outline,
        idea=find_original_idea(store),
        reviews=reviews,
    )
    briefing = stored.build_briefing(passage)
    if not note:
        return writer.to_prose(await writer.write_passage(briefing))
    old_prose = stored.story.prose[passage]
    first = writer.requests.build_request(briefing)
    request = writer.requests.build_rewrite_request(first, briefing, old_prose, note)
    attempt = await writer.write_passage(evolve(briefing, words=ANY_LENGTH), request)
    return writer.to_prose(attempt)


def store_passage(
    draft: StoredDraft,
    passage: str,
    prose: PassageProse,
    *,
    origin: str,
    store: ProjectStore,
    at: datetime,
) -> ArtifactVersion:
    """Store a new version of FILL's artifact; ``origin`` is the run that wrote the prose."""
    fill = FillArtifact.model_validate(dict(draft.version.data))
    passages = {**fill.passages, passage: prose}
    data = fill.model_copy(update={"passages": passages}).model_dump(mode="json")
    with store.replace_file(FILL, data):
        return store.add_changed(
            draft.version, data, origin=origin, created_at=at, written=(passage,)
        )


def find_affected_passages(
    stored: StoredDraft, passage: str, old: PassageProse, new: PassageProse
) -> tuple[str, ...]:
    """Return the ids of passages that a rewrite of ``passage`` may affect, in the story's order.

    If the first paragraph changed, the preceding passages are included. If the last paragraph
    changed, the following passages are included. If the facts about an entity changed, later
    passages with this entity are included, too.
    """
    structure, briefer = stored.story.existing_structure, stored.briefer
    old_paragraphs, new_paragraphs = _paragraphs(old), _paragraphs(new)
    affected: set[str] = set()
    if old_paragraphs[0] != new_paragraphs[0]:
        affected |= {choice.source for choice in structure.incoming_choices(passage)}
    if old_paragraphs[-1] != new_paragraphs[-1]:
        affected |= {choice.target for choice in structure.selectable_choices(passage)}
    changed_entities = {fact.entity for fact in {*old.facts} ^ {*new.facts}}
    for each in structure.passages:
        present = {who for beat in stored.story.beats_in(each) for who in beat.entities}
        if passage in briefer.common_predecessors(each.id) and changed_entities & present:
            affected.add(each.id)
    return tuple(each.id for each in structure.passages if each.id in affected - {passage})


def _paragraphs(passage: PassageProse) -> Sequence[str]:
    return remove_conditional_text(passage.prose).split("\n\n")
