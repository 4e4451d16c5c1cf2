"""Tests of asking in another manner after a server has refused the first one."""

import json
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, system, user
from questfoundry.domain.models.traits import Capabilities, StructuredOutput
from questfoundry.infra.llm.sdk.json_schema import build_plain_schema
from questfoundry.infra.llm.sdk.manners import adapt_capabilities, find_output_limit
from tests.support.loopback import json_reply
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, WIRES, Wire

SEARCH = ToolDefinition(name="search", description="Searches.", parameters={"type": "object"})
SCHEMA = {"type": "object", "properties": {"genre": {"type": "string"}}, "required": ["genre"]}
ASKED = ChatRequest(messages=(user("Hello?"),), temperature=0.8, max_tokens=900)
SAID = ChatResponse(text="Words.", model="m")
NOIR = ToolCall(id="c1", name="submit_answer", arguments={"genre": "noir"})
SUBMITTED = evolve(SAID, text="", tool_calls=(NOIR,), finish_reason=FinishReason.TOOL_CALLS)
ABLE = {"context_window": 200_000, "thinking": True, "max_output_tokens": 8000}


def refusal(message: str) -> Any:
    """Return a refusal in the format of all three wires."""
    return json_reply({"type": "error", "error": {"message": message}}, status=400)


@pytest.mark.parametrize(
    ("wire", "request_", "message", "field"),
    [
        (OPENAI, ASKED, "Unsupported value: 'temperature' does not support 0.8.", "temperature"),
        (OPENAI, ASKED, "Use 'max_completion_tokens' instead of 'max_tokens'.", "max_tokens"),
        (ANTHROPIC, ASKED, "temperature is deprecated for this model", "temperature"),
        (OPENAI, evolve(ASKED, thinking=False), "Unknown reasoning_effort", "reasoning_effort"),
        (OLLAMA, evolve(ASKED, thinking=True), '"m" does not support thinking', "think"),
        (OLLAMA, evolve(ASKED, tools=(SEARCH,)), "m does not support tools", "tools"),
        (
            OPENAI,
            evolve(ASKED, tools=(SEARCH,), tool_choice="search"),
            "tool_choice is not supported",
            "tool_choice",
        ),
    ],
)
async def test_what_is_refused_is_left_out_from_then_on(
    wire: Wire, request_: ChatRequest, message: str, field: str
) -> None:
    """Such a refusal ended the run, though the model would have answered without the field."""
    script = (refusal(message), wire.answer(SAID), wire.answer(SAID))
    able = {**ABLE, "thinking": request_.thinking is not None}
    async with wire.serving(*script, capabilities=able) as (provider, server):
        assert (await provider.complete(request_)).text == "Words."
        assert (await provider.complete(request_)).text == "Words."
    assert [field in each.body for each in server.asked] == [True, False, False]


DETAILED = ToolDefinition(
    name="look",
    description="Looks.",
    parameters={
        "type": "object",
        "properties": {
            "kind": {"anyOf": [{"const": "near"}, {"type": "null"}], "description": "Where."},
            "size": {"type": ["integer", "null"], "exclusiveMinimum": 0},
            "at": {"$ref": "#/$defs/At"},
            "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
            "rest": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["kind"],
        "additionalProperties": False,
        "$defs": {"At": {"type": "object", "properties": {"x": {"type": "number"}}}},
    },
)
PLAIN = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "description": "Where.", "enum": ["near"]},
        "size": {"type": "integer"},
        "at": {"type": "object", "properties": {"x": {"type": "number"}}, "required": []},
        "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "rest": {"type": "object"},
    },
    "required": ["kind"],
}


@pytest.mark.parametrize(
    "message",
    [
        'Invalid JSON payload received. Unknown name "const" at '
        "'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.",
        "Invalid schema for function 'look': array schema missing items",
        "tools.0.custom.input_schema: JSON schema is invalid.",
        "JSON schema conversion failed: Unrecognized schema",
        "invalid JSON schema for tool look, tools[0].function.parameters",
    ],
)
@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
async def test_a_refused_schema_of_a_tool_is_reduced(wire: Wire, message: str) -> None:
    """A server that does not know one keyword refuses the whole request."""
    script = (refusal(message), wire.answer(SAID), wire.answer(SAID))
    request = evolve(ASKED, tools=(DETAILED,))
    async with wire.serving(*script, capabilities=ABLE) as (provider, server):
        assert (await provider.complete(request)).text == "Words."
        assert (await provider.complete(request)).text == "Words."
    sent = [each.body["tools"][0].get("function", each.body["tools"][0]) for each in server.asked]
    schemas = [each.get("parameters", each.get("input_schema")) for each in sent]
    assert schemas[0] != PLAIN
    assert schemas[1:] == [PLAIN, PLAIN]


def test_a_recursive_schema_ends() -> None:
    """A reduced schema has no references, so a recursive one is cut at some depth."""
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}
    plain = build_plain_schema({"$ref": "#/$defs/N", "$defs": {"N": node}})
    assert "$ref" not in json.dumps(plain)


async def test_a_schema_that_is_too_complex_becomes_a_tool() -> None:
    """A compiled grammar has a limit of its size, but the parameters of a tool have none."""
    request = evolve(ASKED, response_schema=SCHEMA)
    script = (refusal("The compiled grammar is too large."), ANTHROPIC.answer(SUBMITTED))
    async with ANTHROPIC.serving(*script, capabilities=ABLE) as (provider, server):
        response = await provider.complete(request)
    assert json.loads(response.text) == {"genre": "noir"}
    assert not response.tool_calls
    assert [tool["name"] for tool in server.asked[1].body["tools"]] == ["submit_answer"]
    assert provider.traits.structured_output is StructuredOutput.TOOL


