"""``qf dream`` at a real terminal: who decides, what is typed, and Ctrl-C."""

import os
import signal

import pytest

from questfoundry.composition.new_project import create_project
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
    """CLI-3.1. The idea is asked for, the model's words come, and /done settles them."""
    with DreamServer() as server, at_terminal(folder, server, "dream") as process:
        process.await_text("What is your story about?")
        process.type("A noir\n")
        process.await_text("Thought 1: the tide decides.")
        process.await_text("/done settles it")
        process.type("/help\n")
        process.await_text("take back your last line")
        process.type("More rain.\n")
        process.await_text("Thought 2: the tide decides.")
        process.type("/undo\n")
        process.await_text("Back to before your last line.")
        process.type("/done\n")
        process.await_text("DREAM is settled")
        assert process.end() == 0
        summarized = str(server.bodies[2])
    assert "A noir" in summarized
    assert "More rain." not in summarized
    assert "/help" not in summarized


def test_no_interactive_at_a_terminal_asks_nothing(folder):
    """CLI-3.2. -I stands above the terminal; the words still come as they are written."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "-I", "A noir") as process:
        assert process.end() == 0
        assert "Thought 1: the tide decides." in process.screen
        assert "> " not in process.screen


def test_the_end_of_input_settles_the_discussion(folder):
    """CLI-3.5. Ctrl-D is the same as /done."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "A noir") as process:
        process.await_text("/done settles it")
        process.await_text("> ")  # from here on readline holds the terminal
        process.type(CTRL_D)
        process.await_text("DREAM is settled")
        assert process.end() == 0


def test_quitting_keeps_the_run_and_the_next_start_offers_it(folder):
    """CLI-3.6. Exit code 0, how to go on, and Enter goes on without asking the model again."""
    with DreamServer() as server:
        with at_terminal(folder, server, "dream", "A noir") as process:
            process.await_text("/done settles it")
            process.type("/quit\n")
            process.await_text("qf dream --resume")
            assert process.end() == 0
        with at_terminal(folder, server, "dream") as process:
            process.await_text("dream-1 is unfinished. Go on with it? [Y/n]")
            process.type("\n")
            process.await_text("/done settles it")
            process.type("/done\n")
            process.await_text("DREAM is settled")
            assert process.end() == 0
            assert "1 call, 1 of them from the journal" in process.screen
        assert set(server.answered.values()) == {1}


def test_a_resumed_dialogue_shows_what_was_said(folder):
    """CLI-3.9. Both sides of it, though nobody is asked for it again."""
    with DreamServer() as server:
        with at_terminal(folder, server, "dream", "A noir") as process:
            process.await_text("/done settles it")
            process.type("More rain.\n")
            process.await_text("Thought 2")
            process.type("/quit\n")
            assert process.end() == 0
        status = qf("status", "--json", "-p", str(folder)).document
        assert status["stages"][0]["problem"] == "The author left it."
        with at_terminal(folder, server, "dream", "--resume") as process:
            process.await_text("Thought 1")
            process.await_text("> More rain.")
            process.await_text("Thought 2")
            process.type("/done\n")
            assert process.end() == 0


def test_declining_to_resume_begins_anew(folder):
    """CLI-3.7. The idea is asked for, and a second run begins."""
    with DreamServer(refuse=2) as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 5
        with at_terminal(folder, server, "dream") as process:
            process.await_text("[Y/n]")
            process.type("n\n")
            process.await_text("What is your story about?")
            process.type("A whodunit\n")
            process.await_text("run dream-2")
            process.await_text("/done settles it")
            process.type("\n")
            process.await_text("DREAM is settled")
            assert process.end() == 0


def test_ctrl_c_ends_the_work_and_says_how_to_go_on(folder):
    """CLI-4.1, CLI-4.5. The answer that is under way is paid for, so it is waited for and kept."""
    with DreamServer(hold=2, lets_go=True) as server:
        with at_terminal(folder, server, "dream", "-I", "A noir") as process:
            assert server.held.wait(PATIENCE)
            process.type(CTRL_C)
            process.await_text("Stopping")
            server.let_go()
            process.await_text("Go on with: qf dream --resume")
            assert process.end() == 130
            assert "Traceback" not in process.screen
        runs = qf("runs", "--json", "-p", str(folder)).document
        assert [(run["status"], run["usage"]["calls"]) for run in runs] == [("interrupted", 2)]
        assert runs[0]["problem"] == "The author stopped it."


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_the_work_as_ctrl_c_does(folder, number):
    """CLI-4.6. A second one ends it at once, here while the model is silent."""
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
    """CLI-4.6."""
    with (
        DreamServer(hold=1, lets_go=True) as server,
        QfProcess("dream", "-I", "A noir", folder=folder, env=server.env) as process,
    ):
        assert server.held.wait(PATIENCE)
        process.send(signal.SIGTERM)
        process.await_error("Stopping")
        server.let_go()
        assert process.end() == 143
        assert "Go on with: qf dream --resume" in process.err


def test_ctrl_c_at_the_prompt_does_the_same(folder):
    """CLI-4.2. What the author is asked for is not waited for."""
    with DreamServer() as server, at_terminal(folder, server, "dream", "A noir") as process:
        process.await_text("> ")
        process.await_waiting()
        process.type(CTRL_C)
        process.await_text("Go on with: qf dream --resume")
        assert process.end() == 130


def test_ctrl_c_before_anything_began_says_so(folder):
    """CLI-4.3. At the question for the idea there is nothing to resume yet."""
    with DreamServer() as server, at_terminal(folder, server, "dream") as process:
        process.await_text("> ")
        process.await_waiting()
        process.type(CTRL_C)
        process.await_text("Nothing was begun.")
        assert process.end() == 130


def test_a_second_ctrl_c_ends_work_that_does_not_stop():
    """CLI-4.4. The first is swallowed by the work, the second is not up to it."""
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
    """CLI-3.8. Escape sequences lose their escape; markup stays text."""
    thought = "\x1b]0;owned\x07\x1b[31m[bold]Thought"
    with (
        DreamServer(thought=thought) as server,
        at_terminal(folder, server, "dream", "-I", "A noir") as process,
    ):
        assert process.end() == 0
        assert "[31m[bold]Thought 1: the tide decides." in process.screen
        assert "\x1b]0" not in process.screen
        assert "\x1b[31m" not in process.screen
