"""Every chat provider keeps to the contract: the three SDK adapters, and the scripted one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols import ChatProvider
from questfoundry.testing.contracts.chat_provider import ChatProviderContract
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.loopback import Loopback
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire


class TestScriptedChatProvider(ChatProviderContract):
    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        yield ScriptedChatProvider(answers)


class _OnTheWire(ChatProviderContract):
    wire: Wire

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        script = [self.wire.answer(answer) for answer in answers]
        with Loopback(*script, check=self.wire.rules) as server:
            yield self.wire.provider(server.url, ModelTraits(capabilities=Capabilities()))


class TestOpenAIChatProvider(_OnTheWire):
    wire = OPENAI


class TestAnthropicChatProvider(_OnTheWire):
    wire = ANTHROPIC


class TestOllamaChatProvider(_OnTheWire):
    wire = OLLAMA
