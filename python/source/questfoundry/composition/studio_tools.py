"""The tools of the studio's agent that work on the project, joined to its use cases."""

from __future__ import annotations

from typing import Any

from questfoundry.app.session.project_tools import ProjectTool, passages_about
from questfoundry.composition.containers import ProjectContainer
from questfoundry.domain.protocols import Tool


def project_tools(project: ProjectContainer) -> tuple[Tool, ...]:
    """Reading ones, and those that change something, which say so."""
    prompts = project.prompts()

    async def show_artifact(stage: str) -> Any:
        return dict(project.show().execute(stage).data)

    async def check_story() -> Any:
        result = project.check().execute()
        findings = [str(each.item) for each in (*result.findings, *result.prose)]
        return {"findings": findings} if findings else {"findings": "none"}

    async def search_story(query: str, known_at: str = "") -> Any:
        registry, store = project.registry(), project.store()
        return passages_about(registry.story(store.artifacts), query, known_at)

    async def rewrite_passage(passage: str, wish: str) -> Any:
        review = project.settings().file.fill.reviewer is not None
        written = await project.rewrite().execute(passage, wish, review=review)
        return {"passage": written.passage, "prose": written.prose, "findings": written.findings}

    async def ship_story() -> Any:
        return [each.path for each in project.ship().execute(()).files]

    return (
        ProjectTool("show_artifact", show_artifact, prompts),
        ProjectTool("check_story", check_story, prompts),
        ProjectTool("search_story", search_story, prompts),
        ProjectTool("rewrite_passage", rewrite_passage, prompts, effects=True),
        ProjectTool("ship_story", ship_story, prompts, effects=True),
    )
