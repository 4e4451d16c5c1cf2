"""What a pipeline must not do in silence: drop an idea, a size, or what a stage is made from."""

from __future__ import annotations

from questfoundry.app.pipeline.status import ProjectStatus, StageState
from questfoundry.app.run.redo import run_behind, words_of
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.stages.story_fold import load_story
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import Act, GiveIdea, RunPipeline

PLANNING = ("dream", "brainstorm", "seed")
"""The stages that a story's size is settled in."""


def require_settled(status: ProjectStatus, *, before: str | None) -> None:
    """Refuse to begin with a stage whose own ground is not settled and fresh."""
    for each in status.stages if before else ():
        if each.stage == before:
            break
        if each.state is not StageState.READY:
            raise InputError(
                f"{each.stage} is {each.state.value}, and {before} is made from it.",
                remedies=(RunPipeline(), RunPipeline(start=each.stage)),
            )


def require_idea(
    registry: StageRegistry, store: ProjectStore, idea: str, *, start: str | None
) -> None:
    """Refuse to begin without an idea, and an idea for a story that has another one."""
    first = registry.get(registry.names[0])
    behind = run_behind(first, store)
    if not idea.strip():
        if behind is None and not store.runs.list(stage=first.name):
            raise InputError("A story needs an idea.", remedies=(GiveIdea(),))
        return
    if start == first.name or store.artifacts.current(first.name) is None:
        return
    known = words_of(first, store, behind) if behind else ""
    if not same_idea(idea, known):
        raise InputError(
            f"This project's story has another idea: {known!r}. A new one gets a folder of "
            "its own, or is begun here, which keeps the old versions.",
            remedies=(RunPipeline(), Act.CHOOSE_FOLDER, RunPipeline(start=first.name)),
        )


def same_idea(one: str, other: str) -> bool:
    """Whether they are the same words."""
    return one.split() == other.split()


def require_size(
    registry: StageRegistry, store: ProjectStore, size: str | None, *, start: str | None
) -> None:
    """Refuse another size for a story that is planned already, unless it is planned anew."""
    if size is None or start in PLANNING:
        return
    planned = load_story(registry, store.artifacts).size
    if planned is not None and planned != size:
        raise InputError(
            f"The story is planned as {planned.value}, and is planned anew for another size.",
            remedies=(RunPipeline(start="brainstorm", size=size),),
        )
