"""Define the chat provider for the embedded model, which needs guidance for prose and for JSON."""

import json

from attrs import evolve

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Role, pair_tool_calls
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import MalformedAnswerError, RefusedError
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    EmbeddingProvider,
    PromptRepository,
    TextSink,
)
from questfoundry.domain.run.request_subjects import PassageSubject, SectionSubject, VoteSubject
from questfoundry.infra.llm.tiny.field_writer import FieldWriter
from questfoundry.infra.llm.tiny.guides import (
    EntityWording,
    FieldWording,
    JudgeWording,
    ProseWording,
)
from questfoundry.infra.llm.tiny.prose_writer import ProseWriter
from questfoundry.infra.llm.tiny.sentences import Judge, keep_whole_sentences
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider

_MAX_TOKENS = 96
"""The most tokens of a conversational answer; at most its first eighty words are used."""


class TinyChatProvider(ForwardingChatProvider):
    """A chat provider for a very small model, which guides the model through prose and JSON.

    ``inner`` is the provider that calls the model. If the last message of a request has the role
    "assistant", ``inner`` must continue the text of this message. Requests with tools are refused,
    because so small a model cannot call tools.
    """

    def __init__(
        self, inner: ChatProvider, *, prompts: PromptRepository, embeddings: EmbeddingProvider
    ) -> None:
        super().__init__(inner)
        self._prompts = prompts
        self._embeddings = embeddings

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Return the model's answer to ``request``; raise ``RefusedError`` if it has tools.

        If the request has a response schema, the answer is JSON. If the request is about a passage
        of the story, the answer is prose. Otherwise it is a few whole sentences of conversation.
        """
        if request.tools:
            raise RefusedError(
                f"The model {str(self.model)!r} cannot call tools. "
                "Ask it without tools, or choose another model for this phase."
            )
        match request.about:
            case PassageSubject() as subject:
                response = await self._write(request, subject)
            case VoteSubject() as subject:
                response = await self._judge(subject)
            case _ if request.response_schema is not None:
                response = await self._fill(request, request.response_schema)
            case _:
                return await self._talk(request, on_text)
        if on_text is not None:
            on_text(response.text)
        return response

    async def _talk(self, request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        sink = _SentenceSink(on_text)
        wanted = min(request.max_tokens or _MAX_TOKENS, _MAX_TOKENS)
        messages = pair_tool_calls(request.messages, keep_calls=False)
        # Without a seed the server would draw a random one, and the run could not be repeated.
        bounded = evolve(request, messages=messages, max_tokens=wanted, seed=request.seed or 0)
        response = await self._inner.complete(bounded, sink.feed)
        text = response.text
        if response.finish_reason is FinishReason.LENGTH:
            text = keep_whole_sentences(text) or text
        if not text.strip():
            raise MalformedAnswerError(
                "The embedded model gave an empty answer. Reword the message, or choose a larger "
                "model."
            )
        sink.show(text)
        return evolve(response, text=text, finish_reason=FinishReason.STOP)

    async def _judge(self, subject: VoteSubject) -> ChatResponse:
        judge = Judge(wording=JudgeWording.load(self._prompts), embeddings=self._embeddings)
        answer = await judge.answer(subject)
        return self._build_response(json.dumps(answer, ensure_ascii=False), NO_USAGE)

    async def _fill(self, request: ChatRequest, schema: Schema) -> ChatResponse:
        wording = FieldWording.load(self._prompts)
        writer = FieldWriter(
            schema=schema,
            subject=_get_section_subject(request),
            wording=wording,
            ask=self._inner.complete,
            embeddings=self._embeddings,
            seed=_build_seed(request),
            entity_wording=EntityWording.load(self._prompts),
            variant=request.seed or 0,
        )
        value = await writer.write(wording.load_guide(self._prompts, schema.get("title", "")))
        return self._build_response(json.dumps(value, ensure_ascii=False), writer.usage)

    async def _write(self, request: ChatRequest, subject: PassageSubject) -> ChatResponse:
        writer = ProseWriter(
            idea=subject.idea,
            briefing=subject.briefings[0],
            attempts=[m.content for m in request.messages if m.role is Role.ASSISTANT],
            wording=ProseWording.load(self._prompts),
            ask=self._inner.complete,
            embeddings=self._embeddings,
            seed=_build_seed(request),
        )
        return self._build_response(await writer.write(), writer.usage)

    def _build_response(self, text: str, usage: Usage) -> ChatResponse:
        """Return a response with ``text`` and ``usage``, which counts all model calls as one."""
        counted = evolve(usage, calls=min(1, usage.calls))
        return ChatResponse(text=text, usage=counted, model=self.model.model)


def _get_section_subject(request: ChatRequest) -> SectionSubject:
    """Return what ``request`` is about; without a subject, the idea is the user's message."""
    if isinstance(request.about, SectionSubject):
        return request.about
    return SectionSubject(idea=_get_author_message(request))


def _get_author_message(request: ChatRequest) -> str:
    """Return the first user message, which contains the task."""
    return next((m.content for m in request.messages if m.role is Role.USER), "").strip()


def _build_seed(request: ChatRequest) -> str:
    """Return a text that determines the random choices for ``request``.

    A request to repair an answer has more messages than the first request, so its seed differs.
    """
    return f"{request.seed or 0}/{len(request.messages)}/{_get_author_message(request)}"


class _SentenceSink:
    """A text sink that passes on whole sentences only, so no cut-off sentence is ever shown."""

    def __init__(self, on_text: TextSink | None) -> None:
        self._on_text = on_text
        self._received = ""
        self._shown = 0

    def feed(self, piece: str) -> None:
        self._received += piece
        self.show(keep_whole_sentences(self._received, is_partial=True))

    def show(self, text: str) -> None:
        if self._on_text is not None and len(text) > self._shown:
            self._on_text(text[self._shown :])
            self._shown = len(text)
