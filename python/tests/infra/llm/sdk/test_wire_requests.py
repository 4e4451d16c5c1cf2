"""Tests of requests on the wire: what the real SDKs send to a loopback server."""

from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import NONE, REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire, every_wire, hosted_wires

SCOPE = {
    "type": "object",
    "properties": {"words": {"type": "integer", "minimum": 1}},
    "required": ["words"],
}
SEARCH = ToolDefinition(
    name="search",
    description="Searches.",
    parameters={
        "type": "object",
        "properties": {"query": {"type": "string"}, "scope": {"$ref": "#/$defs/Scope"}},
        "required": ["query"],
        "$defs": {"Scope": SCOPE},
    },
)
SUBMIT = ToolDefinition(name="submit_dream", description="Submits.")
BOTH = ["search", "submit_dream"]
ASKED = ChatRequest(messages=(system("Be brief."), user("Hello?")), tools=(SEARCH, SUBMIT))
SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "minLength": 3},
        "note": {"type": "string", "default": "", "description": "A note."},
    },
    "required": ["title"],
}


def tool_names(body: Any) -> list[str]:
    """Return the names of the tools in a request, in any of the formats."""
    return [tool.get("function", tool)["name"] for tool in body.get("tools", ())]


@pytest.mark.parametrize(
    ("wire", "choice", "sent"),
    [
        (OPENAI, "auto", "auto"),
        (OPENAI, NONE, "none"),
        (OPENAI, REQUIRED, "required"),
        (OPENAI, "search", {"type": "function", "function": {"name": "search"}}),
        (ANTHROPIC, "auto", {"type": "auto"}),
        (ANTHROPIC, NONE, {"type": "none"}),
        (ANTHROPIC, REQUIRED, {"type": "any"}),
        (ANTHROPIC, "search", {"type": "tool", "name": "search"}),
    ],
)
async def test_a_tool_choice_is_said_in_each_api(wire: Wire, choice: str, sent: Any) -> None:
    """Each API has its own form of the tool choice, and a wrong form is refused or ignored."""
    body = await wire.body_of(evolve(ASKED, tool_choice=choice))
    assert body["tool_choice"] == sent
    assert tool_names(body) == BOTH


@hosted_wires
@pytest.mark.parametrize(("choice", "offered"), [(REQUIRED, BOTH), ("submit_dream", BOTH[1:])])
async def test_a_named_tool_is_the_only_one(wire: Wire, choice: str, offered: list[str]) -> None:
    """A model that cannot be forced should still have no other tool to choose."""
    body = await wire.body_of(evolve(ASKED, tool_choice=choice), forced_tool_choice=False)
    assert "tool_choice" not in body, "auto is the default, and a server may refuse the field"
    assert tool_names(body) == offered


@pytest.mark.parametrize(
    ("choice", "offered"),
    [("auto", BOTH), (REQUIRED, BOTH), ("submit_dream", BOTH[1:]), (NONE, [])],
)
async def test_ollama_has_no_tool_choice(choice: str, offered: list[str]) -> None:
    """Ollama ignores a tool choice, so only the offered tools can steer the model."""
    body = await OLLAMA.body_of(evolve(ASKED, tool_choice=choice))
    assert "tool_choice" not in body
    assert tool_names(body) == offered


@every_wire
async def test_a_model_without_tools_is_offered_none(wire: Wire) -> None:
    """A server refuses tools for a model without support."""
    body = await wire.body_of(evolve(ASKED, tool_choice=REQUIRED), tools=False)
    assert "tools" not in body
    assert "tool_choice" not in body


@every_wire
async def test_a_tools_nested_schema_reaches_the_model(wire: Wire) -> None:
    """Ollama drops references in schemas, so a nested field would arrive without its type."""
    body = await wire.body_of(ASKED)
    tool = body["tools"][0].get("function", body["tools"][0])
    schema = tool.get("parameters") or tool["input_schema"]
    scope = schema["properties"]["scope"]
    if wire is OLLAMA:
        assert scope == SCOPE
        assert "$defs" not in schema
    else:
        assert schema == SEARCH.parameters


