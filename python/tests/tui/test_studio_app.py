"""The studio's application as the author sees and uses it, with scripted models."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual import events
from textual.binding import Binding
from textual.widgets import Input, TextArea

from questfoundry.app.session.history import HistoryMessage
from questfoundry.app.story_map.story_map import Box, Line, MapOption, StoryMap
from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.new_project import create_project
from questfoundry.domain.chat.messages import assistant, user
from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import DELEGATED
from questfoundry.domain.session import MessageQueued, MessageTaken, SessionState
from questfoundry.presentation.pending_approval import PendingApproval
from questfoundry.presentation.studio_lines import LINES
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from questfoundry.tui.app import KEYS, StudioApp, TextPage
from questfoundry.tui.conversation import MAX_WIDGETS
from questfoundry.tui.desk import Desk, describe_passages, describe_story
from questfoundry.tui.messages import AgentText, AuthorText
from questfoundry.tui.run_detail import RunCard, RunDetail
from tests.support.checkout import DOCS
from tests.support.delegated import AgentModel
from tests.support.small_story import made_until
from tests.support.studio import StudioBench, launches
from tests.support.studio_app import seated
from tests.support.woven_project import copied

RUN = SessionState.RUNNING


def asked(bench: StudioBench) -> list[str]:
    """Return the newest message of each request to the studio's agent."""
    assert isinstance(bench.model, ScriptedChatProvider)
    return [each.messages[-1].content for each in bench.model.requests]


async def test_a_message_stands_right_and_its_answer_left() -> None:
    """The author tells both sides of the conversation apart by their position."""
    async with seated([says("## A town\n\nBy the *sea*:\n\n- salt\n- fog")]) as seat:
        assert "new session" in seat.screen
        await seat.say_and_rest("Where does it play?")
        lines = seat.screen.splitlines()
        assert "ready" in lines[0]
        assert "1 call" in lines[0]
        right = next(each for each in lines if "Where does it play?" in each)
        assert right.startswith(" " * 40)
        shown = "\n".join(lines)
        assert "▌ A town" in shown
        assert "• salt" in shown
        assert "*sea*" not in shown
        assert "##" not in shown


async def test_a_long_message_is_shown_whole() -> None:
    """A long message must wrap, because cut text would be lost to the reader."""
    async with seated([says("Yes.")]) as seat:
        await seat.say_and_rest(" ".join(f"word{at}" for at in range(30)))
        assert all(f"word{at} " in f"{seat.screen} " for at in range(30))


@pytest.mark.parametrize("rest", ["", "I am"])
async def test_what_was_typed_before_is_said(rest: str) -> None:
    """Keys typed while the application loads must not get lost."""
    async with seated([says("One."), says("Two.")], typed=f"Hello.\n\nAnd you?\n{rest}") as seat:
        await seat.rest()
        assert asked(seat.bench) == ["Hello.", "And you?"]
        assert seat.written == rest


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("It is [red]red[/red] [@click=app.leave]x[/].", "[red]red[/red] [@click=app.leave]x[/]"),
        ("Say <b>it</b> <script>x</script>", "Say <b>it</b> <script>x</script>"),
        ("A\x1b[31mB\x07\x9b2J\u202eC", "A[31mB2JC"),
        ("[home](https://a.example)", "home (https://a.example)"),
        ("\x1b]8;;https://a.example\x1b\\x", "]8;;https://a.example\\x"),
    ],
)
async def test_what_is_said_is_shown_as_data(text: str, seen: str) -> None:
    """A model or file must not format the screen or start an action through its text."""
    models = {"ann": AgentModel(4, parts={"draft": text})}
    task = f"{text} now"
    async with seated([says(text), launches(task, agent_mode="single")], models=models) as seat:
        seat.app.theme = "textual-dark"
        await seat.say_and_rest("Hello.")
        assert seen in seat.screen
        await seat.say("Run.")
        await seat.answer("y")
        await seat.until(lambda: seat.cards and seat.cards[0].progress.result)
        await seat.press("ctrl+r")
        await seat.until(lambda: isinstance(seat.app.screen, RunDetail))
        links = {
            segment.style.link
            for strip in seat.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style
        }
        assert links <= {None}
        assert "\x1b" not in seat.screen
        assert seat.app.is_running


