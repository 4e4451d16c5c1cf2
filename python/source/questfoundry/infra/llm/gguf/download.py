"""Download a GGUF file from a server, without keeping its bytes in memory."""

from collections.abc import Callable
from pathlib import Path

import httpx
from attrs import frozen

from questfoundry.domain.errors import UnreachableError

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
    target = folder / "model.gguf"
    try:
        async with (
            httpx.AsyncClient(follow_redirects=True, timeout=_TIMEOUT) as client,
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
            f"The model file at {file.url} could not be downloaded ({problem}). Check the "
            "network, then run the command again. You can also put the file into the models "
            "folder yourself."
        ) from error
    return target
