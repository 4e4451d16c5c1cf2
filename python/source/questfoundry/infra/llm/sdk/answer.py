"""Collect the pieces of a model's answer, and check that the answer is complete."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import Factory, define, evolve

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.answer.submission import names_tool
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    FinishReason,
    complete_usage,
    estimate_tokens,
)
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.text.thoughts import ThoughtFilter, remove_thoughts
from questfoundry.infra.llm.sdk.json_reading import (
    clean_json,
    clean_text,
    is_whole_object,
    parse_tool_call,
)
from questfoundry.infra.llm.sdk.service import Service

CUT = "it ends without a finish reason, so it may be cut off"
"""The problem of an answer whose end has not arrived."""


@define(kw_only=True)
class CallParts:
    """A tool call whose parts are still arriving."""

    index: int
    id: str = ""
    name: str = ""
    arguments: str | Mapping[str, Any] = ""
    extra: Mapping[str, Any] = Factory(dict)


@define(kw_only=True)
class WireAnswer:
    """The parts of a model's answer received so far; :meth:`build_response` checks them."""

    can_be_empty: bool = False
    model: str = ""
    usage: Usage = Factory(Usage)
    thought_tokens: int = 0
    """The estimated number of tokens in thoughts that arrived separately from the text."""
    ending: str | None = None
    """The server's own word for the end of the answer; ``None`` if the end has not arrived."""
    is_refused: bool = False
    extra: dict[str, Any] = Factory(dict)
    """Fields that arrived beside the tool calls and must be sent back with them."""
    _text: list[str] = Factory(list)
    _calls: list[CallParts] = Factory(list)
    _thoughts: ThoughtFilter = Factory(ThoughtFilter)
    _half_character: str = ""

    @property
    def has_begun(self) -> bool:
        """True if a part of the answer has arrived."""
        return bool(self._text or self._calls)

    @property
    def call_count(self) -> int:
        """The number of tool calls received so far, complete or not."""
        return len(self._calls)

    def add_text(self, piece: str) -> str:
        """Add ``piece``, the next part of the text, and return the text that can be shown.

        Text that may be a thought is held back. If ``piece`` ends with the first half of a
        surrogate pair, this half is held back until the next piece arrives.
        """
        piece = self._half_character + piece
        self._half_character = piece[-1:] if "\ud800" <= piece[-1:] <= "\udbff" else ""
        return self._append(piece.removesuffix(self._half_character))

    def finish(self) -> str:
        """End the text of the answer, and return the part that was held back."""
        half, self._half_character = self._half_character, ""
        return self._append(half) + self._thoughts.flush()

    def count_thought(self, piece: object) -> None:
        """Add the estimated number of tokens in ``piece`` to the count of the model's thoughts."""
        self.thought_tokens += estimate_tokens(piece) if isinstance(piece, str) else 0

    def estimate_usage(self, request: ChatRequest) -> Usage | None:
        """Return the tokens that an unusable answer has used; ``None`` if nothing has arrived."""
        if not (self._text or self._calls or self.thought_tokens or self.usage != Usage()):
            return None
        calls = tuple(
            ToolCall(id="", name=parts.name, malformed=str(parts.arguments))
            for parts in self._calls
        )
        written = ChatResponse(text="".join(self._text), tool_calls=calls)
        if self.ending is not None:
            return complete_usage(request, evolve(written, usage=self.usage), self.thought_tokens)
        guess = complete_usage(request, written, self.thought_tokens)
        # Counts reported before the end of a stream are too low, so take the larger value.
        return evolve(
            guess,
            input_tokens=self.usage.input_tokens or guess.input_tokens,
            cached_tokens=self.usage.cached_tokens,
            output_tokens=max(self.usage.output_tokens, guess.output_tokens),
        )

    def add_tool_call(
        self,
        index: int,
        *,
        id: str = "",  # noqa: A002
        name: str = "",
        arguments: str | Mapping[str, Any],
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a tool call, or the next part of a call that has begun to arrive.

        A part continues the last call with the same ``index``. A part with another ``id`` begins a
        new call if it has a name and the arguments of the last call are complete JSON.
        """
        parts = self._find_call(index, id, name)
        if parts is None:
            parts = CallParts(index=index, id=id, arguments=arguments)
            self._calls.append(parts)
        elif isinstance(parts.arguments, str) and isinstance(arguments, str):
            parts.arguments += arguments
        else:
            parts.arguments = arguments
        # A name arrives whole, repeated with each part, or in pieces.
        is_repeated = name.startswith(parts.name) or parts.name.endswith(name)
        parts.name = max(name, parts.name, key=len) if is_repeated else parts.name + name
        parts.id = parts.id or id
        parts.extra = extra or parts.extra

    def _find_call(self, index: int, id: str, name: str) -> CallParts | None:  # noqa: A002
        last = next((each for each in reversed(self._calls) if each.index == index), None)
        if last is None or not id or id == last.id:
            return last
        same = next((each for each in self._calls if each.id == id), None)
        is_next = name and (name != last.name or is_whole_object(last.arguments))
        return same or (None if is_next and last.name else last)

    def build_response(self, request: ChatRequest, service: Service) -> ChatResponse:
        """Return the answer to ``request``; raise ``MalformedAnswerError`` if it is unusable.

        An empty text is valid only if ``can_be_empty`` is set, the output limit cut the answer off
        or the model refused.
        """
        text = remove_thoughts("".join(self._text))
        if self.ending is None and not self.is_refused:
            raise service.unusable_error(CUT)
        reason = FinishReason.REFUSED if self.is_refused else classify_ending(self.ending or "")
        if reason is None:
            raise service.body_error(f"the server ended the answer with {self.ending!r}")
        if reason in {FinishReason.STOP, FinishReason.TOOL_CALLS}:
            reason = FinishReason.TOOL_CALLS if self._calls else FinishReason.STOP
            if not (self._calls or self.can_be_empty or text.strip()):
                ending = f", and the server ended it with {self.ending!r}" if self.ending else ""
                raise service.unusable_error(f"it is empty{ending}")
        response = ChatResponse(
            text=text,
            tool_calls=self._build_tool_calls(request, is_cut=reason is FinishReason.LENGTH),
            usage=self.usage,
            finish_reason=reason,
            model=self.model or service.model.model,
        )
        return evolve(response, usage=complete_usage(request, response, self.thought_tokens))

    def _build_tool_calls(self, request: ChatRequest, *, is_cut: bool) -> tuple[ToolCall, ...]:
        """Return the tool calls; if the answer ``is_cut``, decode only complete arguments."""
        parameters = {tool.name: tool.parameters for tool in request.tools}
        # Without an id from the provider, build one from the position, so that replays agree.
        place = len(request.messages)
        names = [_find_offered_name(clean_text(parts.name), parameters) for parts in self._calls]
        calls = [
            _parse_call(
                clean_text(parts.id) or f"call_{place}_{number}",
                name,
                parts.arguments,
                parameters.get(name, {}),
                is_cut=is_cut,
            )
            for number, (name, parts) in enumerate(zip(names, self._calls, strict=True))
        ]
        extras = [clean_json(parts.extra) for parts in self._calls]
        if calls and self.extra:
            extras[0] = {**extras[0], **clean_json(self.extra)}
        return tuple(
            evolve(call, extra=extra) if extra else call
            for call, extra in zip(calls, extras, strict=True)
        )

    def _append(self, piece: str) -> str:
        """Keep ``piece`` as it arrived, and return the text that can be shown."""
        text = clean_text(piece)
        if text:
            self._text.append(text)
        return self._thoughts.feed(text)


def _find_offered_name(name: str, offered: Iterable[str]) -> str:
    """Return the offered tool that ``name`` means, or ``name`` itself if there is none."""
    return next((each for each in offered if names_tool(name, each)), name)


def _parse_call(
    id: str,  # noqa: A002
    name: str,
    arguments: str | Mapping[str, Any],
    parameters: Schema,
    *,
    is_cut: bool,
) -> ToolCall:
    is_whole = isinstance(arguments, str) and is_whole_object(arguments)
    if is_cut and not is_whole:
        return ToolCall(id=id, name=name, malformed=clean_text(str(arguments)))
    return parse_tool_call(id, name, arguments, parameters)


_FAMILIES = {
    FinishReason.LENGTH: (
        *("length", "max_tokens", "max_length", "model_length", "max_output_tokens", "token_limit"),
        *("model_context_window_exceeded", "context_length_exceeded", "limit"),
    ),
    FinishReason.REFUSED: (
        *("content_filter", "content_filtered", "refusal", "safety", "recitation", "blocklist"),
        *("prohibited_content", "spii", "image_safety", "guardrail_intervened", "moderation"),
    ),
    # The server failed: the answer is not whole.
    None: (
        *("error", "insufficient_system_resource", "malformed_function_call", "abort", "aborted"),
        *("cancelled", "unexpected_tool_call", "network_error", "timeout"),
    ),
}

_FAMILY_OF = {word: family for family, words in _FAMILIES.items() for word in words}

_BETWEEN_WORDS = re.compile(r"[\W_]+")


def classify_ending(ending: str) -> FinishReason | None:
    """Return the reason that ``ending`` names, or ``None`` if the server failed.

    ``ending`` is a server's own word, for example ``MAX_TOKENS`` or ``content_filter: VIOLENCE``.
    An unknown word counts as ``STOP``: the server says that the answer has ended.
    """
    word = _BETWEEN_WORDS.sub("_", ending.partition(":")[0].strip().casefold()).strip("_")
    return _FAMILY_OF.get(word, FinishReason.STOP)