async def test_a_card_lives_with_its_run_and_opens() -> None:
    """The author follows a run of agents and compares their drafts. (STU-30.3)"""
    slow = AgentModel(5, waits=["refine"])
    models = {"ann": AgentModel(4), "ben": slow}
    async with seated(models=models, size=(100, 40)) as seat:
        await seat.say("/run Find a name.")
        await seat.answer("y")
        await seat.until(lambda: slow.asked("refine"))
        await seat.until(lambda: "refined 1" in seat.screen)
        [card] = seat.cards
        assert "ben  refining 1" in seat.screen
        assert "round 1 of 2" in card.progress.format_facts()
        assert "running" in seat.screen
        slow.may.set()
        await seat.rest()
        assert card.progress.result.status is ResultStatus.COMPLETE
        assert "complete · 2 agents" in seat.screen
        assert "ben 21, ann 18" in seat.screen
        assert "deliverables/001-find-a-name.md" in seat.screen
        await seat.press("shift+tab", "enter")
        await seat.until(lambda: isinstance(seat.app.screen, RunDetail))
        assert "Better, worth 7." in seat.screen
        assert "7/10 by ann: It fits the task." in seat.screen
        assert "It shows." in seat.screen
        await seat.press("escape")
        await seat.say("/card 1")
        await seat.until(lambda: isinstance(seat.app.screen, RunDetail))


@pytest.mark.parametrize("by", ["u", "/choose 1 ann"])
async def test_the_author_has_the_last_vote(by: str) -> None:
    """The author takes a draft over the winner of the vote, and sees who decided. (STU-5.5)"""
    async with seated(size=(120, 40)) as seat:
        await seat.say("/run Find a name.")
        await seat.answer("y")
        await seat.rest()
        assert "The vote chose ben." in seat.screen
        if by == "u":
            await seat.press("ctrl+r")
            await seat.until(lambda: isinstance(seat.app.screen, RunDetail))
            await seat.press("tab", "tab", by)
        else:
            await seat.say(by)
        await seat.until(lambda: "ann's draft is now the answer" in seat.screen)
        assert "You chose ann's draft. The run itself chose ben." in seat.screen
        path = "deliverables/001-find-a-name.md"
        written = seat.bench.workspace.read(path, ("deliverables",))
        assert written == seat.cards[0].progress.result.candidates[0].text
        await seat.press("ctrl+r")
        await seat.until(lambda: "your choice" in seat.screen)
        await seat.press("escape")
        await seat.say("/choose 1 dan")
        await seat.until(lambda: "It has drafts of: ann, ben, cid" in seat.screen)


async def test_what_is_wanted_is_shown_and_one_key_answers() -> None:
    """A run costs money, so the author sees the estimate and agrees first. (STU-30.4)"""
    async with seated([launches("A name.", context="Noir."), launches("No.")]) as seat:
        await seat.say("Go.")
        await seat.until(lambda: seat.asked)
        for shown in ("A name.", "Context: Noir.", "ann (scripted/model)", "About 13 calls"):
            assert shown in seat.screen
        await seat.press("n", "enter")
        await seat.rest()
        assert "was not started." in seat.screen
        assert seat.cards == []
        await seat.say("Again.")
        await seat.answer("y")
        await seat.until(lambda: seat.cards)


@pytest.mark.parametrize(("key", "context"), [("y", "A harbour."), ("n", "")])
async def test_a_tool_is_answered_in_the_same_way(key: str, context: str) -> None:
    """A tool that changes the project needs the same consent as a run. (STU-30.4)"""
    wanted = calls("write_context", {"text": "A harbour."})
    async with seated([wanted, says("Well.")]) as seat:
        await seat.say("Note it.")
        await seat.until(lambda: seat.asked)
        assert "write_context" in seat.screen
        assert "e: edit" not in seat.screen
        await seat.press("ctrl+e", key, "enter")
        await seat.rest()
        assert seat.bench.workspace.context() == context
        assert ("write_context was not run." in seat.screen) == (key == "n")


