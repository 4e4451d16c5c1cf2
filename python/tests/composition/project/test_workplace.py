"""A service that leaves stories to workers, and works on the projects itself."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from questfoundry import (
    ExportJob,
    InputError,
    JobFailedError,
    Project,
    SettingsError,
    StageJob,
    UsageError,
    Workplace,
)
from questfoundry.composition.wiring.worker import StoryWorker
from tests.support.checkout import DOCS, blocks

ENV = {"QF_PROVIDER": "draft/scenes"}


@pytest.fixture
async def queue(shared_database: str) -> AsyncIterator[str]:
    """Yield the name of a queue with a worker in this process."""
    name = f"q{uuid4().hex}"
    worker = StoryWorker(shared_database, ENV, queue=name, stall=5)
    task = asyncio.ensure_future(worker.run())
    yield name
    worker.stop()
    await task


async def test_the_example_for_services_is_true(
    shared_database: str, queue: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copied example must make a story. (JOB-3.1)"""
    tenant, scope = uuid4().hex, {}
    connect = Workplace.connect
    monkeypatch.setattr(
        Workplace, "connect", lambda url, **given: connect(url, queue=queue, **given)
    )
    for block in blocks(DOCS / "embedding.md", "python")[-3:]:
        exec(block.text, scope := {**scope, "Project": Project})
    await scope["order"](shared_database, tenant)
    shown = capsys.readouterr().out
    assert "stage_complete" in shown
    assert "lighthouse/" in shown
    assert shown.rstrip().endswith("finished")
    wait = scope["wait"]
    opened = Project.open
    monkeypatch.setattr(
        Project, "open", lambda url, **given: opened(url, **{**given, "queue": queue, "env": ENV})
    )
    assert await wait(shared_database, tenant) == 0
    monkeypatch.setattr(Project, "open", opened)
    assert await scope["read"](shared_database, tenant)


async def test_a_job_that_fails_says_why_and_a_project_is_needed(
    shared_database: str, queue: str
) -> None:
    """A service shows the message of the worker to its user."""
    name = f"p{uuid4().hex}"
    with Workplace.connect(shared_database, queue=queue) as workplace:
        with pytest.raises(InputError, match="There is no project"):
            await workplace.start(name, ExportJob())
        for wrong in ("", "a/b", "x" * 300, "a\nb"):
            with pytest.raises(InputError):
                await workplace.start(wrong, "A door in the sea")
        job = await workplace.start(name, "A door in the sea")
        await job.result()
        failing = await workplace.start(name, StageJob(stage="nonsense"))
        with pytest.raises(JobFailedError, match="nonsense"):
            await failing.result()


async def test_a_project_leaves_its_work_to_workers(shared_database: str, queue: str) -> None:
    """A service gets the results of `Project`, although another process makes them. (JOB-1.5)"""
    address = f"{shared_database}/p{uuid4().hex}"
    async with Project.open(address, queue=queue, env=ENV) as project:
        result = await project.run_stage("dream", "A door in the sea")
        assert result.artifact.genre == project.show("dream").data["genre"]
        assert result.llm_calls
        answered = await project.studio.delegate("Name the lighthouse.", agents=["vivid"])
        assert answered.agent == "vivid"
        with pytest.raises(UsageError, match="on_text"):
            await project.run(on_text=print)


def test_a_folder_has_no_queue(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="folder"):
        Project.open(tmp_path, queue="default", env=ENV)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("endpoints: {far: {base_url: 'https://example.org', key: OWN_KEY}}", "OWN_KEY"),
        ("endpoints: {near: {base_url: 'http://127.0.0.1:1'}}", "http://127.0.0.1:1"),
        ("mcp_servers: {files: {command: [rm], reads: [look]}}", "rm"),
    ],
)
async def test_settings_in_a_database_use_this_machine_only_with_trust(
    postgres_project: str, settings: str, told: str
) -> None:
    """Who may write to a database could take the keys and files of the worker's operator."""
    async with Project.open(postgres_project, env=ENV) as project:
        await project.run_stage("dream", "A door in the sea")
        project.container.settings().files.replace("project.yaml", settings)
    with pytest.raises(SettingsError, match="on this machine") as refused:
        async with Project.open(postgres_project, env=ENV):
            pass
    assert told in str(refused.value)
    async with Project.open(postgres_project, env=ENV, trust=True) as project:
        assert project.show("dream")


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ("providers: {default: recorded//etc/passwd}", {}),
        ("", {"provider": "recorded//etc/passwd"}),
        ("", {"providers": {"serialize": "recorded//etc/passwd"}}),
    ],
)
async def test_no_setting_or_option_of_a_shared_project_reads_a_file_of_this_machine(
    postgres_project: str, settings: str, options: Any
) -> None:
    """Who may submit a job could read logs with the conversations of other people."""
    async with Project.open(postgres_project, env={}) as project:
        project.container.settings().files.replace("project.yaml", settings)
    async with Project.open(postgres_project, env={}) as project:
        with pytest.raises(SettingsError, match="there is no provider 'recorded'"):
            await project.run_stage("dream", "A door in the sea", **options)


async def test_everything_that_a_project_offers_works_in_a_database(
    postgres_project: str, tmp_path: Path
) -> None:
    """An embedder may not have to know where a project is."""
    (tmp_path / "cast.md").write_text("# People\n\n- Ines: a diver\n")
    async with Project.open(postgres_project, env=ENV) as project:
        await project.material.add(tmp_path / "cast.md", "bible/cast.md")
        assert [page.name for page in project.material.read().pages] == ["bible/cast.md"]
        assert project.choose_start("dream", "A door in the sea")
        await project.run_stage("dream", "A door in the sea")
        await project.run()
        assert project.plan().stages
        assert project.keep() == ()
        passage = project.show("grow").data["passages"][0]["id"]
        project.comments.add(passage, "Shorter.")
        assert project.comments.list(passage)
        assert project.drafts.list() == ()
        assert not project.books.list()
        assert project.rename(passage, "The Door")
        assert project.take_in_edits() == ()
        assert project.ship(["html"]).files[0].path.startswith("postgresql://")
        assert project.studio
        files = project.container.settings().files
        text = files.read("artifacts/dream.yaml", max_bytes=10**6) or b""
        files.replace("artifacts/dream.yaml", text.replace(b"genre:", b"genre:  "))
    async with Project.open(postgres_project, env=ENV) as project:
        assert project.status().stages[0].version >= 1
