"""Replay model calls offline: those of a recorded run, or those of a log.

A replayed run answers identical requests. The model name ``recorded/FILE`` selects a log file,
which also answers requests in other words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from questfoundry.domain.chat.codec import request_to_dict, response_from_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ReplayError, SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef, ModelTraits, TraitOverrides
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    PromptRepository,
    Provider,
    ProviderSettings,
    TextSink,
    unknown_traits,
)
from questfoundry.domain.protocols.runs import Journal
from questfoundry.domain.run.record import EntryKind, JournalKey
from questfoundry.domain.text.digest import digest, to_canonical_json


@define(kw_only=True, eq=False)
class ReplayChatProvider(ChatProvider):
    """A chat provider that answers with the recorded answers of one run.

    ``run_id`` is the id of the run. ``scope`` is the part of the run whose answers are used.
    Repeated identical requests get their answers in the order of the recording.

    For a request that was not recorded, ``ReplayError`` is raised. Its message describes the
    difference from the nearest recorded request.
    """

    _journal: Journal
    _run_id: str
    _scope: str
    model: ModelRef
    traits: ModelTraits
    _occurrences: Counter[str] = field(factory=Counter, init=False)

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        document = request_to_dict(request)
        hashed = digest(to_canonical_json(document))
        entry = self._journal.find(
            JournalKey(
                run_id=self._run_id,
                kind=EntryKind.MODEL_CALL,
                scope=self._scope,
                digest=hashed,
                occurrence=self._occurrences[hashed],
            )
        )
        if entry is None:
            raise ReplayError(
                f"A call of {self._scope!r} cannot be answered from the run {self._run_id!r}: "
                f"{self._describe_difference(document)}. Replay with the prompts, settings and "
                "author's lines of that run, or choose a model to continue."
            )
        self._occurrences[hashed] += 1
        response = response_from_dict(entry.response)
        stream_words(response.text, on_text)
        return response

    async def close(self) -> None:
        """Do nothing, since no connection is open."""

    def _describe_difference(self, request: Mapping[str, Any]) -> str:
        recorded = [
            entry.request
            for entry in self._journal.entries(self._run_id)
            if entry.key.kind is EntryKind.MODEL_CALL and entry.key.scope == self._scope
        ]
        if not recorded:
            return "no call was recorded with this scope"
        nearest = max(recorded, key=lambda each: _count_equal_messages(each, request))
        parts = _find_differing_parts(nearest, request)
        if not parts:
            return "the same request was recorded fewer times"
        return f"the nearest recorded call differs in {', '.join(parts)}"


def stream_words(text: str, on_text: TextSink | None) -> None:
    """Pass ``text`` to ``on_text`` word by word, with its whitespace, as if a model streamed it."""
    if on_text is not None:
        for piece in re.findall(r"\S+\s*|\s+", text):
            on_text(piece)


def _count_equal_messages(recorded: Mapping[str, Any], request: Mapping[str, Any]) -> int:
    pairs = zip(recorded["messages"], request["messages"], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _find_differing_parts(recorded: Mapping[str, Any], request: Mapping[str, Any]) -> list[str]:
    names = [name for name in {**recorded, **request} if recorded.get(name) != request.get(name)]
    if "messages" not in names:
        return names
    names.remove("messages")
    at = _count_equal_messages(recorded, request)
    longer = max(recorded["messages"], request["messages"], key=len)
    return [f"message {at + 1} ({longer[at]['role']})", *names]


_MAX_BYTES = 256 * 1024 * 1024
"""The largest log that is read, in bytes; the longest stories need a tenth of it."""

_MIN_SIMILARITY = 0.5
"""The share of lines that a recorded request must have in common with the current request."""


@frozen(kw_only=True)
class RecordedProvider(Provider):
    """A provider that replays a log of model calls."""

    others: Mapping[str, Provider]

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """Return the capabilities and the profile of the recorded model."""
        recorded = read_calls(Path(model))[0].model
        provider = self.others.get(recorded.provider)
        traits = provider.traits_of(recorded.model) if provider else unknown_traits()
        return override.apply(traits) if override else traits

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        del settings, prompts
        return RecordedChatProvider(
            model=chosen.ref, traits=traits, calls=read_calls(Path(chosen.ref.model))
        )


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


@define(kw_only=True, eq=False)
class RecordedChatProvider(ChatProvider):
    """A chat provider that replays a log of model calls; each logged response is used once.

    Repeated identical requests get their responses in the order of the log. Prompts may have
    changed since the recording. So a request without an identical call in the log gets the response
    of the most similar call, which shares the most lines with the request.

    Both requests must offer the same tools, and both or neither must ask for JSON. If no remaining
    call is similar enough, ``ReplayError`` is raised.
    """

    model: ModelRef
    traits: ModelTraits
    _calls: Sequence[LoggedCall]
    _unused: list[tuple[LoggedCall, _RequestSignature]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._unused = [(call, _RequestSignature(call.request)) for call in self._calls]

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        wanted = _RequestSignature(request_to_dict(request))
        nearest = max(self._unused, key=lambda each: each[1].similarity(wanted), default=None)
        if nearest is None or nearest[1].similarity(wanted) < _MIN_SIMILARITY:
            raise ReplayError(
                f"{self.model.model} has no answer left for this request: the log contains no "
                "similar request. Replay it with the idea, the size and the settings of the "
                "recording, or choose a model to continue."
            )
        self._unused.remove(nearest)
        response = nearest[0].response
        stream_words(response.text, on_text)
        return response

    async def close(self) -> None:
        """Do nothing, since no connection is open."""


class _RequestSignature:
    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = request
        tools = [tool["name"] for tool in request.get("tools", ())]
        self._form = (tools, "response_schema" in request)
        texts = [str(m.get("content", "")) for m in request["messages"] if m["role"] != "system"]
        lines = (line.strip() for text in texts for line in text.splitlines())
        self._lines = Counter(filter(None, lines))

    def similarity(self, other: _RequestSignature) -> float:
        """Return the share of common lines, from 0 to 1, or 2 for identical requests.

        If the tools differ, or if only one request has a response schema, the similarity is 0.
        """
        if self._request == other._request:
            return 2.0
        if self._form != other._form:
            return 0.0
        both = (self._lines & other._lines).total()
        return both / max(1, self._lines.total(), other._lines.total())
