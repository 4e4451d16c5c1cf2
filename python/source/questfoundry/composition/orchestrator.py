"""The library's front door to a project: run stages from another program."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypedDict

from attrs import evolve

from questfoundry.app.phases.options import OptionsSink
from questfoundry.app.pipeline.pipeline_request import PipelineRequest, PipelineResult, Reviewer
from questfoundry.app.pipeline.stage_request import StageRequest, StageResult
from questfoundry.app.run.recorded import Author
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.pipeline import pipeline_of, require_language
from questfoundry.composition.project import open_project
from questfoundry.domain.budget import Budget
from questfoundry.domain.errors import UsageError
from questfoundry.domain.events import Event, ModelCallFinished, ModelCallStarted
from questfoundry.domain.models.settings import Given
from questfoundry.domain.protocols import EventSink, TextSink, Tool


class RunContext(TypedDict, total=False):
    """What a program may say about how stages are run.

    ``interactive`` is off unless said; then ``user_input_fn`` is awaited for the author's
    lines. ``on_llm_start`` and ``on_llm_end`` get the events of each model call.
    """

    interactive: bool
    user_input_fn: Author
    research_tools: list[Tool]
    max_turns: int
    validation_retries: int
    review: bool
    size: str
    language: str
    provider: str
    on_assistant_message: Callable[[str], None]
    on_llm_start: Callable[[ModelCallStarted], None]
    on_llm_end: Callable[[ModelCallFinished], None]
    on_text: TextSink
    on_options: OptionsSink


class StageContext(RunContext, total=False):
    """What a program may say about the execution of one stage."""

    user_prompt: str
    resume: str
    redo: str


class PipelineContext(RunContext, total=False):
    """What a program may say about an execution of the pipeline.

    All is made anew from the stage ``start`` on; ``end`` is the last one. ``budget`` is what
    may be spent, as ``50000tokens`` or ``2.50usd``; the ``reviewer`` is asked after each stage.
    """

    start: str
    end: str
    budget: str
    reviewer: Reviewer


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
        _require_known(context, StageContext.__optional_keys__, "run_stage")
        async with self._project(context, resume=context.get("resume")) as project:
            return await project.run_stage().execute(name, stage_request(context, project))

    async def run(self, idea: str = "", context: PipelineContext | None = None) -> PipelineResult:
        """Run the stages from DREAM to SHIP, as far as they have to be; a later call goes on.

        Raises the kinds of :class:`~questfoundry.domain.errors.QuestFoundryError`, and
        ``BudgetReachedError`` where the context's budget is spent.
        """
        said: PipelineContext = context or {}
        _require_known(said, PipelineContext.__optional_keys__, "run")
        budget = said.get("budget")
        async with self._project(said) as project:
            require_language(project, said.get("language"))
            pipeline = pipeline_of(project, budget=Budget.parse(budget) if budget else None)
            return await pipeline.execute(
                PipelineRequest(
                    idea=idea,
                    start=said.get("start"),
                    end=said.get("end"),
                    size=said.get("size"),
                    each=run_request(said, project),
                    reviewer=said.get("reviewer"),
                )
            )

    @asynccontextmanager
    async def _project(
        self, context: RunContext, *, resume: str | None = None
    ) -> AsyncIterator[ProjectContainer]:
        """The project, with the author's edits taken in."""
        self._folder.mkdir(parents=True, exist_ok=True)
        async with open_project(
            self._folder,
            self._env,
            flags=Given(general=context.get("provider")),
            resume=resume,
            sinks=(_Callbacks(context),),
        ) as project:
            if self._configure is not None:
                self._configure(project)
            project.sync_edits().execute()
            yield project


class _Callbacks(EventSink):
    """Calls the context's functions for the events that they want."""

    def __init__(self, context: RunContext) -> None:
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
    return evolve(
        run_request(context, project),
        user_prompt=context.get("user_prompt", ""),
        resume=context.get("resume"),
        redo=context.get("redo"),
    )


def run_request(context: RunContext, project: ProjectContainer) -> StageRequest:
    """How every stage is run: what a context and the project's settings say of it."""
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
        interactive=interactive,
        author=context.get("user_input_fn"),
        research_tools=project.research().tools if tools is None else tools,
        on_assistant_message=context.get("on_assistant_message"),
        on_text=context.get("on_text"),
        on_options=context.get("on_options"),
        **settings,
    )


def _require_known(context: RunContext, known: AbstractSet[str], method: str) -> None:
    if unknown := set(context) - known:
        raise UsageError(
            f"{method} does not know the context keys {', '.join(sorted(unknown))}. "
            f"It knows {', '.join(sorted(known))}."
        )
