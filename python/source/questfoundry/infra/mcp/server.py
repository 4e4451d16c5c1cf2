"""Offer the studio as an MCP server; :mod:`.transports` connects this server with clients."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from attrs import frozen
from jsonschema import Draft202012Validator
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from questfoundry.app.session.approval import describe_request
from questfoundry.app.session.external_client import ExternalStudio
from questfoundry.app.session.tools import StoryResources
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import RunApproval, ToolApproval
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.infra.mcp.transports import report_progress

NAME, GUIDANCE = "questfoundry", "orchestrator"
_PAGE = 100
_Context = ServerRequestContext[Any]


class Verdict(Enum):
    """The user's answer to a request for approval; ``NOBODY``: the client cannot ask the user."""

    APPROVED = auto()
    DECLINED = auto()
    NOBODY = auto()


@frozen(kw_only=True)
class McpHandlers:
    """The functions that answer the requests of MCP clients to the studio."""

    studio: ExternalStudio
    resources: StoryResources
    version: str
    auto_approve: bool = False

    def build_server(self) -> Server[Any]:
        """Return a server that answers requests with these handlers, on one or many connections."""
        return Server(
            NAME,
            version=self.version,
            instructions=self.studio.instructions,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    async def _list_tools(
        self, context: _Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        del context, params
        return ListToolsResult(
            tools=[
                Tool(
                    name=each.name,
                    description=each.description,
                    input_schema=dict(each.parameters),
                    annotations=ToolAnnotations(
                        read_only_hint=not self.studio.has_effects(each.name)
                    ),
                )
                for each in self.studio.definitions
            ]
        )

    async def _call_tool(
        self, context: _Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        schemas = {each.name: each.parameters for each in self.studio.definitions}
        if params.name not in schemas:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}.")
        arguments = params.arguments or {}
        if problem := _problem(schemas[params.name], arguments):
            return _result(self.studio.build_refusal(problem))
        try:
            request = self.studio.get_required_approval(params.name, arguments)
        except InputError as refused:
            return _result(self.studio.build_refusal(refused.problem))
        if request is not None and not self.auto_approve:
            verdict = await self._decide(context, params, request)
            if isinstance(verdict, InputRequiredResult):
                return verdict
            if verdict is not Verdict.APPROVED:
                return _result(self.studio.build_declined_answer(verdict.name.lower()))
        async with report_progress(context.session.report_progress):
            return _result(await self.studio.call_tool(params.name, arguments))

    async def _decide(
        self, context: _Context, params: CallToolRequestParams, request: RunApproval | ToolApproval
    ) -> Verdict | InputRequiredResult:
        answer = await self.studio.ask_author(request)
        if answer is None:
            return await request_approval(context, params, request)
        return Verdict.APPROVED if answer.approved else Verdict.DECLINED

    async def _list_resources(
        self, context: _Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        del context
        cursor = params.cursor if params else None
        first = int(cursor) if cursor and cursor.isdecimal() else 0
        found = self.resources.list()
        return ListResourcesResult(
            resources=[
                Resource(uri=each.address, name=each.name, mime_type=each.media)
                for each in found[first : first + _PAGE]
            ],
            next_cursor=str(first + _PAGE) if first + _PAGE < len(found) else None,
        )

    async def _read_resource(
        self, context: _Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        del context
        try:
            found, text = self.resources.read(params.uri)
        except InputError as problem:
            raise MCPError(INVALID_PARAMS, problem.problem) from problem
        return ReadResourceResult(
            contents=[TextResourceContents(uri=params.uri, mime_type=found.media, text=text)]
        )

    async def _list_prompts(
        self, context: _Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        del context, params
        about = "When to answer, and when to launch which run."
        return ListPromptsResult(prompts=[Prompt(name=GUIDANCE, description=about)])

    async def _get_prompt(
        self, context: _Context, params: GetPromptRequestParams
    ) -> GetPromptResult:
        del context
        if params.name != GUIDANCE:
            raise MCPError(INVALID_PARAMS, f"There is no prompt {params.name!r}.")
        text = TextContent(text=self.studio.instructions)
        return GetPromptResult(messages=[PromptMessage(role="user", content=text)])


def _result(envelope: Envelope) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=envelope.to_json())], is_error=envelope.is_error
    )


def _problem(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    found = Draft202012Validator(dict(schema)).iter_errors(dict(arguments))
    lines = [f"{'.'.join(map(str, each.absolute_path))}: {each.message[:300]}" for each in found]
    return " ".join(line.removeprefix(": ") for line in lines[:5])


_NAME, _YES = "approval", "approve"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {_YES: {"type": "boolean", "title": "Approve", "default": False}},
    "required": [_YES],
}


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
    """Return the question that the user must answer before ``request`` is carried out."""
    return f"{describe_request(request)}\nApprove this?"


def _to_verdict(answer: ElicitResult) -> Verdict:
    yes = answer.action == "accept" and (answer.content or {}).get(_YES) is True
    return Verdict.APPROVED if yes else Verdict.DECLINED
