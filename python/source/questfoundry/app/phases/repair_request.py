"""The requests of Serialize: the first one, and the ones that ask only for what is at fault.

A retry carries the brief, the faulty part of the last answer and the feedback on it, not
the failed attempts before it; and its schema holds only the fields to correct. So a
repair costs a fraction of asking again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.phases.finalization import Finalization
from questfoundry.app.phases.sampling import temperature_of
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.repair import narrowed
from questfoundry.domain.chat.envelope import Envelope, bounded
from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, tool_result, user
from questfoundry.domain.chat.tools import ToolCall, ToolResult
from questfoundry.domain.models.traits import ModelTraits, Phase, StructuredOutput


def first_request(
    traits: ModelTraits,
    finalization: Finalization,
    messages: Sequence[Message],
    *,
    max_tokens: int,
    schema: Mapping[str, Any] | None = None,
) -> ChatRequest:
    """Ask for the artifact by the model's better strategy; nothing else is offered."""
    common = ChatRequest(
        messages=tuple(messages),
        temperature=temperature_of(Phase.SERIALIZE, traits),
        max_tokens=max_tokens,
        thinking=False if traits.capabilities.thinking else None,
    )
    wanted = schema or finalization.schema
    if traits.structured_output is StructuredOutput.SCHEMA:
        return evolve(common, response_schema=wanted)
    return evolve(common, tools=(finalization.tool(wanted),), tool_choice=REQUIRED)


def repair_request(
    traits: ModelTraits,
    finalization: Finalization,
    messages: Sequence[Message],
    feedback: Envelope,
    *,
    said: Mapping[str, Any] | str,
    faults: Sequence[Fault],
    max_tokens: int,
) -> ChatRequest:
    """Ask for a correction of ``faults`` only; ``said`` is what the model answered last."""
    exchange = (
        _tool_exchange(finalization, said, faults, feedback)
        if isinstance(said, Mapping) and traits.structured_output is StructuredOutput.TOOL
        else _text_exchange(said, faults, feedback)
    )
    return first_request(
        traits,
        finalization,
        (*messages, *exchange),
        max_tokens=max_tokens,
        schema=narrowed(finalization.schema, faults) if faults else None,
    )


def _tool_exchange(
    finalization: Finalization,
    said: Mapping[str, Any],
    faults: Sequence[Fault],
    feedback: Envelope,
) -> tuple[Message, ...]:
    """The call and its result, as every provider's API wants them paired."""
    call = ToolCall(id="submission", name=finalization.name, arguments=_faulty(said, faults))
    result = ToolResult(
        call_id=call.id, name=call.name, content=feedback.to_json(), is_error=feedback.is_error
    )
    return assistant("", (call,)), tool_result(result)


def _text_exchange(
    said: Mapping[str, Any] | str, faults: Sequence[Fault], feedback: Envelope
) -> tuple[Message, ...]:
    text = said if isinstance(said, str) else json.dumps(_faulty(said, faults), ensure_ascii=False)
    answer = user(feedback.to_json())
    return (assistant(text), answer) if text.strip() else (answer,)


def _faulty(said: Mapping[str, Any], faults: Sequence[Fault]) -> dict[str, Any]:
    """The part of an answer that is at fault, bounded; all of it where no field is named."""
    names = {fault.field.partition(".")[0] for fault in faults}
    part = {name: value for name, value in said.items() if name in names}
    return {name: bounded(value, limit=600) for name, value in (part or said).items()}
