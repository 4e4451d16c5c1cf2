"""Estimated model usage of stages that a project has not run yet."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.app.pipeline.typical_usage import estimate_usage
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.models import ProjectModels
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.run.journal import PaidUsage
from questfoundry.domain.story.size import Size
from questfoundry.infra.storage.material_files import read_material


def estimate_stage_usage(container: ProjectContainer, size: Size | None) -> Mapping[str, PaidUsage]:
    """Return the estimated token usage and cost of each stage, by stage name.

    The size is the story's if already decided, else ``size``, else the size in ``project.yaml``.
    Raise ``SettingsError`` if a setting names an unknown model.
    """
    models = container.models()
    if isinstance(models, ProjectModels):
        choice = models.resolve_choice(None)
        ref, traits = choice.chosen[Phase.SERIALIZE].ref, choice.traits[Phase.SERIALIZE]
    else:
        writer = models.choose_models(None).serialize
        ref, traits = writer.model, writer.traits
    story = container.registry().story(container.store().artifacts)
    wanted = story.size or size or container.settings().file.size
    material = read_material(container.settings().paths.root)
    return estimate_usage(ref, traits.capabilities, wanted, material)