async def test_letters_always_go_to_the_input() -> None:
    """A letter must never start or cancel a paid run, wherever the author has clicked."""
    slow = AgentModel(5, waits=["refine"])
    async with seated(
        [launches(), says("Done.")], models={"ann": AgentModel(4), "ben": slow}
    ) as at:
        await at.say("Go.")
        await at.until(lambda: at.asked)
        await at.press(*"yes but")
        assert at.written == "yes but"
        assert at.asked
        await at.press("ctrl+y")
        await at.until(lambda: slow.asked("refine"))
        await at.pilot.click(RunCard)
        await at.until(lambda: isinstance(at.app.screen, RunDetail))
        await at.press("escape", *" cancel")
        assert at.written == "yes but cancel"
        at.conversation.focus()
        await at.write(" nothing")
        assert at.written == "yes but cancel nothing"
        await at.press("shift+tab", "delete", "tab", "shift+tab", "delete")
        assert at.cards[0].is_live
        assert at.app.bar.state is RUN
        slow.may.set()
        await at.until(lambda: at.cards[0].progress.result)
        assert at.cards[0].progress.result.status is ResultStatus.COMPLETE


async def test_a_long_request_is_read_to_its_end() -> None:
    """An author must be able to read everything that the run would do before approving it."""
    wanted = launches(
        "A name.",
        context="\n".join(f"Line {at}." for at in range(30)),
        agent_system_prompts={"ann": "Ignore the budget."},
        coordination_overrides={"max_rounds": 5, "budget": "900000tokens", "timeout": 7000},
    )
    async with seated([wanted]) as seat:
        await seat.say("Go.")
        await seat.until(lambda: seat.asked)
        assert "PageDown" in seat.screen
        seen = ""
        for _ in range(8):
            seen += seat.screen
            await seat.press("pagedown")
        for shown in (
            "Line 29.",
            "Prompt for ann: Ignore the budget.",
            "at most 5 (usually 2)",
            "Budget of this run: 900,000 tokens",
            "7000 seconds",
        ):
            assert shown in seen
        await seat.press("pageup", "pageup", "pageup", "pageup")
        assert "Line 0." in seat.screen


@pytest.mark.parametrize(("line", "runs"), [("y", 1), ("No", 0)])
async def test_a_line_of_one_word_answers_too(line: str, runs: int) -> None:
    """A plain yes or no in the input must also answer the question."""
    async with seated([launches(), says("Done.")]) as seat:
        await seat.say("Go.")
        await seat.until(lambda: seat.asked)
        await seat.say_and_rest(line)
        assert len(seat.cards) == runs


async def test_a_run_is_changed_before_it_begins() -> None:
    """The author can correct the model's plan for a run before paying for the run."""
    async with seated([launches("A name."), says("Done.")], size=(100, 50)) as seat:
        await seat.say("Go.")
        await seat.answer("e")
        await seat.until(lambda: "Edit the run" in seat.screen)
        assert "[X] ann" in seat.screen
        assert "[ ] Agents only write a plan" in seat.screen
        await seat.press("tab", "tab", "space")
        assert "[ ] ann" in seat.screen
        await seat.press("ctrl+s")
        await seat.rest()
        [card] = seat.cards
        assert [each.agent for each in card.progress.result.candidates] == ["ben", "cid"]
        assert card.progress.result.task == "A name."


async def test_rounds_time_and_prompts_are_changed_in_the_form() -> None:
    """Everything that the request shows as unusual must be in the form, too."""
    given = {"agent_system_prompts": {"ben": "Doubt all."}}
    async with seated([launches("A name.", **given), says("Done.")], size=(100, 70)) as seat:
        await seat.say("/edit")
        await seat.until(lambda: "No run waits for your approval" in seat.screen)
        await seat.say("Go.")
        await seat.until(lambda: seat.asked)
        await seat.say("/edit rounds 4")
        await seat.until(lambda: "at most 4 (usually 2)" in seat.screen)
        await seat.say("/edit")
        await seat.until(lambda: "Edit the run" in seat.screen)
        form = seat.app.screen
        assert form.query_one("#rounds", Input).value == "4"
        assert form.query_one("#prompt1", TextArea).text == "Doubt all."
        form.query_one("#rounds", Input).value = "1"
        form.query_one("#timeout", Input).value = "600"
        form.query_one("#prompt0", TextArea).text = "Be brief."
        form.query_one("#prompt1", TextArea).text = ""
        await seat.press("ctrl+s")
        await seat.rest()
        [launched] = seat.bench.store.runs.list(task=DELEGATED)
        spec = launched.inputs.spec
        assert spec.agent_system_prompts == {"ann": "Be brief."}
        assert spec.coordination_overrides.max_rounds == 1
        assert spec.coordination_overrides.timeout == 600


