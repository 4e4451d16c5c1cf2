"""Build requests for Ollama's chat API as JSON, and read its answers."""

from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat.exchange import NONE, ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.chat.pairing import pair_tool_calls
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.traits import Capabilities
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.json_schema import inline_references
from questfoundry.infra.llm.sdk.offer import build_offer

_ROLES = {
    Role.SYSTEM: "system",
    Role.USER: "user",
    Role.ASSISTANT: "assistant",
    Role.TOOL_RESULT: "tool",
}
_REASONS = {"stop": FinishReason.STOP, "length": FinishReason.LENGTH}


def request_body(request: ChatRequest, model: str, capabilities: Capabilities) -> dict[str, Any]:
    """Return ``request`` as JSON for ``model``.

    Ollama has no parameter for the tool choice, so the model is never forced to call a tool. If a
    tool is requested by name, only this tool is offered. With the choice ``none``, no tool is
    offered. The context window is always sent, because the server's default is small and the server
    cuts longer input without notice.
    """
    offered = build_offer(request, has_tools=capabilities.tools, can_force=False)
    tools = () if offered.choice == NONE else offered.tools
    messages = pair_tool_calls(request.messages, keep_calls=bool(tools))
    body: dict[str, Any] = {
        "model": model,
        "messages": [_build_message(message) for message in messages],
        "options": _build_options(request, capabilities),
    }
    if tools:
        # The server drops references below properties, so references are inlined.
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": inline_references(tool.parameters),
                },
            }
            for tool in tools
        ]
    if request.response_schema is not None and capabilities.json_schema:
        body["format"] = request.response_schema
    if request.thinking is not None and capabilities.thinking:
        body["think"] = request.thinking
    return body


def read_document(answer: WireAnswer, document: Mapping[str, Any]) -> str:
    """Add ``document``, a whole answer or one line of a stream, to ``answer``.

    Return the text in ``document``. Only the length of the model's thoughts is counted; their text
    is dropped.
    """
    message = document["message"]
    for call in message.get("tool_calls") or ():
        function = call["function"]
        answer.add_tool_call(
            answer.call_count, name=function["name"], arguments=function["arguments"]
        )
    if document.get("done"):
        answer.model = document.get("model", "")
        answer.finish_reason = _REASONS.get(document.get("done_reason", ""))
        answer.usage = Usage(
            input_tokens=document.get("prompt_eval_count"),
            output_tokens=document.get("eval_count"),
        )
    answer.count_thought(message.get("thinking"))
    return answer.add_text(message.get("content") or "")


def _build_options(request: ChatRequest, capabilities: Capabilities) -> dict[str, Any]:
    options: dict[str, Any] = {"num_ctx": capabilities.context_window}
    if request.max_tokens is not None:
        options["num_predict"] = request.max_tokens
    if request.temperature is not None and capabilities.temperature:
        options["temperature"] = request.temperature
    if request.seed is not None:
        options["seed"] = request.seed
    if request.stop:
        options["stop"] = list(request.stop)
    return options


def _build_message(message: Message) -> dict[str, Any]:
    document: dict[str, Any] = {"role": _ROLES[message.role], "content": message.content}
    if message.role is Role.TOOL_RESULT:
        document["tool_name"] = message.tool_name
    if message.tool_calls:
        document["tool_calls"] = [
            {"function": {"name": call.name, "arguments": dict(call.arguments)}}
            for call in message.tool_calls
        ]
    return document
