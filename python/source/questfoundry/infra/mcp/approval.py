"""Ask the user of an MCP client to approve a tool call that changes something (MCP elicitation)."""

from enum import Enum, auto
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from questfoundry.domain.chat.codec import digest, to_canonical_json
from questfoundry.domain.protocols import RunApproval, ToolApproval

_NAME, _YES = "approval", "approve"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {_YES: {"type": "boolean", "title": "Approve", "default": False}},
    "required": [_YES],
}
_MOST_CHARACTERS = 2_000
"""The most characters of arguments that the user is shown."""


class Verdict(Enum):
    """The user's answer to a request for approval.

    ``NOBODY`` means that the MCP client cannot ask its user.
    """

    APPROVED = auto()
    DECLINED = auto()
    NOBODY = auto()


async def request_approval(
    context: ServerRequestContext[Any],
    params: CallToolRequestParams,
    request: RunApproval | ToolApproval,
) -> Verdict | InputRequiredResult:
    """Return the user's verdict on a tool call, or an MCP result with the question for the user.

    If the client speaks an MCP version up to 2025, the user is asked during the call. A newer
    client receives the question as the result, asks its user, and repeats the call with the user's
    answer. The answer counts only if the repeated call has the same arguments.
    """
    capabilities = context.session.client_capabilities
    asks = capabilities.elicitation if capabilities else None
    if asks is None or (asks.form is None and asks.url is not None):
        return Verdict.NOBODY
    form = ElicitRequestFormParams(message=format_question(request), requested_schema=_SCHEMA)
    if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return _to_verdict(
            await context.session.elicit_form(
                form.message, form.requested_schema, context.request_id
            )
        )
    same = digest(to_canonical_json({"name": params.name, "arguments": params.arguments or {}}))
    answer = (params.input_responses or {}).get(_NAME)
    if isinstance(answer, ElicitResult) and params.request_state == same:
        return _to_verdict(answer)
    return InputRequiredResult(
        input_requests={_NAME: ElicitRequest(params=form)}, request_state=same
    )


def format_question(request: RunApproval | ToolApproval) -> str:
    """Return the question that the user must answer before ``request`` is carried out.

    The question states the same facts as the studio's own approval dialogue.
    """
    lines: tuple[str, ...]
    match request:
        case RunApproval():
            estimate, spec = request.estimate, request.spec
            cost = "of unknown cost" if estimate.cost is None else f"${estimate.cost}"
            agents = ", ".join(f"{name} ({model})" for name, model in request.models.items())
            lines = (
                f"Launch a run ({spec.mode.value})?",
                f"Task: {spec.task[:_MOST_CHARACTERS]}",
                f"Context: {spec.context[:_MOST_CHARACTERS]}" if spec.context else "",
                f"Agents: {agents}",
                f"Readable files: {', '.join(request.files[:20])}" if request.files else "",
                f"About {estimate.calls} calls, {estimate.tokens:,} tokens, {cost}.",
            )
        case ToolApproval():
            arguments = to_canonical_json(dict(request.arguments))[:_MOST_CHARACTERS]
            lines = (f"Let {request.tool} change the project?", arguments)
    return "\n".join(filter(None, lines))


def _to_verdict(answer: ElicitResult) -> Verdict:
    yes = answer.action == "accept" and (answer.content or {}).get(_YES) is True
    return Verdict.APPROVED if yes else Verdict.DECLINED
