from pathlib import Path

import pytest

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import (
    MalformedAnswerError,
    ProviderFaultError,
    RefusedError,
    UnreachableError,
)
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.infra.llm.gguf.chat import ContinuingChatProvider
from tests.support.dialects import openai_answer, sse
from tests.support.loopback import Ending, Loopback, Reply, json_reply
from tests.support.small_model import served_at

ASKED = ChatRequest(
    messages=(system("You plan."), user("Who are you?"), assistant("You play")),
    temperature=0.6,
    max_tokens=48,
    seed=7,
    stop=(".",),
)
SAID = ChatResponse(
    text=" a clerk in the rain", usage=Usage(input_tokens=21, output_tokens=6), model="tiny"
)


async def ask(*script, on_text=None):
    provider = ContinuingChatProvider(
        model=ModelRef("local", "tiny"), traits=ModelTraits(), path=Path("tiny.gguf")
    )
    with Loopback(*script) as loopback, served_at(loopback.url):
        try:
            return await provider.complete(ASKED, on_text), loopback.asked
        finally:
            await provider.close()


async def test_the_answer_is_what_the_model_added():
    """A server that repeats the beginning would put the same words into the prose twice."""
    pieces = []
    response, _ = await ask(openai_answer(SAID), on_text=pieces.append)
    assert response == SAID
    assert "".join(pieces) == SAID.text


async def test_the_request_carries_the_key_and_the_measured_guards():
    """Others must not use the server, and weak guards produce loops."""
    _, (asked,) = await ask(openai_answer(SAID))
    assert asked.headers["authorization"].startswith("Bearer ")
    assert len(asked.headers["authorization"]) > len("Bearer ") + 16
    assert asked.body["messages"][-1] == {"role": "assistant", "content": "You play"}
    guards = {"top_p": 0.95, "top_k": 40, "min_p": 0.05}
    guards |= {"frequency_penalty": 0.2, "repeat_penalty": 1.05}
    assert guards.items() <= asked.body.items()
    assert (asked.body["seed"], asked.body["max_tokens"], asked.body["stop"]) == (7, 48, ["."])


async def test_no_proxy_is_asked_for_the_model_of_this_process(monkeypatch):
    """A proxy cannot reach the model, and should not see what is asked of it."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    response, _ = await ask(openai_answer(SAID))
    assert response == SAID


CHUNK = {"choices": [{"delta": {"content": "a clerk"}, "finish_reason": None}]}


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        (json_reply({"error": {"message": "too long"}}, 400), RefusedError, "too long"),
        (json_reply({"error": {"message": "no memory"}}, 500), ProviderFaultError, "no memory"),
        (Reply(status=503, chunks=(b"loading",)), ProviderFaultError, "loading"),
        (Reply(chunks=sse(CHUNK)), MalformedAnswerError, "without a finish reason"),
        (
            Reply(chunks=sse(CHUNK, {"error": {"message": "no slot"}})),
            ProviderFaultError,
            "no slot",
        ),
        (Reply(chunks=sse(CHUNK), ending=Ending.DROPPED), UnreachableError, "broke"),
        (Reply(ending=Ending.DROPPED), UnreachableError, "broke"),
    ],
)
async def test_each_failure_has_its_kind(reply, error, words):
    """The caller can only retry or stop correctly if each failure has its own kind."""
    with pytest.raises(error, match=words):
        await ask(reply)
