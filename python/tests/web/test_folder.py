"""A folder of projects in the web interface and in the terminal."""

import os
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from lxml import html

from questfoundry import Workplace
from questfoundry.composition.project import project_list
from questfoundry.composition.project.project_list import (
    DatabaseProjectList,
    FolderProjectList,
    ProjectList,
)
from questfoundry.web.entrance import Entrance
from questfoundry.web.folder import ProjectDesks
from questfoundry.web.folder_app import folder_app
from questfoundry.web.server import Guarded
from tests.support.desk import FROM_OWN_PAGE, OWN, PORT, enter, texts
from tests.support.qf import qf

STRANGE = "name: Mine\nproviders: {default: openai/gpt-4o}\n"
NAME = "<b>bold</b>"


def at_folder(folder: Path) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    return at_projects(FolderProjectList(folder, os.environ))


@asynccontextmanager
async def at_projects(projects: ProjectList) -> AsyncIterator[httpx.AsyncClient]:
    async with ProjectDesks(projects) as desks:
        entrance = Entrance(PORT)
        desks.home = entrance.new_address
        transport = httpx.ASGITransport(Guarded(folder_app(desks), entrance))
        async with httpx.AsyncClient(
            transport=transport, base_url=OWN, headers=FROM_OWN_PAGE
        ) as client:
            await enter(client, entrance.new_address())
            yield client


async def entered(address: str, path: str = "/") -> httpx.Response:
    """Open a page of the server at ``address`` as a browser does."""
    async with httpx.AsyncClient(trust_env=False) as client:
        await enter(client, address)
        return await client.get(re.sub(r"/[a-z]*\?.*", path, address))


def make(folder: Path, settings: str = "name: One\n") -> Path:
    folder.mkdir()
    (folder / "project.yaml").write_text(settings)
    return folder


async def test_the_projects_of_a_folder_are_listed_and_opened(tmp_path):
    """Separate origins keep one project's page from reading another project."""
    make(tmp_path / "one", f"name: {NAME!r}\n")
    (make(tmp_path / "two") / "artifacts").mkdir()
    (tmp_path / "two" / "artifacts" / "dream.yaml").touch()
    make(tmp_path / ".hidden")
    (tmp_path / "linked").symlink_to(tmp_path / "one")
    async with at_folder(tmp_path) as client:
        shown = await client.get("/")
        assert texts(shown, "//li/h2") == [NAME, "One"]
        assert texts(shown, "//li/p") == ["one: not started", "two: DREAM is finished"]
        address = (await client.get("/open/one")).headers["location"]
        assert not address.startswith(OWN)
        again = (await client.get("/open/one")).headers["location"]
        assert again.partition("?")[0] == address.partition("?")[0]
        assert NAME in texts(await entered(address), "//h1")
        back = await entered(again, "/projects")
        assert back.status_code == 303
        assert texts(await enter(client, back.headers["location"]), "//li/h2") == [NAME, "One"]


async def test_the_projects_of_a_database_are_listed_and_opened(shared_database, monkeypatch):
    """An author of a publisher finds the stories that all machines share."""
    monkeypatch.setattr(project_list, "_PAGE", 1)
    tenant = f"t{uuid4().hex}"
    with closing(DatabaseProjectList(shared_database, tenant)) as projects:
        async with at_projects(projects) as client:
            assert "no projects here yet" in (await client.get("/")).text
            await client.post("/", data={"idea": "Rust", "name": "Red Coast"})
            await client.post("/", data={"idea": "A tide that waits"})
            first = await client.get("/")
            assert texts(first, "//li/p") == ["a-tide-that-waits: not started"]
            (more,) = html.fromstring(first.text).xpath("//a[.='More projects']/@href")
            with Workplace.connect(shared_database, tenant=tenant, queue="nobody") as workplace:
                job = (await workplace.start("red-coast", "Rust")).id
            second = await client.get(more)
            assert texts(second, "//li/p") == [f"red-coast: not started; job {job} is queued"]
            assert "More projects" not in second.text
            for name in ("nowhere", "a%2Fb", "x" * 300):
                assert (await client.get(f"/open/{name}")).status_code in {400, 404}
            address = (await client.get("/open/red-coast")).headers["location"]
            assert "Red Coast" in texts(await entered(address), "//h1")
            said = await client.post("/", data={"idea": "Rust", "name": "Red Coast"})
            assert "already a project" in said.text


@pytest.mark.parametrize("name", ["linked", ".hidden", "nowhere", "%2e%2e", "..%2fone"])
async def test_what_the_list_does_not_name_is_not_opened(tmp_path, name):
    """A made-up name must not open a hidden or linked project."""
    root = tmp_path / "root"
    root.mkdir()
    make(tmp_path / "one")
    make(root / ".hidden")
    (root / "linked").symlink_to(tmp_path / "one")
    async with at_folder(root) as client:
        assert (await client.get(f"/open/{name}")).status_code in {400, 404}


async def test_a_story_is_begun_with_its_idea(tmp_path):
    """The author sees what a new story would cost before any call. (DSK-11.3)"""
    async with at_folder(tmp_path) as client:
        for form, folder in (
            ({"idea": "A <i>tide</i> that waits"}, "a-i-tide-i-that-waits"),
            ({"idea": "Rust", "name": "Red Coast"}, "red-coast"),
        ):
            said = await client.post("/", data=form)
            found = re.search(r'href="([^"]+)"', said.text)
            assert found is not None
            assert (tmp_path / folder / "project.yaml").exists()
            shown = await entered(found[1].replace("&amp;", "&"), "/run")
            assert texts(shown, "//textarea") == [form["idea"]]
        for form in ({}, {"idea": "x", "name": "../y"}, {"idea": "x", "name": "red-coast"}):
            assert (await client.post("/", data=form)).status_code == 400


async def test_a_project_of_somebody_else_is_trusted_before_it_is_opened(tmp_path, monkeypatch):
    """The user agrees to exactly the shown settings."""
    monkeypatch.delenv("QF_TRUST", raising=False)
    make(tmp_path / "strange", STRANGE)
    async with at_folder(tmp_path) as client:
        shown = await client.get("/open/strange")
        assert "Trust this project?" in texts(shown, "//h1")
        lines = texts(shown, "//main//li")
        assert "gpt-4o" in lines[0]
        agreed = shown.text.partition('name="lines" value="')[2].partition('"')[0]
        for other in ("", lines[0], agreed[1:]):
            said = await client.post("/open/strange", data={"lines": other})
            assert said.status_code == 400
        assert (await client.post("/open/strange", data={"lines": agreed})).status_code == 200
        assert (await client.get("/open/strange")).status_code == 303


def test_the_projects_of_a_folder_are_listed_in_the_terminal(tmp_path):
    """One broken project must not hide the others."""
    assert qf("projects", str(tmp_path)).code == 3
    make(tmp_path / "one")
    make(tmp_path / "broken", "name: [\n")
    said = qf("projects", str(tmp_path))
    assert "One" in said.out
    assert "not started" in said.out
    found = qf("projects", str(tmp_path), "--json").document
    assert [each["name"] for each in found] == ["broken", "One"]
    assert [bool(each["problem"]) for each in found] == [True, False]
