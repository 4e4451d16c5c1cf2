"""Servers with OpenAI's format, named in project.yaml and asked through the real SDK."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.composition.project.doctor import examine
from questfoundry.composition.settings.settings import ProjectSettings, load_settings
from questfoundry.domain.chat.codec import message_from_dict, message_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    tool_result,
    user,
)
from questfoundry.domain.errors import AuthenticationError, SettingsError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.infra.llm.openai.compatible import COMPATIBLE
from tests.composition.registries.test_providers import chosen, embeddings, made
from tests.support.dialects import openai_answer
from tests.support.embedding_servers import openai_reply
from tests.support.loopback import Asked, Loopback, Reply, json_reply
from tests.support.qf import qf

SEARCH = ToolDefinition(name="search", description="Searches.")
ASKED = ChatRequest(
    messages=(user("Who lives in the archive?"),), tools=(SEARCH,), seed=5, max_tokens=900
)
SAID = ChatResponse(text="A drowned clerk.", model="m")
SIGNED = {"google": {"thought_signature": "CiQB+signed"}}
UNSIGNED = {"google": {"thought_signature": "skip_thought_signature_validator"}}
DETAILS = [{"type": "reasoning.encrypted", "data": "abc", "index": 0}]


def settings_of(folder: Path, endpoints: str, **env: str) -> ProjectSettings:
    (folder / "project.yaml").write_text(f"endpoints:\n  {endpoints}\n")
    return load_settings(folder, env)


async def asked_of(settings: ProjectSettings, model: str, request: ChatRequest = ASKED) -> None:
    provider = made(settings, model)
    try:
        await provider.complete(request)
    finally:
        await provider.close()


async def test_a_server_of_the_authors_is_asked_with_its_own_key(tmp_path, monkeypatch):
    """The OpenAI SDK would take a wrong key from the environment."""
    for name in ("API_KEY", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"):
        monkeypatch.setenv(f"OPENAI_{name}", "of-the-process")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: of-the-process")
    with Loopback(openai_answer(SAID)) as server:
        settings = settings_of(
            tmp_path,
            f"mine: {{base_url: {server.url}/v1, key: MY_KEY, traits: {{context_window: 999}}}}",
            MY_KEY="the-authors",
            OPENAI_API_KEY="for-openai",
        )
        await asked_of(settings, "mine/team/model:7b")
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body["model"] == "team/model:7b"
    assert asked.headers["authorization"] == "Bearer the-authors"
    assert not [each for each in asked.headers.values() if "process" in each or each == "openai"]
    traits = settings.traits_of(ModelRef.parse("mine/team/model:7b"))
    assert traits.capabilities.context_window == 999
    assert "the-authors" not in repr(
        (settings, settings.provider_settings(), made(settings, "mine/m"))
    )


async def test_a_server_without_a_key_gets_none_of_anybody(tmp_path):
    """A server without a key must not receive the key of another provider."""
    with Loopback(openai_answer(SAID)) as server:
        endpoint = f"openrouter: {{base_url: {server.url}}}"
        settings = settings_of(tmp_path, endpoint, OPENROUTER_API_KEY="k", OPENAI_API_KEY="k")
        await asked_of(settings, "openrouter/x")
    assert server.asked[0].headers["authorization"] == "Bearer no-key"


def test_a_key_that_is_not_set_is_named_with_what_chose_the_model(tmp_path):
    """The error names the missing variable and the setting that chose the model."""
    settings = settings_of(tmp_path, "mine: {base_url: http://m/v1, key: MY_KEY}")
    for model, variable in (("mine/m", "MY_KEY"), ("gemini/gemini-3", "GEMINI_API_KEY")):
        with pytest.raises(SettingsError, match=rf"--provider chose '{model}', but {variable}"):
            made(settings, model)


async def test_faults_name_the_server_and_where_it_is_set(tmp_path):
    """An error of the author's server must not blame OpenAI or its key."""
    with Loopback(Reply(status=401, chunks=(b"{}",))) as server:
        settings = settings_of(tmp_path, f"mine: {{base_url: {server.url}}}")
        with pytest.raises(AuthenticationError) as caught:
            await asked_of(settings, "mine/m")
    assert "The server 'mine' answered 401" in str(caught.value)
    assert "endpoints.mine.key in project.yaml" in str(caught.value)


