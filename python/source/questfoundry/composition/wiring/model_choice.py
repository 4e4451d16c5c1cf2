"""The choice of a model for each phase, from settings, a resumed run or a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from questfoundry.composition.registries.providers import SCENES_NOTE
from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.models.settings import (
    BUILT_IN,
    Chosen,
    Manner,
    ProviderChoices,
    SourceChoices,
    require_fit,
    resolve_model,
)
from questfoundry.domain.models.traits import ModelRef, ModelTraits, Phase
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunRecord, RunStatus

if TYPE_CHECKING:
    from questfoundry.composition.registries.providers import DefaultModel
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.protocols.provider import ProviderSettings
    from questfoundry.domain.protocols.runs import RunRepository

REPLAY = "replay"


@frozen(kw_only=True)
class ModelChoice:
    """The model and traits of each phase, and a note about the choice for the author.

    ``review`` is the model that reviews the prose, or ``None``. ``recording`` is the id of the run
    that is replayed, or ``None``. ``manners`` maps the models of a resumed run to the request
    features that their servers have refused.
    """

    chosen: Mapping[Phase, Chosen]
    traits: Mapping[Phase, ModelTraits]
    note: str = ""
    review: Chosen | None = None
    recording: str | None = None
    manners: Mapping[str, Manner] = field(factory=dict[str, Manner])

    @property
    def models(self) -> tuple[ModelRef | str | None, ...]:
        """The models and the recording as one value, to notice when the choice changes."""
        refs = (each.ref for each in self.chosen.values())
        return (*refs, self.review.ref if self.review else None, self.recording)


def choose_models(
    settings: ProjectSettings,
    *,
    flags: SourceChoices,
    runs: RunRepository,
    resumed: RunRecord | None,
    default_model: Callable[[ProviderSettings], DefaultModel],
) -> ModelChoice:
    """Choose a model for each phase, and raise ``SettingsError`` for an unsuitable choice.

    A resumed run uses its recorded models unless a command-line option names others. If no setting
    names a model, the models of the newest completed run are used, or else the built-in default.
    """
    found: list[DefaultModel] = []

    def built_in() -> ModelRef:
        if not found:
            found.append(default_model(settings.provider_settings()))
        return found[0].ref

    if resumed is None:
        choices = settings.collect_choices(flags)
        previous = None if _name_all(choices) else _find_previous_run(runs, settings)
        chosen = {
            phase: _choose_recorded(phase, previous, choices)
            if previous
            else resolve_model(phase, choices, built_in)
            for phase in Phase
        }
    else:
        choices = ProviderChoices(flags=flags)
        chosen = {phase: _choose_recorded(phase, resumed, choices) for phase in Phase}
    settings.providers.require(chosen.values(), REPLAY)
    if any(choice.ref.provider == REPLAY for choice in chosen.values()):
        return _choose_recording(chosen, runs)
    traits = {phase: settings.traits_of(each.ref) for phase, each in chosen.items()}
    require_fit(chosen, traits)
    return ModelChoice(
        chosen=chosen,
        traits=traits,
        note=found[0].reason
        if found
        else _format_note(chosen, traits, previous if resumed is None else None),
        review=_choose_reviewer(settings),
        manners={} if resumed is None else Manner.from_record(resumed.models),
    )


def _choose_reviewer(settings: ProjectSettings) -> Chosen | None:
    named = settings.file.fill.reviewer
    if named is None:
        return None
    chosen = Chosen(ref=ModelRef.parse(named), origin="fill.review in project.yaml")
    settings.providers.require([chosen])
    return chosen


def _name_all(choices: ProviderChoices) -> bool:
    """Return whether ``choices`` name a model for each phase, so that no stored run is read."""
    unnamed = ModelRef("", "")
    return all(resolve_model(phase, choices, lambda: unnamed).origin != BUILT_IN for phase in Phase)


def _find_previous_run(runs: RunRepository, settings: ProjectSettings) -> RunRecord | None:
    for run in reversed(runs.list(status=RunStatus.COMPLETED)):
        is_stage = isinstance(run.inputs, StageInputs) and run.models.keys() >= {*Phase}
        if is_stage and not run.stage_inputs.source:
            refs = [ModelRef.parse(run.models[phase.value]["model"]) for phase in Phase]
            return run if all(each.provider in settings.providers for each in refs) else None
    return None


def _choose_recorded(phase: Phase, run: RunRecord, choices: ProviderChoices) -> Chosen:
    recorded = ModelRef.parse(run.models[phase.value]["model"])
    chosen = resolve_model(phase, choices, lambda: recorded)
    return evolve(chosen, origin=f"run {run.id}") if chosen.origin == BUILT_IN else chosen


def _format_note(
    chosen: Mapping[Phase, Chosen], traits: Mapping[Phase, ModelTraits], run: RunRecord | None
) -> str:
    kept = [each.ref for each in chosen.values() if run and each.origin == f"run {run.id}"]
    if not run or not kept:
        is_draft = any(each.capabilities.is_composed for each in traits.values())
        return f"{SCENES_NOTE[:1].upper()}{SCENES_NOTE[1:]}" if is_draft else ""
    names = ", ".join(dict.fromkeys(map(str, kept)))
    return f"Continuing with {names}, as before."


def _choose_recording(chosen: Mapping[Phase, Chosen], runs: RunRepository) -> ModelChoice:
    names = {str(choice.ref) for choice in chosen.values()}
    if len(names) > 1:
        raise SettingsError(
            "A recorded run must be replayed for all phases, but the phases use "
            f"{', '.join(sorted(names))}.",
            remedies=(ChooseModel(),),
        )
    run_id = chosen[Phase.DISCUSS].ref.model
    run = runs.get(run_id)
    if run is None:
        known = ", ".join(each.id for each in runs.list()) or "none yet"
        raise InputError(f"There is no run {run_id!r} to replay. The runs are: {known}.")
    if not run.models.keys() >= {*Phase}:
        raise InputError(
            f"The run {run_id!r} is not the run of a stage. Name a run such as dream-1."
        )
    return ModelChoice(
        chosen=chosen,
        traits={
            phase: ModelTraits.model_validate(run.models[phase.value]["traits"]) for phase in Phase
        },
        recording=run.stage_inputs.source or run.id,
    )
