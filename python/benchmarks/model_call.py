"""Measure the CPU time of a model call against a hand-written call on the bare SDK.

Run ``python python/benchmarks/model_call.py``. The server has no latency, and runs in a process of
its own, so that only the client's CPU time counts. The two sides take turns, and their medians are
compared.
"""

import asyncio
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import anthropic
import ollama
import openai
from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, assistant, system, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.infra.llm.anthropic import chat as anthropic_wire
from questfoundry.infra.llm.ollama import chat as ollama_wire
from questfoundry.infra.llm.openai import chat as openai_wire
from tests.support.loopback import Asked, Loopback, Reply
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, WIRES

ROUNDS = 9
CALLS = 20
WORDS = 60

CAPABLE = Capabilities(json_schema=True)

Call = Callable[[], Awaitable[object]]

ARTIFACT = {
    "type": "object",
    "properties": {
        name: {"type": "string", "description": f"The {name} of the story."}
        for name in ("genre", "subgenre", "tone", "audience", "scope", "style")
    }
    | {"themes": {"type": "array", "items": {"type": "string"}}},
    "required": ["genre", "tone", "audience", "scope", "themes"],
}
SUBMIT = ToolDefinition(name="submit_dream", description="Submits.", parameters=ARTIFACT)
VISION = dict.fromkeys(ARTIFACT["properties"], "Some words of a vision.") | {"themes": ["a", "b"]}

TEXT = ChatRequest(
    messages=(system("You plan stories. " * 20), user("An idea of a story. " * 20)),
    temperature=0.8,
    max_tokens=900,
)
TALK = tuple(
    turn
    for n in range(20)
    for turn in (user(f"Question {n}. " * 9), assistant(f"Answer {n}. " * 9))
)
REQUESTS = {
    "text call": TEXT,
    "structured call": evolve(TEXT, response_schema=ARTIFACT),
    "streamed text": TEXT,
    "call with one tool": evolve(TEXT, tools=(SUBMIT,), tool_choice="submit_dream"),
    "41 messages": evolve(TEXT, messages=(TEXT.messages[0], *TALK)),
}


def script_replies(wire: Any) -> Callable[[Asked], Reply]:
    """Return a function that answers a request with a tool call, with JSON, or with words."""
    said = ChatResponse(text="word " * WORDS, usage=Usage(input_tokens=90, output_tokens=60))
    called = evolve(
        said,
        text="",
        tool_calls=(ToolCall(id="c1", name="submit_dream", arguments=VISION),),
        finish_reason=FinishReason.TOOL_CALLS,
    )
    made = evolve(said, text=json.dumps(VISION))

    def reply(asked: Asked) -> Reply:
        structured = {"response_format", "output_config", "format"} & asked.body.keys()
        answer = called if asked.body.get("tools") else made if structured else said
        script = wire.answer(answer)
        assert callable(script)
        return script(asked)

    return reply


def serve(name: str, ready: Connection) -> None:
    """Run the server of one wire until the other end of the pipe is closed."""
    wire = next(wire for wire in WIRES if wire.name == name)
    with Loopback(script_replies(wire)) as server:
        ready.send(server.url)
        ready.poll(None)


@contextmanager
def server_of(serve: Callable[..., None], *args: str) -> Iterator[str]:
    """Yield the address of a server that ``serve(*args, pipe)`` runs in a process of its own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(*args, there))
    process.start()
    try:
        yield here.recv()
    finally:
        here.send(None)
        process.join(10)


@frozen
class Pair:
    """The same call by hand on the bare SDK, and through the adapter."""

    bare: Call
    ours: Call


def bare_openai(url: str) -> Callable[[str, ChatRequest], Call]:
    client = openai.AsyncOpenAI(api_key="k", base_url=f"{url}/v1")

    def call(case: str, request: ChatRequest) -> Call:
        body = openai_wire.request_body(request, "m", CAPABLE)

        async def ask() -> object:
            if case == "streamed text":
                stream = await client.chat.completions.create(**body, stream=True)
                texts = [c.choices[0].delta.content async for c in stream if c.choices]
                return "".join(filter(None, texts))
            reply = await client.chat.completions.create(**body)
            message = reply.choices[0].message
            if message.tool_calls:
                return json.loads(message.tool_calls[0].function.arguments)
            return json.loads(message.content) if case.startswith("struct") else message.content

        return ask

    return call


def bare_anthropic(url: str) -> Callable[[str, ChatRequest], Call]:
    client = anthropic.AsyncAnthropic(api_key="k", base_url=url)

    def call(case: str, request: ChatRequest) -> Call:
        body = anthropic_wire.request_body(request, "m", CAPABLE)
        extra = {"temperature": body.pop("temperature")}

        async def ask() -> object:
            if case == "streamed text":
                stream = await client.messages.create(**body, extra_body=extra, stream=True)
                deltas = [e.delta async for e in stream if e.type == "content_block_delta"]
                return "".join(delta.text for delta in deltas if delta.type == "text_delta")
            reply = await client.messages.create(**body, extra_body=extra)
            block = reply.content[-1]
            if block.type == "tool_use":
                return block.input
            return json.loads(block.text) if case.startswith("struct") else block.text

        return ask

    return call


def bare_ollama(url: str) -> Callable[[str, ChatRequest], Call]:
    client = ollama.AsyncClient(host=url)

    def call(case: str, request: ChatRequest) -> Call:
        body = ollama_wire.request_body(request, "m", CAPABLE)

        async def ask() -> object:
            if case == "streamed text":
                stream = await client.chat(**body, stream=True)
                return "".join([line.message.content or "" async for line in stream])
            message = (await client.chat(**body)).message
            if message.tool_calls:
                return message.tool_calls[0].function.arguments
            return json.loads(message.content) if case.startswith("struct") else message.content

        return ask

    return call


def use_adapter(provider: ChatProvider, case: str, request: ChatRequest) -> Call:
    """Return the call through the adapter, which decodes the same parts as the call by hand."""
    sink = (lambda _: None) if case == "streamed text" else None

    async def ask() -> object:
        response = await provider.complete(request, sink)
        if response.tool_calls:
            return response.tool_calls[0].arguments
        return json.loads(response.text) if case.startswith("struct") else response.text

    return ask


async def cpu(call: Call) -> float:
    """Return the CPU seconds of this process for one call."""
    started = time.process_time()
    for _ in range(CALLS):
        await call()
    return (time.process_time() - started) / CALLS


async def measure(pair: Pair) -> tuple[float, float]:
    """Return the medians of both sides, which take turns."""
    assert await pair.bare() == await pair.ours(), "the two sides do not do the same"
    await cpu(pair.bare), await cpu(pair.ours)
    rounds = [(await cpu(pair.bare), await cpu(pair.ours)) for _ in range(ROUNDS)]
    return statistics.median(b for b, _ in rounds), statistics.median(o for _, o in rounds)


async def main() -> None:
    """Print one line for each provider and case: the ratio, and both times."""
    bare = {OPENAI: bare_openai, ANTHROPIC: bare_anthropic, OLLAMA: bare_ollama}
    for wire in WIRES:
        with server_of(serve, wire.name) as url:
            by_hand = bare[wire](url)
            async with wire.asked_of(url) as provider:
                for case, request in REQUESTS.items():
                    pair = Pair(by_hand(case, request), use_adapter(provider, case, request))
                    low, ours = await measure(pair)
                    print(
                        f"{wire.name:10} {case:20} {ours / low:5.2f}   "
                        f"bare {low * 1e6:7.0f} us   ours {ours * 1e6:7.0f} us"
                    )


if __name__ == "__main__":
    asyncio.run(main())
