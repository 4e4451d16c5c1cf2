"""A session: direct answers, runs, approvals, cancelling, queueing, budgets and states."""

import asyncio
import json

import pytest
from attrs import evolve

from questfoundry.app.session.approval import PolicyApproval
from questfoundry.app.session.transcript import list_sessions
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError, RefusedError, UnreachableError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.runs import ApprovalAnswer, ToolApproval
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.result import ResultStatus, Spending
from questfoundry.domain.run.spec import DELEGATED, STUDIO, Budget, RunSpec
from questfoundry.domain.session import (
    MessageQueued,
    RunEnded,
    RunLaunched,
    SessionState,
    TextWritten,
    TurnCancelled,
    TurnFailed,
)
from questfoundry.presentation.studio_view import describe_status, format_used
from questfoundry.testing.scripted import ScriptedChatProvider, calls, calls_all, says
from tests.support.delegated import AgentModel, three, until
from tests.support.studio import AskedAuthor, StudioBench, drained, launches, replies, states
from tests.support.tools import LookupTool

S = SessionState
RUN_THROUGH = [S.CHATTING, S.AWAITING_APPROVAL, S.RUNNING, S.PROCESSING_RESULTS, S.IDLE]


def asked(bench: StudioBench):
    return bench.model.requests


async def test_a_quick_question_is_answered_directly() -> None:
    """A simple question must not launch an expensive run, and an empty one is refused."""
    bench = StudioBench([says("A harbour town.")])
    events = await bench.says("Where does it play?")
    assert replies(events) == ["A harbour town."]
    assert states(events) == [S.CHATTING, S.IDLE]
    assert "".join(e.text for e in events if isinstance(e, TextWritten)) == "A harbour town."
    assert bench.store.runs.list(task=DELEGATED) == []

    bench = StudioBench()
    with pytest.raises(InputError):
        bench.session.chat("  ")
    with pytest.raises(InputError):
        bench.session.pin(" ")


async def test_the_answer_of_a_run_that_used_up_the_budget_is_told() -> None:
    """The agent cannot pay for a reply, but the author has paid for the answer. (STU-14.1)"""
    bench = StudioBench([launches(refinement=False)], budget="20000tokens")
    costly = evolve(says("No mark."), usage=Usage(input_tokens=20_000, output_tokens=9))
    for model in bench.models.values():
        model._parts["vote"] = costly
    events = await bench.says("Find a name, ask all of them.")
    [told] = replies(events)
    [ended] = [each.result for each in events if isinstance(each, RunEnded)]
    assert ended.answer in told
    assert "budget" in told
    assert not [each for each in events if isinstance(each, TurnFailed)]
    stored = bench.session.history().read_earlier(9)
    assert stored[-1].text == told


async def test_an_odd_description_of_a_run_does_not_close_the_session() -> None:
    """A file that somebody edited must not stop the conversation about all other runs."""
    bench = StudioBench([launches(), says("Ben's is best."), says("As I said.")])
    await bench.says("Find a name, ask all of them.")
    odd = ({}, {"result": None}, {"result": []}, {"result": {"run": "x", "status": "odd"}})
    for number, document in enumerate(odd, start=10):
        bench.workspace.describe_run(f"runs/{number:03}", document)
    assert replies(await bench.says("And now?")) == ["As I said."]
    assert [each.agent for each in bench.session.run_history] == ["ben"]
    assert "Run: Find a name." in asked(bench)[-1].messages[0].content


async def test_a_run_comes_back_to_the_agent_and_to_the_next_turn() -> None:
    """The agent must see a run's result, and later turns must still know the run. (STU-11.2)"""
    bench = StudioBench([launches(), says("Ben's is best."), says("As I said.")])
    events = await bench.says("Find a name, ask all of them.")
    assert states(events) == RUN_THROUGH
    assert replies(events) == ["Ben's is best."]
    [launched] = [each for each in events if isinstance(each, RunLaunched)]
    [ended] = [each for each in events if isinstance(each, RunEnded)]
    assert launched.label == "Run: Find a name."
    told = json.loads(asked(bench)[1].messages[-1].content)
    assert (told["result"], told["data"]["answer"]) == ("success", "Better, worth 8.")
    assert told["data"]["votes"]["ben"] > told["data"]["votes"]["ann"]
    assert [each.run for each in bench.session.run_history] == [ended.result.run]
    await bench.says("And why?")
    shown = asked(bench)[2].messages
    assert "Run: Find a name." in shown[0].content
    said = [each.content for each in shown[1:] if each.role == "user"]
    assert said == ["Find a name, ask all of them.", "And why?"]


