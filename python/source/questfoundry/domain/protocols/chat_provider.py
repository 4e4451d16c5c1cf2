"""Define the interfaces to language models."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits

TextSink = Callable[[str], None]
"""A callback for the pieces of a streamed answer; joined, they are ``ChatResponse.text``."""


class ChatModel(Protocol):
    """A language model that answers requests.

    Its methods raise only :class:`~questfoundry.domain.errors.LLMError` and its subclasses.
    """

    @property
    @abstractmethod
    def model(self) -> ModelRef:
        """The provider and the name of the model that answers."""

    @property
    @abstractmethod
    def traits(self) -> ModelTraits:
        """The model's capabilities, and the way QuestFoundry uses the model."""

    @abstractmethod
    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` once and return the response.

        If ``on_text`` is given, it is called with each piece of the response text as the piece
        arrives.
        """


class ChatProvider(ChatModel, Protocol):
    """A chat model with the connection or process that it uses."""

    @abstractmethod
    async def close(self) -> None:
        """Close connections and processes; a second call has no effect."""
