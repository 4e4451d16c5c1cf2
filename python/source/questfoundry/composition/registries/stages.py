"""The stages in pipeline order: built in, or added by plug-ins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.fill.stage import FillStage
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.registry import ShipStage, StageRegistry
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import ArtifactStage, Stage
from questfoundry.domain.errors import SettingsError
from questfoundry.infra import plugins

if TYPE_CHECKING:
    from questfoundry.domain.protocols import PromptRepository

_Placed = TypeVar("_Placed", Stage, type[Stage])

BUILT_IN: tuple[type[Stage], ...] = (
    DreamStage,
    BrainstormStage,
    SeedStage,
    GrowStage,
    FillStage,
    ShipStage,
)
"""The classes of the built-in stages; their names and help texts are class attributes."""


def stage_registry(prompts: PromptRepository) -> StageRegistry:
    """Return a registry of all stages; ``prompts`` contains the texts of their rules."""
    own = (
        DreamStage(),
        BrainstormStage(prompts),
        SeedStage(prompts),
        GrowStage(prompts),
        FillStage(),
        ShipStage(),
    )
    return StageRegistry(order_stages(own, load_added_stages()))


def load_added_stages() -> tuple[ArtifactStage, ...]:
    """Return the stages that plug-ins add."""
    taken = {stage.name for stage in BUILT_IN}
    return tuple(plugins.load(plugins.STAGES, reserved=taken).values())


def list_artifact_stages() -> list[type[ArtifactStage]]:
    """Return the classes of all stages that make an artifact, in pipeline order."""
    every = order_stages(BUILT_IN, [type(stage) for stage in load_added_stages()])
    return [stage for stage in every if issubclass(stage, ArtifactStage)]


def find_artifact_stage(name: str) -> type[ArtifactStage] | None:
    """Return the class of the stage ``name`` or ``None``; a built-in name loads no plug-in."""
    own = {stage.name: stage for stage in BUILT_IN}
    if name in own:
        stage = own[name]
        return stage if issubclass(stage, ArtifactStage) else None
    added = plugins.load_named(plugins.STAGES, name)
    return None if added is None else type(added)


def order_stages(own: Sequence[_Placed], added: Sequence[_Placed]) -> list[_Placed]:
    """Return all stages, each added stage behind the stage that its ``after`` names.

    Raise ``SettingsError`` if there is no such stage.
    """
    stages = list(own)
    for stage in added:
        names = [each.name for each in stages]
        if stage.after and stage.after not in names:
            raise SettingsError(
                f"The plug-in stage {stage.name!r} follows {stage.after!r}, but there is no such "
                f"stage. The stages are {', '.join(names)}. Fix or uninstall that package."
            )
        stages.insert(names.index(stage.after) + 1 if stage.after else len(stages) - 1, stage)
    return stages