NO_KEY = {"draft": RefusedError("No key.")}


@pytest.mark.parametrize(
    "models",
    [three(parts=NO_KEY), {**three(), "ann": AgentModel(1, parts=NO_KEY)}],
    ids=["failed", "partial"],
)
async def test_a_run_that_does_not_end_well_is_told(models) -> None:
    """A failed run must reach the agent and must not leave the session stuck."""
    bench = StudioBench([launches(), says("It went wrong.")], models=models)
    events = await bench.says("Find a name.")
    assert states(events)[-2:] == [S.PROCESSING_PARTIAL, S.IDLE]
    assert replies(events) == ["It went wrong."]


async def test_the_author_sees_what_is_wanted_before_it_runs() -> None:
    """Authors cannot decide about a run without its task, models and estimated cost. (STU-10.1)"""
    author = AskedAuthor()
    bench = StudioBench([launches(context="For 1890."), says("Done.")], approval=author)
    await bench.says("Find a name.")
    [wanted] = author.asked
    assert (wanted.spec.task, wanted.spec.context) == ("Find a name.", "For 1890.")
    assert set(wanted.models) == {"ann", "ben", "cid"}
    assert wanted.estimate.calls == 3 + 2 * 3 + 1 + 3
    assert wanted.estimate.tokens > 1_000
    assert wanted.estimate.cost is not None


async def test_an_estimate_learns_from_what_was_written_here() -> None:
    """Estimates based on this project's answers are closer than general guesses. (STU-10.1)"""
    author = AskedAuthor()
    tasks = ("Write a scene.", "Write another.")
    script = [each for task in tasks for each in (launches(task), says("Done."))]
    bench = StudioBench(script, approval=author)
    for _ in range(2):
        await bench.says("Find a name.")
    first, second = author.asked
    assert second.estimate.calls == first.estimate.calls
    assert second.estimate.tokens < first.estimate.tokens / 2


async def test_a_declined_run_is_not_begun_and_the_turn_ends() -> None:
    """A declined run must cost nothing more, and the agent learns the reason next time."""
    author = AskedAuthor(ApprovalAnswer(approved=False, reason="Too dear."))
    bench = StudioBench([launches(), says("All right.")], approval=author)
    events = await bench.says("Find a name.")
    assert states(events) == [S.CHATTING, S.AWAITING_APPROVAL, S.IDLE]
    assert replies(events) == []
    assert len(asked(bench)) == 1
    assert bench.store.runs.list(task=DELEGATED) == []
    await bench.says("Then not.")
    result = json.loads(asked(bench)[1].messages[-2].content)
    assert (result["result"], result["reason"]) == ("cancelled", "Too dear.")


async def test_a_changed_run_is_the_one_that_runs() -> None:
    """The run must use the author's changed version, not the agent's proposal."""
    task = "Find two names." + " Good ones." * 900
    changed = RunSpec.from_dict({"task": task, "agent_mode": "single"})
    author = AskedAuthor(ApprovalAnswer(approved=True, spec=changed))
    bench = StudioBench([launches(), says("Done.")], approval=author)
    events = await bench.says("Find a name.")
    [ended] = [each for each in events if isinstance(each, RunEnded)]
    assert ended.result.task == changed.task
    assert ended.result.spent.calls == 1


async def test_without_anybody_there_nothing_is_approved() -> None:
    """An unattended session must not spend money by default. (STU-10.1)"""
    bench = StudioBench([launches(), says("x")])
    session = bench.evolved(approval=PolicyApproval())
    events = await drained(session.chat("Find a name."))
    assert states(events) == [S.CHATTING, S.AWAITING_APPROVAL, S.IDLE]
    free = StudioBench([launches(), says("Done.")], require_approval=False)
    events = await free.says("Find a name.")
    assert S.PROCESSING_RESULTS in states(events)


class Sender(LookupTool):
    """A tool with effects."""

    effects = True


@pytest.mark.parametrize("approved", [True, False])
async def test_tools_with_effects_are_approved_like_runs(approved: bool) -> None:
    """A tool that changes the outside world needs the author's consent."""
    sender = Sender("send")
    author = AskedAuthor(ApprovalAnswer(approved=approved, reason="" if approved else "No."))
    replies_ = [calls("send", {"query": "readers"}), says("Done.")]
    bench = StudioBench(replies_, approval=author, tools=[sender, LookupTool()])
    events = await bench.says("Send it.")
    assert author.asked == [ToolApproval(tool="send", arguments={"query": "readers"})]
    assert len(sender.asked) == int(approved)
    assert states(events) == [S.CHATTING, S.IDLE]


