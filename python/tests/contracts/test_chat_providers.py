"""The chat provider contract for all providers: on the wire, in process, replayed and decorated."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry import testing
from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, ProviderSettings
from questfoundry.infra.llm.gguf.chat import ContinuingChatProvider, GgufChatProvider
from questfoundry.infra.llm.gguf.continuation import ContinuationProvider
from questfoundry.infra.llm.openai.chat import MistralChatProvider, OpenAIChatProvider
from questfoundry.infra.llm.openai.compatible import build_endpoint
from questfoundry.infra.llm.tiny.chat import TinyChatProvider
from questfoundry.infra.llm.transport.forwarding import CallLoggingChatProvider
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.infra.telemetry.events import JsonLines
from questfoundry.testing.contracts.chat_provider import ASKED, SAID
from tests.support.loopback import Loopback
from tests.support.small_model import SharedWords, served_at
from tests.support.stage_runs import shipped_prompts
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire

MODEL = ModelRef("local", SAID.model)


class TestScriptedChatProvider(testing.ChatProviderContract):
    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        yield testing.ScriptedChatProvider(answers)


class _OnTheWire(testing.ChatProviderContract):
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


def _like_openai(make: type[OpenAIChatProvider]) -> Wire:
    return evolve(
        OPENAI,
        provider=lambda url, traits: make(
            build_endpoint("mistral", base_url=f"{url}/v1").build_service(
                MODEL, ProviderSettings(variables={}, models_folder=Path())
            ),
            traits=traits,
        ),
    )


class TestMistralChatProvider(_OnTheWire):
    wire = _like_openai(MistralChatProvider)


class TestContinuationProvider(_OnTheWire):
    wire = _like_openai(ContinuationProvider)


class _InThisProcess(testing.ChatProviderContract):
    """A provider for a GGUF file whose server is a loopback script, so that no model is loaded."""

    traits = ModelTraits(capabilities=Capabilities())

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        script = [OPENAI.answer(answer) for answer in answers]
        with Loopback(*script) as server, served_at(server.url):
            yield self.made(model=MODEL, traits=self.traits, path=Path("model.gguf"))

    def made(self, **file: Any) -> ChatProvider:
        return GgufChatProvider(**file)


class TestGgufChatProvider(_InThisProcess):
    pass


class TestTinyChatProvider(_InThisProcess):
    takes_tools = False

    def made(self, **file: Any) -> ChatProvider:
        inner = ContinuingChatProvider(**file)
        return TinyChatProvider(inner, prompts=shipped_prompts(), embeddings=SharedWords())

    async def test_a_model_that_was_cut_off_says_so(self) -> None:
        """The tiny model ends with its last whole sentence. (LOC-5.4)"""
        answer = evolve(SAID, text="A drowned clerk. He kee", finish_reason=FinishReason.LENGTH)
        with self.answering(answer) as provider:
            response = await provider.complete(ASKED)
            await provider.close()
        assert response == evolve(SAID, text="A drowned clerk.")


class TestRetryingChatProvider(testing.ChatProviderContract):
    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        inner = testing.ScriptedChatProvider(answers)
        yield RetryingChatProvider(
            inner, clock=testing.ManualClock(), events=testing.RecordingEventSink()
        )


class TestLimitingChatProvider(testing.ChatProviderContract):
    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        limiter = AdaptiveLimiter(RateLimit(testing.ManualClock()), concurrency=2)
        yield LimitingChatProvider(testing.ScriptedChatProvider(answers), limiter=limiter)


class TestCallLoggingChatProvider(testing.ChatProviderContract):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.lines = JsonLines(tmp_path / "calls.jsonl")

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        inner = testing.ScriptedChatProvider(answers)
        yield CallLoggingChatProvider(inner, lines=self.lines, clock=testing.ManualClock())
