"""A project copied from a folder into a database, and back."""

import asyncio
from contextvars import copy_context
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from questfoundry import InputError, Project
from questfoundry.composition.project.copying import copy_project
from questfoundry.composition.project.folder_place import FolderPlace
from questfoundry.composition.project.places import ProjectPlace, parse_place
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import StoreLockedError

ENV = {"QF_PROVIDER": "draft/scenes"}
BOOK = {
    "id": "book::sea",
    "title": "The Sea",
    "author": "",
    "language": "en",
    "source": "sea.txt",
    "format": "text",
    "digest": "d",
    "pages": 1,
    "made_pages": 1,
    "chunks": 2,
    "status": "ready",
    "problem": "",
}
TABLES = {
    "runs": "SELECT id, stage, number, status, inputs, models, started_at, ended_at, problem "
    "FROM runs ORDER BY position",
    "journal": "SELECT run_id, kind, scope, digest, occurrence, request, response, model, seconds, "
    "input_tokens, output_tokens, cached_tokens, calls, estimated, recorded_at FROM journal "
    "ORDER BY position",
    "artifacts": "SELECT stage, version, data, made_from, origin, created_at, replaces "
    "FROM artifact_versions ORDER BY stage, version",
    "current": "SELECT stage, version FROM current_artifacts ORDER BY stage",
    "files": "SELECT stage, digests FROM artifact_files ORDER BY stage",
    "books": "SELECT id, title, made_pages, chunks, status FROM books ORDER BY position",
    "chunks": "SELECT books.id, number, heading, text FROM chunks JOIN books "
    "ON books.position = book ORDER BY books.position, number",
}
VECTORS = "SELECT chunk % 1000000000, name, dimension, hex(vector) FROM chunk_vectors JOIN "
VECTORS += "embedding_models ON position = model ORDER BY chunk"


def open_container(place: ProjectPlace) -> ProjectContainer:
    return place.build(place.read_settings(ENV, trust=True))


def add_book(project: Project) -> None:
    """Store a book at a position that the copy does not have, with two chunks and a vector."""
    database = project.container.database()
    database.insert("books", {**BOOK, "position": 7})
    for number in (1, 2):
        row = {"number": number, "first_page": 1, "last_page": 1, "heading": "", "text": "Salt."}
        database.insert("chunks", {**row, "id": 7 * 10**9 + number, "book": 7})
    database.execute("INSERT INTO embedding_models (name, dimension, state) VALUES ('m', 2, '')")
    database.execute("INSERT INTO chunk_vectors VALUES (7000000002, 1, x'0000803f00000000')")


def read_rows(place: ProjectPlace) -> dict[str, Any]:
    database = open_container(place).database()
    try:
        return {name: database.execute(sql) for name, sql in TABLES.items()}
    finally:
        database.close()


def read_files(place: ProjectPlace) -> dict[str, bytes | None]:
    return {name: place.files.read(name, max_bytes=10**9) for name in place.files.names()}


@pytest.fixture
async def folder(tmp_path: Path) -> FolderPlace:
    async with Project.open(tmp_path / "tale", env=ENV) as project:
        await project.run("A lighthouse keeper finds a door in the sea", end="brainstorm")
        add_book(project)
    return FolderPlace(tmp_path / "tale")


async def test_a_copy_of_a_copy_has_the_same_files_and_rows(
    folder: FolderPlace, shared_database: str, tmp_path: Path
) -> None:
    """An author moves a story to the publisher's database and back, and loses nothing. (JOB-3.3)"""
    stored = parse_place(f"{shared_database}/p{uuid4().hex}")
    back = FolderPlace(tmp_path / "back")
    await copy_project(folder, stored)
    await copy_project(stored, back)

    assert read_files(folder) == read_files(stored) == read_files(back)
    assert read_rows(folder) == read_rows(stored) == read_rows(back)
    vectors = [open_container(each).database().execute(VECTORS) for each in (folder, back)]
    assert vectors[0] == vectors[1] == [(2, "m", 2, "0000803F00000000")]
    async with Project.open(back.paths.root, env=ENV, trust=True) as project:
        assert (await project.run(end="brainstorm")).spending.usage.calls == 0
    stored.close()


async def test_a_copy_replaces_nothing_and_waits_for_nobody(
    folder: FolderPlace, shared_database: str, tmp_path: Path
) -> None:
    """A copy of a story that changes would be of no one state."""
    stored = parse_place(f"{shared_database}/p{uuid4().hex}")
    context = copy_context()  # The holder itself would pass its own lock.
    with open_container(folder).store().lock.hold("fill"), pytest.raises(StoreLockedError):
        await asyncio.create_task(copy_project(folder, stored), context=context)
    assert not stored.hold_project
    await copy_project(folder, stored)
    for source, target in (
        (folder, stored),
        (stored, folder),
        (FolderPlace(tmp_path / "none"), stored),
        (stored, FolderPlace(tmp_path)),
    ):
        with pytest.raises(InputError):
            await copy_project(source, target)
    stored.close()