@every_wire
async def test_system_words_stand_where_each_api_wants_them(wire: Wire) -> None:
    """Anthropic refuses system messages inside the conversation."""
    body = await wire.body_of(evolve(ASKED, messages=(*ASKED.messages, system("Once more."))))
    if wire is ANTHROPIC:
        assert body["system"] == "Be brief.\n\nOnce more."
        assert [turn["role"] for turn in body["messages"]] == ["user"]
    else:
        assert [m["role"] for m in body["messages"]] == ["system", "user", "system"]


@every_wire
async def test_a_failed_result_is_marked_where_the_api_can(wire: Wire) -> None:
    """Anthropic's models treat a marked failure differently from a normal result."""
    call = ToolCall(id="x", name="search", arguments={"query": "clé"})
    result = ToolResult(call_id="x", name="search", content='{"result": "error"}', is_error=True)
    history = (user("Hello?"), assistant("", (call,)), tool_result(result))
    sent = (await wire.body_of(evolve(ASKED, messages=history)))["messages"]
    if wire is ANTHROPIC:
        assert sent[1]["content"] == [
            {"type": "tool_use", "id": "call00001", "name": "search", "input": {"query": "clé"}}
        ]
        assert sent[2]["content"] == [
            {
                "type": "tool_result",
                "tool_use_id": "call00001",
                "content": '{"result": "error"}',
                "is_error": True,
            }
        ]
    elif wire is OPENAI:
        function = {"name": "search", "arguments": '{"query": "clé"}'}
        called = [{"id": "call00001", "type": "function", "function": function}]
        assert sent[1] == {"role": "assistant", "content": None, "tool_calls": called}
        content = '{"result": "error"}'
        assert sent[2] == {"role": "tool", "content": content, "tool_call_id": "call00001"}
    else:
        assert sent[1]["tool_calls"] == [
            {"function": {"name": "search", "arguments": {"query": "clé"}}}
        ]
        assert sent[2] == {"role": "tool", "content": '{"result": "error"}', "tool_name": "search"}


@every_wire
async def test_sampling_has_each_apis_names(wire: Wire) -> None:
    """An unknown parameter name is refused or silently ignored."""
    request = evolve(ASKED, temperature=1.5, max_tokens=77, seed=5, stop=("END",))
    body = await wire.body_of(request, context_window=12_000)
    expected: dict[str, dict[str, Any]] = {
        "openai": {"temperature": 1.5, "max_tokens": 77, "seed": 5, "stop": ["END"]},
        "anthropic": {"temperature": 1.0, "max_tokens": 77, "stop_sequences": ["END"]},
        "ollama": {
            "options": {
                "num_ctx": 12_000,
                "temperature": 1.5,
                "num_predict": 77,
                "seed": 5,
                "stop": ["END"],
            }
        },
    }
    assert {name: body.get(name) for name in expected[wire.name]} == expected[wire.name]
    assert wire is not ANTHROPIC or "seed" not in body


@every_wire
async def test_a_temperature_that_a_model_refuses_is_left_out(wire: Wire) -> None:
    """Reasoning models refuse a request with a temperature."""
    body = await wire.body_of(evolve(ASKED, temperature=0.5), temperature=False)
    assert "temperature" not in body | body.get("options", {})


async def test_a_model_that_reasons_gets_the_limit_that_it_takes() -> None:
    """OpenAI's reasoning models refuse `max_tokens`."""
    body = await OPENAI.body_of(evolve(ASKED, max_tokens=77), temperature=False)
    assert body["max_completion_tokens"] == 77
    assert "max_tokens" not in body


