"""A server that answers a whole run in three wire formats, makes faults, and counts its answers."""

import json
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Self

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.chat.usage import Usage
from tests.chaos.chapters import Answers
from tests.chaos.question import Question, question_of
from tests.chaos.storyteller import answer_to
from tests.support.dialects import anthropic_answer, ollama_answer, openai_answer
from tests.support.embedding_servers import ollama_reply, openai_reply
from tests.support.loopback import Asked, Loopback, Reply, Script, json_reply


@frozen(kw_only=True)
class Wire:
    """One format: how a command reaches the server, and how an answer is written."""

    name: str
    path: str
    answer: Callable[[ChatResponse], Script]
    model: str
    variables: Callable[[str], dict[str, str]]


OPENAI = Wire(
    name="openai",
    path="/v1/chat/completions",
    answer=openai_answer,
    model="openai/gpt-4o",
    variables=lambda url: {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "sk-of-the-author"},
)
ANTHROPIC = Wire(
    name="anthropic",
    path="/v1/messages",
    answer=anthropic_answer,
    model="anthropic/claude-sonnet-4-5",
    variables=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-of-the-author"},
)
OLLAMA = Wire(
    name="ollama",
    path="/api/chat",
    answer=ollama_answer,
    model="ollama/qwen3:8b",
    variables=lambda url: {"OLLAMA_HOST": url},
)
WIRES = (OPENAI, ANTHROPIC, OLLAMA)


@frozen(kw_only=True)
class Call:
    """The input of a fault: the request, its question, and the right answer."""

    wire: Wire
    asked: Asked
    question: Question
    right: ChatResponse

    def reply(self, response: ChatResponse | None = None) -> Reply:
        """Return an answer in the format of the request, by default the right answer."""
        script = self.wire.answer(response or self.right)
        return script(self.asked) if callable(script) else script


Fault = Callable[[Call], Reply]
"""A function that makes the reply sent instead of the right answer."""


class ChaosServer:
    """A server on 127.0.0.1 that waits ``gap`` seconds before each chunk of an answer.

    ``sent`` counts complete answers by request, ``used`` their usage, and ``embedded`` the embedded
    texts by request. ``billed`` holds the tokens of answers and faults. ``faults`` maps call
    numbers, from 1, to faults. ``always`` is a fault of each answer to some questions. ``paid``
    counts the answers by ``scope``, which the test sets. ``known`` holds the answers for another
    story than the small one.
    """

    def __init__(self, *, wire: Wire = OPENAI, gap: float = 0.0) -> None:
        self._wire = wire
        self._loopback = Loopback(self._reply)
        self.gap = gap
        self.faults: dict[int, Fault] = {}
        self.calls = 0
        self.billed = 0
        self.sent: Counter[str] = Counter()
        self.used: Counter[tuple[int, int]] = Counter()
        self.embedded: Counter[str] = Counter()
        self.always: tuple[Fault, Callable[[Question], bool]] | None = None
        self.scope = ""
        self.paid: Counter[str] = Counter()
        self.problems: list[str] = []
        self.known: Answers = {}

    def __enter__(self) -> Self:
        self._loopback.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._loopback.__exit__(*problem)

    @property
    def env(self) -> dict[str, str]:
        """Return the variables with which ``qf`` uses this server."""
        return {**self._wire.variables(self._loopback.url), "QF_PROVIDER": self._wire.model}

    def await_no_connection(self) -> None:
        """Wait until a killed client's last requests are answered and counted."""
        self._loopback.await_no_connection()

    def reset(self) -> None:
        """Reset all counters."""
        self.calls = self.billed = 0
        self.faults = {}
        self.paid = Counter()
        self.sent, self.used, self.embedded = Counter(), Counter(), Counter()
        self._loopback.asked.clear()

    def _reply(self, asked: Asked) -> Reply:
        wire = next((each for each in WIRES if asked.path.startswith(each.path)), None)
        if wire is None:
            return self._other(asked)
        self.calls += 1
        try:
            question = question_of(asked)
            call = Call(
                wire=wire, asked=asked, question=question, right=answer_to(question, self.known)
            )
        except Exception as problem:  # noqa: BLE001 - told by the test, in its own thread
            self.problems.append(f"{type(problem).__name__}: {problem}")
            return json_reply({"error": {"message": "no such question"}}, 400)
        fault = self._find_fault(question)
        reply = fault(call) if fault else call.reply()
        has_text = reply.chunks and not reply.chunks[0].startswith(b'{"type": "error"')
        self.paid[self.scope] += bool(has_text) and reply.status == HTTPStatus.OK
        if fault:
            return evolve(reply, sent=lambda: self._bill(call.right.usage))
        return evolve(reply, gap=self.gap, sent=lambda: self._count(asked, call.right.usage))

    def _find_fault(self, question: Question) -> Fault | None:
        if self.always is not None and self.always[1](question):
            return self.always[0]
        return self.faults.get(self.calls)

    def _count(self, asked: Asked, usage: Usage) -> None:
        self.sent[json.dumps(asked.body, sort_keys=True)] += 1
        self.used[usage.input_tokens, usage.output_tokens] += 1
        self._bill(usage)

    def _bill(self, usage: Usage) -> None:
        self.billed += usage.total_tokens

    def _other(self, asked: Asked) -> Reply:
        """Answer the other requests: the list of models, and embeddings."""
        if asked.path.endswith(("/embeddings", "/embed")):
            reply = openai_reply if asked.path.endswith("/embeddings") else ollama_reply
            texts = str(asked.body["input"])
            return evolve(reply(asked), sent=lambda: self.embedded.update([texts]))
        models: dict[str, Any] = {
            "data": [{"id": "gpt-4o"}, {"id": "claude-sonnet-4-5"}],
            "models": [{"name": "qwen3:8b", "model": "qwen3:8b"}],
            "capabilities": ["tools", "completion"],
            "version": "1.0",
        }
        return json_reply(models)
