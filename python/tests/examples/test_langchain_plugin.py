"""The example plug-in: LangChain's chat model of OpenAI with a local server."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall, system, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import (
    AuthenticationError,
    MalformedAnswerError,
    ProviderFaultError,
    RateLimitedError,
    RefusedError,
    SettingsError,
    TimedOutError,
    UnreachableError,
)
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.provider import ChatProvider, Provider, ProviderSettings
from questfoundry.infra import plugins
from questfoundry.testing import ChatProviderContract
from questfoundry.testing.contracts.chat_provider import LOOK_UP
from tests.infra.test_plugins import install
from tests.support.checkout import ROOT
from tests.support.dialects import openai_answer, openai_rules, openai_whole
from tests.support.loopback import Ending, Loopback, Reply, json_reply
from tests.support.stage_runs import shipped_prompts
from tests.support.wire_providers import KEY, free_port_url

EXAMPLE = ROOT / "examples" / "plugins" / "langchain"
ASKED = ChatRequest(messages=(system("Be brief."), user("Who lives here?")), tools=(LOOK_UP,))
SAID = ChatResponse(
    text="A drowned clerk.",
    model="m",
    usage=Usage(input_tokens=9, output_tokens=4, cached_tokens=3),
)
CALLED = ChatResponse(
    text="",
    model="m",
    tool_calls=(ToolCall(id="a", name="look_up", arguments={"word": "brass"}),),
    finish_reason=FinishReason.TOOL_CALLS,
)


@pytest.fixture(scope="module", autouse=True)
def langchain(tmp_path_factory) -> Iterator[None]:
    """Install the example."""
    site = tmp_path_factory.mktemp("site")
    install(EXAMPLE, site)
    before = list(sys.path)
    sys.path[:0] = [str(EXAMPLE), str(site)]
    yield
    sys.path[:] = before


def made(url: str, model: str = "openai:gpt-4o", **more: object) -> ChatProvider:
    variables = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": f"{url}/v1"}
    record: Provider = plugins.load_named(plugins.PROVIDERS, "langchain")
    chosen = Chosen(ref=ModelRef("langchain", model), origin="--provider")
    settings = ProviderSettings(variables=variables, models_folder=Path(), timeout=5.0)
    return record.make(chosen, record.traits_of(model), evolve(settings, **more), shipped_prompts())


class TestLangChain(ChatProviderContract):
    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        script = [openai_answer(answer) for answer in answers]
        with Loopback(*script, check=openai_rules) as server:
            yield made(server.url)


@pytest.mark.parametrize("streamed", [False, True])
async def test_text_and_usage_arrive_whole_and_streamed(streamed: bool) -> None:
    """Wrong token counts would make the shown cost wrong."""
    with Loopback(openai_answer(SAID)) as server:
        provider = made(server.url)
        assert await provider.complete(ASKED, (lambda _: None) if streamed else None) == SAID
        await provider.close()
    body = server.asked[0].body
    assert body["model"] == "gpt-4o"
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        ("auto", "auto"),
        (REQUIRED, "required"),
        ("look_up", {"type": "function", "function": {"name": "look_up"}}),
    ],
)
async def test_a_tool_is_offered_and_forced(choice: str, sent: object) -> None:
    """A stage depends on forced tools, so the plug-in must pass them on."""
    request = evolve(ASKED, tool_choice=choice, temperature=0.5, max_tokens=70, stop=("END",))
    with Loopback(openai_answer(CALLED)) as server:
        provider = made(server.url)
        response = await provider.complete(request)
        await provider.close()
    assert response.tool_calls == CALLED.tool_calls
    body = server.asked[0].body
    assert body["tool_choice"] == sent
    assert body["tools"][0]["function"]["parameters"] == LOOK_UP.parameters
    assert (body["temperature"], body["stop"]) == (0.5, ["END"])
    assert 70 in {body.get("max_tokens"), body.get("max_completion_tokens")}


async def test_arguments_that_are_no_json_are_kept_as_they_were_written() -> None:
    """Broken arguments must reach the repair step as the model wrote them."""
    broken = evolve(CALLED, tool_calls=(ToolCall(id="a", name="look_up", malformed="{word"),))
    with Loopback(openai_answer(broken)) as server:
        provider = made(server.url)
        (call,) = (await provider.complete(ASKED)).tool_calls
        await provider.close()
    assert (call.name, call.malformed) == ("look_up", "{word")


CUT_OFF = openai_whole(SAID)
CUT_OFF["choices"][0]["finish_reason"] = None


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (json_reply({"error": {"message": "No."}}, 401), AuthenticationError),
        (json_reply({"error": {"message": "No."}}, 404), RefusedError),
        (json_reply({"error": {"message": "No."}}, 500), ProviderFaultError),
        (Reply(ending=Ending.DROPPED), UnreachableError),
        (Reply(ending=Ending.STALLED), TimedOutError),
        (json_reply(CUT_OFF), MalformedAnswerError),
    ],
)
async def test_a_fault_becomes_the_error_of_who_must_react(reply: Reply, kind: type) -> None:
    """A retry inside LangChain would repeat paid calls."""
    with Loopback(reply) as server:
        provider = made(server.url, timeout=0.2 if reply.ending is Ending.STALLED else 5.0)
        with pytest.raises(kind) as caught:
            await provider.complete(ASKED)
        await provider.close()
    assert KEY not in str(caught.value)


async def test_a_rate_limit_says_how_long_to_wait() -> None:
    """The program waits as long as the server asks, so the header must arrive."""
    busy = json_reply({"error": {"message": "Slow."}}, 429, {"retry-after": "7"})
    with Loopback(busy) as server:
        provider = made(server.url)
        with pytest.raises(RateLimitedError) as caught:
            await provider.complete(ASKED)
        await provider.close()
    assert caught.value.retry_after == 7
    assert len(server.asked) == 1


async def test_no_server_is_told() -> None:
    """An absent server must be a network error, which the program retries."""
    provider = made(free_port_url())
    with pytest.raises(UnreachableError):
        await provider.complete(ASKED)
    await provider.close()


async def test_a_class_may_be_named_by_its_path() -> None:
    """Authors can use any LangChain model by the path of its class. (PLG-3.4)"""
    with Loopback(openai_answer(SAID)) as server:
        variables = {
            "LANGCHAIN_OPENAI_CHATOPENAI_API_KEY": KEY,
            "LANGCHAIN_OPENAI_CHATOPENAI_BASE_URL": f"{server.url}/v1",
        }
        provider = made(server.url, "langchain_openai.ChatOpenAI:gpt-4o", variables=variables)
        assert (await provider.complete(ASKED)).text == SAID.text
        await provider.close()


@pytest.mark.parametrize("model", ["gpt-4o", "nobody:m", "no_such_package.Chat:m"])
def test_a_model_that_cannot_be_made_is_refused_in_words(model: str) -> None:
    """A model that LangChain cannot build must name the setting that chose it. (PLG-3.4)"""
    with pytest.raises(SettingsError, match=f"--provider chose 'langchain/{model}'"):
        made("http://127.0.0.1:9", model)
