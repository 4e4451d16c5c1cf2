"""Define the base classes of chat providers that call a model through an official SDK."""

import json
import re
from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from types import MappingProxyType
from typing import Any, ClassVar, Generic

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, find_prompt_cut
from questfoundry.domain.chat.usage import report_spending
from questfoundry.domain.errors import (
    BudgetReachedError,
    LLMError,
    RefusedError,
    WindowExceededError,
)
from questfoundry.domain.models.settings import STREAMING, Manner
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.infra.llm.sdk.answer import CUT, WireAnswer
from questfoundry.infra.llm.sdk.json_reading import clean_json, is_clean, iter_documents
from questfoundry.infra.llm.sdk.manners import (
    SYSTEM,
    adapt_capabilities,
    ask_by_schema,
    ask_by_tool,
    find_output_limit,
    find_refused_field,
    merge_system_messages,
    must_call_tool,
    read_tool_answer,
)
from questfoundry.infra.llm.sdk.sdk_caller import (
    MAX_ANSWER_SECONDS,
    PARSE_ERRORS,
    AnswerBounds,
    Client,
    SdkCaller,
)
from questfoundry.infra.llm.sdk.service import Service

_STREAMING_REFUSAL = re.compile(r"\bstream", re.IGNORECASE)
"""Matches the error of a server that cannot stream or rejects a streaming option."""

WHOLE_ANSWER_FACTOR = 5
"""The factor by which the limit on silence grows for answers in one piece."""

_LONG_ANSWER_TOKENS = 8192
"""An answer with more tokens than this may take more than a few minutes."""


