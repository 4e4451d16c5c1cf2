"""The stages that this program has, in the order of the pipeline."""

from __future__ import annotations

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.fill.stage import FillStage
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.ship import ShipStage
from questfoundry.app.stages.stage import Stage
from questfoundry.domain.protocols import PromptRepository

BUILT_IN: tuple[type[Stage], ...] = (
    DreamStage,
    BrainstormStage,
    SeedStage,
    GrowStage,
    FillStage,
    ShipStage,
)
"""Their classes, from which names, help and order are known without building anything."""


def stage_registry(prompts: PromptRepository) -> StageRegistry:
    """Every stage; its rules are worded in ``prompts``."""
    return StageRegistry(
        [
            DreamStage(),
            BrainstormStage(prompts),
            SeedStage(prompts),
            GrowStage(prompts),
            FillStage(),
            ShipStage(),
        ]
    )