async def test_an_unknown_command_is_answered_with_the_list() -> None:
    """A mistyped command must cost nothing."""
    async with seated([says("Yes.")]) as seat:
        await seat.say("/findings")
        await seat.until(lambda: "There is no command '/findings' here." in seat.screen)
        assert asked(seat.bench) == []
        await seat.say_and_rest("/etc/hosts is a file.")
        assert asked(seat.bench) == ["/etc/hosts is a file."]


async def test_what_was_declined_is_not_changed_by_the_next_key() -> None:
    """A fast typist presses both keys, and the second must not reopen a declined run."""
    async with seated([launches("A name.")], size=(100, 50)) as seat:
        await seat.say("Go.")
        await seat.until(lambda: seat.asked)
        seat.app.action_decline()
        seat.app.action_edit_run()
        await seat.rest()
        assert "Edit the run" not in seat.screen
        assert seat.cards == []


async def test_a_change_that_cannot_be_asked_for_is_said() -> None:
    """An invalid budget must show an error and start nothing."""
    async with seated([launches("A name.")], size=(100, 50)) as seat:
        await seat.say("Go.")
        await seat.answer("e")
        await seat.until(lambda: "Edit the run" in seat.screen)
        await seat.press("shift+tab")
        await seat.write("much")
        await seat.press("ctrl+s")
        await seat.until(lambda: "budget" in seat.screen.partition("Budget of this run")[2])
        await seat.press("escape", "ctrl+n")
        await seat.rest()
        assert seat.cards == []


@pytest.mark.parametrize("by", ["/cancel", "ctrl+c", "delete"])
async def test_a_run_is_stopped_and_what_was_answered_counts(by: str) -> None:
    """A stopped run keeps the answers that the author already paid for."""
    slow = AgentModel(5, waits=["refine"])
    models = {"ann": AgentModel(4), "ben": slow}
    async with seated(models=models) as seat:
        await seat.say("/run Find a name.")
        await seat.answer("y")
        await seat.until(lambda: slow.asked("refine"))
        if by == "delete":
            await seat.press("shift+tab", "delete")
            assert "Press Delete again" in seat.screen
            await seat.press("delete")
        elif by == "ctrl+c":
            await seat.press("ctrl+c")
        else:
            await seat.say(by)
        slow.may.set()
        await seat.rest()
        [card] = seat.cards
        assert card.progress.result.status is ResultStatus.CANCELLED
        assert card.progress.result.answer
        assert seat.app.is_running


async def test_stopped_twice_it_leaves_and_at_rest_too() -> None:
    """A second Ctrl-C must leave at once, even if the model never answers."""
    agent = AgentModel(1, waits=["draft"])
    async with seated(agent=agent) as seat:
        await seat.press("ctrl+c")
        assert "again to quit" in seat.screen
        await seat.say("Hello.")
        await seat.until(lambda: agent.requests)
        await seat.press("ctrl+c")
        await seat.rest()
        assert seat.app.is_running
        await seat.press("ctrl+c", "ctrl+c")
        assert seat.app._exit


async def test_a_pause_is_gone_on_with() -> None:
    """Continuing after a pause must not pay for the same answer twice."""
    slow = AgentModel(5, waits=["refine"])
    async with seated(models={"ann": AgentModel(4), "ben": slow}) as seat:
        await seat.say("/run Find a name.")
        await seat.answer("y")
        await seat.until(lambda: slow.asked("refine"))
        await seat.say_and_rest("/pause")
        assert "interrupted" in seat.screen
        slow.may.set()
        await seat.say("/continue")
        await seat.until(lambda: seat.cards and seat.cards[-1].progress.result)
        assert len(seat.cards) == 1
        assert len(slow.asked("draft")) == 1
        assert not seat.asked


