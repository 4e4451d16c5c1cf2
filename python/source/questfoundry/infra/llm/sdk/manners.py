"""Change requests so that a server accepts them after it has refused a parameter or a feature."""

import json
import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import AUTO, NONE, ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role, ToolDefinition, user
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
    """Return ``capabilities`` without the capability that the server refused.

    ``refusal`` is the server's message, and ``body`` the request that it refused. Return ``None``
    if the message names no capability that the request used.
    """
    for name, words, fields in _REFUSALS:
        is_used = getattr(capabilities, name) and not body.keys().isdisjoint(fields)
        if is_used and re.search(words, refusal, re.IGNORECASE):
            return capabilities.model_copy(update={name: False})
    return None


SYSTEM = "system"
"""The name for refused system messages, beside the names of refused fields."""

_OPTIONAL_FIELDS = ("seed", "random_seed", "stop", "stop_sequences", "truncate", "shift")
_DENIAL = re.compile(
    r"not (?:supported|permitted|allowed|enabled|accepted)|n't support|not support"
    r"|unsupported|unknown|unrecogni[sz]ed|unexpected|extra |cannot find",
    re.IGNORECASE,
)
_SYSTEM_MESSAGE = re.compile(
    r"developer instruction|system[ _-](?:role|instruct|message|prompt)", re.IGNORECASE
)
_OUTPUT_LIMITS = ("max_tokens", "max_completion_tokens")
_ABOUT_OUTPUT = re.compile(
    r"max_(?:completion_)?tokens|(?:completion|output) tokens", re.IGNORECASE
)
_ABOUT_WINDOW = re.compile(r"context (?:length|limit)|maximum context|prompt", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.-])\d[\d,]*(?![\w-])")
_LOWEST_LIMIT = 256


def find_refused_field(refusal: str, body: Mapping[str, Any]) -> str | None:
    """Return the field of ``body`` that the message ``refusal`` denies, or ``None``.

    The result is ``SYSTEM`` if the server accepts no system message.
    """
    if not _DENIAL.search(refusal):
        return None
    roles = {each.get("role") for each in body.get("messages", ())}
    if _SYSTEM_MESSAGE.search(refusal) and "system" in roles:
        return SYSTEM
    named = (each for each in _OPTIONAL_FIELDS if re.search(rf"\b{each}\b", refusal))
    return next((each for each in named if each in body), None)


def find_output_limit(refusal: str, body: Mapping[str, Any]) -> int | None:
    """Return the most output tokens that the message ``refusal`` allows, if ``body`` wants more.

    The result is ``None`` if the message is about the context window.
    """
    wanted = next((body[each] for each in _OUTPUT_LIMITS if each in body), 0)
    if not _ABOUT_OUTPUT.search(refusal) or _ABOUT_WINDOW.search(refusal):
        return None
    reason = refusal.partition(": ")[2]  # before it stand the status and the model
    numbers = [int(each.replace(",", "")) for each in _NUMBER.findall(reason)]
    return max((each for each in numbers if _LOWEST_LIMIT <= each < wanted), default=None)


def merge_system_messages(request: ChatRequest) -> ChatRequest:
    """Return ``request`` with its system messages at the start of the first message of a user."""
    texts = [each.content for each in request.messages if each.role is Role.SYSTEM]
    spoken = [each for each in request.messages if each.role is not Role.SYSTEM]
    if spoken and spoken[0].role is Role.USER:
        texts.append(spoken.pop(0).content)
    return evolve(request, messages=(user("\n\n".join(filter(None, texts))), *spoken))


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
