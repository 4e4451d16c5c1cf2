"""The choice between the views of a generated story and of an imported one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from questfoundry.cli.desk.background_task import BackgroundTask
from questfoundry.cli.desk.imported_story import ImportedViews
from questfoundry.cli.desk.project_views import ProjectViews
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.project import Project


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
