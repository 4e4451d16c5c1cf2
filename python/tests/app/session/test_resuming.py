"""A killed session continues, loses nothing and pays for nothing twice."""

from collections import Counter

import pytest
from attrs import evolve

from questfoundry.domain.chat.codec import request_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.spec import STUDIO
from questfoundry.domain.session import AgentReplied
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.testing.scripted import calls, says
from tests.support.delegated import AgentModel, settled, three, until
from tests.support.mortal import Killed
from tests.support.studio import AskedAuthor, StudioBench, drained, launches, replies

CALLS = 2 + 1 + (3 + 3 + 1 + 3)


class Ledger:
    """A counter of answered calls that kills the process at call number ``dies``."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.dies: int | None = None

    def call(self, who: str, request: ChatRequest) -> None:
        if self.dies is not None and sum(self.made.values()) >= self.dies:
            raise Killed
        self.made[who + digest(to_canonical_json(request_to_dict(request)))] += 1


class Playing(AgentModel):
    """An agent of a run that counts its calls."""

    def __init__(self, name: str, worth: int, ledger: Ledger) -> None:
        super().__init__(worth)
        self.who, self.ledger = name, ledger

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.ledger.call(self.who, request)
        return await super().complete(request, on_text)


class Talking(AgentModel):
    """The studio's agent: it keeps a note, launches a run and reports the result."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(1)
        self.ledger = ledger

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.ledger.call("studio", request)
        self.requests.append(request)
        newest = max(at for at, each in enumerate(request.messages) if each.role == "user")
        match len(request.messages) - 1 - newest:
            case 0:
                return calls("write_context", {"text": "A harbour town."})
            case 2:
                return launches(coordination_overrides={"max_rounds": 1})
            case _:
                return says("Ben's is best.")


def parts(ledger: Ledger) -> dict[str, AgentModel]:
    return {name: Playing(name, at, ledger) for name, at in (("ann", 4), ("ben", 6), ("cid", 5))}


@pytest.mark.parametrize("call", range(CALLS))
async def test_killed_at_any_call_of_a_turn_it_is_paid_once(call: int) -> None:
    """A crash at any call must neither pay nor ask for approval a second time. (STU-15.1)"""
    ledger, author = Ledger(), AskedAuthor()
    bench = StudioBench(agent=Talking(ledger), models=parts(ledger), approval=author)
    bench.workspace.keep_context("Before.")
    ledger.dies = call
    with pytest.raises(Killed):
        await bench.says("Find a name.")
    await settled()
    forget(bench)
    ledger.dies = None
    again = bench.reopened(agent=Talking(ledger), models=parts(ledger), approval=author)
    events = await drained(again.session.resume())
    assert replies(events) == ["Ben's is best."]
    assert set(ledger.made.values()) == {1}
    assert len(ledger.made) == CALLS
    assert [type(each).__name__ for each in author.asked].count("RunApproval") == 1
    assert again.workspace.context() == "A harbour town."
    assert list(again.workspace.earlier_contexts()) == ["Before."]
    assert again.session.status().spent.calls == CALLS
    said = again.store.messages.get_by_conversation(f"{again.session.id}/1")
    assert [each.message.role for each in said] == [
        Role.USER,
        *[Role.ASSISTANT, Role.TOOL_RESULT] * 2,
        Role.ASSISTANT,
    ]


def forget(bench: StudioBench) -> None:
    """Mark interrupted runs as running, because a killed process writes nothing more."""
    for run in bench.store.runs.list(status=RunStatus.INTERRUPTED):
        bench.store.runs.save(evolve(run, status=RunStatus.RUNNING, problem=""))


async def test_what_was_queued_is_not_lost() -> None:
    """Messages that waited during a crash are answered before the next message."""
    models = three(waits=["draft"])
    bench = StudioBench([launches()], models=models)
    first = bench.session.chat("Find a name.")
    await until(lambda: any(each.asked("draft") for each in models.values()))
    second = bench.session.chat("And a place.")
    await bench.session.close()
    del first, second
    forget(bench)
    again = bench.reopened([says("Ben's."), says("Fallow."), says("Yes.")])
    events = await drained(again.session.chat("Hurry."))
    assert replies(events) == ["Ben's.", "Fallow.", "Yes."]


async def test_who_does_not_listen_any_more_stops_nothing() -> None:
    """A closed browser tab must not stop a turn that is already paid for."""
    bench = StudioBench([says("One."), says("Two.")])
    async for _ in bench.session.chat("First."):
        break
    assert replies(await bench.says("Second.")) == ["Two."]
    records = bench.store.runs.list(task=STUDIO)
    assert [each.status for each in records] == [RunStatus.COMPLETED] * 2


async def test_a_session_is_opened_again_with_what_was_said() -> None:
    """A reopened session must show the agent the earlier conversation."""
    bench = StudioBench([says("A harbour town.")])
    await bench.says("Where?")
    again = bench.reopened([says("As before.")])
    events = await again.says("And now?")
    assert any(isinstance(each, AgentReplied) for each in events)
    told = [each.content for each in again.model.requests[0].messages[1:]]
    assert told == ["Where?", "A harbour town.", "And now?"]