@pytest.mark.parametrize("name", COMPATIBLE)
async def test_a_known_server_needs_no_word_in_the_file(tmp_path, name):
    """Known servers work by name, so the author sets only the key. (SET-14.3)"""
    settings = load_settings(tmp_path, {COMPATIBLE[name].key_variable or "": "k"})
    provider = made(settings, f"{name}/some-model")
    assert provider.traits == settings.traits_of(provider.model)
    assert COMPATIBLE[name].default_url.startswith(("https://", "http://127.0.0.1:"))
    await provider.close()


async def test_embeddings_come_from_a_named_server_too(tmp_path):
    """One endpoint serves chat and embeddings, so the author configures it once. (SET-14.3)"""
    with Loopback(openai_reply) as server:
        settings = settings_of(tmp_path, f"mine: {{base_url: {server.url}/v1}}")
        provider = embeddings(settings, "mine/small")
        assert await provider.embed(["tide"])
        await provider.close()
    assert server.asked[0].body["model"] == "small"


def calling(beside_call: dict, beside_message: dict):
    """Return a script with two calls, whole or streamed, and extra fields beside them."""

    def reply(asked: Asked) -> Reply:
        if any(message["role"] == "tool" for message in asked.body["messages"]):
            return openai_answer(SAID)(asked)
        called = {"function": {"name": "search", "arguments": "{}"}, "type": "function"}
        calls = [
            {"index": 0, "id": "a", **called, **beside_call},
            {"index": 1, "id": "b", **called},
        ]
        message = {"role": "assistant", "content": None, "tool_calls": calls, **beside_message}
        if not asked.body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
            return json_reply({"model": "m", "choices": [choice]})
        parts = [
            {"delta": message, "finish_reason": None},
            {"delta": beside_message, "finish_reason": "tool_calls"},
        ]
        lines = [json.dumps({"model": "m", "choices": [{"index": 0, **part}]}) for part in parts]
        events = "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]"))
        return Reply(headers={"content-type": "text/event-stream"}, chunks=(events.encode(),))

    return reply


def stored(message):
    """Return the message after a round trip through the database format."""
    return message_from_dict(json.loads(json.dumps(message_to_dict(message))))


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("name", "beside_call", "beside_message", "whole", "twice"),
    [
        ("gemini", {"extra_content": SIGNED}, {}, SIGNED, SIGNED),
        ("deepseek", {}, {"reasoning_content": "Hm."}, "Hm.", "Hm.Hm."),
        ("openrouter", {}, {"reasoning_details": DETAILS}, DETAILS, DETAILS * 2),
    ],
)
async def test_what_a_server_wants_back_goes_back_with_its_calls(
    tmp_path, streamed, name, beside_call, beside_message, whole, twice
):
    """Gemini refuses results without its signature, others refuse the field."""
    with Loopback(calling(beside_call, beside_message)) as server:
        endpoints = f"{name}: {{base_url: {server.url}}}\n  other: {{base_url: {server.url}}}"
        settings = settings_of(tmp_path, endpoints)
        provider = made(settings, f"{name}/m")
        called = await provider.complete(ASKED, (lambda _: None) if streamed else None)
        assert called.finish_reason is FinishReason.TOOL_CALLS
        results = [ToolResult(call_id=c.id, name=c.name, content="{}") for c in called.tool_calls]
        talk = (stored(assistant("", called.tool_calls)), *map(tool_result, results))
        request = evolve(ASKED, messages=(*ASKED.messages, *talk))
        await provider.complete(request)
        await provider.close()
        await asked_of(settings, "other/m", request)
    back, elsewhere = (asked.body["messages"][1] for asked in server.asked[1:])
    field = next(iter({**beside_call, **beside_message}))
    holders = back["tool_calls"] if beside_call else [back]
    assert holders[0][field] == (twice if streamed else whole)
    assert field not in json.dumps(elsewhere)


