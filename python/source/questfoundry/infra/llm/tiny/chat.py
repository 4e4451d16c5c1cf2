"""The embedded model: a very small one in this process, led through all that it writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.chat.pairing import paired
from questfoundry.domain.errors import MalformedAnswerError, RefusedError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.domain.protocols.prompts import PromptRepository
from questfoundry.infra.llm.gguf.client import LlamaClient
from questfoundry.infra.llm.gguf.server import LlamaServer, hold_server, release_server
from questfoundry.infra.llm.tiny.field_writer import FieldWriter
from questfoundry.infra.llm.tiny.prose_request import ProseRequest
from questfoundry.infra.llm.tiny.prose_writer import ProseWriter
from questfoundry.infra.llm.tiny.sentence_writer import SentenceWriter
from questfoundry.infra.llm.tiny.sentences import whole_sentences
from questfoundry.infra.llm.tiny.wording import LocalWording, ProseWording

_MAX_TOKENS = 160


class LocalChatProvider(ChatProvider):
    """A small GGUF model that talks, writes prose and fills a response schema field by field.

    Building it starts nothing; the first question loads the model, and raises
    ``SettingsError`` where that cannot be done. Tools are refused: the model never calls one.
    """

    def __init__(
        self,
        *,
        model: ModelRef,
        traits: ModelTraits,
        path: Path,
        prompts: PromptRepository,
        embeddings: EmbeddingProvider,
    ) -> None:
        self._model = model
        self._traits = traits
        self._path = path
        self._prompts = prompts
        self._embeddings = embeddings
        self._server: LlamaServer | None = None
        self._client: LlamaClient | None = None

    @property
    def model(self) -> ModelRef:
        """The model that answers."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """What the model can do, and how it is best used."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Answer in whole sentences, with prose, or with JSON text of the response schema."""
        if request.tools:
            raise RefusedError(
                f"The model {str(self._model)!r} cannot call tools. "
                "Ask it without tools, or choose another model for this phase."
            )
        prose = ProseWording.load(self._prompts)
        if request.response_schema is not None:
            response = await self._fill(request, request.response_schema)
        elif _message_of(request).endswith(prose.sign):
            response = await self._tell(request, prose)
        else:
            return await self._talk(request, on_text)
        if on_text is not None:
            on_text(response.text)
        return response

    async def close(self) -> None:
        """Close the connection, and stop the model if nobody else in this process uses it."""
        client, self._client = self._client, None
        server, self._server = self._server, None
        if client is not None:
            await client.close()
        if server is not None:
            release_server(server)

    async def _talk(self, request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        sink = _SentenceSink(on_text)
        wanted = min(request.max_tokens or _MAX_TOKENS, _MAX_TOKENS)
        messages = paired(request.messages, keep_calls=False)
        # Without a seed of ours the server would draw one, and no run could be repeated.
        bounded = evolve(request, messages=messages, max_tokens=wanted, seed=request.seed or 0)
        response = await self._llama().complete(bounded, sink.feed)
        text = response.text
        if response.finish_reason is FinishReason.LENGTH:
            text = whole_sentences(text) or text
        if not text.strip():
            raise MalformedAnswerError(
                "The embedded model said nothing. Say it in other words, or choose a larger model."
            )
        sink.finish(text)
        return evolve(response, text=text, finish_reason=FinishReason.STOP, model=self._model.model)

    async def _fill(self, request: ChatRequest, schema: Mapping[str, Any]) -> ChatResponse:
        wording = LocalWording.load(self._prompts)
        context = _message_of(request)
        idea = context.partition("\n\n")[0]
        sentences = SentenceWriter(
            ask=self._llama().complete,
            embeddings=self._embeddings,
            system=wording.system,
            topic=context,
            seed=_seed_of(request),
        )
        writer = FieldWriter(
            schema=schema,
            idea=idea,
            context=context,
            sentences=sentences,
            embeddings=self._embeddings,
            wording=wording,
        )
        value = await writer.write(wording.guide(self._prompts, schema.get("title", "")))
        return ChatResponse(
            text=json.dumps(value, ensure_ascii=False),
            usage=evolve(sentences.usage, calls=1),
            model=self._model.model,
        )

    async def _tell(self, request: ChatRequest, wording: ProseWording) -> ChatResponse:
        writer = ProseWriter(
            told=ProseRequest.read(_message_of(request)),
            attempts=[m.content for m in request.messages if m.role is Role.ASSISTANT],
            ask=self._llama().complete,
            embeddings=self._embeddings,
            wording=wording,
            seed=_seed_of(request),
        )
        text = await writer.write()
        return ChatResponse(text=text, usage=evolve(writer.usage, calls=1), model=self._model.model)

    def _llama(self) -> LlamaClient:
        if self._client is None:
            window = self._traits.capabilities.context_window
            self._server = hold_server(self._path, window)
            self._client = LlamaClient(self._server)
        return self._client


def _message_of(request: ChatRequest) -> str:
    """The author's first message, which says what is wanted."""
    return next((m.content for m in request.messages if m.role is Role.USER), "").strip()


def _seed_of(request: ChatRequest) -> str:
    """A repair has more messages than the first attempt, and must not get the same answer."""
    return f"{request.seed or 0}/{len(request.messages)}/{_message_of(request)}"


class _SentenceSink:
    """Hands a streamed text on sentence by sentence, so that what is cut is never shown."""

    def __init__(self, on_text: TextSink | None) -> None:
        self._on_text = on_text
        self._received = ""
        self._given = 0

    def feed(self, piece: str) -> None:
        self._received += piece
        self._give(whole_sentences(self._received, goes_on=True))

    def finish(self, text: str) -> None:
        self._give(text)

    def _give(self, text: str) -> None:
        if self._on_text is not None and len(text) > self._given:
            self._on_text(text[self._given :])
            self._given = len(text)