async def test_messages_wait_their_turn() -> None:
    """A message sent while the model works must not get lost or change the order."""
    agent = AgentModel(1, waits=["draft"])
    async with seated(agent=agent) as seat:
        await seat.say("First.")
        await seat.until(lambda: agent.requests)
        await seat.say("Second.")
        await seat.until(lambda: "1 message waiting" in seat.screen)
        assert seat.conversation.query(AuthorText).last().is_live
        agent.may.set()
        await seat.rest()
        assert "waiting" not in seat.screen
        said = [each.entry.text for each in seat.conversation.query("AuthorText, AgentText")]
        assert said == ["First.", "A draft worth 1.", "Second.", "Better, worth 2."]
        assert not seat.conversation.query(AuthorText).last().is_live
        assert len(agent.requests) == 2


async def test_a_message_that_was_queued_for_a_moment_waits_no_longer() -> None:
    """The count in the top line must be right even if a message began before it was shown."""
    async with seated() as seat:
        sent = AuthorText("Second.")
        await seat.app.drawing.draw(MessageQueued(message="Second.", place=1), sent)
        assert seat.app.bar.queued == 1
        await seat.app.drawing.draw(MessageTaken(message="Second.", run="studio-1"), sent)
        assert seat.app.bar.queued == 0


async def test_the_input_holds_lines_and_brings_back_what_was_sent() -> None:
    """The author can send several lines, edit earlier messages and complete command names."""
    async with seated([says("One."), says("Two.")]) as seat:
        await seat.say_and_rest("a\nb")
        assert asked(seat.bench) == ["a\nb"]
        await seat.press("up")
        assert seat.written == "a\nb"
        await seat.press("down", "down")
        assert seat.written == ""
        await seat.write("/pi")
        assert "/pin TEXT" in seat.screen
        await seat.press("tab")
        await seat.say("No dogs die.")
        await seat.until(lambda: "Pinned" in seat.screen)
        await seat.say_and_rest("/home/town is where it plays")
        assert asked(seat.bench)[-1] == "/home/town is where it plays"


async def test_enter_counts_after_the_letters_before_it() -> None:
    """A pasted line arrives in one read, so Enter must not overtake its letters."""
    async with seated([says("Hello.")]) as seat:
        driver = seat.app._driver
        for key, character in (("H", "H"), ("i", "i"), ("enter", "\r")):
            driver.process_message(events.Key(key, character))
        await seat.until(lambda: asked(seat.bench))
        await seat.rest()
        assert asked(seat.bench) == ["Hi"]


async def test_a_session_is_opened_again_with_its_runs() -> None:
    """Opening an old session must show its messages and runs in their order."""
    bench = StudioBench([says("A town."), launches(), says("Ben's.")])
    await bench.says("Where?")
    await bench.says("Name it.")
    async with seated(bench=bench.reopened(), session="1", size=(80, 40)) as seat:
        await seat.until(lambda: "Ben's." in seat.screen)
        lines = seat.screen
        order = [lines.index(each) for each in ("Where?", "A town.", "Name it.", "Run: ", "Ben's.")]
        assert order == sorted(order)
        assert seat.cards[0].progress.result.status is ResultStatus.COMPLETE


async def test_what_was_killed_goes_on_where_it_was() -> None:
    """After a crash, the open message is continued and shown once."""
    bench = StudioBench([UnreachableError("Gone.")])
    await bench.says("Where?")
    again = bench.reopened([says("In a town.")])
    async with seated(bench=again, session="1") as seat:
        await seat.until(lambda: "In a town." in seat.screen)
        assert seat.screen.count("Where?") == 1


async def test_the_start_lists_earlier_sessions() -> None:
    """An author who comes back needs the numbers of the sessions at once."""
    bench = StudioBench([says("A town.")])
    await bench.says("Where?")
    async with seated(bench=bench.reopened()) as seat:
        await seat.until(lambda: "Earlier sessions (/session NUMBER continues one)" in seat.screen)
        assert seat.app.desk.find_latest_session() == "1"