@pytest.mark.parametrize(
    ("name", "field", "sent"),
    [("gemini", "extra_content", UNSIGNED), ("deepseek", "reasoning_content", "")],
)
async def test_a_call_of_another_model_is_accepted_by_those_that_want_something_back(
    tmp_path, name, field, sent
):
    """Calls of another model have no signature, so the request needs the accepted substitute."""
    call = ToolCall(id="x", name="search")
    result = tool_result(ToolResult(call_id="x", name="search", content="{}"))
    request = evolve(ASKED, messages=(*ASKED.messages, assistant("", (call,)), result))
    with Loopback(openai_answer(SAID)) as server:
        settings = settings_of(tmp_path, f"{name}: {{base_url: {server.url}}}")
        await asked_of(settings, f"{name}/m", request)
    message = server.asked[0].body["messages"][1]
    assert (message["tool_calls"][0] | message)[field] == sent


async def test_mistral_is_sent_no_field_that_it_does_not_know(tmp_path):
    """Mistral's API refuses unknown fields, so every request would fail."""
    with Loopback(openai_answer(SAID)) as server:
        settings = settings_of(tmp_path, f"mistral: {{base_url: {server.url}}}")
        provider = made(settings, "mistral/m")
        await provider.complete(ASKED, lambda _: None)
        await provider.close()
    body = server.asked[0].body
    assert body["random_seed"] == 5
    assert not body.keys() & {"seed", "stream_options", "max_completion_tokens"}


def test_the_doctor_asks_the_named_servers_and_tells_of_their_keys(tmp_path):
    """The doctor must check the author's own servers, or their setup errors stay hidden."""
    listed = json_reply({"data": [{"id": "models/gemini-3"}]})
    with Loopback(listed) as server:
        settings = settings_of(
            tmp_path,
            f"mine: {{base_url: {server.url}/v1, key: MY_KEY}}",
            MY_KEY="the-authors",
            QF_PROVIDER="mine/gemini-3",
            OLLAMA_HOST=server.url,
        )
        found = examine(settings, models_folder=tmp_path)
    assert found.problems == ()
    assert found.servers["mine"].models == ("models/gemini-3",)
    assert found.keys["MY_KEY"]
    assert ("/v1/models", "Bearer the-authors") in [
        (asked.path, asked.headers.get("authorization")) for asked in server.asked
    ]
    assert "the-authors" not in repr(found)


def test_models_are_asked_for_where_no_key_is_missing(tmp_path):
    """Listing models must not fail because one provider lacks a key."""
    with Loopback(json_reply({"data": [{"id": "writer"}]})) as server:
        url = f"{server.url}/v1"
        settings_of(tmp_path, f"mine: {{base_url: {url}}}\n  other: {{base_url: {url}, key: NONE}}")
        every = qf("models", "ask", "--json", "-p", str(tmp_path)).document
        told = {each["provider"]: each["models"] for each in every}
        assert told["mine"] == ["writer"]
        assert not {"other", "openai", "groq"} & told.keys()
        assert "writer" in qf("models", "ask", "mine", "-p", str(tmp_path)).out
    (other,) = qf("models", "ask", "other", "--json", "-p", str(tmp_path)).document
    assert other["problem"] == "the server was not contacted. Set NONE."
    assert "Did you mean mine" in qf("models", "ask", "mien", "-p", str(tmp_path)).err


def test_a_server_that_answers_for_any_name_is_not_blamed_for_its_list(tmp_path):
    """llama.cpp accepts any model name, so a warning about the name would be wrong."""
    with Loopback(json_reply({"data": [{"id": "a-file.gguf"}]})) as server:
        env = {"QF_PROVIDER": "llamacpp/whatever", "OLLAMA_HOST": server.url}
        settings = settings_of(tmp_path, f"llamacpp: {{base_url: {server.url}/v1}}", **env)
        assert examine(settings, models_folder=tmp_path).problems == ()


def test_models_are_chosen_by_the_name_of_the_server_everywhere(tmp_path):
    """All commands accept the same names and suggest the nearest. (SET-14.3)"""
    settings = settings_of(tmp_path, "mine: {base_url: http://m/v1}")
    settings.providers.require([chosen("mine/m"), chosen("groq/x")])
    with pytest.raises(SettingsError, match=r"Did you mean mine/m\?"):
        settings.providers.require([chosen("mien/m")])
