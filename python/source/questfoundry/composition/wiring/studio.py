"""The assembly of the studio: its agent, the agents of runs, the executor and the tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.runs.coordinator import RunEnvironment
from questfoundry.app.runs.in_process import InProcessRunExecutor
from questfoundry.app.runs.stage_task import StageTask
from questfoundry.app.runs.team import Agent
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.app.session.settings import SessionSettings
from questfoundry.app.session.studio import Studio
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.inputs import build_stage_inputs
from questfoundry.composition.wiring.studio_tools import project_tools
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.protocols import Approval, RunExecutor, Tool
from questfoundry.domain.run.budget import Budget

OWN = "own"
"""The id of the default agent, which uses the project's own models."""


def build_run_executor(project: ProjectContainer, agents: Sequence[Agent] = ()) -> RunExecutor:
    """Build the executor that runs delegated tasks in this process.

    The tasks use ``agents``, or the project's agents if empty.
    """
    return InProcessRunExecutor(
        RunEnvironment(
            runs=project.run_opener(),
            workspace=project.workspace(),
            prompts=project.prompts(),
            research=project.research().tools,
            stages=StageTask(
                registry=project.registry(),
                work=lambda runs: project.run_stage(runs=runs),
                inputs=lambda: build_stage_inputs(project.settings()),
                research=lambda: project.research().tools,
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
    """Build the environment of the project's studio sessions.

    The parameters replace the project's own agents and executor, and add tools. Without
    ``approval``, actions that need an approval are denied.
    """
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
        stages=lambda: _stages(project),
        vision=lambda: _vision(project),
        servers=project.servers(),
    )


def list_agents(project: ProjectContainer) -> tuple[Agent, ...]:
    """Return the agents of ``project.yaml``, else agents that use the project's own models.

    The default is one agent. Models that cannot refine a draft get two agents, whose drafts are
    compared.
    """
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
    """Return the agent that talks with the author: the configured backend, else the first agent."""
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


def _stages(project: ProjectContainer) -> list[str]:
    return [f"{each.stage}: {each.state.value}" for each in project.status().execute().stages]


def _vision(project: ProjectContainer) -> str:
    """Return the genre and the creative vision, or an empty string before DREAM is finished."""
    registry = project.registry()
    vision = registry.story(project.store().artifacts, before=registry.names[1]).vision
    return f"{vision.genre}, {vision.subgenre}. {vision.creative_vision}" if vision else ""