async def test_a_call_becomes_a_schema_where_a_server_has_no_tools() -> None:
    """Otherwise a model that must submit data is asked without a description of the data."""
    submit = ToolDefinition(name="submit_dream", description="", parameters=SCHEMA)
    request = evolve(ASKED, tools=(submit,), tool_choice=REQUIRED)
    said = OPENAI.answer(evolve(SAID, text='{"genre": "noir"}'))
    async with OPENAI.serving(refusal("m does not support tools"), said) as (provider, server):
        assert json.loads((await provider.complete(request)).text) == {"genre": "noir"}
    assert "response_format" in server.asked[1].body
    assert "tools" not in server.asked[1].body


async def test_a_missing_option_of_the_server_is_a_refusal() -> None:
    """Such an error has the status of a failing server, but asking again would change nothing."""
    request = evolve(ASKED, tools=(SEARCH,))
    error = json_reply({"error": {"message": "tools param requires --jinja flag"}}, status=500)
    async with OPENAI.serving(error, OPENAI.answer(SAID)) as (provider, server):
        assert (await provider.complete(request)).text == "Words."
    assert "tools" not in server.asked[1].body


async def test_another_refusal_is_the_error() -> None:
    """An error that no manner can mend is reported at once, and the request is sent once."""
    async with OPENAI.serving(refusal("Unknown model."), capabilities=ABLE) as (provider, server):
        with pytest.raises(errors.RefusedError, match="Unknown model"):
            await provider.complete(ASKED)
    assert len(server.asked) == 1


def test_only_what_was_sent_can_be_refused() -> None:
    """A word in a message does not switch off an ability that the request did not use."""
    refused = "temperature: 0.8 is not supported"
    assert adapt_capabilities(Capabilities(), refused, {"messages": []}) is None
    wrong = "tool_calls must be followed by tool messages responding to each tool_call_id"
    assert adapt_capabilities(Capabilities(), wrong, {"tools": []}) is None
    for denied in (
        "m does not support tools",
        "Tool use is not supported with this model",
        "No endpoints found that support tool use",
        "function calling is not enabled for models/m",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ):
        adapted = adapt_capabilities(Capabilities(), denied, {"tools": []})
        assert adapted is not None
        assert not adapted.tools
    without = Capabilities(temperature=False)
    assert adapt_capabilities(without, refused, {"temperature": 0.8}) is None


@pytest.mark.parametrize(
    ("request_", "message", "field"),
    [
        (evolve(ASKED, seed=7), "body.seed: Extra inputs are not permitted", "seed"),
        (evolve(ASKED, stop=("X",)), "Unsupported parameter: 'stop' is not supported", "stop"),
    ],
)
async def test_an_optional_field_is_left_out(
    request_: ChatRequest, message: str, field: str
) -> None:
    """A seed or a stop word is no reason to give up an answer."""
    script = (refusal(message), OPENAI.answer(SAID), OPENAI.answer(SAID))
    async with OPENAI.serving(*script, capabilities=ABLE) as (provider, server):
        await provider.complete(request_)
        await provider.complete(request_)
    assert [field in each.body for each in server.asked] == [True, False, False]
    assert provider.manner.refused == (field,)


@pytest.mark.parametrize(
    ("wire", "message"),
    [
        (
            OPENAI,
            "max_tokens is too large: 9000. This model supports at most 4096 completion tokens",
        ),
        (OPENAI, "`max_tokens` must be less than or equal to `4,096`, less than `context_window`"),
        (ANTHROPIC, "max_tokens: 9000 > 4096, the maximum allowed number of output tokens"),
    ],
)
async def test_a_lower_limit_of_the_output_is_kept(wire: Wire, message: str) -> None:
    """The table of models cannot know the limit of each model and server."""
    script = (refusal(message), wire.answer(SAID), wire.answer(SAID))
    wide = evolve(ASKED, max_tokens=9000)
    async with wire.serving(*script, capabilities={"context_window": 200_000}) as (
        provider,
        server,
    ):
        await provider.complete(wide)
        await provider.complete(evolve(wide, max_tokens=500))
    assert [each.body["max_tokens"] for each in server.asked] == [9000, 4096, 500]
    assert provider.traits.capabilities.max_output_tokens == 4096


def test_a_message_about_the_window_is_no_limit_of_the_output() -> None:
    """A shorter answer would not help against a prompt that is too long."""
    for message in (
        "maximum context length is 8192 tokens, you requested 9000 (5000 in the messages, 4000 "
        "in the completion). Reduce max_tokens.",
        "input length and `max_tokens` exceed context limit: 197201 + 21333 > 200000",
        "max_tokens: must be at least 1",
    ):
        assert find_output_limit(f"It answered 400: {message}", {"max_tokens": 21_333}) is None


async def test_a_refused_system_message_becomes_the_authors() -> None:
    """Some open models know only the roles of the user and the model."""
    said = "Developer instruction is not enabled for models/gemma-3-27b-it"
    asked = evolve(ASKED, messages=(system("Be brief."), user("Hello?")))
    script = (refusal(said), OPENAI.answer(SAID))
    async with OPENAI.serving(*script, capabilities=ABLE) as (provider, server):
        await provider.complete(asked)
    assert [(each["role"], each["content"]) for each in server.asked[1].body["messages"]] == [
        ("user", "Be brief.\n\nHello?")
    ]
    assert provider.manner.refused == ("system",)
