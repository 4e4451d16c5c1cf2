"""One model call: the request, and the response to it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.refusals import is_refusal
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import LLMFault

AUTO = "auto"
REQUIRED = "required"
NONE = "none"


class FinishReason(StrEnum):
    """Why the model stopped."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    REFUSED = "refused"


@frozen(kw_only=True)
class ChatRequest:
    """Everything that a model call depends on; equal requests are the same question.

    ``tool_choice`` is ``auto``, ``required``, ``none`` or the name of one tool.
    ``response_schema`` asks for JSON text of that JSON Schema instead of free text.
    ``thinking`` switches a reasoning model's thinking; ``None`` leaves it to the model.
    ``temperature`` lies in [0, 2]; ``max_tokens`` bounds the answer.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: str = AUTO
    response_schema: Mapping[str, Any] | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    thinking: bool | None = None


@frozen(kw_only=True)
class ChatResponse:
    """What the model answered; ``model`` is the name that the provider gives it."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(factory=Usage)
    finish_reason: FinishReason = FinishReason.STOP
    model: str = ""

    @property
    def lack(self) -> LLMFault | None:
        """Why this is no answer, though the model gave one: refused, cut off, or empty.

        Not every server has a field for a refusal, so one in words counts as well.
        """
        if self.finish_reason is FinishReason.REFUSED:
            return LLMFault.REFUSED
        if self.tool_calls:
            return None
        if is_refusal(self.text):
            return LLMFault.REFUSED
        if self.finish_reason is FinishReason.LENGTH:
            return LLMFault.CUT_OFF
        return None if self.text.strip() else LLMFault.EMPTY
