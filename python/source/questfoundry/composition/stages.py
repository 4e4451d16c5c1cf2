"""The stages that this program has, in the order of the pipeline."""

from __future__ import annotations

from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.stage import StageRegistry


def stage_registry() -> StageRegistry:
    """Every stage that can be run."""
    return StageRegistry([DreamStage()])