async def test_other_sessions_are_listed_and_opened() -> None:
    """The author switches sessions, and a wrong number ends nothing."""
    bench = StudioBench([says("A town.")])
    await bench.says("Where?")
    async with seated(bench=bench.reopened([says("Hello.")])) as seat:
        await seat.say_and_rest("Hello.")
        await seat.say("/session")
        await seat.until(lambda: "2  Hello." in seat.screen)
        await seat.say("/session 1")
        await seat.until(lambda: "A town." in seat.screen)
        assert "Hello." not in seat.screen
        await seat.say("/session 9")
        await seat.until(lambda: "There is no session" in seat.screen)


def said_before(count: int) -> StudioBench:
    """Return a session with ``count`` messages."""
    bench = StudioBench()
    part = bench.session._transcript.get_newest_part()
    for at in range(count):
        said = user(f"Question {at}.") if at % 2 == 0 else assistant(f"Answer {at}.")
        bench.store.messages.append(part, [said])
    return bench


async def test_who_is_at_the_end_stays_there_when_they_have_answered() -> None:
    """The view must not jump to a card far above. (STU-30.4)"""
    script = [launches(), says("Done."), says("line\n\n" * 40), launches()]
    async with seated(script) as seat:
        await seat.say("Find a name.")
        await seat.answer("y")
        await seat.rest()
        await seat.say_and_rest("Talk.")
        await seat.say("Find another.")
        await seat.answer("n")
        await seat.rest()
        for _ in range(5):
            await seat.pilot.pause()
        assert "was not started." in seat.screen


async def test_a_long_session_is_read_back_whole_and_made_in_parts() -> None:
    """Building every message of a long session would freeze the terminal."""
    count = 2 * MAX_WIDGETS + 20
    bench = said_before(count)
    async with seated(bench=bench.reopened(), session="1") as seat:
        await seat.until(lambda: f"Answer {count - 1}." in seat.screen)
        assert len(seat.conversation.children) < MAX_WIDGETS
        read: dict[str, None] = {}
        most = 0

        def shown() -> list[str]:
            return [each.entry.text for each in seat.conversation.children]

        def is_whole() -> bool:
            """Return whether the messages are consecutive, as widgets are mounted one by one."""
            numbers = [int(each.split()[1].rstrip(".")) for each in shown()]
            return numbers == list(range(numbers[0], numbers[0] + len(numbers)))

        async def look() -> None:
            nonlocal most
            await seat.until(is_whole)
            most = max(most, len(shown()))
            read.update(dict.fromkeys(shown()))

        for _ in range(400):
            await look()
            if "Question 0." in seat.screen:
                break
            await seat.press("pageup")
            await seat.pilot.pause()
        assert "Question 0." in seat.screen
        assert len(read) == count
        assert most <= MAX_WIDGETS + 30
        await seat.press("ctrl+end")
        await seat.until(lambda: f"Answer {count - 1}." in seat.screen)
        await look()
        await seat.press("pageup", "pageup")
        await seat.pilot.pause()
        await look()
        assert len(read) == count


async def test_every_message_goes_to_all_agents() -> None:
    """With coordination switched on, no message may go to the single agent by mistake."""
    async with seated() as seat:
        await seat.press("ctrl+o")
        assert "all agents" in seat.screen
        await seat.say("Find a name.")
        await seat.answer("y")
        await seat.rest()
        assert len(seat.cards[0].progress.result.candidates) == 3
        assert asked(seat.bench) == []


