"""Replay a recorded run offline: identical requests get the recorded answers."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from attrs import define, field

from questfoundry.domain.chat.codec import request_to_dict, response_from_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ReplayError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
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