class SdkChatProvider(SdkCaller[Client], ChatProvider):
    """A chat provider that calls a model through an official SDK.

    ``timeout``: The longest silence in seconds, both before the first piece of an answer and
      between two pieces.
    ``longest``: The longest time for the whole answer, in seconds.

    The answer is streamed if ``on_text`` is given. It is also streamed if it may take long, because
    only a stream shows that the model is working. Otherwise the answer is requested in one piece,
    which takes less CPU time. The limit on silence is then ``WHOLE_ANSWER_FACTOR`` times as long.
    """

    can_be_empty: ClassVar[bool] = False
    """An answer without text is usable if this is true."""

    def __init__(
        self,
        service: Service,
        *,
        traits: ModelTraits,
        timeout: float = 300.0,
        longest: float = MAX_ANSWER_SECONDS,
    ) -> None:
        super().__init__(service)
        self._traits = traits
        self._bounds = AnswerBounds(silence=timeout, longest=longest)
        self._manner = Manner()
        self._is_schema_refused = False

    @property
    def model(self) -> ModelRef:
        return self._service.model

    @property
    def traits(self) -> ModelTraits:
        return self._traits

    @property
    def manner(self) -> Manner:
        return self._manner

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` and return the response.

        Exceptions raised by ``on_text`` are passed on unchanged. If the server refuses to stream,
        this and all later answers are requested in one piece. If the server refuses a parameter, a
        tool or a schema, this and all later requests are sent without it.
        """
        while True:
            try:
                return await self._ask(request, on_text)
            except RefusedError as error:
                if not self._adapt_to_refusal(request, error):
                    raise

    def _adapt_to_refusal(self, request: ChatRequest, error: RefusedError) -> bool:
        """Change later requests to what the server accepts; return whether anything changed."""
        before, body, refusal = self._traits.capabilities, self._make_body(request), str(error)
        if (most := find_output_limit(refusal, body)) is not None:
            able = before.model_copy(update={"max_output_tokens": most})
            self._traits = self._traits.model_copy(update={"capabilities": able})
            return True
        if isinstance(error, WindowExceededError):
            return False
        if (after := adapt_capabilities(before, refusal, body)) is not None:
            self._manner = self._manner.drop_changes(before, after)
            self._traits = self._manner.apply(self._traits)
            self._is_schema_refused |= before.json_schema and not after.json_schema
            return True
        field = find_refused_field(refusal, body)
        self._manner = self._manner.drop(*filter(None, [field]))
        return field is not None

    def _make_body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the JSON body of ``request`` without what the server has refused."""
        refused = self._manner.refused
        if SYSTEM in refused:
            request = merge_system_messages(request)
        most = self._traits.capabilities.max_output_tokens
        if request.max_tokens is not None and most is not None and request.max_tokens > most:
            request = evolve(request, max_tokens=most)
        body = self._build_body(request)
        return {name: value for name, value in body.items() if name not in refused}

    async def _ask(self, request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        able = self._traits.capabilities
        if able.json_schema and not able.tools and must_call_tool(request):
            request = ask_by_schema(request)
        if self._is_schema_refused and request.response_schema is not None:
            return read_tool_answer(await self._ask(ask_by_tool(request), None))
        can_stream = STREAMING not in self._manner.refused
        if can_stream and (on_text is not None or self._may_take_long(request)):
            try:
                return await self._complete(request, on_text, streamed=True)
            except RefusedError as error:
                if not _STREAMING_REFUSAL.search(str(error)):
                    raise
            self._manner = self._manner.drop(STREAMING)
        return await self._complete(request, on_text, streamed=False)

    def _may_take_long(self, request: ChatRequest) -> bool:
        most = request.max_tokens
        return self._traits.capabilities.can_reason or most is None or most > _LONG_ANSWER_TOKENS

    async def _complete(
        self, request: ChatRequest, on_text: TextSink | None, *, streamed: bool
    ) -> ChatResponse:
        answer = WireAnswer(can_be_empty=self.can_be_empty)
        try:
            await self._receive(answer, request, on_text, streamed=streamed)
            return self._build_response(answer, request)
        except LLMError as error:
            error.has_cost = answer.estimate_usage(request) is not None
            self._report_spending(answer, request)
            raise
        except BaseException:
            with suppress(BudgetReachedError):  # the current exception takes precedence
                self._report_spending(answer, request)
            raise

    def _build_response(self, answer: WireAnswer, request: ChatRequest) -> ChatResponse:
        """Return the response; raise ``WindowExceededError`` if the server has cut the prompt."""
        response = answer.build_response(request, self._service)
        reported = evolve(response, usage=answer.usage)
        cut = find_prompt_cut(request, reported, self._traits.capabilities.context_window)
        if cut is not None and cut.window is not None:
            raise self._service.cut_error(cut.read, cut.least, cut.window)
        return response

    def _report_spending(self, answer: WireAnswer, request: ChatRequest) -> None:
        if (usage := answer.estimate_usage(request)) is not None:
            report_spending(str(self.model), usage)

    async def _receive(
        self, answer: WireAnswer, request: ChatRequest, on_text: TextSink | None, *, streamed: bool
    ) -> None:
        body = self._make_body(request)
        if not all(is_clean(message.content) for message in request.messages):
            body = clean_json(body)
        bounds = self._bounds
        if not streamed:
            bounds = evolve(
                bounds, silence=min(bounds.longest, WHOLE_ANSWER_FACTOR * bounds.silence)
            )
        client = await self._get_client()
        arriving = self._send(client, body, streamed=streamed)
        async with bounds.enforce(self._service) as report_activity, aclosing(arriving):
            while (document := await self._next_document(arriving, answer)) is not None:
                text = self._add_document(answer, document)
                if on_text is not None and text:
                    on_text(text)
                    report_activity()  # a slow reader does not count as the model's silence
        rest = answer.finish()
        if on_text is not None and rest:
            on_text(rest)

    @abstractmethod
    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the request as the JSON body of the provider's API."""

    @abstractmethod
    def _send(
        self, client: Client, body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        """Send ``body`` and yield the JSON documents of the answer as they arrive."""

    @abstractmethod
    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        """Add ``document``, a part of the model's answer, to ``answer`` and return its text."""

    def _find_error(self, document: Mapping[str, Any]) -> Any:
        """Return the failure that ``document`` reports, else ``None``."""
        return document.get("error")

    async def _next_document(self, arriving: AsyncGenerator[Any, None], answer: WireAnswer) -> Any:
        try:
            return await anext(arriving, None)
        except Exception as exc:
            is_cut = answer.has_begun and isinstance(exc, json.JSONDecodeError)
            error = self._service.unusable_error(CUT) if is_cut else self._to_llm_error(exc)
            if error is None:
                raise
            raise error from self._service.chainable_cause(exc)

    def _add_document(self, answer: WireAnswer, document: Any) -> str:
        try:
            if error := self._find_error(document):
                raise self._service.body_error(error)
            return self._read_document(answer, document)
        except PARSE_ERRORS as exc:
            raise self._unreadable_error() from exc


@frozen
class TwoTransports(Generic[Client]):
    """Two clients of one SDK: ``whole`` for answers in one piece, ``streamed`` for streams.

    ``whole`` uses aiohttp, which takes half the CPU time. ``streamed`` uses httpx2, because some
    servers, such as llama.cpp's, close the connection after a stream without notice. httpx2 notices
    the closed connection before it sends the next request; aiohttp does not.
    """

    whole: Client
    streamed: Client


class TwoTransportsProvider(SdkChatProvider[TwoTransports[Any]]):
    """A chat provider that uses aiohttp for answers in one piece and httpx2 for streams.

    The provider calls the SDK's low-level method ``post``. The SDK's typed methods validate every
    message of every call, which costs several times the CPU time, and accept only known parameters.
    """

    path: ClassVar[str]
    stream_class: ClassVar[Any]
    stream_options: ClassVar[Mapping[str, Any]] = MappingProxyType({"stream": True})
    """The fields that a request for a streamed answer adds to the body."""

    async def _disconnect(self, client: TwoTransports[Any]) -> None:
        await client.whole.close()
        await client.streamed.close()

    async def _send(
        self, client: TwoTransports[Any], body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        if not streamed:
            yield await client.whole.post(self.path, body=body, cast_to=object)
            return
        stream = await client.streamed.post(
            self.path,
            body={**body, **self.stream_options},
            cast_to=object,
            stream=True,
            stream_cls=self.stream_class,
        )
        async with stream, aclosing(iter_documents(stream.response.aiter_bytes())) as found:
            async for document in found:
                yield document
