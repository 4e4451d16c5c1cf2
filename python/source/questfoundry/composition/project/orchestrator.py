"""A pipeline interface whose options are mappings; each call opens the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from questfoundry.composition.project.project import Project
from questfoundry.composition.wiring.inputs import RunOptions
from questfoundry.domain.errors import UsageError
from questfoundry.domain.events import Event, ModelCallFinished, ModelCallStarted
from questfoundry.domain.protocols.runs import EventSink

if TYPE_CHECKING:
    from questfoundry.app.pipeline.run_pipeline import PipelineResult
    from questfoundry.app.pipeline.stage_result import StageResult
    from questfoundry.composition.settings.trust import Trust
    from questfoundry.composition.wiring.containers import ProjectContainer

_RENAMED = {"user_input_fn": "author", "validation_retries": "attempts"}
_CALLBACKS = ("on_llm_start", "on_llm_end")
_COMMON_KEYS = {*RunOptions.__optional_keys__, *_RENAMED, *_CALLBACKS} - set(_RENAMED.values())
_STAGE_KEYS = {*_COMMON_KEYS, "user_prompt", "resume", "redo"}
_PIPELINE_KEYS = {
    *_COMMON_KEYS,
    "start",
    "end",
    "budget",
    "reviewer",
    "replace_edits",
    "retry_last",
}


@define(eq=False, slots=False)
class PipelineOrchestrator:
    """A runner for the stages of the project in ``project_path``; a missing folder is created.

    A *context* is a mapping with the keyword arguments of the methods of
    :class:`~questfoundry.composition.project.project.Project`. Three keys have other names:
    ``user_prompt`` is the idea or the note, ``user_input_fn`` the author, and
    ``validation_retries`` the number of attempts. ``on_llm_start`` and ``on_llm_end`` are callbacks
    that receive the events of each model call. ``configure`` receives the container and may
    override its providers; ``trust`` works as in :meth:`Project.open`.
    """

    _project_path: str | Path
    _env: Mapping[str, str] | None = field(default=None, kw_only=True)
    _configure: Callable[[ProjectContainer], None] | None = field(default=None, kw_only=True)
    _trust: Trust = field(default=False, kw_only=True)

    async def run_stage(self, name: str, context: Mapping[str, Any]) -> StageResult:
        """Run or resume a stage and return the result with its accepted artifact."""
        options = _options(context, _STAGE_KEYS, "run_stage")
        text = options.pop("user_prompt", "")
        async with self._project(context) as project:
            needs = project.container.registry().get(name).needs
            options["remark" if needs else "idea"] = text
            return await project.run_stage(name, **options)

    async def run(self, idea: str = "", context: Mapping[str, Any] | None = None) -> PipelineResult:
        """Run all stages from DREAM to SHIP that need to run; a later call continues the work."""
        options = _options(context or {}, _PIPELINE_KEYS, "run")
        async with self._project(context or {}) as project:
            return await project.run(idea, **options)

    def _project(self, context: Mapping[str, Any]) -> Project:
        project = Project.open(
            Path(self._project_path),
            env=self._env,
            events=(_Callbacks(context),),
            trust=self._trust,
        )
        if self._configure is not None:
            self._configure(project.container)
        return project


class _Callbacks(EventSink):
    def __init__(self, context: Mapping[str, Any]) -> None:
        self._start = context.get("on_llm_start")
        self._end = context.get("on_llm_end")

    def emit(self, event: Event) -> None:
        match event:
            case ModelCallStarted() if self._start is not None:
                self._start(event)
            case ModelCallFinished() if self._end is not None:
                self._end(event)
            case _:
                pass


def _options(context: Mapping[str, Any], known: set[str], method: str) -> dict[str, Any]:
    if unknown := set(context) - known:
        raise UsageError(
            f"{method} does not accept the context keys {', '.join(sorted(unknown))}. "
            f"It accepts {', '.join(sorted(known))}."
        )
    return {
        _RENAMED.get(key, key): value for key, value in context.items() if key not in _CALLBACKS
    }
