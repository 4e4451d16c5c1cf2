"""Build the studio: its agent and tools, the agents of delegated runs, and their executor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve

from questfoundry.app.pipeline.rules import NewRun, ResumedRun, StageRequest, StageStart
from questfoundry.app.project.patch import get_value
from questfoundry.app.run.models import FixedModels, PhaseProviders
from questfoundry.app.runs.coordinator import RunEnvironment, StageTask
from questfoundry.app.runs.in_process import InProcessRunExecutor
from questfoundry.app.runs.outcome import find_numbered_run
from questfoundry.app.runs.team import Agent
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.app.session.project_tools import (
    AskStoryUseCase,
    ProjectTool,
    Work,
    compact_value,
    describe_position,
    find_passages,
    truncate_value,
)
from questfoundry.app.session.studio import SessionSettings, Studio
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.composition.wiring.inputs import build_stage_inputs
from questfoundry.domain.artifacts.version import AGENT
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.run.result import DraftChoice
from questfoundry.domain.run.spec import Budget

if TYPE_CHECKING:
    from questfoundry.app.run.open_run import RunOpener
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.protocols.runs import Approval, EventSink, RunExecutor
    from questfoundry.domain.protocols.workspace import Tool
    from questfoundry.domain.story.story import Story

OWN = "own"  # the id of the default agent, which uses the project's own models


def build_run_executor(
    project: ProjectContainer, agents: Sequence[Agent] = (), events: EventSink | None = None
) -> RunExecutor:
    """Build the executor that runs tasks in this process, by ``agents`` or the project's agents.

    ``events`` receives the events of the runs, by default the sink of the project.
    """
    return InProcessRunExecutor(
        RunEnvironment(
            runs=project.run_opener(events=events or project.events()),
            workspace=project.workspace(),
            prompts=project.prompts(),
            research=project.research().tools,
            stages=StageTask(
                registry=project.registry(),
                work=lambda runs: project.run_stage(runs=runs),
                inputs=lambda: build_stage_inputs(project.settings()),
                research=project.research,
            ),
        ),
        agents=lambda: tuple(agents) or list_agents(project),
    )


def build_studio(
    project: ProjectContainer,
    *,
    agents: Sequence[Agent] = (),
    approval: Approval | None = None,
    tools: Sequence[Tool] = (),
    executor: RunExecutor | None = None,
) -> Studio:
    """Build the studio; without ``approval``, actions that need an approval are denied."""
    settings = project.settings()
    mode = settings.file.orchestrator.interactive_mode
    return Studio(
        runs=project.run_opener(),
        agent=_studio_agent(project, agents),
        agents=lambda: tuple(agents) or list_agents(project),
        executor=executor or build_run_executor(project, agents),
        workspace=project.workspace(),
        prompts=project.prompts(),
        settings=SessionSettings(
            require_approval=mode.require_approval,
            budget=Budget.parse(mode.budget) if mode.budget else None,
            project=settings.name,
            language=settings.file.language,
        ),
        approval=approval or PolicyApproval(),
        tools=lambda runs: (*project.research().tools, *project_tools(project, runs), *tools),
        stages=lambda: [
            f"{each.stage}: {each.state.value}" for each in project.status().execute().stages
        ],
        vision=lambda: _vision(project),
        servers=project.servers(),
        stage_usage=lambda agent: project.estimate_stage_usage(
            models=FixedModels(agent.providers), size=None, stages=project.registry().artifact_names
        ),
    )


def list_agents(project: ProjectContainer) -> tuple[Agent, ...]:
    """Return the agents of ``project.yaml``, else one, or two if it cannot comprehend text."""
    settings = project.settings()
    named = settings.file.agents
    if not named:
        alone = Agent(id=OWN, providers=project.phase_providers())
        if alone.can_comprehend:
            return (alone,)
        pair: Mapping[str, str] = project.prompts().wording("studio")["pair"]
        return tuple(evolve(alone, id=name, prompt=said) for name, said in pair.items())
    return tuple(
        Agent(
            id=each.id,
            providers=_build_providers(project, each.model, f"agents.{each.id} in project.yaml"),
            prompt=each.prompt,
        )
        for each in named
    )


def _studio_agent(project: ProjectContainer, agents: Sequence[Agent]) -> Agent:
    backend = project.settings().file.orchestrator.interactive_mode.backend
    if backend is None:
        first = (tuple(agents) or list_agents(project))[0]
        return Agent(id="studio", providers=first.providers)
    origin = "orchestrator.interactive_mode.backend in project.yaml"
    model = f"{backend.type}/{backend.model}"
    return Agent(id="studio", providers=_build_providers(project, model, origin))


def _build_providers(project: ProjectContainer, model: str, origin: str) -> PhaseProviders:
    chosen = Chosen(ref=ModelRef.parse(model), origin=origin)
    project.settings().providers.require([chosen])
    provider = project.stack().get_provider(chosen)
    return PhaseProviders(discuss=provider, summarize=provider, serialize=provider)


def _vision(project: ProjectContainer) -> str:
    registry = project.registry()
    vision = registry.story(project.store().artifacts, before=registry.names[1]).vision
    return f"{vision.genre}, {vision.subgenre}. {vision.creative_vision}" if vision else ""


def project_tools(project: ProjectContainer, runs: RunOpener) -> tuple[Tool, ...]:
    """Return the tools of the studio's agent; their model calls use the budget of ``runs``."""
    prompts = project.prompts()
    works = _Works(project, runs)
    reading: Sequence[Work] = (
        works.project_status,
        works.show_artifact,
        works.check_story,
        works.inspect_story,
        works.search_story,
        works.ask_story,
        works.play_step,
    )
    changing: Mapping[Work, Callable[..., object] | None] = {
        works.run_stage: lambda stage, wish="": project.registry().find(stage),  # noqa: ARG005
        works.rewrite_passage: works.require_passage,
        works.edit_artifact: lambda stage, changes: project.patch().check_changes(stage, changes),
        works.rename: project.rename().preview,
        works.ship_story: None,
        works.choose_draft: works.require_draft,
    }
    return (
        *(ProjectTool(each.__name__, each, prompts) for each in reading),
        *(
            ProjectTool(each.__name__, each, prompts, effects=True, require=require)
            for each, require in changing.items()
        ),
        ProjectTool("undo", works.undo, prompts, effects=True, at_most_once=True),
    )


