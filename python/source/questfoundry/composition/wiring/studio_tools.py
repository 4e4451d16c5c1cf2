"""The tools with which the studio's agent works on the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import asdict

from questfoundry.app.pipeline.start_stage import NewRun, ResumedRun, StageRequest, StageStart
from questfoundry.app.project.patch import get_value
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.session.project_tools import ProjectTool, Work
from questfoundry.app.session.result_truncation import compact_value, truncate_value
from questfoundry.app.session.story_answer import AskStoryUseCase
from questfoundry.app.session.story_reading import describe_position, find_passages
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.inputs import build_stage_inputs
from questfoundry.domain.protocols import Tool
from questfoundry.domain.story.story import Story


def project_tools(project: ProjectContainer, runs: RunOpener) -> tuple[Tool, ...]:
    """Return the studio agent's tools, which are marked if they change something.

    Model calls of the tools use the budget of ``runs``.
    """
    prompts = project.prompts()
    works = _Works(project, runs)
    reading: Sequence[Work] = (
        works.project_status,
        works.show_artifact,
        works.check_story,
        works.inspect_story,
        works.search_story,
        works.ask_story,
        works.play_step,
    )
    changing: Mapping[Work, Callable[..., object] | None] = {
        works.run_stage: lambda stage, wish="": project.registry().find(stage),  # noqa: ARG005
        works.rewrite_passage: works.require_passage,
        works.edit_artifact: lambda stage, changes: project.patch().check_changes(stage, changes),
        works.rename: project.rename().preview,
        works.ship_story: None,
    }
    return (
        *(ProjectTool(each.__name__, each, prompts) for each in reading),
        *(
            ProjectTool(each.__name__, each, prompts, effects=True, require=require)
            for each, require in changing.items()
        ),
        ProjectTool("undo", works.undo, prompts, effects=True, at_most_once=True),
    )


class _Works:
    """The functions behind the tools; a method's name and parameters are those of its tool."""

    def __init__(self, project: ProjectContainer, runs: RunOpener) -> None:
        self._project = project
        self._runs = runs

    async def project_status(self) -> Any:
        stages = self._project.status().execute().stages
        return [{name: said for name, said in asdict(each).items() if said} for each in stages]

    async def show_artifact(self, stage: str, part: str = "") -> Any:
        data = dict(self._project.show().execute(stage).data)
        return truncate_value(get_value(part, data) if part else data, part)

    async def check_story(self) -> Any:
        result = self._project.check().execute()
        findings = [compact_value(asdict(each.item)) for each in (*result.findings, *result.prose)]
        return {"findings": findings or "none"}

    async def inspect_story(self) -> Any:
        statistics = compact_value(asdict(self._project.inspect().execute()))
        for route in ("shortest", "longest"):
            statistics.get("pace", {}).get(route, {}).pop(
                "passages", None
            )  # its choices say the same
        return statistics

    async def search_story(self, query: str, known_at: str = "", arc: Sequence[str] = ()) -> Any:
        return find_passages(self._story(), query, known_at, arc)

    async def ask_story(self, question: str, known_at: str = "", arc: Sequence[str] = ()) -> Any:
        asking = AskStoryUseCase(runs=self._runs, prompts=self._project.prompts())
        return await asking.execute(self._story(), question, known_at, arc)

    async def play_step(self, choices: Sequence[str] = ()) -> Any:
        return describe_position(self._story(), choices)

    async def run_stage(self, stage: str, wish: str = "") -> Any:
        project = self._project
        found = project.registry().get(stage)
        is_rerun = bool(wish) and project.store().artifacts.current(stage) is not None
        words = "" if is_rerun else wish
        inputs = build_stage_inputs(
            project.settings(),
            idea="" if found.needs else words,
            remark=words if found.needs else "",
        )
        rerun_note = wish if is_rerun else None
        start = project.start_stage().execute(
            StageRequest(stage=stage, inputs=inputs, rerun_note=rerun_note)
        )
        use_case = project.run_stage(runs=self._runs)
        if isinstance(start, ResumedRun):
            result = await use_case.resume(stage, start.run)
        else:
            result = await use_case.execute(stage, inputs, rerun_note=rerun_note)
        return {
            "version": result.version.version,
            "run": result.run,
            **_describe_start(start),
            "gist": [asdict(each) for each in result.summary],
        }

    def require_passage(self, passage: str, wish: str) -> None:
        del wish
        project = self._project
        StoredDraft.load(project.registry(), project.store()).find_passage(passage)

    async def rewrite_passage(self, passage: str, wish: str) -> Any:
        review = self._project.settings().file.fill.reviewer is not None
        rewrite = self._project.rewrite(runs=self._runs)
        written = await rewrite.execute(passage, wish, review=review)
        return {"passage": written.passage, "prose": written.prose, "findings": written.findings}

    async def edit_artifact(self, stage: str, changes: Mapping[str, Any]) -> Any:
        made = self._project.patch().execute(stage, changes)
        return {"stage": stage, "version": made.version}

    async def rename(self, old: str, new: str) -> Any:
        return asdict(self._project.rename().execute(old, new))

    async def undo(self, stage: str = "") -> Any:
        return asdict(self._project.undo().execute(stage or None))

    async def ship_story(self) -> Any:
        return [each.path for each in self._project.ship().execute(()).files]

    def _story(self) -> Story:
        return self._project.registry().story(self._project.store().artifacts)


def _describe_start(start: StageStart) -> Mapping[str, str]:
    """Return what the agent must know about unfinished runs; empty if there was none."""
    match start:
        case ResumedRun(run):
            return {"resumed": run}
        case NewRun(unfinished) if unfinished:
            return {"stays_unfinished": unfinished}
        case _:
            return {}
