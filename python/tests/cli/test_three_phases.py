"""A stage holds three phases with every provider's SDK, with and without an author."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from tests.support.loopback import Asked, Loopback, Reply, json_reply
from tests.support.qf import qf
from tests.support.stage_runs import VISION
from tests.support.wire_providers import ANTHROPIC, KEY, OLLAMA, OPENAI, Wire

SUBMIT, READY = "submit_dream", "ready_to_summarize"
NOTES = ChatResponse(text="Duty pulls harder than mercy.", model="m")
BRIEF = ChatResponse(text="A noir mystery, brooding.", model="m")
LARGE = {"context_window": 200_000}


@frozen(kw_only=True)
class Format:
    """A server's format: its variables, its model, and how a request forces the artifact."""

    wire: Wire
    model: str
    env: Callable[[str], dict[str, str]]
    forces: Callable[[Any], bool]
    traits: dict[str, Any] = LARGE

    def answer(self, asked: Asked) -> Reply:
        """Answer Discuss and Summarize in words, and Serialize in the form that it asks for."""
        if asked.body is None or asked.path.endswith(("/models", "/tags")):
            return json_reply({"data": [], "models": [{"name": self.model.partition("/")[2]}]})
        script = self.wire.answer(self._reply(asked.body))
        return script(asked) if callable(script) else script

    def _reply(self, body: Any) -> ChatResponse:
        if SUBMIT in names(body):
            call = ToolCall(id="call-1", name=SUBMIT, arguments=VISION)
            reason = FinishReason.TOOL_CALLS
            return ChatResponse(tool_calls=(call,), finish_reason=reason, model="m")
        if body.get("format") or body.get("response_format"):
            return ChatResponse(text=json.dumps(VISION), model="m")
        return NOTES if names(body) else BRIEF


def names(body: Any) -> list[str]:
    """Return the names of the tools in a request of any of the three formats."""
    return [each.get("function", each)["name"] for each in body.get("tools") or ()]


def temperature(body: Any) -> float:
    found: float = (body.get("options") or body)["temperature"]
    return found


FORMATS = {
    "openai": Format(
        wire=OPENAI,
        model="openai/gpt-4o",
        env=lambda url: {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": KEY},
        forces=lambda body: body["response_format"]["json_schema"]["strict"],
    ),
    "anthropic": Format(
        wire=ANTHROPIC,
        model="anthropic/claude-sonnet-4-5",
        env=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY},
        forces=lambda body: body["tool_choice"]["type"] in {"any", "tool"},
    ),
    # Ollama's API cannot force a tool, so the request offers no other tool.
    "ollama": Format(
        wire=OLLAMA,
        model="ollama/qwen3:8b",
        env=lambda url: {"OLLAMA_HOST": url},
        forces=lambda body: names(body) == [SUBMIT],
    ),
    "ollama by schema": Format(
        wire=OLLAMA,
        model="ollama/qwen3:8b",
        env=lambda url: {"OLLAMA_HOST": url},
        forces=lambda body: "genre" in body["format"]["properties"] and not names(body),
        traits={**LARGE, "structured_output": "schema"},
    ),
}


@pytest.fixture(params=FORMATS)
def format_(request: pytest.FixtureRequest) -> Format:
    return FORMATS[request.param]


@pytest.fixture
def ask(format_: Format, tmp_path: Path) -> Iterator[Callable[..., list[Any]]]:
    """Yield a function that runs ``qf dream`` and returns the bodies of the model's requests."""
    traits = json.dumps({"models": {format_.model: format_.traits}})
    (tmp_path / "project.yaml").write_text(traits, "utf-8")

    with Loopback(format_.answer, check=lambda body: body and format_.wire.rules(body)) as server:
        env = {**format_.env(server.url), "QF_PROVIDER": format_.model}

        def run(*options: str, typed: str = "") -> list[Any]:
            begun = len(server.asked)
            qf("dream", *options, "-p", str(tmp_path), env=env, typed=typed, code=0)
            asked = server.asked[begun:]
            return [each.body for each in asked if each.body and each.path != "/api/show"]

        yield run


@pytest.mark.parametrize(
    ("mode", "typed"), [("-I", ""), ("-i", "/done\n")], ids=["direct", "interactive"]
)
def test_every_server_is_asked_three_times(
    format_: Format, ask: Callable[..., list[Any]], mode: str, typed: str
) -> None:
    """Each phase has its request, its temperature and its tools, with every model. (STG-1.5)"""
    discuss, summarize, serialize = ask("A noir mystery", mode, typed=typed)

    assert [*map(temperature, (discuss, summarize, serialize))] == [0.8, 0.3, 0.1]
    assert {"search_corpus", READY} <= {*names(discuss)}
    assert ("present_options" in names(discuss)) == (mode == "-i")
    assert names(summarize) == []
    assert NOTES.text in json.dumps(summarize)
    assert "at most 300 words" in json.dumps(summarize)
    assert BRIEF.text in json.dumps(serialize)
    assert NOTES.text not in json.dumps(serialize)
    assert format_.forces(serialize)
    assert READY not in names(serialize)


@pytest.mark.parametrize("format_", ["openai"], indirect=True)
def test_a_condensed_stage_asks_for_all_at_once(ask: Callable[..., list[Any]]) -> None:
    """The author can have several phases in one request of a large model. (STG-11.1)"""
    asked = ask("A noir mystery", "-I", "--condensed")
    assert "[the brief]" in json.dumps(asked[0])
    assert READY not in names(asked[0])
