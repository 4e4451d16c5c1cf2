"""Every chat provider keeps to the contract: on the wire, in the process, and the scripted one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols import ChatProvider
from questfoundry.infra.llm.gguf.chat import GgufChatProvider
from questfoundry.infra.llm.gguf.continuing import ContinuingChatProvider
from questfoundry.infra.llm.tiny.chat import TinyChatProvider
from questfoundry.testing.contracts.chat_provider import ASKED, SAID, ChatProviderContract
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.loopback import Loopback
from tests.support.small_model import SharedWords, served_at
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire
from tests.support.wordings import ShippedWordings


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


class _InThisProcess(ChatProviderContract):
    """A GGUF file whose server is a script on loopback, so that no model is loaded."""

    traits = ModelTraits(capabilities=Capabilities())

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        script = [OPENAI.answer(answer) for answer in answers]
        model = ModelRef("local", SAID.model)
        with Loopback(*script) as server, served_at(server.url):
            yield self.made(model=model, traits=self.traits, path=Path("model.gguf"))

    def made(self, **file: Any) -> ChatProvider:
        return GgufChatProvider(**file)


class TestGgufChatProvider(_InThisProcess):
    pass


class TestTinyChatProvider(_InThisProcess):
    takes_tools = False

    def made(self, **file: Any) -> ChatProvider:
        inner = ContinuingChatProvider(**file)
        return TinyChatProvider(inner, prompts=ShippedWordings(), embeddings=SharedWords())

    async def test_a_model_that_was_cut_off_says_so(self) -> None:
        """LOC-5.4: what it says ends with its last whole sentence, and is an answer."""
        answer = evolve(SAID, text="A drowned clerk. He kee", finish_reason=FinishReason.LENGTH)
        with self.answering(answer) as provider:
            response = await provider.complete(ASKED)
            await provider.close()
        assert response == evolve(SAID, text="A drowned clerk.")
