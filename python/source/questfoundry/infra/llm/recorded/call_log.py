"""Read the log of model calls that a project writes when logging is enabled."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef

_MAX_BYTES = 256 * 1024 * 1024
"""The largest log that is read, in bytes; the longest stories need a tenth of it."""


@frozen(kw_only=True)
class LoggedCall:
    """A logged call with an answer: the model, the request as a JSON object, and the response."""

    model: ModelRef
    request: dict[str, Any]
    response: ChatResponse


def read_calls(path: Path) -> tuple[LoggedCall, ...]:
    """Return the calls in the log at ``path`` that have an answer, in the order of the log.

    Raise ``SettingsError`` if the file is not a log of model calls or has no answered call.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SettingsError(
                f"{path} has more than {_MAX_BYTES:,} bytes, too many for a log of model calls. "
                "Name another log."
            )
        calls = tuple(_iter_calls(path))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(
            f"{path} cannot be replayed ({reason}). Name a log of model calls: a project with "
            "`logging.enabled: true` in project.yaml writes logs/llm_calls.jsonl."
        ) from error
    if not calls:
        raise SettingsError(f"{path} contains no answered call. Name another log.")
    return calls


def _iter_calls(path: Path) -> Iterator[LoggedCall]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            if "response" in document:
                yield LoggedCall(
                    model=ModelRef.parse(document["model"]),
                    request=dict(document["request"]),
                    response=response_from_dict(document["response"]),
                )
