"""The stages that this program has, in the order of the pipeline."""

from __future__ import annotations

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.fill.stage import FILL, FillStage
from questfoundry.app.stages.grow.stage import GROW, GrowStage
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.domain.protocols import PromptRepository

__all__ = ("FILL", "GROW", "STAGES", "stage_registry")

STAGES = ("dream", "brainstorm", "seed", GROW, FILL)
"""The names of the stages that can be run; known without building anything."""


def stage_registry(prompts: PromptRepository) -> StageRegistry:
    """Every stage that can be run; its rules are worded in ``prompts``."""
    return StageRegistry(
        [
            DreamStage(),
            BrainstormStage(prompts),
            SeedStage(prompts),
            GrowStage(prompts),
            FillStage(),
        ]
    )
