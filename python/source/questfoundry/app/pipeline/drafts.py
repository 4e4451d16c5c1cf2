"""Several proposals for a stage or a passage, of which the author chooses one.

Each is a run of its own: asked and paid once, kept, and found again by the same request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.run.models import FixedModels, PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.grow.stage import GROW
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.rewrite import request_rewrite, store_passage
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.draft import Draft
from questfoundry.domain.errors import InputError
from questfoundry.domain.journal import EntryKind
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import DraftInputs, StageInputs
from questfoundry.domain.summary import Summary
from questfoundry.domain.task import DRAFT

Propose = Callable[[Run], Awaitable[Mapping[str, Any]]]
"""Asks through a run for a proposal, as plain JSON."""

MOST = 9
"""How many takes may be asked for at once."""


@frozen(kw_only=True)
class TakesUseCase:
    """Makes takes, keeps them, and has one of them count.

    What is asked for again is not made again: a take of the same number, of the same request and
    from the same versions is the same run, which goes on where it was cut off.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _run_stage: RunStageUseCase
    _prompts: PromptRepository

    async def make_stage(
        self, name: str, inputs: StageInputs, *, takes: int, redo: str | None = None
    ) -> tuple[Draft, ...]:
        """So many proposals for a stage's artifact; ``inputs`` and ``redo`` are as for a run."""
        with self._store.lock.hold(DRAFT):
            asked = self._run_stage.asked(name, inputs, redo=redo)
            made_from = self._counting(self._registry.get(name).needs)
            if redo is not None:
                made_from |= self._counting((name,))

            async def propose(run: Run) -> Mapping[str, Any]:
                artifact = await self._run_stage.propose(name, run)
                return artifact.model_dump(mode="json")

            wanted = DraftInputs(
                stage=name,
                wish=redo or inputs.remark or inputs.idea,
                number=1,
                written=asked,
                made_from=made_from,
                seed=inputs.seed,
            )
            return await self._make(wanted, takes, propose)

    async def make_passage(
        self, passage: str, wish: str, *, takes: int, review: bool = False, seed: int | None = None
    ) -> tuple[Draft, ...]:
        """So many proposals for a passage of the written story, in the way that the wish says."""
        if not wish.strip():
            raise InputError("Say how the passage should change, for example: shorter, more dread.")
        with self._store.lock.hold(DRAFT):
            written = StoredDraft.load(self._registry, self._store)
            found = written.find_passage(passage)

            async def propose(run: Run) -> Mapping[str, Any]:
                prose = await request_rewrite(
                    written,
                    run,
                    passage=found,
                    note=wish.strip(),
                    reviews=review,
                    store=self._store,
                    prompts=self._prompts,
                )
                return prose.model_dump(mode="json")

            wanted = DraftInputs(
                stage=FILL,
                passage=found,
                wish=wish.strip(),
                review=review,
                number=1,
                written=written.inputs,
                made_from=self._counting((GROW, FILL)),
                seed=seed,
            )
            return await self._make(wanted, takes, propose)

    def kept(self, *, stage: str = "", passage: str = "") -> tuple[Draft, ...]:
        """All that were finished, in their order; of one stage or passage, or of all."""
        found = (self._take(record) for record in self._finished())
        return tuple(
            take
            for take in found
            if (not stage or take.stage == stage) and (not passage or take.passage == passage)
        )

    def find(self, name: str) -> Draft:
        """The take of that id; ``InputError`` with those that there are."""
        return self._take(self._record(name))

    async def choose(self, name: str) -> ArtifactVersion:
        """Have a take count: no model is asked, and what counted before stays a version.

        ``InputError`` where it was made from what counts no more.
        """
        record = self._record(name)
        take, asked = self._take(record), _asked(record)
        current = self._store.artifacts.current(take.stage)
        if not take.fresh:
            raise InputError(
                f"{name} was made from what came before {take.stage}, and that is another now. "
                "Have takes made anew."
            )
        if take.counts and current is not None:
            return current
        if take.passage:
            with self._store.lock.hold(DRAFT):
                written = StoredDraft.load(self._registry, self._store)
                prose = PassageProse.model_validate(dict(take.data))
                now = self._runs.clock.now()
                return store_passage(
                    written, take.passage, prose, origin=name, store=self._store, at=now
                )
        again = asked.written.model_copy(update={"source": name, "seed": asked.seed})
        opener = evolve(self._runs, models=FixedModels(self._runs.choose_providers(record)))
        run_stage = evolve(self._run_stage, runs=opener)
        return (await run_stage.execute(take.stage, again, anew=True)).version

    async def _make(self, wanted: DraftInputs, takes: int, propose: Propose) -> tuple[Draft, ...]:
        if not 1 <= takes <= MOST:
            raise InputError(f"{takes} takes cannot be asked for. Ask for 1 to {MOST}.")
        made: list[Draft] = []
        for number in range(1, takes + 1):
            providers = self._runs.choose_providers()
            asked = _numbered(wanted, number, providers)
            begun = self._same(asked)
            if begun is None or begun.status is not RunStatus.COMPLETED:
                if begun is not None:
                    providers = self._runs.choose_providers(begun)
                record = begun or self._runs.begin(DRAFT, asked, providers)
                with self._runs.open(record, providers, resumed=begun is not None) as run:
                    await run.record_result(await propose(run))
                begun = run.record
            made.append(self._take(begun))
        return tuple(made)

    def _same(self, asked: DraftInputs) -> RunRecord | None:
        for record in self._store.runs.list(task=DRAFT):
            inputs = record.inputs
            if inputs.model_copy(update={"session": asked.session}) == asked:
                return record
        return None

    def _finished(self) -> Sequence[RunRecord]:
        return self._store.runs.list(task=DRAFT, status=RunStatus.COMPLETED)

    def _record(self, name: str) -> RunRecord:
        records = self._finished()
        found = next((each for each in records if each.id == name), None)
        if found is None:
            known = ", ".join(each.id for each in records) or "none yet"
            raise InputError(f"There is no take {name!r}. There are: {known}.")
        return found

    def _take(self, record: RunRecord) -> Draft:
        asked = _asked(record)
        entries = self._store.journal.entries(record.id)
        data = next(e.response for e in entries if e.key.kind is EntryKind.RESULT)
        before = {each: asked.made_from[each] for each in asked.made_from if each != asked.stage}
        fresh = self._counting(tuple(before)) == before
        return Draft(
            id=record.id,
            stage=asked.stage,
            passage=asked.passage,
            wish=asked.wish,
            number=asked.number,
            seed=asked.seed,
            data=data,
            current=self._standing(asked),
            summary=() if asked.passage or not fresh else self._gist(asked.stage, data),
            fresh=fresh,
        )

    def _gist(self, name: str, data: Mapping[str, Any]) -> Summary:
        stage = self._registry.get(name)
        artifact = stage.read(data)
        story = self._registry.story(self._store.artifacts, before=name)
        return stage.gist(stage.apply(story, artifact), artifact)

    def _standing(self, asked: DraftInputs) -> Mapping[str, Any]:
        current = self._store.artifacts.current(asked.stage)
        if current is None or not asked.passage:
            return current.data if current else {}
        fill = FillArtifact.model_validate(dict(current.data))
        prose = fill.passages.get(asked.passage)
        return prose.model_dump(mode="json") if prose else {}

    def _counting(self, stages: Sequence[str]) -> dict[str, int]:
        current = {each: self._store.artifacts.current(each) for each in stages}
        return {stage: found.version for stage, found in current.items() if found}


def _asked(record: RunRecord) -> DraftInputs:
    assert isinstance(record.inputs, DraftInputs)  # noqa: S101  what its task says
    return record.inputs


def _numbered(wanted: DraftInputs, number: int, providers: PhaseProviders) -> DraftInputs:
    """The request of that number: with a seed of its own, where one was given or is needed."""
    repeats = providers.discuss.traits.capabilities.repeats
    seed = wanted.seed if wanted.seed is not None or not repeats else 0
    seed = None if seed is None else seed + number - 1
    written = wanted.written.model_copy(update={"seed": None})
    return wanted.model_copy(update={"number": number, "seed": seed, "written": written})