class _Works:
    def __init__(self, project: ProjectContainer, runs: RunOpener) -> None:
        self._project = project
        self._runs = runs

    async def project_status(self) -> Any:
        stages = self._project.status().execute().stages
        return [{name: said for name, said in asdict(each).items() if said} for each in stages]

    async def show_artifact(self, stage: str, part: str = "") -> Any:
        data = dict(self._project.show().execute(stage).data)
        return truncate_value(get_value(part, data) if part else data, part)

    async def check_story(self) -> Any:
        result = self._project.check().execute()
        findings = [compact_value(asdict(each.item)) for each in (*result.findings, *result.prose)]
        return {"findings": findings or "none"}

    async def inspect_story(self) -> Any:
        statistics = compact_value(asdict(self._project.inspect().execute()))
        for route in ("shortest", "longest"):
            statistics.get("pace", {}).get(route, {}).pop(
                "passages", None
            )  # its choices say the same
        return statistics

    async def search_story(self, query: str, known_at: str = "", arc: Sequence[str] = ()) -> Any:
        return find_passages(self._story(), query, known_at, arc)

    async def ask_story(self, question: str, known_at: str = "", arc: Sequence[str] = ()) -> Any:
        asking = AskStoryUseCase(runs=self._runs, prompts=self._project.prompts())
        return await asking.execute(self._story(), question, known_at, arc)

    async def play_step(self, choices: Sequence[str] = ()) -> Any:
        return describe_position(self._story(), choices)

    async def run_stage(self, stage: str, wish: str = "") -> Any:
        project = self._project
        found = project.registry().get(stage)
        is_rerun = project.start_stage().is_rerun(stage, wish)
        words = "" if is_rerun else wish
        inputs = build_stage_inputs(
            project.settings(),
            idea="" if found.needs else words,
            remark=words if found.needs else "",
        )
        rerun_note = wish if is_rerun else None
        start = project.start_stage().execute(
            StageRequest(stage=stage, inputs=inputs, rerun_note=rerun_note)
        )
        use_case = project.run_stage(runs=self._runs)
        if isinstance(start, ResumedRun):
            result = await use_case.resume(stage, start.run)
        else:
            result = await use_case.execute(stage, inputs, rerun_note=rerun_note)
        return {
            "version": result.version.version,
            "run": result.run,
            **_describe_start(start),
            "gist": [asdict(each) for each in result.summary],
        }

    def require_passage(self, passage: str, wish: str) -> None:
        del wish
        project = self._project
        StoredDraft.load(project.registry(), project.store()).find_passage(passage)

    async def rewrite_passage(self, passage: str, wish: str) -> Any:
        review = self._project.settings().file.fill.reviewer is not None
        rewrite = self._project.rewrite(runs=self._runs)
        written = await rewrite.execute(passage, wish, review=review)
        return {"passage": written.passage, "prose": written.prose, "findings": written.findings}

    async def edit_artifact(self, stage: str, changes: Mapping[str, Any]) -> Any:
        made = self._project.patch().execute(stage, changes, origin=AGENT)
        return {"stage": stage, "version": made.version}

    async def rename(self, old: str, new: str) -> Any:
        return asdict(self._project.rename().execute(old, new))

    def require_draft(self, run: str, agent: str, draft: str = "") -> None:
        choice = _read_choice(run, agent, draft)
        choice.find_draft(find_numbered_run(self._project.workspace(), run).result)

    async def choose_draft(self, run: str, agent: str, draft: str = "") -> Any:
        executor = build_run_executor(self._project)
        result = await executor.choose_draft(_read_choice(run, agent, draft))
        return {"run": result.run, "agent": result.agent, "file": result.answer_file}

    async def undo(self, stage: str = "") -> Any:
        return asdict(self._project.undo().execute(stage or None))

    async def ship_story(self) -> Any:
        return [each.path for each in self._project.ship().execute(()).files]

    def _story(self) -> Story:
        return self._project.registry().story(self._project.store().artifacts)


def _read_choice(run: str, agent: str, draft: str) -> DraftChoice:
    if draft and not draft.isdecimal():
        raise InputError(f"{draft!r} is not the number of a draft. The first draft is 1.")
    return DraftChoice(run=run, agent=agent, number=int(draft) if draft else None)


def _describe_start(start: StageStart) -> Mapping[str, str]:
    match start:
        case ResumedRun(run):
            return {"resumed": run}
        case NewRun(unfinished) if unfinished:
            return {"stays_unfinished": unfinished}
        case _:
            return {}
