"""Wires the pipeline of a project: the models of each stage, paid from one purse."""

from __future__ import annotations

from collections.abc import Callable

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.pipeline.run_pipeline import RunPipelineUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.run.spend_meter import Purse
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.model_choice import ModelChoice
from questfoundry.domain.budget import Budget
from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.remedy import Act, RunPipeline


def pipeline_of(
    project: ProjectContainer,
    *,
    budget: Budget | None = None,
    on_choice: Callable[[ModelChoice], None] = lambda _: None,
) -> RunPipelineUseCase:
    """The pipeline; ``on_choice`` is told of the models before a stage is run with others."""
    purse = Purse(prices=project.prices(), budget=budget)
    models = _StageModels(project, on_choice)

    def run_stage(resume: str | None) -> RunStageUseCase:
        return project.run_stage(providers=purse.holding(models.of_run(resume)))

    return RunPipelineUseCase(
        registry=project.registry(),
        store=project.store(),
        status=project.status(),
        run_stage=run_stage,
        sync_edits=project.sync_edits(),
        ship=project.ship(),
        purse=purse,
        events=project.events(),
        clock=project.clock(),
    )


def require_language(project: ProjectContainer, language: str | None) -> None:
    """Refuse another language than the project's: what is settled would not be told in it."""
    known = project.settings().file.language
    if language is not None and language != known:
        raise InputError(
            f"This project's language is {known!r}. Write `language: {language}` in project.yaml, "
            "and begin anew.",
            remedies=(RunPipeline(start="dream"),),
        )


class _StageModels:
    """The models of a new run, or those that a run to be resumed began with.

    They are made anew only where they differ: an embedded one takes its time to load.
    """

    def __init__(self, project: ProjectContainer, on_choice: Callable[[ModelChoice], None]) -> None:
        self._project = project
        self._on_choice = on_choice
        self._choice: ModelChoice | None = None

    def of_run(self, resume: str | None) -> PhaseProviders:
        """The providers of the phases."""
        self._project.resume.override(resume)
        self._project.choice.reset()
        choice = self._project.choice()
        if choice.recording is not None:
            raise SettingsError(
                "A recorded run is one of a single stage. Choose a model for the "
                "pipeline, or replay one stage.",
                remedies=(Act.REPLAY_ONE_STAGE,),
            )
        if self._choice is None or _differ(choice, self._choice):
            self._choice = choice
            self._project.phase_providers.reset()
            self._on_choice(choice)
        return self._project.phase_providers()


def _differ(one: ModelChoice, other: ModelChoice) -> bool:
    refs = [[chosen.ref for chosen in each.chosen.values()] for each in (one, other)]
    return refs[0] != refs[1] or one.traits != other.traits
