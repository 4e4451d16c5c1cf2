"""The adapter: QuestFoundry's requests to a LangChain chat model, and its answers back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import Runnable

from questfoundry import (
    AuthenticationError,
    ChatProvider,
    ChatRequest,
    ChatResponse,
    FinishReason,
    LLMError,
    MalformedAnswerError,
    Message,
    ModelRef,
    ModelTraits,
    ProviderFaultError,
    RateLimitedError,
    RefusedError,
    Role,
    TimedOutError,
    ToolCall,
    UnreachableError,
    Usage,
    pair_tool_calls,
)

_REASONS = {
    FinishReason.STOP: {"stop", "end_turn", "stop_sequence", "eos"},
    FinishReason.LENGTH: {"length", "max_tokens", "model_length"},
    FinishReason.TOOL_CALLS: {"tool_calls", "tool_use", "function_call"},
    FinishReason.REFUSED: {"content_filter", "refusal", "safety"},
}
# What the packages call it.
_REASON_NAMES = ("finish_reason", "stop_reason", "done_reason", "stopReason")


class LangChainChatProvider(ChatProvider):
    """Asks the model that ``build`` makes; ``timeout`` is in seconds.

    Each event loop gets a model of its own, because the connections of one belong to its loop.
    """

    def __init__(
        self,
        model: ModelRef,
        build: Callable[[], BaseChatModel],
        *,
        traits: ModelTraits,
        timeout: float,
    ) -> None:
        self._model = model
        self._build = build
        self._traits = traits
        self._timeout = timeout
        self._chat: BaseChatModel | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def model(self) -> ModelRef:
        """The model that answers."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """The traits it was built with."""
        return self._traits

    async def complete(
        self, request: ChatRequest, on_text: Callable[[str], None] | None = None
    ) -> ChatResponse:
        """Ask once."""
        answer: AIMessage | None = None
        async with aclosing(self._answers(request, streamed=on_text is not None)) as pieces:
            while (piece := await self._next(pieces)) is not None:
                answer = piece if answer is None else cast("AIMessage", answer + piece)
                if on_text is not None and piece.text:
                    on_text(piece.text)
        if answer is None:
            raise self._malformed("nothing came")
        return self._response(answer)

    async def close(self) -> None:
        """Forget the model, and close its connections where it has any of its own."""
        chat, self._chat = self._chat, None
        if client := getattr(chat, "http_async_client", None):
            # Those of a loop that has ended cannot be closed on this one.
            with suppress(RuntimeError):
                await client.aclose()

    async def _answers(
        self, request: ChatRequest, *, streamed: bool
    ) -> AsyncGenerator[AIMessage, None]:
        runnable = await self._runnable(request)
        paired = pair_tool_calls(request.messages, keep_calls=self._tools(request))
        messages = [_message(each) for each in paired]
        stop = list(request.stop) or None
        if not streamed:
            yield await runnable.ainvoke(messages, stop=stop)
            return
        async for chunk in runnable.astream(messages, stop=stop):
            yield chunk

    async def _next(self, pieces: AsyncGenerator[AIMessage, None]) -> AIMessage | None:
        try:
            async with asyncio.timeout(self._timeout):
                return await anext(pieces, None)
        except Exception as error:
            raise self._translated(error) from error

    def _tools(self, request: ChatRequest) -> bool:
        offered = self._traits.capabilities.tools and request.tool_choice != "none"
        return bool(request.tools) and offered

    async def _runnable(self, request: ChatRequest) -> Runnable[Any, AIMessage]:
        loop = asyncio.get_running_loop()
        if self._chat is None or self._loop is not loop:
            await self.close()
            self._chat, self._loop = self._build(), loop
        chat, given = self._chat, {}
        for name in ("temperature", "max_tokens", "seed"):
            value = getattr(request, name)
            if value is not None and name in type(chat).model_fields:
                given[name] = value
        if not self._traits.capabilities.temperature:
            given.pop("temperature", None)
        if not self._tools(request):
            return chat.bind(**given)
        tools = request.tools
        choice = {"required": "any"}.get(request.tool_choice, request.tool_choice)
        if not self._traits.capabilities.forced_tool_choice:
            tools = tuple(tool for tool in tools if tool.name == choice) or tools
            choice = "auto"
        definitions = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in tools
        ]
        return chat.bind_tools(definitions, tool_choice=choice, **given)

    def _response(self, answer: AIMessage) -> ChatResponse:
        calls = [
            ToolCall(id=call["id"] or f"call-{number}", name=call["name"], arguments=call["args"])
            for number, call in enumerate(answer.tool_calls)
        ]
        calls += [
            ToolCall(id=call["id"] or "", name=call["name"] or "", malformed=call["args"] or "")
            for call in answer.invalid_tool_calls
        ]
        text = str(answer.text)
        metadata = answer.response_metadata
        said = next((str(metadata[name]) for name in _REASON_NAMES if metadata.get(name)), "")
        reason = next((each for each, names in _REASONS.items() if said.lower() in names), None)
        if reason is None:
            raise self._malformed("it ends without saying why, so it may be cut off")
        if reason in {FinishReason.STOP, FinishReason.TOOL_CALLS}:
            reason = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
            if not calls and not text.strip():
                raise self._malformed("it is empty")
        return ChatResponse(
            text=text,
            tool_calls=tuple(calls),
            usage=_usage(answer.usage_metadata or {}),
            finish_reason=reason,
            model=metadata.get("model_name") or metadata.get("model") or self._model.model,
        )

    def _malformed(self, problem: str) -> LLMError:
        return MalformedAnswerError(
            f"{str(self._model)!r} gave an answer that cannot be used: {problem}. Ask once more, "
            "or choose another model."
        )

    def _translated(self, error: Exception) -> Exception:
        """Return the ``LLMError`` for an SDK error, by the HTTP status that most errors carry."""
        if isinstance(error, LLMError):
            return error
        response = getattr(error, "response", None)
        status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
        said = f"{str(self._model)!r}: {type(error).__name__}: {error}"
        kind = type(error).__name__
        if status in {401, 403}:
            return AuthenticationError(f"{said} Check the key and its rights.")
        if status == 429:
            wait = _retry_after(getattr(response, "headers", {}))
            return RateLimitedError(f"{said} Wait, or use fewer calls.", retry_after=wait)
        if isinstance(status, int) and status >= 500:
            return ProviderFaultError(f"{said} Try later, or choose another model.")
        if isinstance(status, int) and status >= 400:
            return RefusedError(f"{said} Change the request or the model's settings.")
        if isinstance(error, TimeoutError) or "Timeout" in kind:
            return TimedOutError(f"{said} Choose a faster model, or allow more time.")
        if isinstance(error, OSError) or "Connect" in kind or "Protocol" in kind:
            return UnreachableError(f"{said} Check the network, the address and the server.")
        return ProviderFaultError(f"{said} Choose another model, or report it to its package.")


def _message(message: Message) -> BaseMessage:
    match message.role:
        case Role.SYSTEM:
            return SystemMessage(message.content)
        case Role.USER:
            return HumanMessage(message.content)
        case Role.TOOL_RESULT:
            status = "error" if message.is_error else "success"
            return ToolMessage(message.content, tool_call_id=message.call_id or "", status=status)
    calls = [
        {"id": call.id, "name": call.name, "args": dict(call.arguments), "type": "tool_call"}
        for call in message.tool_calls
    ]
    return AIMessage(message.content, tool_calls=calls)


def _usage(counts: Mapping[str, Any]) -> Usage:
    details = counts.get("input_token_details") or {}
    return Usage(
        input_tokens=counts.get("input_tokens", 0),
        output_tokens=counts.get("output_tokens", 0),
        cached_tokens=details.get("cache_read") or 0,
    )


def _retry_after(headers: Mapping[str, str]) -> float | None:
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return None