async def test_the_agent_launches_runs_and_does_not_coordinate_them() -> None:
    """The agent must not vote in its own runs, and its launches must be valid."""
    added = [LookupTool(name) for name in ("vote", "new_answer", "ask_others", "lookup")]
    bench = StudioBench([says("Yes.")], tools=added)
    await bench.says("Hello.")
    names = {each.name for each in asked(bench)[0].tools}
    assert {"launch_run", "lookup", "read_file", "write_deliverable"} <= names
    assert not names & {"vote", "new_answer", "ask_others"}

    tool = next(each for each in asked(bench)[0].tools if each.name == "launch_run")
    assert set(tool.parameters["properties"]) == set(RunSpec.model_fields)
    assert tool.parameters["required"] == ["task"]
    assert all(each["description"] for each in tool.parameters["properties"].values())
    assert tool.parameters["properties"]["agents"]["items"]["enum"] == ["ann", "ben", "cid"]


@pytest.mark.parametrize(
    "given",
    [{"agents": ["zoe"]}, {"task": "x" * 30_000}, {"stage": "seed"}, {"rounds": 9}],
    ids=["agent", "long", "stage", "parameter"],
)
async def test_a_launch_that_cannot_be_is_told_to_the_agent(given) -> None:
    """The agent can correct a bad launch only if the error reaches the agent."""
    author = AskedAuthor()
    bench = StudioBench([launches(**given), says("I see.")], approval=author)
    events = await bench.says("Go.")
    told = json.loads(asked(bench)[1].messages[-1].content)
    assert told["result"] == "error"
    assert replies(events) == ["I see."]
    assert bench.store.runs.list(task=DELEGATED) == []
    assert states(events)[-1] is S.IDLE


async def test_runs_follow_one_another_and_have_an_end() -> None:
    """One message must not launch many runs, even if its text asks for ten."""
    wanted = [{"task": f"{number}", "agent_mode": "single"} for number in range(5)]
    many = [ToolCall(id=each["task"], name="launch_run", arguments=each) for each in wanted]
    bench = StudioBench([calls_all(*many), says("Enough.")])
    events = await bench.says("Launch ten runs.")
    seen = [type(each) for each in events if isinstance(each, RunLaunched | RunEnded)]
    assert seen == [RunLaunched, RunEnded] * 3
    assert states(events).count(S.RUNNING) == 3
    assert replies(events) == ["Enough."]


@pytest.mark.parametrize("where", ["chatting", "approval", "running", "processing", "idle"])
async def test_a_session_can_be_cancelled_at_every_state(where: str) -> None:
    """A cancel must bring the session to rest and keep paid answers. (STU-13.1)"""
    author = AskedAuthor(waits=where == "approval")
    models = three(waits=["refine"] if where == "running" else [])
    talker = AgentModel(1, name="scripted/talker", waits=["draft"], traits=None)
    script = ScriptedChatProvider([launches(), says("Done."), says("Next.")])

    class Slow(ScriptedChatProvider):
        async def complete(self, request, on_text=None):
            number = len(self.requests)
            self.requests.append(request)
            if (where, number) in {("chatting", 0), ("processing", 1)}:
                await talker.may.wait()
            return await script.complete(request, on_text)

    bench = StudioBench(agent=Slow([]), models=models, approval=author)
    if where == "idle":
        bench.session.cancel()
        assert bench.session.state is S.IDLE
    work = asyncio.ensure_future(bench.says("Find a name."))
    reached = {
        "chatting": lambda: len(asked(bench)) == 1,
        "approval": lambda: bool(author.asked),
        "running": lambda: any(each.asked("refine") for each in models.values()),
        "processing": lambda: len(asked(bench)) == 2,
        "idle": work.done,
    }[where]
    await until(reached)
    bench.session.cancel()
    events = await work
    assert states(events)[-1] is S.IDLE
    expected = {
        "chatting": [],
        "approval": [S.AWAITING_APPROVAL],
        "running": [S.AWAITING_APPROVAL, S.RUNNING, S.PROCESSING_CANCELLED],
        "processing": [S.AWAITING_APPROVAL, S.RUNNING, S.PROCESSING_RESULTS],
        "idle": [S.AWAITING_APPROVAL, S.RUNNING, S.PROCESSING_RESULTS],
    }
    assert states(events) == [S.CHATTING, *expected[where], S.IDLE]
    if where == "running":
        [ended] = [each for each in events if isinstance(each, RunEnded)]
        assert ended.result.status is ResultStatus.CANCELLED
        assert ended.result.answer.startswith("A draft")
        told = json.loads(asked(bench)[1].messages[-1].content)
        assert told["data"]["status"] == "cancelled"
    if where in {"chatting", "processing"}:
        assert isinstance(events[-1], TurnCancelled)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"stage": "fog"}, "Stages cannot be made here"),
        ({"context_paths": ["gone.md"]}, "There is no file at 'gone.md'"),
        ({"agents": ["dan"]}, "There is no agent 'dan'"),
    ],
)
async def test_what_cannot_begin_is_refused_before_the_author_is_asked(wrong, problem) -> None:
    """An approval that leads to an error would waste the author's time. (STU-10.1)"""
    author = AskedAuthor()
    bench = StudioBench([launches(**wrong), says("Sorry.")], approval=author)
    await bench.says("Find a name.")
    assert author.asked == []
    told = json.loads(asked(bench)[1].messages[-1].content)
    assert problem in told["error"]


