"""Write one passage of a written story anew, in the way that the author wants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.run.ledger import Ledger, ledger_of
from questfoundry.app.run.models import RecordedModels
from questfoundry.app.run.recorder import RunRecorder
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.desk import Desk
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.written import WrittenStory
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import Clock, EventSink, PriceBook, PromptRepository
from questfoundry.domain.run import Run, RunStatus
from questfoundry.domain.story.size import Range

REWRITE = "rewrite"
"""The name under which such runs are kept, apart from those of FILL."""

OF = "of"
"""Input of such a run: the version of FILL that it began with."""

ANY_LENGTH = Range(1, 100_000)
"""The words that a rewritten passage may have: the author may want it longer or shorter."""


@frozen(kw_only=True)
class Rewritten:
    """A passage in its new version.

    ``neighbours`` are the passages that were written with the old prose before their
    writer, and those that lead to it.
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


class RewritePassageUseCase:
    """Rewrites a passage; what was interrupted is taken up by the same words."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        providers: PhaseProviders,
        prompts: PromptRepository,
        events: EventSink,
        clock: Clock,
        prices: PriceBook,
    ) -> None:
        self._registry = registry
        self._store = store
        self._providers = providers
        self._prompts = prompts
        self._events = events
        self._clock = clock
        self._prices = prices

    async def execute(self, passage: str, how: str, *, review: bool = False) -> Rewritten:
        """Ask for the passage, check it as FILL does, and store a new version of FILL."""
        if not how.strip():
            raise InputError("Say how the passage should change, for example: shorter, more dread.")
        with self._store.lock.hold("rewrite"):
            written = WrittenStory.of_project(self._registry, self._store)
            found = written.find(passage)
            asked = {"passage": found, "how": how.strip(), "review": review}
            run = self._begin(written, asked)
            try:
                version = await self._version(written, run)
            except BaseException as problem:
                self._end(run, RunStatus.INTERRUPTED, str(problem) or type(problem).__name__)
                raise
            path = self._store.files.write(FILL, version.data)
            self._end(run, RunStatus.COMPLETED)
        told = FillArtifact.model_validate(dict(version.data)).passages[found]
        return Rewritten(
            passage=found,
            title=next(
                each.title for each in written.story.settled_structure.passages if each.id == found
            ),
            prose=told.prose,
            findings=told.findings,
            neighbours=_neighbours(written, found),
            version=version,
            path=Path(path),
            run=run.id,
            ledger=ledger_of(self._store.journal.entries(run.id), self._prices),
        )

    def _begin(self, written: WrittenStory, asked: Mapping[str, Any]) -> Run:
        """A new run, or the newest one where that was to do the same and did not end."""
        runs = self._store.runs.list(stage=REWRITE)
        if runs and _goes_on(runs[-1], asked, written.version):
            run = evolve(runs[-1], status=RunStatus.RUNNING, problem="", ended_at=None)
            self._store.runs.save(run)
            return run
        return self._store.runs.begin(
            REWRITE,
            inputs={**written.inputs, **asked, OF: written.version.version},
            models=self._providers.recorded(),
            started_at=self._clock.now(),
        )

    async def _version(self, written: WrittenStory, run: Run) -> ArtifactVersion:
        """The new version, which a run that was cut off may have stored already."""
        if written.version.origin == run.id:
            return written.version
        return self._add(written, run, await self._write(written, run))

    async def _write(self, written: WrittenStory, run: Run) -> PassageProse:
        name, how = run.inputs["passage"], run.inputs["how"]
        models = RecordedModels(
            providers=self._providers,
            recorder=RunRecorder(journal=self._store.journal, run_id=run.id, clock=self._clock),
            events=self._events,
        )
        requests = PassageRequests.of_run(
            written.story,
            run.inputs,
            prompts=self._prompts,
            traits=self._providers.discuss.traits,
        )
        desk = Desk(
            requests=requests,
            prompts=self._prompts,
            events=self._events,
            models=models,
            reviews=run.inputs["review"],
        )
        briefing = written.briefing(name)
        request = requests.rewriting(requests.first(briefing), written.story.prose[name], how)
        draft = await desk.write(evolve(briefing, words=ANY_LENGTH), request)
        return await desk.finish(draft, written.reading(name))

    def _add(self, written: WrittenStory, run: Run, told: PassageProse) -> ArtifactVersion:
        fill = FillArtifact.model_validate(dict(written.version.data))
        passages = {**fill.passages, run.inputs["passage"]: told}
        return self._store.artifacts.add(
            FILL,
            fill.model_copy(update={"passages": passages}).model_dump(mode="json"),
            made_from=written.version.made_from,
            origin=run.id,
            created_at=self._clock.now(),
        )

    def _end(self, run: Run, status: RunStatus, problem: str = "") -> None:
        now = self._clock.now()
        self._store.runs.save(evolve(run, status=status, problem=problem, ended_at=now))


def _goes_on(run: Run, asked: Mapping[str, Any], version: ArtifactVersion) -> bool:
    same = all(run.inputs[name] == value for name, value in asked.items())
    from_here = run.inputs[OF] == version.version or version.origin == run.id
    return run.status is not RunStatus.COMPLETED and same and from_here


def _neighbours(written: WrittenStory, passage: str) -> tuple[str, ...]:
    structure, turns = written.story.settled_structure, written.briefer.turns
    leading = {choice.source for choice in structure.arriving(passage)}
    return tuple(
        each.id
        for each in structure.passages
        if each.id != passage and (each.id in leading or passage in turns[each.id].after)
    )
