"""Asks a model server which models it has: to find a default, and for ``qf doctor``.

Written on the standard library, because it runs before any SDK is needed and importing
one would cost more than the question. It goes straight to the server, through no proxy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.infra.telemetry.redaction import redacted

OLLAMA_PORT = 11_434
_MOST_BYTES = 4_000_000
_OK = 200


@frozen(kw_only=True)
class ServerAnswer:
    """What came back; ``problem`` is empty where the server told its models."""

    url: str
    reachable: bool
    models: tuple[str, ...] = ()
    problem: str = ""


def ollama_url(host: str | None) -> str:
    """The address that ``OLLAMA_HOST`` means: a host, ``host:port``, a URL, or nothing."""
    text = (host or "").strip()
    scheme, separator, rest = text.partition("://")
    if not separator:
        scheme, rest = "http", text
    try:
        parts = urlsplit(f"{scheme}://{rest}")
        name, port = parts.hostname or "127.0.0.1", parts.port
    except ValueError as error:
        raise SettingsError(
            f"OLLAMA_HOST is {text!r}, which is no address: {error}. "
            f"Write for example 127.0.0.1:{OLLAMA_PORT}."
        ) from error
    usual = {"http": 80, "https": 443}.get(scheme, OLLAMA_PORT) if separator else OLLAMA_PORT
    # A server listens on 0.0.0.0, but nobody can call it by that name everywhere.
    name = "127.0.0.1" if name == "0.0.0.0" else f"[{name}]" if ":" in name else name  # noqa: S104
    return f"{scheme}://{name}:{port or usual}{parts.path.rstrip('/')}"


def ask_for_models(
    url: str, headers: Mapping[str, str] | None = None, *, timeout: float
) -> ServerAnswer:
    """Get ``url``, a list of models as Ollama, OpenAI or Anthropic write it; waits seconds."""
    shown = str(redacted(url))
    wanted = {"Accept": "application/json", **(headers or {})}
    try:
        with closing(_connection(url, timeout)) as connection:
            connection.request("GET", urlsplit(url).path, headers=wanted)
            response = connection.getresponse()
            body = response.read(_MOST_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        return ServerAnswer(url=shown, reachable=False, problem=str(error) or type(error).__name__)
    if response.status != _OK:
        problem = f"It answered {response.status} {response.reason}."
        return ServerAnswer(url=shown, reachable=True, problem=problem)
    return _models_in(body, shown)


def _connection(url: str, timeout: float) -> HTTPConnection:
    parts = urlsplit(url)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return connect(parts.hostname or "", parts.port, timeout=timeout)


def _models_in(body: bytes, url: str) -> ServerAnswer:
    try:
        answer: Any = json.loads(body)
        models = tuple(
            str(entry.get("name") or entry["id"])
            for entry in answer.get("models") or answer.get("data") or ()
        )
    except (ValueError, AttributeError, KeyError, TypeError):
        return ServerAnswer(url=url, reachable=True, problem="Its answer is no list of models.")
    return ServerAnswer(url=url, reachable=True, models=models)
