"""A pipeline of three small stages in memory, and an obedient model."""

from typing import Any

from questfoundry.app.pipeline.plan import PlanPipelineUseCase
from questfoundry.app.pipeline.rules import StartStageUseCase
from questfoundry.app.pipeline.run_pipeline import PipelineResult, RunPipelineUseCase
from questfoundry.app.project.status import ProjectStatusUseCase
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.shipping.ship import ShipUseCase
from questfoundry.app.stages.descriptions import ShipStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.events.stages import StageStarted, StageTurn
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.exporter import StoryIdentity
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.run.spec import Budget
from questfoundry.infra.export.markdown import ReportFiles
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import calls, says
from tests.support.editions import IFID
from tests.support.stage_runs import VISION, Ask, PennyPrices, Workshop, one_provider
from tests.support.toy_stage import ToyStage

STAGES = ("dream", "toy", "last")
CALLS = 3
"""Calls of each stage: Discuss, Summarize, Serialize."""
IDEA = "A diver"


class Obliging(ChatProvider):
    """A model that submits the requested data; the call number ``breaks``, from 1, fails."""

    def __init__(self, *, breaks: int | None = None, name: str = "scripted/model") -> None:
        self.breaks = breaks
        self.requests: list[ChatRequest] = []
        self._name = name

    @property
    def model(self) -> ModelRef:
        return ModelRef.parse(self._name)

    @property
    def traits(self) -> ModelTraits:
        return ModelTraits(capabilities=Capabilities(context_window=32_768, json_schema=True))

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.requests.append(request)
        if len(self.requests) == self.breaks:
            raise UnreachableError("The line is dead. Plug it in.")
        name = request.tools[0].name if request.tools else ""
        if name.startswith("submit_"):
            return calls(name, VISION if name == "submit_dream" else {"word": "tide"})
        return says("The tide decides.")

    async def close(self) -> None:
        pass


class Known(StoryIdentity):
    def ifid(self) -> str:
        return IFID


class Line:
    def __init__(self) -> None:
        self.workshop = Workshop()
        self.workshop.registry = StageRegistry(
            [
                DreamStage(),
                ToyStage("toy", needs=("dream",)),
                ToyStage("last", needs=("toy",)),
                ShipStage(),
            ]
        )
        self.model = Obliging()

    async def run(self, idea: str = IDEA, *, budget: str = "", **asked: Any) -> PipelineResult:
        self.workshop.events.events.clear()
        self.workshop.sync()
        pipeline = self._pipeline(Budget.parse(budget) if budget else None)
        each: Ask = asked.pop("each", Ask())
        inputs = each.inputs().model_copy(update={"idea": idea.strip()})
        return await pipeline.execute(
            inputs, interaction=each.interaction, **{"end": "last", **asked}
        )

    @property
    def turns(self) -> dict[str, StageTurn]:
        events = self.workshop.events.events
        return {event.stage: event for event in events if isinstance(event, StageTurn)}

    @property
    def resumed(self) -> list[str | None]:
        started = [each for each in self.workshop.events.events if isinstance(each, StageStarted)]
        return [each.run if each.resumed else None for each in started]

    @property
    def versions(self) -> list[int]:
        found = [self.workshop.store.artifacts.current(stage) for stage in STAGES]
        return [each.version if each else 0 for each in found]

    def edit(self, stage: str, **values: Any) -> None:
        files = self.workshop.store.files
        files.write(stage, {**(files.read(stage) or {}), **values})

    def _sync(self) -> SyncEditsUseCase:
        shop = self.workshop
        return SyncEditsUseCase(
            registry=shop.registry, store=shop.store, prompts=shop.prompts, clock=shop.clock
        )

    def _pipeline(self, budget: Budget | None) -> RunPipelineUseCase:
        shop = self.workshop
        meter = SpendMeter(prices=PennyPrices(), budget=budget)
        folder = FileExportFolder(InMemoryProjectFiles())
        driver = shop.run_stage(one_provider(self.model), meter)
        status = ProjectStatusUseCase(registry=shop.registry, store=shop.store, exports=folder)
        return RunPipelineUseCase(
            registry=shop.registry,
            store=shop.store,
            status=status,
            plan=PlanPipelineUseCase(
                registry=shop.registry, store=shop.store, status=status, prices=PennyPrices()
            ),
            start_stage=StartStageUseCase(registry=shop.registry, store=shop.store),
            run_stage=driver.use_case,
            sync_edits=self._sync(),
            ship=ShipUseCase(
                registry=shop.registry,
                store=shop.store,
                prices=PennyPrices(),
                exporters=(),
                reports=ReportFiles(),
                identity=Known(),
                folder=folder,
                language="en",
            ),
            meter=meter,
            events=shop.events,
            clock=shop.clock,
        )
