"""Sessions and other work share one project at the same time."""

from questfoundry.domain.session import RunEnded, SessionState, TurnFailed
from questfoundry.testing.scripted import says
from tests.support.delegated import AgentModel, three, until
from tests.support.studio import AskedAuthor, StudioBench, drained, launches, replies


async def test_who_is_asked_or_answered_keeps_nobody_from_the_project() -> None:
    """A session that waits for approval must not lock the project for other work."""
    author = AskedAuthor(waits=True)
    first = StudioBench([launches(), says("It is done.")], approval=author)
    events = first.session.chat("A name, please.")
    await until(lambda: first.session.state is SessionState.AWAITING_APPROVAL)
    with first.store.lock.hold("seed"):
        second = StudioBench([says("Yes.")], workshop=first.bench.workshop, files=first.files)
        assert replies(await second.says("Are you there?")) == ["Yes."]
    author.may.set()
    assert replies(await drained(events)) == ["It is done."]


async def test_a_run_waits_for_nobody_and_says_who_holds_the_project() -> None:
    """A second run is refused at once with the lock holder's name, instead of hanging."""
    waiting = {**three(), "ann": AgentModel(4, waits=["draft"])}
    busy = StudioBench(models=waiting)
    under_way = busy.session.chat("/run Find a name.")
    await until(lambda: busy.session.state is SessionState.RUNNING and bool(busy.bench.calls()))
    author = AskedAuthor()
    other = StudioBench(workshop=busy.bench.workshop, files=busy.files, approval=author)
    [told] = replies(await other.says("/run Find another."))
    assert "delegated" in told
    assert author.asked == []
    waiting["ann"].may.set()
    assert any(isinstance(each, RunEnded) for each in await drained(under_way))


async def test_one_session_is_answered_in_one_place_at_a_time() -> None:
    """Two processes that answer the same session would mix up its messages."""
    author = AskedAuthor(waits=True)
    bench = StudioBench([launches(), says("It is done.")], approval=author)
    events = bench.session.chat("A name, please.")
    await until(lambda: bench.session.state is SessionState.AWAITING_APPROVAL)
    again = bench.evolved(agent=bench.reopened([says("Me, too.")]).studio.agent)
    told = await drained(again.chat("And a place."))
    assert any(isinstance(each, TurnFailed) and bench.session.id in each.problem for each in told)
    author.may.set()
    assert replies(await drained(events)) == ["It is done."]
