"""The models of a project's runs: from the caller, or chosen by settings, flags or a run record."""

from __future__ import annotations

from questfoundry.app.run.models import FixedModels, ModelSource, PhaseProviders
from questfoundry.composition.registries.default_model import find_default_model
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.model_choice import REPLAY, ModelChoice, choose_models
from questfoundry.composition.wiring.provider_stack import ProviderStack
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.events import ModelsChosen
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, EventSink, RunRepository
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.record import RunRecord

Models = ChatProvider | PhaseProviders | ModelSource
"""One model for all phases, one model for each phase, or a source that chooses for each run."""


class ProjectModels(ModelSource):
    """A source of models that follows the settings, and emits an event when the choice changes."""

    def __init__(
        self,
        *,
        settings: ProjectSettings,
        flags: SourceChoices,
        runs: RunRepository,
        stack: ProviderStack,
        events: EventSink,
    ) -> None:
        self._settings = settings
        self._flags = flags
        self._runs = runs
        self._stack = stack
        self._events = events
        self._announced: tuple[object, ...] = ()

    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """Return the providers for a new run, or for the resumed run ``record``."""
        choice = self.resolve_choice(record)
        announced = (record and record.id, choice.models)
        if announced != self._announced:
            self._announced = announced
            self._events.emit(
                ModelsChosen(
                    origins={phase.value: each.origin for phase, each in choice.chosen.items()},
                    note=choice.note,
                )
            )
        return self._stack.get_phase_providers(choice)

    def resolve_choice(self, record: RunRecord | None) -> ModelChoice:
        """Return the chosen models for a new run or the resumed run ``record``; needs no API key.

        Raise ``SettingsError`` for an unknown or unsuitable model.
        """
        return choose_models(
            self._settings,
            flags=self._flags,
            runs=self._runs,
            resumed=record,
            default_model=find_default_model,
        )

    def refuse_recordings(self) -> None:
        """Raise ``SettingsError`` if a recorded run is chosen, because it covers only one stage."""
        choices = self._settings.collect_choices(self._flags)
        given = (choices.flags, choices.variables, choices.keys)
        for source in given:
            for text in (source.general, *(source.phases.get(phase) for phase in Phase)):
                if text and text.partition("/")[0] == REPLAY:
                    raise SettingsError(
                        "A recorded run belongs to a single stage. Choose a model for the "
                        "pipeline, or replay one stage.",
                        remedies=(SimpleAction.REPLAY_ONE_STAGE,),
                    )


def source_of_models(models: Models | None) -> ModelSource | None:
    """Return ``models`` as a source of models, or ``None`` if ``models`` is ``None``."""
    match models:
        case None:
            return None
        case ModelSource():
            return models
        case PhaseProviders():
            return FixedModels(models)
        case provider:
            return FixedModels(
                PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
            )
