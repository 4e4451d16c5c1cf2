"""Tests of replaying a recorded run offline."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from attrs import evolve

from questfoundry.domain.chat.codec import request_to_dict, response_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import ReplayError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.infra.llm.replay import ReplayChatProvider
from questfoundry.testing.contracts.chat_provider import ChatProviderContract
from questfoundry.testing.memory import InMemoryJournal
from questfoundry.testing.scripted import calls

_AT = datetime(2030, 1, 1, tzinfo=UTC)
_OPENING = ChatRequest(
    messages=(system("Be brief."), user("A drowned city.")), temperature=0.8, seed=1
)
_ANSWER = ChatResponse(text="Whose city?", usage=Usage(input_tokens=9, output_tokens=2), model="m")
_SECOND = ChatRequest(
    messages=(*_OPENING.messages, assistant("Whose city?"), user("Nobody's.")), temperature=0.8
)


class TestReplay(ChatProviderContract):
    """The replay provider in the contract suite, over a journal that holds the expected answers."""

    @contextmanager
    def answering(self, *answers: ChatResponse) -> Iterator[ChatProvider]:
        left = list(answers)

        class Recorded(InMemoryJournal):
            def find(self, key: JournalKey) -> JournalEntry:
                response = response_to_dict(left.pop(0))
                return JournalEntry(key=key, request={}, response=response, recorded_at=_AT)

        yield _replaying(Recorded())


async def test_the_recorded_answers_come_again_in_order() -> None:
    """A replay is only proof of a run if each question gets its recorded answer. (JRN-5.1)"""
    submits = calls("submit_dream", {"tone": "wry", "genre": "noir"})
    journal = _recorded((_OPENING, _ANSWER), (_OPENING, evolve(_ANSWER, text="Which?")))
    _record(journal, _SECOND, submits, scope="discuss")
    provider = _replaying(journal)

    answers = [await provider.complete(request) for request in (_OPENING, _SECOND, _OPENING)]

    assert answers == [_ANSWER, submits, evolve(_ANSWER, text="Which?")]


async def test_the_text_is_streamed_as_a_model_would() -> None:
    """An author who watches a replay should see text appear as in the real run. (JRN-5.1)"""
    streamed: list[str] = []

    answer = await _replaying(_recorded((_OPENING, _ANSWER))).complete(_OPENING, streamed.append)

    assert "".join(streamed) == answer.text


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        (evolve(_OPENING, temperature=0.1, seed=None), "differs in temperature, seed"),
        (
            evolve(_OPENING, messages=(system("Be long."), user("A drowned city."))),
            r"differs in message 1 \(system\)",
        ),
        (
            evolve(_SECOND, messages=(*_SECOND.messages[:3], user("Mine."))),
            r"differs in message 4 \(user\)",
        ),
        (
            evolve(_SECOND, messages=(*_SECOND.messages, assistant("Ah."))),
            r"differs in message 5 \(assistant\)",
        ),
    ],
)
async def test_an_unrecorded_question_is_told_by_its_change(asked: ChatRequest, part: str) -> None:
    """The author can only find the changed prompt or setting if the error names the difference."""
    provider = _replaying(_recorded((_OPENING, _ANSWER), (_SECOND, _ANSWER)))

    with pytest.raises(ReplayError, match=rf"'discuss'.*'dream-1'.*{part}.*prompts, settings"):
        await provider.complete(asked)


async def test_a_question_asked_once_too_often_is_told() -> None:
    """Reusing an answer would hide that the run now asks more often."""
    provider = _replaying(_recorded((_OPENING, _ANSWER)))
    await provider.complete(_OPENING)

    with pytest.raises(ReplayError, match="recorded fewer times"):
        await provider.complete(_OPENING)


async def test_only_the_same_phase_of_the_same_run_answers() -> None:
    """An answer from another phase may have the same question but another meaning."""
    journal = _recorded((_OPENING, _ANSWER))

    for provider in (_replaying(journal, scope="summarize"), _replaying(journal, run_id="dream-2")):
        with pytest.raises(ReplayError, match="no call was recorded"):
            await provider.complete(_OPENING)


def _replaying(
    journal: InMemoryJournal, *, run_id: str = "dream-1", scope: str = "discuss"
) -> ReplayChatProvider:
    return ReplayChatProvider(
        journal=journal,
        run_id=run_id,
        scope=scope,
        model=ModelRef.parse("replay/dream-1"),
        traits=ModelTraits(),
    )


def _recorded(*exchanges: tuple[ChatRequest, ChatResponse]) -> InMemoryJournal:
    journal = InMemoryJournal()
    for request, response in exchanges:
        _record(journal, request, response, scope="discuss")
    return journal


def _record(
    journal: InMemoryJournal, request: ChatRequest, response: ChatResponse, *, scope: str
) -> None:
    document = request_to_dict(request)
    hashed = digest(to_canonical_json(document))
    before = [entry for entry in journal.entries("dream-1") if entry.key.digest == hashed]
    journal.record(
        JournalEntry(
            key=JournalKey(
                run_id="dream-1",
                kind=EntryKind.MODEL_CALL,
                scope=scope,
                digest=hashed,
                occurrence=len(before),
            ),
            request=document,
            response=response_to_dict(response),
            recorded_at=_AT,
        )
    )