def test_nothing_else_loads_the_application() -> None:
    """Loading the application takes long, so plain commands must not import Textual."""
    script = (
        "import sys, questfoundry, questfoundry.tui.command, questfoundry.cli.app;"
        "print([m for m in sys.modules if m.startswith('textual')])"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout.strip() == "[]"


async def test_the_story_and_help_are_a_key_away() -> None:
    """The author looks at the story and the keys without leaving the conversation."""
    async with seated(story=lambda: "The Arrival [red]\n  Stay → The Quay") as seat:
        await seat.press("f2")
        await seat.until(lambda: "Stay → The Quay" in seat.screen)
        assert "[red]" in seat.screen
        await seat.press("escape")
        await seat.say("help")
        await seat.until(lambda: isinstance(seat.app.screen, TextPage))
        assert "Ctrl-R" in seat.screen


async def test_a_damaged_story_is_said_and_the_studio_stays_open() -> None:
    """A damaged file must neither end the conversation nor show a traceback."""

    def story() -> str:
        raise InputError("The file 'grow.yaml' is damaged. Correct it.")

    async with seated([says("Yes.")], story=story) as seat:
        await seat.press("f2")
        await seat.until(lambda: "The file 'grow.yaml' is damaged." in seat.screen)
        await seat.say_and_rest("Are you still there?")
        assert "Yes." in seat.screen


async def test_a_session_that_does_not_exist_is_an_error_without_a_traceback() -> None:
    """A mistyped number must read as an error of the command, not as a crash."""
    asked, bench = PendingApproval(), StudioBench([])
    app = StudioApp(Desk(studio=bench.studio, story=str), asked, session="99")
    await app.run_async(headless=True)
    assert "There is no session 'studio/99'." in str(app.failure)
    assert app.return_code == 0


async def test_a_message_without_an_answer_is_told_of() -> None:
    """A failed call must not end the session, because the author can try again."""
    async with seated([UnreachableError("Nobody [b]answers[/b]."), says("Now.")]) as seat:
        await seat.say("Hello.")
        await seat.until(lambda: "Nobody [b]answers[/b]." in seat.screen)
        await seat.say("/continue")
        await seat.until(lambda: "Now." in seat.screen)


async def test_a_mistake_of_the_program_ends_it() -> None:
    """A program error must surface, because hiding the error would keep the bug unknown."""
    async with seated([ZeroDivisionError("Ours.")]) as seat:
        await seat.say("Hello.")
        await seat.until(lambda: seat.app._exit)
        assert isinstance(seat.app.failure, ZeroDivisionError)


async def test_the_last_answer_is_copied() -> None:
    """Copying must keep the Markdown source, not the text as the terminal shows it."""
    async with seated([says("The *text*.")]) as seat:
        await seat.say_and_rest("Hello.")
        await seat.say("/copy")
        await seat.until(lambda: "clipboard" in seat.screen)
        assert seat.app.clipboard == "The *text*."
        assert seat.conversation.query(AgentText).last().entry == HistoryMessage(
            text="The *text*.", by_author=False
        )


def test_the_guide_and_the_help_name_every_key_and_command() -> None:
    """A key or command that is missing in the guide or the help stays unknown to authors."""
    guide = (DOCS / "guides/studio.md").read_text("utf-8")
    table = "\n".join(line for line in guide.splitlines() if line.startswith("|"))
    assert {line.name for line in LINES} - set(re.findall(r"/[a-z]+", table)) == set()
    keys = [each.key for each in StudioApp.BINDINGS if isinstance(each, Binding)]
    for key in keys:
        shown = "-".join(part.capitalize() for part in key.split("+"))
        shown = {"Pageup": "PageUp", "Pagedown": "PageDown"}.get(shown, shown)
        assert shown in table, key
        assert shown in KEYS, key


async def test_the_story_is_told_in_lines(tmp_path: Path) -> None:
    """The story view must work both before and after the first passages exist."""
    create_project(tmp_path / "new", "New")
    async with open_project(tmp_path / "new", {}) as project:
        assert "Next: qf dream" in describe_story(project)
        assert "no passages yet" in describe_story(project)
    await copied(await made_until("grow"), tmp_path / "woven")
    async with open_project(tmp_path / "woven", {}) as project:
        told = describe_story(project)
        story = project.load_woven_story()
    assert "Next: qf fill" in told
    for passage in story.structure.passages:
        assert f"\n{passage.title}" in told
    for choice in story.structure.choices:
        assert f"  {choice.label or 'Continue'} → " in told


def test_a_topic_of_a_hub_says_where_its_choices_stand() -> None:
    """A topic shows the name of its hub, so the author knows where its choices appear."""
    boxes = [Box(id=name, title=name, notes=(), hub="Desk") for name in ("Desk", "Drawer")]
    look = Line(source="Desk", target="Drawer", options=(MapOption(label="Look"),))
    drawn = StoryMap(title="A map", legend=(), boxes=tuple(boxes), lines=(look,), choices=1)
    lines = [each for each in describe_passages(drawn) if each]
    assert lines[1:] == ["Desk", "  Look → Drawer", "Drawer", "  and the other choices of Desk"]
