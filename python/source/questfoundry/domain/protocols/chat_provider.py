"""The port to language models."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits

TextSink = Callable[[str], None]
"""Receives the pieces of a streamed answer in order; together they are ``ChatResponse.text``."""


class ChatModel(Protocol):
    """One model that can be asked.

    Raises only :class:`~questfoundry.domain.errors.LLMError` and its kinds.
    """

    @property
    @abstractmethod
    def model(self) -> ModelRef:
        """The model that answers."""

    @property
    @abstractmethod
    def traits(self) -> ModelTraits:
        """What the model can do, and how it is best used."""

    @abstractmethod
    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask once; stream the text through ``on_text`` where one is given."""


class ChatProvider(ChatModel, Protocol):
    """A model with the connection or the process that it is asked through."""

    @abstractmethod
    async def close(self) -> None:
        """Give back connections and processes; may be called twice."""
