"""Asks a model server which models it has: to find a default, and for a diagnosis.

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

from questfoundry.domain.models.provider import ServerAnswer
from questfoundry.infra.telemetry.redaction import redacted

_MOST_BYTES = 4_000_000
_OK = 200


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
