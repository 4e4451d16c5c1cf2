"""Create several drafts for a stage or a passage, from which the author chooses one.

Each draft comes from a run of its own. If the same drafts are requested again, the stored drafts
are returned at no cost.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.project.status import find_unfinished_run
from questfoundry.app.run.models import FixedModels, PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.grow.stage import GROW
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.rewrite import request_rewrite, require_note, store_passage
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.artifacts.version import ArtifactVersion, Summary
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import DraftInputs, RunInputs, StageInputs
from questfoundry.domain.run.modes import ProseMode
from questfoundry.domain.run.record import Draft, EntryKind, RunRecord, RunStatus
from questfoundry.domain.run.spec import DRAFT
from questfoundry.domain.text.differences import accept_difference

Propose = Callable[[Run], Awaitable[Mapping[str, Any]]]
"""A function that requests a proposal through a run and returns it as plain JSON."""

MAX_DRAFTS = 9
"""The highest number of drafts in one request."""


@frozen(kw_only=True)
class DraftsUseCase:
    """A use case that creates drafts, lists them, and makes one of them the current version."""

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _run_stage: RunStageUseCase
    _prompts: PromptRepository
    _prose: ProseMode = ProseMode.MODEL

    async def create_stage_drafts(
        self, name: str, inputs: StageInputs, *, count: int, rerun_note: str | None = None
    ) -> tuple[Draft, ...]:
        """Create drafts of a stage (or of its rerun) until ``count`` drafts exist."""
        with self._store.lock.hold(DRAFT):
            stage_inputs = self._run_stage.build_proposal_inputs(
                name, inputs, rerun_note=rerun_note
            )
            made_from = self._store.current_versions(self._registry.get(name).sources)
            if rerun_note is not None:
                made_from |= self._store.current_versions((name,))

            async def propose(run: Run) -> Mapping[str, Any]:
                artifact = await self._run_stage.propose(name, run)
                return artifact.model_dump(mode="json")

            request = DraftInputs(
                stage=name,
                wish=rerun_note or inputs.remark or inputs.idea,
                number=1,
                written=stage_inputs,
                made_from=made_from,
                seed=inputs.seed,
            )
            return await self._create_drafts(request, count, propose)

    async def create_passage_drafts(
        self,
        passage: str,
        note: str | None,
        *,
        count: int,
        review: bool = False,
        seed: int | None = None,
    ) -> tuple[Draft, ...]:
        """Create drafts of a passage until ``count`` exist; the first uses ``seed``.

        Without a note (``None``), they are written from the passage's present request. Raise
        ``InputError`` if only the author writes.
        """
        if self._prose is ProseMode.MINE:
            raise InputError(
                "You write this story, so no model makes drafts of a passage. To let models "
                "propose changes, write `prose: polish` in project.yaml."
            )
        wish = "" if note is None else require_note(note)
        with self._store.lock.hold(DRAFT):
            stored = StoredDraft.load(self._registry, self._store)
            passage_id = stored.find_passage(passage)

            async def propose(run: Run) -> Mapping[str, Any]:
                prose = await request_rewrite(
                    stored,
                    run,
                    passage=passage_id,
                    note=wish,
                    reviews=review,
                    store=self._store,
                    prompts=self._prompts,
                )
                return prose.model_dump(mode="json")

            request = DraftInputs(
                stage=FILL,
                passage=passage_id,
                wish=wish,
                review=review,
                number=1,
                written=stored.inputs,
                made_from=self._store.current_versions((GROW, FILL)),
                seed=seed,
            )
            return await self._create_drafts(request, count, propose)

    async def propose_changes(self) -> int:
        """Create a draft with corrections of each passage that has none; return their number."""
        note = self._prompts.wording("rules/polish")["note"].strip()
        known = {each.passage for each in self.list_drafts(stage=FILL) if each.wish == note}
        structure = self._registry.load_woven_story(self._store.artifacts).existing_structure
        passages = [each.id for each in structure.passages if each.id not in known]
        for each in passages:
            await self.create_passage_drafts(each, note, count=1)
        return len(passages)

    def list_drafts(self, *, stage: str = "", passage: str = "") -> tuple[Draft, ...]:
        """Return the finished drafts, oldest first, of all stages or of one stage or passage."""
        found = (
            self._load_draft(record)
            for record in self._store.runs.list(task=DRAFT, status=RunStatus.COMPLETED)
        )
        return tuple(
            draft
            for draft in found
            if (not stage or draft.stage == stage) and (not passage or draft.passage == passage)
        )

    def find_draft(self, name: str) -> Draft:
        """Return the draft with the id ``name``, or raise ``InputError`` with a list of the ids."""
        return self._load_draft(self._find_record(name))

    async def choose_draft(self, name: str, *, change: int | None = None) -> ArtifactVersion:
        """Make a draft the current version, at no cost; raise ``InputError`` if it is outdated.

        With ``change``, accept only the difference of this number, from 1, in a passage's draft.
        """
        record = self._find_record(name)
        draft, inputs = self._load_draft(record), _draft_inputs(record)
        current = self._store.artifacts.current(draft.stage)
        if not draft.fresh:
            raise InputError(
                f"{name} was made from earlier versions than the current ones before "
                f"{draft.stage}. Make new drafts."
            )
        unfinished = find_unfinished_run(self._store, draft.stage)
        if not draft.passage and unfinished and unfinished.stage_inputs.source == name:
            replay = self._build_replay(record)
            return (await replay.resume(draft.stage, unfinished.id)).version
        if draft.counts and current is not None:
            return current
        if draft.passage:
            with self._store.lock.hold(DRAFT):
                stored = StoredDraft.load(self._registry, self._store)
                prose = _choose_prose(draft, change)
                now = self._runs.clock.now()
                return store_passage(
                    stored, draft.passage, prose, origin=name, store=self._store, at=now
                )
        replay_inputs = inputs.written.model_copy(update={"source": name, "seed": inputs.seed})
        replay = self._build_replay(record)
        return (await replay.execute(draft.stage, replay_inputs, from_scratch=True)).version

    def _build_replay(self, record: RunRecord) -> RunStageUseCase:
        opener = evolve(self._runs, models=FixedModels(self._runs.choose_providers(record)))
        return evolve(self._run_stage, runs=opener)

    async def _create_drafts(
        self, request: DraftInputs, count: int, propose: Propose
    ) -> tuple[Draft, ...]:
        if not 1 <= count <= MAX_DRAFTS:
            raise InputError(f"{count} drafts are not possible. Ask for 1 to {MAX_DRAFTS}.")
        drafts: list[Draft] = []
        for number in range(1, count + 1):
            providers = self._runs.choose_providers()
            inputs = _number_request(request, number, providers)
            existing = self._runs.find_first(DRAFT, partial(_is_same_request, inputs))
            if existing is None or existing.status is not RunStatus.COMPLETED:
                if existing is not None:
                    providers = self._runs.choose_providers(existing)
                record = existing or self._runs.begin(DRAFT, inputs, providers)
                with self._runs.open(record, providers, resumed=existing is not None) as run:
                    await run.record_result(await propose(run))
                existing = run.record
            drafts.append(self._load_draft(existing))
        return tuple(drafts)

    def _find_record(self, name: str) -> RunRecord:
        records = self._store.runs.list(task=DRAFT, status=RunStatus.COMPLETED)
        found = next((each for each in records if each.id == name), None)
        if found is None:
            known = ", ".join(each.id for each in records) or "none yet"
            raise InputError(f"There is no draft {name!r}. The drafts are: {known}.")
        return found

    def _load_draft(self, record: RunRecord) -> Draft:
        inputs = _draft_inputs(record)
        entries = self._store.journal.entries(record.id)
        data = next(e.response for e in entries if e.key.kind is EntryKind.RESULT)
        needed = {each: inputs.made_from[each] for each in inputs.made_from if each != inputs.stage}
        fresh = self._store.current_versions(tuple(needed)) == needed
        return Draft(
            id=record.id,
            stage=inputs.stage,
            passage=inputs.passage,
            wish=inputs.wish,
            number=inputs.number,
            seed=inputs.seed,
            data=data,
            current=self._load_current(inputs),
            summary=() if inputs.passage or not fresh else self._summarise(inputs.stage, data),
            base=self._load_base(inputs),
            fresh=fresh,
        )

    def _load_base(self, inputs: DraftInputs) -> str:
        known = inputs.made_from.get(FILL)
        found = (each for each in self._store.artifacts.versions(FILL) if each.version == known)
        passages: Mapping[str, Any] = next((each.data["passages"] for each in found), {})
        return str(passages.get(inputs.passage, {}).get("prose", ""))

    def _summarise(self, name: str, data: Mapping[str, Any]) -> Summary:
        stage = self._registry.get(name)
        artifact = stage.read(data)
        story = self._registry.story(self._store.artifacts, before=name)
        return stage.build_summary(stage.apply(story, artifact), artifact)

    def _load_current(self, inputs: DraftInputs) -> Mapping[str, Any]:
        current = self._store.artifacts.current(inputs.stage)
        if current is None or not inputs.passage:
            return current.data if current else {}
        fill = FillArtifact.model_validate(dict(current.data))
        prose = fill.passages.get(inputs.passage)
        return prose.model_dump(mode="json") if prose else {}


def _choose_prose(draft: Draft, change: int | None) -> PassageProse:
    if change is None:
        return PassageProse.model_validate(dict(draft.data))
    current = PassageProse.model_validate(dict(draft.current))
    prose = accept_difference(draft.base, current.prose, draft.data["prose"], change)
    return current.model_copy(update={"prose": prose})


def _is_same_request(request: DraftInputs, other: RunInputs) -> bool:
    same = {"session": request.session, "rounds": request.rounds}
    return other.model_copy(update=same) == request


def _draft_inputs(record: RunRecord) -> DraftInputs:
    assert isinstance(record.inputs, DraftInputs)  # noqa: S101  guaranteed by the task
    return record.inputs


def _number_request(request: DraftInputs, number: int, providers: PhaseProviders) -> DraftInputs:
    """Return ``request`` with the number of the draft and a seed for this draft.

    If the author gave no seed, the draft gets a seed only if the model always answers equal
    requests equally.
    """
    repeats = providers.discuss.traits.capabilities.repeats
    seed = request.seed if request.seed is not None or not repeats else 0
    seed = None if seed is None else seed + number - 1
    written = request.written.model_copy(update={"seed": None})
    return request.model_copy(update={"number": number, "seed": seed, "written": written})
