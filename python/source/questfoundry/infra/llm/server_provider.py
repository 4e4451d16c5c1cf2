"""Define the base class of providers that are HTTP servers with an address and a list of models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pkgutil import resolve_name
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from attrs import evolve, frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    EmbeddingProvider,
    PromptRepository,
    Provider,
    ProviderSettings,
    ServerAnswer,
)
from questfoundry.domain.text.digest import digest
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.network import (
    build_client_options,
    explain_failure,
    find_network_problem,
    find_proxy,
)
from questfoundry.infra.telemetry.redaction import Redactor

_MAX_BYTES = 4_000_000


@frozen
class HttpAnswer:
    """The answer to a short request; ``body`` has at most 4 MB."""

    status: int
    reason: str
    body: bytes


def send_request(
    url: str, headers: Mapping[str, str], timeout: float, body: bytes | None = None
) -> HttpAnswer:
    """Send a GET request, or a POST request with ``body``; raise ``OSError`` if that fails."""
    try:
        is_direct = urlsplit(url).scheme == "http" and not find_proxy(url)
        return (_send_directly if is_direct else _send)(url, headers, timeout, body)
    except (HTTPException, ValueError) as error:
        raise OSError(str(error) or type(error).__name__) from error


def _send_directly(
    url: str, headers: Mapping[str, str], timeout: float, body: bytes | None
) -> HttpAnswer:
    parts = urlsplit(url)
    target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=timeout)) as connection:
        connection.request("GET" if body is None else "POST", target, body, dict(headers))
        response = connection.getresponse()
        return HttpAnswer(response.status, response.reason, response.read(_MAX_BYTES))


def _send(url: str, headers: Mapping[str, str], timeout: float, body: bytes | None) -> HttpAnswer:
    import httpx2

    method = "GET" if body is None else "POST"
    try:
        with (
            httpx2.Client(timeout=timeout, **build_client_options(url)) as client,
            client.stream(method, url, headers=headers, content=body) as response,
        ):
            received = bytearray()
            for piece in response.iter_bytes():
                received += piece
                if len(received) > _MAX_BYTES:
                    break
            return HttpAnswer(response.status_code, response.reason_phrase, bytes(received))
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise OSError(str(error) or type(error).__name__) from error


THINKING_TIMEOUT = 600.0
"""The default limit on silence, in seconds, for models that reason; few servers report thinking."""

_PLACEHOLDER_KEY = "no-key"

_OK = 200


@frozen(kw_only=True)
class ServerProvider(Provider):
    """A provider that is an HTTP server, at ``default_url`` or at a custom URL.

    ``url_variable``: the name of the environment variable that holds the custom URL.
    ``title``: the provider's name in messages.
    ``custom_title``: the provider's name in messages if it has a custom URL.
    ``window_hint``: how to give a model a larger context window on the server.
    ``adapter``, ``embedder``: the classes of the chat and of the embedding provider, in the form
      ``module:name``. They are imported when a model is used.

    A server at a custom URL needs no key.
    """

    title: str
    custom_title: str
    default_url: str
    adapter: str
    embedder: str = ""
    requires_key: bool = True
    list_path: str = "/models"
    window_hint: str = (
        "Give the model a larger window on the server (llama.cpp: ctx-size, vLLM: "
        "max-model-len, Ollama: OLLAMA_CONTEXT_LENGTH, or its own API with the provider ollama)"
    )

    @property
    def modules(self) -> tuple[str, ...]:
        return (self.adapter.partition(":")[0], "httpcore2")

    @property
    def address_setting(self) -> str:
        """The name of the setting that holds the address, for use in messages."""
        return self.url_variable or f"endpoints.{self.name}.base_url in project.yaml"

    @property
    def key_setting(self) -> str:
        """The name of the setting that holds the key, for use in messages."""
        return self.key_variable or f"endpoints.{self.name}.key in project.yaml"

    def resolve_url(self, settings: ProviderSettings) -> str:
        """Return the custom URL if it is set, else ``default_url``."""
        return settings.variable(self.url_variable) or self.default_url

    def build_headers(self, key: str | None) -> Mapping[str, str]:
        """Return the HTTP headers for the request that fetches the list of models."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def account(self, settings: ProviderSettings) -> str:
        key = settings.variable(self.key_variable) or ""
        return digest(f"{self.resolve_url(settings)} {key}")

    def build_service(self, model: ModelRef, settings: ProviderSettings) -> Service:
        """Return the ``Service`` for ``model``: address, key and hints for error messages."""
        custom_url = settings.variable(self.url_variable)
        key = settings.variable(self.key_variable)
        fallback_key = None if custom_url is None and self.requires_key else _PLACEHOLDER_KEY
        return Service(
            name=self.title if custom_url is None else self.custom_title,
            model=model,
            url=self.resolve_url(settings),
            key=key or fallback_key,
            key_variable=self.key_setting,
            start_hint=f"Check the network, or {self.address_setting} and the server behind it.",
            model_hint=f"Choose a model that the server lists, or check {self.address_setting}.",
            window_hint=self.window_hint,
        )

    def make(
        self, chosen: Chosen, traits: ModelTraits, settings: ProviderSettings, _: PromptRepository
    ) -> ChatProvider:
        service, longest = self._require_service(chosen, settings), settings.longest_answer
        usual = (
            max(self.timeout, THINKING_TIMEOUT) if traits.capabilities.can_reason else self.timeout
        )
        silence = settings.timeout or usual
        made: ChatProvider = resolve_name(self.adapter)(
            service, traits=traits, timeout=silence, longest=longest
        )
        return made

    def make_embeddings(self, chosen: Chosen, settings: ProviderSettings) -> EmbeddingProvider:
        service, timeout = self._require_service(chosen, settings), settings.timeout or self.timeout
        made: EmbeddingProvider = resolve_name(self.embedder)(service, timeout=timeout)
        return made

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer:
        url = f"{self.resolve_url(settings).rstrip('/')}{self.list_path}"
        key = settings.variable(self.key_variable)
        if missing := self.missing_key(settings):
            problem = f"the server was not contacted. Set {missing}."
            answer = ServerAnswer(url=url, reachable=False, problem=problem)
        else:
            answer = _fetch_models(url, self.build_headers(key), wait)
        redact = Redactor(key, url)
        return evolve(answer, url=redact.redact(answer.url), problem=redact.redact(answer.problem))

    def missing_key(self, settings: ProviderSettings) -> str:
        needed = self.requires_key and settings.variable(self.url_variable) is None
        present = settings.variable(self.key_variable) is not None
        return self.key_setting if needed and not present else ""

    def _require_service(self, chosen: Chosen, settings: ProviderSettings) -> Service:
        if problem := find_network_problem(self.resolve_url(settings)):
            raise SettingsError(problem)
        if missing := self.missing_key(settings):
            raise SettingsError(
                f"{chosen.origin} chose {str(chosen.ref)!r}, but {missing} is not set. "
                f"Set it in the environment: export {missing}=..."
            )
        return self.build_service(chosen.ref, settings)


def _fetch_models(url: str, headers: Mapping[str, str], timeout: float) -> ServerAnswer:
    """Fetch the model list at ``url``, in the format of Ollama, OpenAI or Anthropic."""
    wanted = {"Accept": "application/json", **headers}
    try:
        if problem := find_network_problem(url):
            return ServerAnswer(url=url, reachable=False, problem=problem)
        answer = send_request(url, wanted, timeout)
    except OSError as error:
        problem = " ".join(filter(None, (str(error), explain_failure(error, url))))
        return ServerAnswer(url=url, reachable=False, problem=problem)
    if answer.status != _OK:
        problem = f"It answered {answer.status} {answer.reason}."
        return ServerAnswer(url=url, reachable=True, problem=problem)
    return _parse_models(answer.body, url)


def _parse_models(body: bytes, url: str) -> ServerAnswer:
    try:
        answer: Any = json.loads(body)
        models = tuple(
            str(entry.get("name") or entry["id"])
            for entry in answer.get("models") or answer.get("data") or ()
        )
    except (ValueError, AttributeError, KeyError, TypeError):
        return ServerAnswer(url=url, reachable=True, problem="Its answer is not a list of models.")
    return ServerAnswer(url=url, reachable=True, models=models)
