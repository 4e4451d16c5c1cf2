"""Tests of the studio that works line by line, with an author at a terminal."""

import asyncio
from collections.abc import Sequence

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.presentation.console import Screen
from questfoundry.presentation.pending_approval import PendingApproval
from questfoundry.presentation.studio_view import StudioView
from questfoundry.testing.scripted import ScriptedChatProvider, says
from questfoundry.tui.desk import Desk
from questfoundry.tui.line_studio import LineStudio
from tests.support.studio import StudioBench, launches


class Seat:
    """An author at a terminal, with the studio's text so far."""

    def __init__(self, replies: Sequence[object], capsys: pytest.CaptureFixture[str]) -> None:
        self.approval = PendingApproval()
        self.bench = StudioBench(replies, approval=self.approval)  # type: ignore[arg-type]
        desk = Desk(studio=self.bench.studio, story=str)
        view = StudioView(Screen(), as_json=False)
        self.studio = LineStudio(
            desk, desk.start_session(""), view, approval=self.approval, is_live=True
        )
        self._capsys = capsys
        self._seen = ""

    async def say(self, *lines: str) -> None:
        for line in lines:
            await self.studio.enter(line)

    async def until_asked(self) -> None:
        for _ in range(1_000):
            await asyncio.sleep(0)
            if self.approval.is_waiting:
                return
        raise AssertionError(self.seen)

    @property
    def seen(self) -> str:
        out, err = self._capsys.readouterr()
        return out + err


async def test_a_run_is_edited_line_by_line_before_it_begins(capsys) -> None:
    """A plain terminal has no form, so lines change the run, and its estimate follows."""
    seat = Seat([launches("A name."), says("Done.")], capsys)
    await seat.say("Go.")
    await seat.until_asked()
    assert "Approve? (y/n, or e to edit it)" in seat.seen
    await seat.say("e")
    assert "/edit rounds NUMBER" in seat.seen
    await seat.say("/edit agents ann", "/edit rounds 3", "/edit prompt ann Be brief.")
    shown = seat.seen
    assert "Agents: ann (" in shown
    assert "Prompt for ann: Be brief." in shown
    with pytest.raises(InputError, match="no agent 'dan'"):
        await seat.say("/edit agents dan")
    await seat.say("y")
    await seat.studio.rest()
    result = seat.studio.last_run.result
    assert [each.agent for each in result.candidates] == ["ann"]
    with pytest.raises(InputError, match="No run waits"):
        await seat.say("/edit rounds 3")
    await seat.studio.session.close()


@pytest.mark.parametrize("line", ["/findings", "/Run a task", "/copy that"])
async def test_an_unknown_command_is_answered_with_the_list(line, capsys) -> None:
    """A mistyped command must cost nothing."""
    seat = Seat([says("Yes."), says("Still.")], capsys)
    with pytest.raises(InputError, match="/coordinate TASK"):
        await seat.say(line)
    await seat.say("/run", "help", "/etc/hosts is a file.")
    await seat.studio.rest()
    assert "needs a text" in seat.seen
    await seat.say("/session")
    assert "2  /etc/hosts is a file." in seat.seen
    model = seat.bench.model
    assert isinstance(model, ScriptedChatProvider)
    assert [each.messages[-1].content for each in model.requests] == ["/etc/hosts is a file."]
    await seat.studio.session.close()


async def test_a_pause_is_no_error_and_is_continued(capsys) -> None:
    """An author who pauses the work must read how to continue, not that something failed."""
    seat = Seat([launches("A name.")], capsys)
    await seat.say("/pause")
    assert "Nothing is running." in seat.seen
    await seat.say("Go.")
    await seat.until_asked()
    await seat.say("/pause")
    await seat.studio.rest()
    shown = seat.seen
    assert "Paused. /continue resumes the work" in shown
    assert "Error" not in shown
    await seat.say("/continue")
    await seat.until_asked()
    await seat.say("n")
    await seat.studio.rest()
    await seat.say("/continue")
    shown = seat.seen
    assert "Error" not in shown
    assert "Continuing: Go." in shown
    assert "There is nothing to continue." in shown
    await seat.studio.session.close()
