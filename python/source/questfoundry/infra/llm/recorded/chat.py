"""Answer each request with the response of the most similar call in a log of model calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.chat.codec import request_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ReplayError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.infra.llm.recorded.call_log import LoggedCall
from questfoundry.infra.llm.replay import stream_words

_MIN_SIMILARITY = 0.5
"""The share of lines that a recorded request must have in common with the current request."""


class RecordedChatProvider(ChatProvider):
    """A chat provider that replays a log of model calls; each logged response is used once.

    Repeated identical requests get their responses in the order of the log. Prompts may have
    changed since the recording. So a request without an identical call in the log gets the response
    of the most similar call, which shares the most lines with the request.

    Both requests must offer the same tools, and both or neither must ask for JSON. If no remaining
    call is similar enough, ``ReplayError`` is raised.
    """

    def __init__(
        self, *, model: ModelRef, traits: ModelTraits, calls: Sequence[LoggedCall]
    ) -> None:
        self._model = model
        self._traits = traits
        self._unused = [(call, _RequestSignature(call.request)) for call in calls]

    @property
    def model(self) -> ModelRef:
        """The name by which settings choose this log, ``recorded/FILE``."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """The capabilities and the profile of the recorded model."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Return the response of the logged call most similar to ``request``.

        The text of the response is passed to ``on_text`` word by word. Raise ``ReplayError`` if no
        remaining call is similar enough.
        """
        wanted = _RequestSignature(request_to_dict(request))
        nearest = max(self._unused, key=lambda each: each[1].similarity(wanted), default=None)
        if nearest is None or nearest[1].similarity(wanted) < _MIN_SIMILARITY:
            raise ReplayError(
                f"{self._model.model} has no answer left for this request: the log contains no "
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
        self._form = (
            tuple(tool["name"] for tool in request.get("tools", ())),
            "response_schema" in request,
        )
        self._lines = Counter(
            line.strip()
            for message in request["messages"]
            if message["role"] != "system"
            for line in str(message.get("content", "")).splitlines()
            if line.strip()
        )

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
