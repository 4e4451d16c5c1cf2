"""Tests of ``qf dream`` at a real terminal: the dialogue, the typed lines and Ctrl-C."""

import os
import signal

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf import qf
from tests.support.qf_process import PATIENCE, QfProcess, context, work_that_will_not_stop

CTRL_C = "\x03"
CTRL_D = "\x04"


@pytest.fixture
def folder(tmp_path):
    create_project(tmp_path / "story", "Drowned")
    return tmp_path / "story"


def at_terminal(folder, server, *arguments):
    env = {"NO_COLOR": "1", **server.env}
    return QfProcess(*arguments, folder=folder, env=env, terminal=True)


def test_a_terminal_makes_it_a_dialogue(folder):
    """The author shapes the vision in a dialogue, and ``/done`` finishes the stage. (CLI-3.6)"""
    with DreamServer() as server, at_terminal(folder, server, "dream") as process:
        process.await_text("What is your story about?")
        process.type("A noir\n")
        process.await_text("Thought 1: the tide decides.")
        process.await_text("/done finishes the discussion")
        process.type("/help\n")
        process.await_text("remove your last message")
        process.type("More rain.\n")
        process.await_text("Thought 2: the tide decides.")
        process.type("/undo\n")
        process.await_text("Removing your last message.")
        process.type("/done\n")
        process.await_text("DREAM is finished")
        assert process.end() == 0
        summarized = str(server.bodies[2])
    assert "A noir" in summarized
    assert "More rain." not in summarized
    assert "/help" not in summarized


def test_no_interactive_at_a_terminal_asks_nothing(folder):
    """``-I`` takes precedence over the terminal, so scripts never wait for an answer."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "-I", "A noir") as process:
        assert process.end() == 0
        assert "Thought 1: the tide decides." in process.screen
        assert "> " not in process.screen


def test_the_end_of_input_settles_the_discussion(folder):
    """Ctrl-D ends the input like ``/done``, as in every shell program."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "A noir") as process:
        process.await_text("/done finishes the discussion")
        process.await_text("> ")  # From here on, readline controls the terminal.
        process.type(CTRL_D)
        process.await_text("DREAM is finished")
        assert process.end() == 0


def test_quitting_keeps_the_run_and_the_next_start_offers_it(folder):
    """Leaving is no failure, and no answer is paid for twice. (CLI-3.6)"""
    with DreamServer() as server:
        with at_terminal(folder, server, "dream", "A noir") as process:
            process.await_text("/done finishes the discussion")
            process.type("/quit\n")
            process.await_text("qf dream --resume")
            assert process.end() == 0
        with at_terminal(folder, server, "dream") as process:
            process.await_text("dream-1 is unfinished. Resume it? [Y/n]")
            process.type("\n")
            process.await_text("/done finishes the discussion")
            process.type("/done\n")
            process.await_text("DREAM is finished")
            assert process.end() == 0
            assert "1 call, 1 of them from the journal" in process.screen
        assert set(server.answered.values()) == {1}


def test_a_resumed_dialogue_shows_what_was_said(folder):
    """An author who returns after days needs both sides of the dialogue, at no cost."""
    with DreamServer() as server:
        with at_terminal(folder, server, "dream", "A noir") as process:
            process.await_text("/done finishes the discussion")
            process.type("More rain.\n")
            process.await_text("Thought 2")
            process.type("/quit\n")
            assert process.end() == 0
        status = qf("status", "--json", "-p", str(folder)).document
        assert status["stages"][0]["problem"] == "The author quit."
        with at_terminal(folder, server, "dream", "--resume") as process:
            process.await_text("Thought 1")
            process.await_text("> More rain.")
            process.await_text("Thought 2")
            process.type("/done\n")
            assert process.end() == 0


def test_declining_to_resume_begins_anew(folder):
    """An author who declines the unfinished run gets a new run with a new idea."""
    with DreamServer(refuse=2) as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 5
        with at_terminal(folder, server, "dream") as process:
            process.await_text("[Y/n]")
            process.type("n\n")
            process.await_text("What is your story about?")
            process.type("A whodunit\n")
            process.await_text("run dream-2")
            process.await_text("/done finishes the discussion")
            process.type("\n")
            process.await_text("DREAM is finished")
            assert process.end() == 0


