"""What the records of providers behind HTTP share: address, key, and the list of models.

That one is asked for by the standard library: importing an SDK would cost more than the
question. It goes straight to the server, through no proxy.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from attrs import evolve, frozen

from questfoundry.domain.errors import SettingsError, UsageError
from questfoundry.domain.models.provider import Provider, ProviderSettings, ServerAnswer
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import ChatProvider, EmbeddingProvider, PromptRepository
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.telemetry.redaction import Redactor

if TYPE_CHECKING:
    from questfoundry.infra.embeddings.sdk_embeddings import SdkEmbeddingProvider
    from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider

THINKING_TIMEOUT = 600.0
"""Seconds that a model may think without a word, unless the author says it: few servers show it."""

_PLACEHOLDER_KEY = "no-key"
_MAX_BYTES = 4_000_000
_OK = 200


@frozen(kw_only=True)
class ServerProvider(Provider):
    """A provider at ``usual_url``, or where its variable says: a server of one's own.

    That one needs no key. ``title`` is its name in messages, ``own_title`` that of a server
    of one's own.
    """

    title: str
    custom_title: str
    default_url: str
    requires_key: bool = True
    list_path: str = "/models"

    @property
    def address_setting(self) -> str:
        """Where its address is set, as messages name it."""
        return self.url_variable or f"endpoints.{self.name}.base_url in project.yaml"

    @property
    def key_setting(self) -> str:
        """Where its key is set, as messages name it."""
        return self.key_variable or f"endpoints.{self.name}.key in project.yaml"

    def resolve_url(self, settings: ProviderSettings) -> str:
        """The address."""
        return settings.variable(self.url_variable) or self.default_url

    def build_headers(self, key: str | None) -> Mapping[str, str]:
        """What the list of models is asked for with."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def build_service(self, model: ModelRef, settings: ProviderSettings) -> Service:
        """One model of it, as adapters and errors speak of it."""
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
        )

    @abstractmethod
    def load_adapter(self) -> type[SdkChatProvider[Any]]:
        """The class of what asks a model, imported when it is wanted."""

    def load_embedder(self) -> type[SdkEmbeddingProvider[Any]]:
        """The class of what embeds texts, where the provider does."""
        raise UsageError(
            f"The provider {self.name!r} says that it embeds, and names no embedder. Give it an "
            "`embedder`, or let `embeds` be false."
        )

    def make(
        self, chosen: Chosen, traits: ModelTraits, settings: ProviderSettings, _: PromptRepository
    ) -> ChatProvider:
        """What asks the chosen model; ``SettingsError`` where its key is missing."""
        service, longest = self._require_service(chosen, settings), settings.longest_answer
        usual = (
            max(self.timeout, THINKING_TIMEOUT) if traits.capabilities.can_reason else self.timeout
        )
        silence = settings.timeout or usual
        return self.load_adapter()(service, traits=traits, timeout=silence, longest=longest)

    def make_embeddings(self, chosen: Chosen, settings: ProviderSettings) -> EmbeddingProvider:
        """What embeds texts by the chosen model; ``SettingsError`` where its key is missing."""
        service, timeout = self._require_service(chosen, settings), settings.timeout or self.timeout
        return self.load_embedder()(service, timeout=timeout)

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer:
        """Ask the server for its models, unless it would refuse for want of a key."""
        url = f"{self.resolve_url(settings).rstrip('/')}{self.list_path}"
        key = settings.variable(self.key_variable)
        if missing := self.missing_key(settings):
            problem = f"not asked. Set {missing}."
            answer = ServerAnswer(url=url, reachable=False, problem=problem)
        else:
            answer = _fetch_models(url, self.build_headers(key), wait)
        redact = Redactor(key, url)
        return evolve(answer, url=redact.text(answer.url), problem=redact.text(answer.problem))

    def missing_key(self, settings: ProviderSettings) -> str:
        """The variable of its key, where it needs one and has none."""
        needed = self.requires_key and settings.variable(self.url_variable) is None
        present = settings.variable(self.key_variable) is not None
        return self.key_setting if needed and not present else ""

    def _require_service(self, chosen: Chosen, settings: ProviderSettings) -> Service:
        if missing := self.missing_key(settings):
            raise SettingsError(
                f"{chosen.origin} chose {str(chosen.ref)!r}, but {missing} is not set. "
                f"Set it in the environment: export {missing}=..."
            )
        return self.build_service(chosen.ref, settings)


def _fetch_models(url: str, headers: Mapping[str, str], timeout: float) -> ServerAnswer:
    """The list at ``url`` as Ollama, OpenAI or Anthropic write it; waits seconds."""
    wanted = {"Accept": "application/json", **headers}
    try:
        with closing(_open_connection(url, timeout)) as connection:
            connection.request("GET", urlsplit(url).path, headers=wanted)
            response = connection.getresponse()
            body = response.read(_MAX_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        return ServerAnswer(url=url, reachable=False, problem=str(error) or type(error).__name__)
    if response.status != _OK:
        problem = f"It answered {response.status} {response.reason}."
        return ServerAnswer(url=url, reachable=True, problem=problem)
    return _parse_models(body, url)


def _open_connection(url: str, timeout: float) -> HTTPConnection:
    parts = urlsplit(url)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return connect(parts.hostname or "", parts.port, timeout=timeout)


def _parse_models(body: bytes, url: str) -> ServerAnswer:
    try:
        answer: Any = json.loads(body)
        models = tuple(
            str(entry.get("name") or entry["id"])
            for entry in answer.get("models") or answer.get("data") or ()
        )
    except (ValueError, AttributeError, KeyError, TypeError):
        return ServerAnswer(url=url, reachable=True, problem="Its answer is no list of models.")
    return ServerAnswer(url=url, reachable=True, models=models)
