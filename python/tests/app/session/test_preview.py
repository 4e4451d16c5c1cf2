"""The shown request of the studio's agent is the request that a session sends."""

from questfoundry.app.session.turn import preview_turn
from questfoundry.testing.scripted import says
from tests.support.studio import WIDE, StudioBench


async def test_the_shown_request_is_the_request_that_is_sent() -> None:
    """An author who wants to know why the agent answers oddly must see what it read. (STU-16.2)"""
    bench = StudioBench([says("In a harbour."), says("Saltmarsh.")], budget="90000tokens")
    for message in ("Where does it play?", "And the town?"):
        if message != "Where does it play?":
            bench.session.pin("Never kill the dog.")
        shown = await preview_turn(bench.studio, message)
        entries = len(bench.store.runs.list())
        await bench.says(message)
        assert shown.request == bench.model.requests[-1]
        assert len(bench.store.runs.list()) == entries + 1
    assert "Never kill the dog." in shown.request.messages[0].content
    assert shown.left_out == ()


async def test_the_shown_request_says_what_was_left_out() -> None:
    """A conversation that does not fit is replaced by notes, which the author should know."""
    bench = StudioBench([says("word " * 40_000)])
    assert WIDE.capabilities.context_window == 64_000
    await bench.says("Tell me everything.")
    shown = await preview_turn(bench.studio, "And?")
    assert shown.left_out == ("the conversation: notes in CONTEXT.md replace it",)
    assert "word word" not in str(shown.request)