def test_ctrl_c_ends_the_work_and_says_how_to_go_on(folder):
    """An answer under way costs money, so it is awaited and kept. (CLI-4.1)"""
    with DreamServer(hold=2, lets_go=True) as server:
        with at_terminal(folder, server, "dream", "-I", "A noir") as process:
            assert server.held.wait(PATIENCE)
            process.type(CTRL_C)
            process.await_text("Stopping")
            server.let_go()
            process.await_text("Resume it with: qf dream --resume")
            assert process.end() == 130
            assert "Traceback" not in process.screen
        runs = qf("runs", "--json", "-p", str(folder)).document
        assert [(run["status"], run["usage"]["calls"]) for run in runs] == [("interrupted", 2)]
        assert runs[0]["problem"] == "The author stopped it."


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_the_work_as_ctrl_c_does(folder, number):
    """A service manager sends SIGTERM, and a second signal must end even silent work at once."""
    with (
        DreamServer(hold=2) as server,
        QfProcess("dream", "-I", "A noir", folder=folder, env=server.env) as process,
    ):
        assert server.held.wait(PATIENCE)
        process.send(number)
        process.await_error("Stopping")
        process.send(number)
        assert process.end() == 128 + number


def test_a_stop_says_by_its_code_which_signal_it_was(folder):
    """Scripts tell the kind of stop by the exit code."""
    with (
        DreamServer(hold=1, lets_go=True) as server,
        QfProcess("dream", "-I", "A noir", folder=folder, env=server.env) as process,
    ):
        assert server.held.wait(PATIENCE)
        process.send(signal.SIGTERM)
        process.await_error("Stopping")
        server.let_go()
        assert process.end() == 143
        assert "Resume it with: qf dream --resume" in process.err


def test_ctrl_c_at_the_prompt_does_the_same(folder):
    """Ctrl-C at a prompt must stop at once, because no model is working."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "A noir") as process:
        process.await_text("> ")
        process.await_waiting()
        process.type(CTRL_C)
        process.await_text("Resume it with: qf dream --resume")
        assert process.end() == 130


def test_ctrl_c_before_anything_began_says_so(folder):
    """Before the first call, the author has nothing to resume, so no such command is named."""
    with DreamServer() as server, at_terminal(folder, server, "dream") as process:
        process.await_text("> ")
        process.await_waiting()
        process.type(CTRL_C)
        process.await_text("Nothing was started.")
        assert process.end() == 130


def test_a_second_ctrl_c_ends_work_that_does_not_stop():
    """The author can leave with a second Ctrl-C even if the work ignores the first."""
    ready = context.Event()
    process = context.Process(target=work_that_will_not_stop, args=(ready,))
    process.start()
    try:
        for _ in range(2):
            assert ready.wait(PATIENCE)
            ready.clear()
            os.kill(process.pid, signal.SIGINT)
        process.join(PATIENCE)
        assert process.exitcode == 130
    finally:
        process.kill()
        process.join()
        process.close()


def test_the_models_words_cannot_command_the_terminal(folder):
    """A model must not change the terminal's title, colours or content through escape sequences."""
    thought = "\x1b]0;owned\x07\x1b[31m[bold]Thought"
    with (
        DreamServer(thought=thought) as server,
        at_terminal(folder, server, "dream", "-I", "A noir") as process,
    ):
        assert process.end() == 0
        assert "[31m[bold]Thought 1: the tide decides." in process.screen
        assert "\x1b]0" not in process.screen
        assert "\x1b[31m" not in process.screen


def test_a_signal_ends_the_mcp_server_without_a_traceback(folder):
    """A service manager's SIGTERM is usual, and a traceback would look like a fault."""
    with QfProcess("mcp", "--http", folder=folder, terminal=True) as process:
        process.await_text("Serving the studio")
        process.send(signal.SIGTERM)
        process.await_text("The server has stopped.")
        assert process.end() == 143
        assert "Traceback" not in process.screen


def test_the_plain_studio_takes_whole_lines_while_it_works(folder):
    """A line of any length must not be cut or lost, and /cancel must work."""
    line = f"{'w' * 5_000} and the end"
    with (
        DreamServer(hold=1, lets_go=True) as server,
        at_terminal(folder, server, "studio", "--plain") as process,
    ):
        process.await_text("type what you want")
        process.type("First.\r")
        assert server.held.wait(PATIENCE)
        process.type(f"{line}\r")
        process.await_text("queued behind 1 message")
        process.type("/cancel\r")
        process.await_text("Stopping")
        server.let_go()
        process.await_text("Cancelled: this message gets no answer.")
        process.await_text("Thought 2")
        process.type("/quit\r")
        assert process.end() == 0
        asked = str(server.bodies[1])
    assert line in asked
    assert "The author cancelled this message." in asked
