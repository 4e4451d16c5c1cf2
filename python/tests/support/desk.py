"""The web interface of a project, used as a browser does, without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from lxml import html
from starlette.applications import Starlette

from questfoundry.composition.project.project import Models, Project
from questfoundry.web.app import desk_app, open_project_views
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import Guarded
from tests.support.finished import finished
from tests.support.woven_project import copied

TOKEN, PORT = "a-token-of-43-characters-is-not-needed-here", 8765
OWN = f"http://127.0.0.1:{PORT}"
FROM_OWN_PAGE = {"origin": OWN, "sec-fetch-site": "same-origin"}


async def finished_project(folder: Path) -> Path:
    await copied((await finished()).workshop, folder)
    return folder


def texts(answer: httpx.Response, path: str) -> list[str]:
    """Return the text of the elements at ``path``, one line for each."""
    found = html.fromstring(answer.text).xpath(path)
    return [" ".join(each.text_content().split()) for each in found]


@asynccontextmanager
async def at_desk(
    folder: Path,
    *,
    models: Models | None = None,
    entered: bool = True,
    env: Mapping[str, str] | None = None,
) -> AsyncIterator[Desk]:
    """Yield a browser with the address; with ``entered``, it has a session cookie."""
    work = BackgroundTask()
    project = Project.open(folder, models=models, env=env or {}, events=(work,), trust=True)
    async with project, open_project_views(project.container, work) as views:
        app = desk_app(views)
        transport = httpx.ASGITransport(Guarded(app, TOKEN, PORT))
        async with httpx.AsyncClient(transport=transport, base_url=OWN) as client:
            if entered:
                await client.get("/", params={"token": TOKEN})
            yield Desk(client, views, app)


class Desk:
    def __init__(self, client: httpx.AsyncClient, views: ProjectViews, app: Starlette) -> None:
        self.client = client
        self.views = views
        self.app = app

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=headers)

    async def post(self, path: str, form: Any = None, **headers: str) -> httpx.Response:
        """Send a form from a page of the web interface; header names use underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post(path, data=form or {}, headers={**FROM_OWN_PAGE, **named})
