"""Tests of models that are downloaded as a file."""

import hashlib
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.domain.errors import StoreError, UnreachableError
from questfoundry.domain.models.traits import licence_note
from questfoundry.infra.llm.gguf.pull import WHEELS, ModelFile, pull_model
from tests.support.loopback import Loopback, Reply, page, redirect

GGUF = b"GGUF" + bytes(range(256)) * 64
GIGABYTE = 1_000_000_000


@pytest.fixture
def file():
    digest = hashlib.sha256(GGUF).hexdigest()
    return ModelFile(url="", gguf_sha256=digest, size=len(GGUF), licence="Apache-2.0")


async def pull(folder: Path, file: ModelFile, seen: list[tuple[int, int]]) -> Path:
    files = {"tiny": file}
    return await pull_model("tiny", folder, lambda *each: seen.append(each), wheels=files)


async def test_the_file_arrives_whole_after_a_redirect(tmp_path, file):
    """Servers of models send each file from another address."""

    def answer(asked):
        return redirect("/blob") if asked.path == "/model" else Reply(chunks=(GGUF,))

    seen: list[tuple[int, int]] = []
    with Loopback(answer) as server:
        path = await pull(tmp_path, evolve(file, url=f"{server.url}/model"), seen)
    assert path.read_bytes() == GGUF
    assert list(tmp_path.iterdir()) == [path]
    assert seen[-1] == (len(GGUF), len(GGUF))


async def test_another_file_is_refused_and_leaves_nothing(tmp_path, file):
    """A manipulated or damaged download must never be loaded as a model. (LOC-10.2)"""
    reply = Reply(chunks=(b"GGUF of somebody else",))
    with Loopback(reply) as server:
        other = evolve(file, url=server.url)
        with pytest.raises(StoreError, match="unexpected checksum"):
            await pull(tmp_path, other, [])
    assert list(tmp_path.iterdir()) == []


async def test_a_missing_file_is_named_with_what_to_do(tmp_path, file):
    with Loopback(page("gone", status=404)) as server:
        url = f"{server.url}/model"
        with pytest.raises(UnreachableError, match=rf"(?s){url} could not be downloaded.*network"):
            await pull(tmp_path, evolve(file, url=url), [])
    assert list(tmp_path.iterdir()) == []


def test_each_known_model_has_a_licence_and_a_checksum():
    """An author must know what a model allows before its story is published."""
    for name, known in WHEELS.items():
        assert len(known.gguf_sha256) == 64
        assert "Apache-2.0" in licence_note(f"local/{name}")
        if isinstance(known, ModelFile):
            assert known.licence == "Apache-2.0"
            assert GIGABYTE < known.size < 8 * GIGABYTE
            assert known.url.startswith("https://")
