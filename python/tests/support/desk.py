"""The web interface of a project, used as a browser does, without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
from lxml import html
from starlette.applications import Starlette

from questfoundry.composition.project.project import Models, Project
from questfoundry.web.app import desk_app, open_project_views
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.entrance import Entrance
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import Guarded
from tests.support.finished import finished
from tests.support.woven_project import copied

PORT = 8765
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
    """Yield a browser; with ``entered``, it has opened an address of the desk."""
    work = BackgroundTask()
    project = Project.open(folder, models=models, env=env or {}, events=(work,), trust=True)
    async with project, open_project_views(project.container, work) as views:
        app = desk_app(views)
        entrance = Entrance(PORT)
        transport = httpx.ASGITransport(Guarded(app, entrance))
        async with httpx.AsyncClient(transport=transport, base_url=OWN) as client:
            if entered:
                await enter(client, entrance.new_address())
            yield Desk(client, views, app, entrance)


async def enter(client: httpx.AsyncClient, address: str) -> httpx.Response:
    """Open a one-time address, keep its secrets as a browser does, and return the next page."""
    page = await client.get(address)
    assert page.status_code == 200, page.text
    (link,) = html.fromstring(page.text).xpath("//a/@href")
    known = urlsplit(link)
    client.auth = (known.username or "", known.password or "")
    led = await client.get(urljoin(address, f"{known.path}?{known.query}"))
    assert led.status_code == 200, led.text
    return await client.get(html.fromstring(led.text).xpath("//a/@href")[0])


class Desk:
    def __init__(
        self, client: httpx.AsyncClient, views: ProjectViews, app: Starlette, entrance: Entrance
    ) -> None:
        self.client = client
        self.entrance = entrance
        self.views = views
        self.app = app

    def new_client(self, **options: Any) -> httpx.AsyncClient:
        """Return another browser, which knows nothing of the desk."""
        transport = httpx.ASGITransport(Guarded(self.app, self.entrance))
        return httpx.AsyncClient(transport=transport, base_url=OWN, **options)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=headers)

    async def post(self, path: str, form: Any = None, **headers: str) -> httpx.Response:
        """Send a form from a page of the web interface; header names use underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post(path, data=form or {}, headers={**FROM_OWN_PAGE, **named})
