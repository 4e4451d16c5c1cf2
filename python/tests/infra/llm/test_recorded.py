"""Tests of replaying a call log, also for prompts that were reworded since."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.composition.registries.providers import BUILT_IN
from questfoundry.domain.chat.codec import request_to_dict, response_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.errors import ReplayError, SettingsError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.infra.llm.openai.provider import OPENAI
from questfoundry.infra.llm.replay import LoggedCall, RecordedChatProvider, read_calls
from questfoundry.infra.llm.transport.forwarding import CallLoggingChatProvider
from questfoundry.infra.telemetry.events import JsonLines
from questfoundry.testing.contracts.chat_provider import LOOK_UP, ChatProviderContract
from questfoundry.testing.scripted import ManualClock, ScriptedChatProvider, calls

MODEL = ModelRef.parse("recorded/calls.jsonl")
DOCK = ChatRequest(messages=(system("Write."), user('Plan:\nA flood.\nWrite "The dock".\nCold.')))
BANK = ChatRequest(messages=(system("Write."), user('Plan:\nA flood.\nWrite "The bank".\nDark.')))
AT_DOCK, AT_BANK = ChatResponse(text="The dock is wet. "), ChatResponse(text="The bank is shut.")


class TestRecorded(ChatProviderContract):
    """The recorded provider in the contract suite; each question is logged just before the call."""

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        left = list(answers)

        class Recorded(RecordedChatProvider):
            async def complete(
                self, request: ChatRequest, on_text: TextSink | None = None
            ) -> ChatResponse:
                super().__init__(
                    model=MODEL, traits=ModelTraits(), calls=[_call(request, left.pop(0))]
                )
                return await super().complete(request, on_text)

        yield Recorded(model=MODEL, traits=ModelTraits(), calls=())


async def test_what_was_logged_is_played_back(tmp_path: Path) -> None:
    """A replayed run must give each question its own answer, including tool calls. (PRV-9.1)"""
    submits = calls("submit_dream", {"tone": "wry"})
    asked = (DOCK, BANK, DOCK)
    said = (AT_DOCK, submits, evolve(AT_DOCK, text="Wetter."))
    path = tmp_path / "calls.jsonl"
    logged = CallLoggingChatProvider(
        ScriptedChatProvider(said, model="openai/gpt-4o"),
        lines=JsonLines(path),
        clock=ManualClock(),
    )
    for request in asked:
        await logged.complete(request)
    provider = _playing(read_calls(path))

    answers = [await provider.complete(request) for request in (BANK, DOCK, DOCK)]

    assert answers == [submits, AT_DOCK, evolve(AT_DOCK, text="Wetter.")]


def test_the_recorded_model_says_how_it_is_asked(tmp_path: Path) -> None:
    """Other traits would change the requests, so no question would match the log. (PRV-9.1)"""
    path = _log(tmp_path, (DOCK, AT_DOCK))

    traits = BUILT_IN["recorded"].traits_of(str(path))

    assert traits == OPENAI.traits_of("gpt-4o")
    assert traits != ModelTraits()


async def test_a_reworded_prompt_gets_the_answer_to_the_nearest_question() -> None:
    """A log stays useful after prompt changes. (PRV-9.1)"""
    provider = _playing([_call(DOCK, AT_DOCK), _call(BANK, AT_BANK)])

    answers = [
        await provider.complete(
            evolve(each, messages=(system("Better."), user(f"{each.messages[1].content}\nNow.")))
        )
        for each in (BANK, DOCK)
    ]

    assert answers == [AT_BANK, AT_DOCK]


@pytest.mark.parametrize(
    "asked",
    [
        evolve(DOCK, messages=(system("Write."), user("Which books are there?"))),
        evolve(DOCK, response_schema={"type": "object"}),
        evolve(DOCK, tools=(LOOK_UP,)),
    ],
    ids=["other words", "wants data", "offers tools"],
)
async def test_another_question_has_no_answer(asked: ChatRequest) -> None:
    """An answer to an unrelated question would produce a nonsensical story without any warning."""
    provider = _playing([_call(DOCK, AT_DOCK)])

    with pytest.raises(ReplayError, match="no similar request"):
        await provider.complete(asked)


async def test_an_answer_is_given_once() -> None:
    """Giving one answer twice would repeat text in the story."""
    provider = _playing([_call(DOCK, AT_DOCK)])
    await provider.complete(DOCK)

    with pytest.raises(ReplayError, match="no answer left"):
        await provider.complete(DOCK)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "No such file"),
        ("", "contains no answered call"),
        ('{"event": "llm_call", "error": {}}\n', "contains no answered call"),
        ("Dear diary\n", "cannot be replayed"),
        ("[1]\n[2]\n", "contains no answered call"),
        ('"response"\n', "cannot be replayed"),
        ('{"response": {}}\n', "cannot be replayed"),
        ('{"model": "x", "request": {}, "response": {}}\n', "does not name a model"),
        (b"\xff\xfe\x00", "cannot be replayed"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: str | bytes | None, problem: str) -> None:
    """A wrong path must produce a message that names the right kind of file."""
    path = tmp_path / "calls.jsonl"
    if content is not None:
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    with pytest.raises(SettingsError, match=problem):
        read_calls(path)


def _playing(logged: Sequence[LoggedCall]) -> RecordedChatProvider:
    return RecordedChatProvider(model=MODEL, traits=ModelTraits(), calls=logged)


def _call(request: ChatRequest, response: ChatResponse) -> LoggedCall:
    return LoggedCall(
        model=ModelRef.parse("openai/gpt-4o"), request=request_to_dict(request), response=response
    )


def _log(folder: Path, *exchanges: tuple[ChatRequest, ChatResponse]) -> Path:
    path = folder / "calls.jsonl"
    lines = JsonLines(path)
    for request, response in exchanges:
        lines.write(
            {
                "model": "openai/gpt-4o",
                "request": request_to_dict(request),
                "response": response_to_dict(response),
            }
        )
    return path