async def test_a_cancelled_message_stays_cancelled() -> None:
    """A message that the author has withdrawn must never be answered or paid for later."""
    agent = AgentModel(1, waits=["draft"])
    bench = StudioBench(agent=agent)
    work = asyncio.ensure_future(bench.says("Burn the town."))
    await until(lambda: agent.requests)
    bench.session.cancel()
    killed = bench.reopened([says("No.")])
    assert killed.session.list_interrupted_messages() == ()
    assert isinstance((await work)[-1], TurnCancelled)
    again = bench.reopened([says("Spared.")])
    assert await drained(again.session.resume()) == []
    assert not list_sessions(again.store)[-1].cut_off
    assert replies(await again.says("Spare it.")) == ["Spared."]
    [request] = asked(again)
    told = [each.content for each in request.messages[1:]]
    assert told[0] == "Burn the town."
    assert "cancelled" in told[1]
    assert told[2:] == ["Spare it."]


async def test_what_is_said_while_a_run_works_waits_for_its_turn() -> None:
    """Messages during a run must not be lost, and the status must answer meanwhile. (STU-13.2)"""
    models = three(waits=["draft"])
    bench = StudioBench([launches(), says("First."), says("Second.")], models=models)
    first = asyncio.ensure_future(bench.says("Find a name."))
    await until(lambda: any(each.asked("draft") for each in models.values()))
    second = asyncio.ensure_future(bench.says("Use Paseto instead."))
    await asyncio.sleep(0)
    status = bench.session.status()
    assert (status.state, status.queued, status.run) == (S.RUNNING, 1, "delegated-1")
    for each in models.values():
        each.may.set()
    assert replies(await first) == ["First."]
    events = await second
    assert isinstance(events[0], MessageQueued)
    assert replies(events) == ["Second."]
    said = [each.content for each in asked(bench)[2].messages if each.role == "user"]
    assert said == ["Find a name.", "Use Paseto instead."]


async def test_a_budget_refuses_what_would_go_beyond_it_and_ends_what_does() -> None:
    """The limit must hold for runs, turns and reopened sessions. (STU-14.1)"""
    bench = StudioBench([launches(), says("Too dear.")], budget="2000tokens")
    events = await bench.says("Find a name.")
    told = json.loads(asked(bench)[1].messages[-1].content)
    assert "is left" in told["error"]
    assert bench.store.runs.list(task=DELEGATED) == []
    assert replies(events) == ["Too dear."]
    poor = StudioBench([says("Yes."), says("No.")], budget="5tokens")
    assert replies(await poor.says("Hello.")) == ["Yes."]
    events = await poor.says("And?")
    assert replies(events) == []
    assert isinstance(events[-1], TurnFailed)
    again = poor.reopened([says("No.")], budget="5tokens")
    assert isinstance((await again.says("And now?"))[-1], TurnFailed)


