"""The desk on a project in a database: an edit, a run, and a crash of the desk."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import httpx
import psycopg
import pytest
from lxml import html

from tests.chaos.server import Call, ChaosServer
from tests.support.desk import enter
from tests.support.loopback import Reply
from tests.support.qf import qf
from tests.support.qf_process import QfProcess

IDEA = "A noir mystery in a drowned city"
EDIT = "The bell rings twice."
CALLS_AT_ONCE = 4
PATIENCE = 60.0


@asynccontextmanager
async def at_desk(process: QfProcess) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a browser that has opened the address that the desk printed."""
    process.await_text("Press Ctrl-C")
    (address,) = (each for each in process.screen.split() if "token=" in each)
    own = address.partition("/?")[0]
    headers = {"origin": own, "sec-fetch-site": "same-origin"}
    async with httpx.AsyncClient(base_url=own, headers=headers, timeout=60) as client:
        await enter(client, address)
        yield client


async def edit_passage(client: httpx.AsyncClient, page: str) -> str:
    """Replace the last part of the passage at the address ``page``, and return ``page``."""
    [form] = html.fromstring((await client.get(f"{page}/edit")).text).xpath("//form[@id='writing']")
    fields: dict[str, list[str]] = {}
    for each in form.xpath(".//input | .//textarea"):
        fields.setdefault(each.name, []).append(each.value or "")
    fields["part"][-1] = EDIT
    said = await client.post(f"{page}/edit", data=fields, headers={"hx-request": "true"})
    assert "Saved" in said.text
    return page


async def begin_run(desk: QfProcess, is_busy: Event) -> None:
    """Begin a run at the desk, and return when the model has been asked twice."""
    async with at_desk(desk) as client:
        assert (await client.post("/run")).status_code == 303
        assert await asyncio.to_thread(is_busy.wait, PATIENCE)


async def finish_run_and_edit(desk: QfProcess) -> str:
    async with at_desk(desk) as client:
        while "Finished: FILL" not in (shown := (await client.get("/run")).text):
            # The lease of the killed desk ends after half a minute.
            if "Continue" in shown:
                assert (await client.post("/run")).status_code == 303
            await asyncio.sleep(0.5)
        found = html.fromstring((await client.get("/text")).text).xpath("//a/@href")
        return await edit_passage(client, next(each for each in found if "/passage/" in each))


async def read(desk: QfProcess, page: str) -> str:
    async with at_desk(desk) as client:
        return (await client.get(page)).text


@pytest.mark.slow
def test_a_crash_of_the_desk_loses_nothing_of_a_project_in_a_database(
    empty_database: str, tmp_path: Path
) -> None:
    """An author on a shared server loses neither an edit nor a paid answer."""
    is_busy = Event()

    def announce(call: Call) -> Reply:
        is_busy.set()
        return call.reply()

    def start(name: str) -> QfProcess:
        (folder := tmp_path / name).mkdir()
        return QfProcess(
            "desk", "--no-browser", "--project", "tale", folder=folder, env=env, terminal=True
        )

    with ChaosServer() as server:
        env = {**server.env, "QF_DATABASE_URL": empty_database, "XDG_CACHE_HOME": str(tmp_path)}
        qf("database", "upgrade", env=env, code=0)
        qf("run", IDEA, "--to", "grow", "--project", "tale", env=env, code=0)
        server.faults[server.calls + 2] = announce
        with start("first") as desk:
            asyncio.run(begin_run(desk, is_busy))
            desk.kill()
        server.await_no_connection()
        with start("second") as desk:
            page = asyncio.run(finish_run_and_edit(desk))
            desk.kill()
        with start("third") as desk:
            assert EDIT in asyncio.run(read(desk, page))
        with psycopg.connect(empty_database) as connection:
            ((stored,),) = connection.execute("SELECT sum(calls) FROM qf_data.journal").fetchall()
    assert server.problems == []
    assert 0 <= server.calls - stored <= CALLS_AT_ONCE
