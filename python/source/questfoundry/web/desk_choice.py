"""The choice between the views of a generated story and of an imported one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from questfoundry.composition.project.project import Project
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.imported_story import ImportedViews
from questfoundry.web.project_views import ProjectViews


@asynccontextmanager
async def open_project_views(
    container: ProjectContainer, work: BackgroundTask
) -> AsyncIterator[ProjectViews]:
    """Yield the views of an open project, for an imported or a generated story.

    At the end ``work`` is stopped and the views are closed.
    """
    kind = ImportedViews if container.source() else ProjectViews
    views = kind(Project(container), work)
    try:
        yield views
    finally:
        await work.stop()
        await views.close()
