"""A model that makes any story, chapter by chapter; its answers depend only on the request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.pipeline.plan import PlanPipelineUseCase
from questfoundry.app.pipeline.rules import StartStageUseCase
from questfoundry.app.pipeline.run_pipeline import PipelineResult, RunPipelineUseCase
from questfoundry.app.project.status import ProjectStatus, ProjectStatusUseCase
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.shipping.ship import ShipUseCase
from questfoundry.app.stages.descriptions import ShipStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.fill import FILL, FillStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.writing.write_story import WriteStory
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import Story
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.markdown import ReportFiles
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles, InMemoryProjectLock
from questfoundry.testing.scripted import calls
from tests.support.grown import GROW, words_for
from tests.support.novelist import Novelist
from tests.support.pipelines import Known
from tests.support.planner import BRAINSTORM, SEED, Planner, found_material, vision_of
from tests.support.sections import PLAIN
from tests.support.stage_runs import PennyPrices, Workshop, one_provider, shipped_prompts, spelt_out

STAGES = {stage.name: stage for stage in (SEED, GROW)}


class Teller(Novelist):
    """A model that plans, weaves and writes; the call number ``breaks``, from 1, fails."""

    def __init__(self, workshop: Workshop, *, breaks: int | None = None) -> None:
        super().__init__()
        self.sections: list[str] = []
        self._workshop = workshop
        self._breaks = breaks
        self._flows: dict[str, Iterator[tuple[Section, Artifact]]] = {}

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        if len(self.requests) + 1 == self._breaks:
            self.requests.append(request)
            raise UnreachableError("The line is dead. Plug it in.")
        return await super().complete(request, on_text)

    def _answer(self, request: ChatRequest) -> ChatResponse:
        tool = request.tools[0] if request.tools else None
        stage = tool.name.removeprefix("submit_") if tool else ""
        if tool is None or stage not in STAGES:
            return super()._answer(request)
        return calls(tool.name, self._section(stage, tool.parameters))

    def _section(self, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        shop = self._workshop
        run = shop.store.runs.list(task=name)[-1]
        if run.id not in self._flows:
            story = shop.registry.story(shop.store.artifacts, before=name)
            self._flows[run.id] = _answers(STAGES[name], story, run.stage_inputs)
        for section, part in self._flows[run.id]:
            if form_of(build_finalization(name, section, shipped_prompts()).schema) == form_of(
                schema
            ):
                self.sections.append(section.name)
                return part.model_dump(mode="json")
        raise AssertionError(f"Nobody asks {name} for that: {json.dumps(schema)[:400]}")


def form_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field names of a schema, without the bounds, which differ between models."""
    return _fields(spelt_out(schema, schema.get("$defs", {})))


def _fields(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _fields(each) for name, each in schema.get("properties", {}).items()}


def _answers(
    stage: ArtifactStage, story: Story, inputs: StageInputs
) -> Iterator[tuple[Section, Artifact]]:
    """Yield every section of ``stage`` with its answer, in order."""
    flow = stage.sections(story, inputs, PLAIN)
    with suppress(StopIteration):
        section = next(flow)
        while True:
            part = _answered(section, story, inputs)
            yield section, part
            section = flow.send(part)


def _answered(section: Section, story: Story, inputs: StageInputs) -> Artifact:
    if section.name.partition(".")[0] in WORDS:
        return section.model.model_validate(words_for(section, "one"))
    size = inputs.size or story.effective_size
    chance = Random(section.name)
    return Planner(story=story, preset=PRESETS[size], chance=chance).answered(section)


WORDS = {"scenes", "hubs", "acts", "titles", "labels", "dares", "recalls", "frame"}


class LongStory:
    """A project in memory with a story in chapters, and its pipeline from SEED on."""

    def __init__(self, size: Size = Size.MEDIUM, *, like: LongStory | None = None) -> None:
        """Make a new project, or a copy of the project ``like``."""
        self.shop = shop = Workshop()
        if like:
            there = like.shop.store
            memo = {id(there.lock): InMemoryProjectLock()}
            shop.store = deepcopy(there, memo)
        shop.registry = StageRegistry(
            [DreamStage(), BRAINSTORM, SEED, GROW, FillStage(), ShipStage()]
        )
        shop.completions = {
            FILL: WriteStory(store=shop.store, prompts=shop.prompts, concurrency=16)
        }
        self.files = deepcopy(like.files) if like else InMemoryProjectFiles()
        self.folder = FileExportFolder(self.files, "")
        self.model = Teller(shop)
        if not like:
            self._found(size)

    def _found(self, size: Size) -> None:
        shop = self.shop
        for stage, made, needs in (
            ("dream", vision_of(size), ()),
            ("brainstorm", found_material(size, Random(7)), ("dream",)),
        ):
            shop.store.artifacts.add(
                stage,
                shop.registry.get(stage).artifact.model_validate(made).model_dump(mode="json"),
                made_from=dict.fromkeys(needs, 1),
                origin="file",
                created_at=shop.clock.now(),
            )
            shop.store.files.write(stage, shop.current(stage).data)

    async def run(
        self, chapter: int | None = None, *, breaks: int | None = None, **asked: Any
    ) -> PipelineResult:
        self.shop.sync()
        self.model = self.teller(breaks=breaks)
        meter = SpendMeter(prices=PennyPrices())
        shop = self.shop
        pipeline = RunPipelineUseCase(
            registry=shop.registry,
            store=shop.store,
            status=self._status,
            plan=self.plan,
            start_stage=StartStageUseCase(registry=shop.registry, store=shop.store),
            run_stage=shop.run_stage(one_provider(self.model), meter).use_case,
            sync_edits=_Edits(shop),  # type: ignore[arg-type]
            ship=self._ship(),
            meter=meter,
            events=shop.events,
            clock=shop.clock,
        )
        end = asked.pop("end", None)
        inputs = StageInputs(chapter=chapter, **{"review": "none", **asked})
        return await pipeline.execute(inputs, end=end)

    def teller(self, *, breaks: int | None = None) -> Teller:
        return Teller(self.shop, breaks=breaks)

    @property
    def status(self) -> ProjectStatus:
        return self._status.execute()

    @property
    def plan(self) -> PlanPipelineUseCase:
        return PlanPipelineUseCase(
            registry=self.shop.registry,
            store=self.shop.store,
            status=self._status,
            prices=PennyPrices(),
        )

    @property
    def prose(self) -> dict[str, str]:
        passages = self.shop.current("fill").data["passages"]
        return {name: each["prose"] for name, each in passages.items()}

    @property
    def _status(self) -> ProjectStatusUseCase:
        return ProjectStatusUseCase(
            registry=self.shop.registry, store=self.shop.store, exports=self.folder
        )

    def _ship(self) -> ShipUseCase:
        return ShipUseCase(
            registry=self.shop.registry,
            store=self.shop.store,
            prices=PennyPrices(),
            exporters=(HtmlExporter(),),
            reports=ReportFiles(),
            identity=Known(),
            folder=self.folder,
            language="en",
        )


class _Edits:
    """A stand-in for the use case that takes in the author's edits."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop

    def execute(self) -> object:
        return self._shop.take_in()