async def test_ollama_always_gets_the_context_window() -> None:
    """Ollama's default window is small, and Ollama cuts longer prompts without any message."""
    body = await OLLAMA.body_of(ChatRequest(messages=(user("Hello?"),)), context_window=9_000)
    assert body["options"] == {"num_ctx": 9_000}


@pytest.mark.parametrize(("most", "sent"), [(None, 4096), (32_000, 32_000)])
async def test_anthropic_always_gets_a_limit(most: int | None, sent: int) -> None:
    """Anthropic refuses requests without a limit."""
    body = await ANTHROPIC.body_of(ChatRequest(messages=(user("Hi"),)), max_output_tokens=most)
    assert body["max_tokens"] == sent


@pytest.mark.parametrize(
    ("wire", "thinking", "sent"),
    [
        (OLLAMA, False, {"think": False}),
        (OLLAMA, True, {"think": True}),
        (OPENAI, False, {"reasoning_effort": "low"}),
        (ANTHROPIC, True, {"thinking": {"type": "adaptive"}}),
    ],
)
async def test_thinking_is_switched(wire: Wire, thinking: bool, sent: dict[str, Any]) -> None:
    """A switch for thinking makes models without thinking refuse the request."""
    request = ChatRequest(messages=(user("Hello?"),), thinking=thinking)
    plain = await wire.body_of(evolve(request, thinking=None), thinking=True)
    assert await wire.body_of(request, thinking=True) == plain | sent
    assert await wire.body_of(request, thinking=False) == plain


async def test_anthropic_does_not_think_aloud_with_tools() -> None:
    """With tools, Anthropic wants signed thoughts back, which are lost."""
    body = await ANTHROPIC.body_of(evolve(ASKED, thinking=True), thinking=True)
    assert "thinking" not in body


@every_wire
async def test_a_schema_is_sent_as_native_structured_output(wire: Wire) -> None:
    """Each API has its own field against invalid answers. (PRV-1.13)"""
    request = ChatRequest(messages=(user("Hello?"),), response_schema=SCHEMA)
    body = await wire.body_of(request)
    title = {"type": "string"}
    note = {"type": "string", "description": "A note."}
    if wire is OLLAMA:
        assert body["format"] == SCHEMA
    elif wire is ANTHROPIC:
        assert body["output_config"]["format"]["schema"] == {
            "type": "object",
            "properties": {"title": title, "note": note},
            "required": ["title"],
            "additionalProperties": False,
        }
    else:
        assert body["response_format"]["json_schema"] == {
            "name": "answer",
            "strict": True,
            "schema": {
                "type": "object",
                "properties": {"title": title, "note": {"anyOf": [note, {"type": "null"}]}},
                "required": ["title", "note"],
                "additionalProperties": False,
            },
        }


async def test_openai_gets_a_schema_that_cannot_be_strict_as_it_is() -> None:
    """A schema without a strict form is still better than no schema. (PRV-1.13)"""
    free = {"type": "object", "additionalProperties": {"type": "string"}}
    request = ChatRequest(messages=(user("Hello?"),), response_schema=free)
    sent = (await OPENAI.body_of(request))["response_format"]["json_schema"]
    assert sent == {"name": "answer", "strict": False, "schema": free}


async def test_a_history_that_begins_with_the_model_is_opened_for_anthropic() -> None:
    """Anthropic refuses a conversation that begins with the model's message."""
    body = await ANTHROPIC.body_of(ChatRequest(messages=(assistant("As I said."), user("Yes?"))))
    assert [turn["role"] for turn in body["messages"]] == ["user", "assistant", "user"]


@every_wire
async def test_what_a_request_is_about_is_never_sent(wire: Wire) -> None:
    """The subject is for providers in this process; a server must receive the messages alone."""
    subject = SectionSubject(
        stage="seed", mentions=(IdMention(id="character::ann", name="Ann", text="A secret cook."),)
    )

    assert await wire.body_of(evolve(ASKED, about=subject)) == await wire.body_of(ASKED)
