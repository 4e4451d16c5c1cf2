"""Change the manner of asking after a server has refused it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import AUTO, NONE, ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.models.traits import Capabilities

_ANSWER = "submit_answer"

# Each capability with the words by which servers refuse it, and the fields that carry it.
_REFUSALS = (
    # Servers that want another name for the limit belong to models that accept no temperature.
    ("temperature", r"temperature|max_completion_tokens", ("temperature", "max_tokens", "options")),
    (
        "full_schemas",
        r"function_declarations|input_schema|schema conversion|JSON schema is invalid"
        r"|schema (?:of|for) (?:the )?(?:function|tool)|(?:function|tool)[^:]{0,40}parameters",
        ("tools",),
    ),
    # A server that compiles the parameters of a tool does so only for a forced call.
    (
        "forced_tool_choice",
        r"tool[_ ]choice|forced? (?:function|tool)|many states|too complex|grammar is too",
        ("tool_choice",),
    ),
    (
        "thinking",
        r"reasoning[_ .]effort|\bthink(?:ing)?\b",
        ("reasoning_effort", "thinking", "think"),
    ),
    (
        "json_schema",
        r"response_format|json_schema|output_config|grammar|structured output|schema|many states",
        ("response_format", "output_config", "format"),
    ),
    # A message about a wrong call names tools, too, so the words must deny them.
    (
        "tools",
        r"(?:not|n't) support[^.]{0,30}\b(?:tool|function)"
        r"|\b(?:tool|function)[^.]{0,30}(?:unsupported|not (?:supported|available|enabled))"
        r"|no endpoints? found that support tool"
        r"|many states|too complex|grammar is too|tool-call-parser"
        r"|\btools?\b[^.]{0,20}requires? --",
        ("tools",),
    ),
)


def adapt_capabilities(
    capabilities: Capabilities, refusal: str, body: Mapping[str, Any]
) -> Capabilities | None:
    """Return ``capabilities`` without the one that the server refused; ``None`` if none fits.

    ``refusal`` is the server's message, and ``body`` the request that it refused.
    """
    for name, words, fields in _REFUSALS:
        is_used = getattr(capabilities, name) and not body.keys().isdisjoint(fields)
        if is_used and re.search(words, refusal, re.IGNORECASE):
            return capabilities.model_copy(update={name: False})
    return None


def ask_by_tool(request: ChatRequest) -> ChatRequest:
    """Return ``request`` with its response schema as the parameters of a tool to call."""
    tool = ToolDefinition(name=_ANSWER, description="", parameters=request.response_schema or {})
    return evolve(request, response_schema=None, tools=(tool,), tool_choice=_ANSWER)


def ask_by_schema(request: ChatRequest) -> ChatRequest:
    """Return ``request`` with the parameters of its only tool as the response schema."""
    return evolve(request, tools=(), tool_choice=AUTO, response_schema=request.tools[0].parameters)


def must_call_tool(request: ChatRequest) -> bool:
    """Return whether the answer to ``request`` must be a call of its only tool."""
    return len(request.tools) == 1 and request.tool_choice not in {AUTO, NONE}


def read_tool_answer(response: ChatResponse) -> ChatResponse:
    """Return the ``response`` to a request of ``ask_by_tool`` with the arguments as its text."""
    texts = [
        each.malformed or json.dumps(dict(each.arguments), ensure_ascii=False)
        for each in response.tool_calls
    ]
    return evolve(response, text=texts[0], tool_calls=()) if texts else response