@pytest.mark.parametrize(
    ("budget", "changes", "reason"),
    [
        ("9000tokens", {"task": "Write a scene of 900 words."}, "left for this session"),
        (None, {"coordination_overrides": {"budget": "500tokens"}}, "its own budget"),
        (None, {"agents": ["zoe"]}, "no agent 'zoe'"),
    ],
)
async def test_a_changed_run_is_checked_again(budget, changes, reason) -> None:
    """A change can make a run too expensive or impossible, after its approval. (STU-14.1)"""
    changed = RunSpec.from_dict({"task": "Find a name.", **changes})
    author = AskedAuthor(ApprovalAnswer(approved=True, spec=changed))
    bench = StudioBench(
        [launches(refinement=False), says("Too much.")], approval=author, budget=budget
    )
    events = await bench.says("Find a name.")
    assert reason in json.loads(asked(bench)[1].messages[-1].content)["error"]
    assert bench.store.runs.list(task=DELEGATED) == []
    assert (replies(events), states(events)[-1]) == (["Too much."], S.IDLE)


async def test_an_interrupted_run_continues_although_little_of_the_budget_is_left() -> None:
    """What the run has paid for would be lost, because its whole estimate exceeds the rest."""
    models = three(waits=["vote"])
    bench = StudioBench([launches(refinement=False)], models=models, budget="6000tokens")
    costly = Usage(input_tokens=1_000, output_tokens=10)
    for model in models.values():
        model._parts["draft"] = evolve(says("A draft worth 5."), usage=costly)
    listening = asyncio.ensure_future(bench.says("Find a name."))
    await until(lambda: bool(models["ann"].asked("vote")))
    await bench.session.close()
    await listening
    again = bench.reopened([says("Here it is.")], models=three(), budget="6000tokens")
    events = await drained(again.session.resume())
    assert [each.result.status for each in events if isinstance(each, RunEnded)] == ["complete"]
    assert replies(events) == ["Here it is."]


async def test_the_conversation_is_counted_apart_from_its_runs() -> None:
    """Authors see whether talking or running is expensive."""
    bench = StudioBench([launches(refinement=False), says("Done.")], budget="90000tokens")
    await bench.says("Find a name.")
    status = bench.session.status()
    [result] = bench.session.run_history
    assert (status.on_talk.calls, status.on_runs) == (2, result.spent)
    assert status.spent.tokens == status.on_talk.tokens + status.on_runs.tokens
    line = describe_status(status)
    assert f"{status.spent.tokens:,} of 90,000 tokens" in line
    assert "conversation: 2 calls" in line
    assert format_used(Spending(cost=None), Budget.parse("5usd")) == "cost unknown of $5"


async def test_a_turn_that_fails_is_told_and_the_session_goes_on() -> None:
    """A network error must not end the session, and the failed turn can be resumed."""
    dead = UnreachableError("The line is dead.")
    bench = StudioBench([dead, says("Back."), says("Fresh.")])
    events = await bench.says("Hello.")
    assert isinstance(events[-1], TurnFailed)
    assert "dead" in events[-1].problem
    assert bench.session.state is S.IDLE
    assert replies(await drained(bench.session.resume())) == ["Back."]
    assert replies(await bench.says("More.")) == ["Fresh."]
    ended = [each.status for each in bench.store.runs.list(task=STUDIO)]
    assert ended == [RunStatus.COMPLETED] * 2


@pytest.mark.parametrize("line", ["/run Find a name.", "/coordinate Find a name."])
async def test_a_line_launches_a_run_without_the_agent(line: str) -> None:
    """A direct command saves the call that would only decide to launch the run. (STU-12.5)"""
    bench = StudioBench([says("Nice.")])
    events = await bench.says(line)
    assert asked(bench) == []
    assert replies(events) == ["Better, worth 8."]
    assert states(events) == RUN_THROUGH
    await bench.says("Thanks.")
    assert "Better, worth 8." in [each.content for each in asked(bench)[0].messages]


async def test_a_task_of_a_megabyte_is_refused_and_forgotten() -> None:
    """A huge pasted task must not fill the window of every later request."""
    bench = StudioBench([says("Notes."), says("Hello.")])
    events = await bench.says("/run " + "x" * 1_000_000)
    assert "task" in replies(events)[0]
    assert bench.store.runs.list(task=DELEGATED) == []
    assert replies(await bench.says("Hello?")) == ["Hello."]


async def test_an_estimate_counts_what_small_models_are_not_asked() -> None:
    """Tiny models skip refining and voting. (STU-10.1)"""
    small = ModelTraits(capabilities=Capabilities(tools=False, comprehension=False))
    models = {name: AgentModel(1, traits=small) for name in ("ann", "ben")}
    author = AskedAuthor()
    bench = StudioBench(models=models, approval=author)
    events = await bench.says("/run Find a name.")
    [ended] = [each for each in events if isinstance(each, RunEnded)]
    [wanted] = author.asked
    assert wanted.estimate.calls == ended.result.spent.calls == 2
