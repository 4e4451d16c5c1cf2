"""The history of a session is read page by page and ends before an unfinished turn."""

from questfoundry.app.session.history import HistoryMessage, HistoryRun
from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.session import MessageTaken
from questfoundry.testing.scripted import says
from tests.support.delegated import AgentModel, until
from tests.support.studio import StudioBench, drained, launches, replies


def told(entries) -> list[str]:
    return [each.text if isinstance(each, HistoryMessage) else each.run for each in entries]


async def test_pages_come_from_the_newest_back_with_runs_where_they_were_launched() -> None:
    """Authors scroll back from the newest message and expect runs where they launched them."""
    bench = StudioBench([says("Hello."), launches(), says("Cid's.")])
    await bench.says("Hi.")
    await bench.says("Find a name.")
    await bench.says("/run Another.")
    history = bench.reopened().session.history()
    newest, older, oldest = (history.read_earlier(count) for count in (2, 4, 9))
    assert told(newest)[:2] == ["/run Another.", "delegated-2"]
    assert told(older) == ["Find a name.", "delegated-1", "Cid's."]
    assert told(oldest) == ["Hi.", "Hello."]
    assert history.read_earlier(9) == []
    [ran] = [each for each in older if isinstance(each, HistoryRun)]
    assert ran.result.status is ResultStatus.COMPLETE


async def test_parts_are_read_one_after_the_other() -> None:
    """A compacted session has several parts, and none may vanish from the history."""
    bench = StudioBench([says("One."), says("Two.")])
    await bench.says("First.")
    part = bench.session._transcript.begin_next_part(f"{bench.session.id}/1")
    assert part == f"{bench.session.id}/2"
    await bench.says("Second.")
    history = bench.session.history()
    pages = [told(history.read_earlier(9)) for _ in range(3)]
    assert pages == [["Second.", "Two."], ["First.", "One."], []]


async def test_what_was_cut_off_is_no_history_until_the_author_says_more() -> None:
    """A resumed turn shows its message again, but not after newer messages."""
    bench = StudioBench([says("Hello."), UnreachableError("Nobody is there.")])
    await bench.says("Hi.")
    await bench.says("And now?")
    again = bench.reopened([says("Now.")])
    assert told(again.session.history().read_earlier(9)) == ["Hi.", "Hello."]
    events = await drained(again.session.resume())
    assert [each.message for each in events if isinstance(each, MessageTaken)] == ["And now?"]
    assert replies(events) == ["Now."]

    bench = StudioBench([UnreachableError("Nobody is there."), says("Hello.")])
    await bench.says("Lost.")
    await bench.says("Hi.")
    again = bench.reopened([says("Never asked.")])
    assert await drained(again.session.resume()) == []
    assert told(again.session.history().read_earlier(9)) == ["Lost.", "Hi.", "Hello."]


async def test_a_message_that_waits_at_a_pause_is_answered_after_it() -> None:
    waiting = AgentModel(3, waits=["refine"])
    replies_to_come = [launches(), says("Ann's."), says("A river.")]
    bench = StudioBench(replies_to_come, models={"ann": AgentModel(4), "ben": waiting})
    streams = [bench.session.chat("Find a name."), bench.session.chat("And a place?")]
    await until(lambda: waiting.asked("refine") != [])
    bench.session.pause()
    told_of = [[type(event).__name__ for event in await drained(each)] for each in streams]
    assert [each[-1] for each in told_of] == ["TurnFailed", "MessageQueued"]
    assert bench.session.list_interrupted_messages() == ("Find a name.", "And a place?")
    assert bench.session.status().queued == 0
    waiting.may.set()
    assert replies(await drained(bench.session.resume())) == ["Ann's.", "A river."]
    assert bench.session.list_interrupted_messages() == ()


async def test_a_pause_leaves_a_run_to_be_gone_on_with() -> None:
    """A paused run continues without paying for its answers again."""
    waiting = AgentModel(5, waits=["refine"])
    bench = StudioBench([launches(), says("Ann's.")], models={"ann": AgentModel(6), "ben": waiting})
    events = bench.session.chat("Find a name.")
    await until(lambda: waiting.asked("refine") != [])
    bench.session.pause()
    await drained(events)
    waiting.may.set()
    assert replies(await drained(bench.session.resume())) == ["Ann's."]
    assert len(waiting.asked("draft")) == 1
