"""The stages in pipeline order: built in, or added by plug-ins."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar

from questfoundry.app.stages.descriptions import BUILT_IN, Stage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.errors import SettingsError
from questfoundry.infra import plugins

if TYPE_CHECKING:
    from questfoundry.app.stages.stage import ArtifactStage
    from questfoundry.domain.protocols.provider import PromptRepository

_Placed = TypeVar("_Placed", Stage, type[Stage])


def stage_registry(prompts: PromptRepository) -> StageRegistry:
    """Return a registry of all stages; ``prompts`` contains the texts of their rules."""

    def load(stage: Stage) -> Stage:
        if type(stage) not in BUILT_IN or not stage.code:
            return stage
        make: Any = resolve_name(f"questfoundry.app.stages.{stage.code}")
        loaded: Stage = make(prompts) if signature(make).parameters else make()
        return loaded

    own = [description() for description in BUILT_IN]
    return StageRegistry(order_stages(own, load_added_stages()), load)


def load_added_stages() -> tuple[ArtifactStage, ...]:
    """Return the stages that plug-ins add."""
    taken = {stage.name for stage in BUILT_IN}
    return tuple(plugins.load(plugins.STAGES, reserved=taken).values())


def list_artifact_stages() -> list[type[Stage]]:
    """Return the descriptions of all stages that make an artifact, in pipeline order."""
    every = order_stages(BUILT_IN, [type(stage) for stage in load_added_stages()])
    return [stage for stage in every if stage.makes_artifact]


def find_artifact_stage(name: str) -> type[Stage] | None:
    """Return the description of the stage ``name``, or ``None``; a built-in name loads no code."""
    own = {stage.name: stage for stage in BUILT_IN}
    if name in own:
        return own[name] if own[name].makes_artifact else None
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
