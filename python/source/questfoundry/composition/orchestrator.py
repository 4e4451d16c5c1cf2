"""The library's front door to a project: run stages from another program (S1.43)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from questfoundry.app.phases.options import OptionsSink
from questfoundry.app.recording.recorded import Author
from questfoundry.app.stage_request import StageRequest, StageResult
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.project import open_project
from questfoundry.domain.errors import UsageError
from questfoundry.domain.events import Event, ModelCallFinished, ModelCallStarted
from questfoundry.domain.models.settings import Given
from questfoundry.domain.protocols import EventSink, TextSink, Tool


class StageContext(TypedDict, total=False):
    """What a program may say about a stage's execution (S5.16 to S5.18).

    ``interactive`` is off unless said; then ``user_input_fn`` is awaited for the author's
    lines. ``on_llm_start`` and ``on_llm_end`` get the events of each model call.
    """

    user_prompt: str
    interactive: bool
    user_input_fn: Author
    research_tools: list[Tool]
    max_turns: int
    validation_retries: int
    size: str
    language: str
    review: bool
    resume: str
    redo: str
    provider: str
    on_assistant_message: Callable[[str], None]
    on_llm_start: Callable[[ModelCallStarted], None]
    on_llm_end: Callable[[ModelCallFinished], None]
    on_text: TextSink
    on_options: OptionsSink


class PipelineOrchestrator:
    """Runs the stages of one project; made with a folder, which need not exist yet.

    ``env`` stands in for the process's environment variables. ``configure`` gets the
    container before it is used: override what should be different.
    """

    def __init__(
        self,
        project_path: str | Path,
        *,
        env: Mapping[str, str] | None = None,
        configure: Callable[[ProjectContainer], None] | None = None,
    ) -> None:
        self._folder = Path(project_path)
        self._env = os.environ if env is None else env
        self._configure = configure

    async def run_stage(self, name: str, context: StageContext) -> StageResult:
        """Run or resume a stage and return its accepted artifact.

        Raises the kinds of :class:`~questfoundry.domain.errors.QuestFoundryError`.
        """
        unknown = set(context) - set(StageContext.__annotations__)
        if unknown:
            raise UsageError(
                f"run_stage does not know the context keys {', '.join(sorted(unknown))}. "
                f"It knows {', '.join(sorted(StageContext.__annotations__))}."
            )
        self._folder.mkdir(parents=True, exist_ok=True)
        async with open_project(
            self._folder,
            self._env,
            flags=Given(general=context.get("provider")),
            resume=context.get("resume"),
            sinks=(_Callbacks(context),),
        ) as project:
            if self._configure is not None:
                self._configure(project)
            project.sync_edits().execute()
            return await project.run_stage().execute(name, stage_request(context, project))


class _Callbacks(EventSink):
    """Calls the context's functions for the events that they want."""

    def __init__(self, context: StageContext) -> None:
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


def stage_request(context: StageContext, project: ProjectContainer) -> StageRequest:
    """The request that a context means in a project, whose settings fill what it leaves open."""
    file = project.settings().file
    interactive = context.get("interactive", False)
    settings: dict[str, Any] = {
        "max_turns": context.get("max_turns")
        or (file.interactive.max_turns if interactive else None),
        "size": context.get("size") or (file.size.value if file.size else None),
        "language": context.get("language") or file.language,
        "attempts": context.get("validation_retries") or file.serialize.attempts,
        "review": context.get("review", file.fill.review is not None),
    }
    tools = context.get("research_tools")
    return StageRequest(
        user_prompt=context.get("user_prompt", ""),
        interactive=interactive,
        author=context.get("user_input_fn"),
        research_tools=project.research().tools if tools is None else tools,
        resume=context.get("resume"),
        redo=context.get("redo"),
        on_assistant_message=context.get("on_assistant_message"),
        on_text=context.get("on_text"),
        on_options=context.get("on_options"),
        **settings,
    )
