"""Offer the studio as an MCP server; :mod:`.transports` connects this server with clients."""

from collections.abc import Mapping
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

from questfoundry.app.session.external_client import ExternalStudio
from questfoundry.app.session.resources import Resource as StoryResource
from questfoundry.app.session.resources import StoryResources
from questfoundry.domain.chat.envelope import Envelope, error
from questfoundry.domain.errors import InputError
from questfoundry.infra.mcp.approval import Verdict, request_approval
from questfoundry.infra.mcp.progress import report_progress

NAME, GUIDANCE = "questfoundry", "orchestrator"
_PAGE = 100
_Context = ServerRequestContext[Any]


@frozen(kw_only=True)
class McpHandlers:
    """The functions that answer the requests of MCP clients to the studio.

    If ``auto_approve`` is true, the user need not approve tool calls.
    """

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
        """Run a tool and return the tool's result, or a request for the user's approval.

        Wrong arguments give an error result, so that the calling model can correct the call.
        """
        schemas = {each.name: each.parameters for each in self.studio.definitions}
        if params.name not in schemas:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}.")
        arguments = params.arguments or {}
        if problem := _problem(schemas[params.name], arguments):
            return _result(error(problem, action=""))
        try:
            request = self.studio.get_required_approval(params.name, arguments)
        except InputError as refused:
            return _result(error(refused.problem, action=""))
        if request is not None and not self.auto_approve:
            verdict = await request_approval(context, params, request)
            if isinstance(verdict, InputRequiredResult):
                return verdict
            if verdict is not Verdict.APPROVED:
                return _result(self.studio.build_declined_answer(verdict.name.lower()))
        async with report_progress(context.session.report_progress):
            return _result(await self.studio.call_tool(params.name, arguments))

    async def _list_resources(
        self, context: _Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        del context
        cursor = params.cursor if params else None
        first = int(cursor) if cursor and cursor.isdecimal() else 0
        found = self.resources.list()
        return ListResourcesResult(
            resources=[_resource(each) for each in found[first : first + _PAGE]],
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


def _resource(resource: StoryResource) -> Resource:
    return Resource(uri=resource.address, name=resource.name, mime_type=resource.media)


def _result(envelope: Envelope) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=envelope.to_json())], is_error=envelope.is_error
    )


def _problem(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    found = Draft202012Validator(dict(schema)).iter_errors(dict(arguments))
    lines = [f"{'.'.join(map(str, each.absolute_path))}: {each.message[:300]}" for each in found]
    return " ".join(line.removeprefix(": ") for line in lines[:5])
