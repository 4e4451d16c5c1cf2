"""Define chat providers for GGUF model files, which llama.cpp's own server serves in this process.

There is one server for each GGUF file; all chat providers for the file share it. Only this module
imports ``xllamacpp``.
"""

import asyncio
import atexit
import importlib
import os
import secrets
import threading
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.llm.sdk.service import Service

_MAGIC = b"GGUF"


class LlamaServer:
    """A server for one GGUF file; only programs on this machine can reach it.

    The server requires a random key and starts on first use. ``context_window`` is a number of
    tokens; with the bundled model, each token takes about 50 KB of memory.
    """

    def __init__(self, path: Path, context_window: int) -> None:
        self.path = path
        self.context_window = context_window
        self.api_key = secrets.token_hex(16)
        self.holders = 0
        self._lock = threading.Lock()
        self._server: Any = None

    def start(self) -> str:
        """Start the server if needed and return its address, ``http://127.0.0.1:<port>``.

        The start blocks for about a second. Raise ``SettingsError`` if the file or llama.cpp is
        missing or damaged.
        """
        with self._lock:
            if self._server is None:
                self._server = self._load()
            return str(self._server.listening_address)

    def stop(self) -> None:
        """Stop the server and free the memory of the model; no request may be running."""
        with self._lock:
            self._server = None

    def _load(self) -> Any:
        _require_gguf(self.path)
        # OpenMP threads spin while they wait by default, which blocks the cores of a small machine.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        try:
            llama = importlib.import_module("xllamacpp")
        except ImportError as error:
            raise SettingsError(
                "The embedded model needs the package 'xllamacpp', which is not installed. "
                'Install it with: pip install "questfoundry[local]"'
            ) from error
        try:
            return llama.Server(self._build_parameters(llama))
        except RuntimeError as error:
            raise SettingsError(
                f"llama.cpp cannot load {str(self.path)!r}: the file is incomplete, or its model "
                "type is not supported. Fetch the file again, or choose another model."
            ) from error

    def _build_parameters(self, llama: Any) -> Any:
        parameters = llama.CommonParams()
        parameters.model.path = str(self.path)
        parameters.model_alias = {self.path.stem}
        parameters.n_ctx = self.context_window
        parameters.n_parallel = 1
        parameters.warmup = False
        parameters.verbosity = -1
        parameters.ui = False
        parameters.endpoint_slots = False
        # The server answers any web page's script (CORS is '*'), so only the key protects it.
        parameters.api_keys = [self.api_key]
        parameters.cpuparams.n_threads = 1
        parameters.cpuparams_batch.n_threads = 2
        return parameters


_servers: dict[tuple[Path, int], LlamaServer] = {}
_registry = threading.Lock()


def acquire_server(path: Path, context_window: int) -> LlamaServer:
    """Return the server for the GGUF file at ``path``; all callers in this process share it.

    Call :func:`release_server` when the server is no longer needed.
    """
    with _registry:
        _stop_all_at_exit()
        key = (path.resolve(), context_window)
        server = _servers.setdefault(key, LlamaServer(*key))
        server.holders += 1
        return server


def release_server(server: LlamaServer) -> None:
    """End the use of ``server``; stop it if nothing else in this process uses it."""
    with _registry:
        server.holders -= 1
        if server.holders == 0:
            del _servers[server.path, server.context_window]
            server.stop()


@cache
def _stop_all_at_exit() -> None:
    atexit.register(_stop_all)


def _stop_all() -> None:
    with _registry:
        for server in _servers.values():
            server.stop()
        _servers.clear()


def _require_gguf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise SettingsError(
            f"The model file {str(path)!r} cannot be read ({error.strerror}). Check the path.",
            remedies=(SimpleAction.LIST_MODELS,),
        ) from error
    if magic != _MAGIC:
        raise SettingsError(
            f"{str(path)!r} is not a GGUF file. Choose a model file whose name ends in .gguf.",
            remedies=(SimpleAction.LIST_MODELS,),
        )


class GgufChatProvider(ChatProvider):
    """A chat provider that sends requests to the local server of a GGUF file.

    The server has the API of OpenAI. The first request loads the model, and raises
    ``SettingsError`` if that fails.
    """

    adapter = "questfoundry.infra.llm.openai.chat:OpenAIChatProvider"
    """The class that sends the requests, as ``module:name``; the first request imports it."""

    def __init__(self, *, model: ModelRef, traits: ModelTraits, path: Path) -> None:
        self._model = model
        self._traits = traits
        self._path = path
        self._server: LlamaServer | None = None
        self._inner: ChatProvider | None = None

    @property
    def model(self) -> ModelRef:
        """The name of the model and of its provider."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """The model's capabilities, and its profile, which says how to use the model best."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` to the server once and return the response."""
        return await (await self._get_inner()).complete(request, on_text)

    async def close(self) -> None:
        """Close the connection; stop the server unless another provider in this process uses it."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()
        server, self._server = self._server, None
        if server is not None:
            release_server(server)

    async def _get_inner(self) -> ChatProvider:
        if self._server is None:
            self._server = acquire_server(self._path, self._traits.capabilities.context_window)
        server = self._server
        # The class is imported while the model is loaded; both take about a second.
        adapter, url = await asyncio.gather(
            asyncio.to_thread(resolve_name, self.adapter), asyncio.to_thread(server.start)
        )
        if self._inner is None:
            service = Service(
                name="The model in this process",
                model=self._model,
                url=f"{url}/v1",
                key=server.api_key,
                key_variable="the key of its server",
                start_hint="Run the command again.",
                model_hint="Check the path of its file.",
            )
            self._inner = adapter(service, traits=self._traits)
        return self._inner


class ContinuingChatProvider(GgufChatProvider):
    """A text-only chat provider for a very small model.

    If the last message of a request has the role "assistant", the model continues the text of this
    message instead of answering it.
    """

    adapter = "questfoundry.infra.llm.gguf.continuation:ContinuationProvider"
