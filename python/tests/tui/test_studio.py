"""Tests of ``qf studio`` with a model on a local server."""

import json
import os
import sys
from pathlib import Path

import pytest

from questfoundry.app.session.approval import describe_request
from questfoundry.cli import main
from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.protocols.runs import ToolApproval
from questfoundry.tui.command import read_typed_lines
from tests.support.loopback import json_reply
from tests.support.qf import qf, qf_answered

YAML = "name: The harbour\n"
LAUNCH = ChatResponse(
    tool_calls=(
        ToolCall(id="1", name="launch_run", arguments={"task": "A name.", "agent_mode": "single"}),
    ),
    finish_reason=FinishReason.TOOL_CALLS,
)
NAME = ChatResponse(text="Fallow Quay.")
ANSWER = ChatResponse(text="I would call it Fallow Quay.")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project.yaml").write_text(YAML)
    return tmp_path


def studio(project: Path, *arguments: str, replies=(ANSWER,), **given):
    return qf_answered("studio", *arguments, "-p", str(project), replies=replies, **given)


def test_one_message_is_answered(project):
    """A script can ask one question and read only the answer. (STU-19.1)"""
    said = studio(project, "What is it called?", code=0)
    assert said.out == f"{ANSWER.text}\n"
    assert "Session 1" in said.err


def test_lines_are_answered_until_the_end(project):
    """The studio also works line by line, and a later start continues the session. (STU-19.1)"""
    typed = "Hello.\n/pin No dogs die.\n/status\n/help\n\nAnd now?\n"
    said = studio(project, replies=(ANSWER, NAME), typed=typed, code=0)
    assert ANSWER.text in said.out
    assert NAME.text in said.out
    assert "/coordinate TASK" in said.err
    again = studio(project, "--session", "1", "More?", replies=(ANSWER,))
    assert again.out == f"{ANSWER.text}\n"
    assert studio(project, "--session", "9", "More?").code == 3


def test_without_a_terminal_nothing_is_approved(project):
    """Without a terminal, no paid run may start unless the user gave `--yes`."""
    said = studio(project, "A name?", replies=(LAUNCH,), code=0)
    assert "launch_run was declined." in said.err
    assert "--yes" in said.err
    assert "Nothing was launched." in said.err
    assert not (project / "runs").exists()
    said = studio(project, "--yes", "A name?", replies=(LAUNCH, NAME, ANSWER))
    assert said.out == f"{ANSWER.text}\n"
    assert "Run: A name." in said.err
    assert "complete · 1 agent" in said.err


def test_a_run_can_be_looked_at(project):
    """The author can look at a run's result later, by its number. (STU-19.1)"""
    typed = "A name?\n/card 1\n/card 7\n"
    said = studio(project, "--yes", replies=(LAUNCH, NAME, ANSWER), typed=typed)
    assert said.err.count("■ Run: A name: complete") == 2
    assert f"  own:\n{NAME.text}" in said.err
    assert "There is no run 7." in said.err


def test_the_last_session_continues_and_a_draft_is_chosen(project):
    """An author continues without looking up numbers, and has the last vote. (STU-19.1)"""
    assert "no session yet" in studio(project, "--continue", "More?", code=3).err
    studio(project, "--yes", "A name?", replies=(LAUNCH, NAME, ANSWER), code=0)
    studio(project, "Another.", replies=(ANSWER,), code=0)
    studio(project, "--session", "1", "More?", replies=(ANSWER,), code=0)
    said = studio(project, "--continue", replies=(), typed="/choose 1 own\n/choose 1 ann\n", code=0)
    assert "Session 1" in said.err
    assert "own's draft is now the answer of this run: deliverables/001-a-name.md" in said.err
    assert "It has drafts of: own" in said.err


def test_a_task_is_done_with_nobody_there(project):
    """A scheduled task tells by its exit code whether there is an answer. (STU-19.3)"""
    said = studio(
        project, "--automation", "A name.", replies=(NAME, ChatResponse(text="KEEP")), code=0
    )
    assert said.out == f"{NAME.text}\n"
    assert (project / "deliverables/001-a-name.md").read_text() == NAME.text
    listed = qf("runs", "-p", str(project))
    assert "delegated-1" in listed.out
    assert "  own" in listed.out
    [turn, run] = json.loads(qf("runs", "--json", "-p", str(project)).out)
    assert run["by_agent"]["own"]["calls"] == 2
    assert turn["stage"] == "studio"
    refused = json_reply({"error": {"message": "no such key"}}, 401)
    assert studio(project, "--automation", "A name.", replies=(refused,)).code == 5
    assert studio(project, "--automation").code == 3


def test_a_task_is_done_by_the_agents_that_its_author_names(project):
    """A scheduled task must not pay for agents that it does not need. (STU-19.3)"""
    (project / "project.yaml").write_text(
        YAML + "agents: [{id: ann, model: openai/gpt-4o}, {id: ben, model: openai/gpt-4o}]\n"
    )
    refused = studio(project, "--automation", "--agents", "dan", "A name.", replies=(), code=3)
    assert "The agents are: ann, ben" in refused.err
    assert "--automation" in studio(project, "--agents", "ben", "A name.", replies=(), code=3).err
    assert qf("runs", "--json", "-p", str(project)).document == []
    studio(project, "--automation", "--agents", "ben", "A name.", replies=(NAME,) * 4, code=0)
    run = qf("runs", "--json", "-p", str(project)).document[-1]
    assert list(run["by_agent"]) == ["ben"]


@pytest.mark.parametrize("message", ["/findings", "/copy"])
def test_an_unknown_command_is_no_message(message, project):
    """A command that does not exist must neither cost money nor leave a session."""
    said = studio(project, message, replies=(), code=3)
    assert "/coordinate TASK" in said.err
    assert "Session" not in said.err
    typed = f"{message}\n/status\n"
    assert "0 calls" in studio(project, replies=(), typed=typed, code=0).err


def test_programs_read_a_line_for_each_thing_that_happens(project):
    """A program follows the session as one JSON object on each line."""
    said = studio(project, "--json", "--yes", "A name?", replies=(LAUNCH, NAME, ANSWER))
    events = [json.loads(line) for line in said.out.splitlines()]
    names = [each["event"] for each in events]
    assert names[0] == "session"
    assert [n for n in names if n.startswith("run_")] == ["run_launched", "run_ended"]
    assert names[-1] == "agent_replied"
    ended = next(each for each in events if each["event"] == "run_ended")
    assert ended["result"]["answer"] == NAME.text
    assert [each["after"] for each in events if each["event"] == "state_changed"] == [
        "chatting",
        "awaiting_approval",
        "running",
        "processing_results",
        "idle",
    ]


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("orchestrator: {interactive_mode: {enabled: true}}", True),
        ("orchestrator: {interactive_mode: {enabled: false}}", False),
        ("name: interactive_mode", False),
        ("orchestrator: {interactive_mode: 7}", False),
        ("", False),
    ],
)
def test_a_project_opens_with_the_studio_where_it_says_so(text, opens, tmp_path, monkeypatch):
    """The studio opens by itself only if the project asks for the interactive mode."""
    (tmp_path / "project.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QF_PROJECT", raising=False)
    ran: list[list[str]] = []
    monkeypatch.setattr("sys.argv", ["qf"])
    monkeypatch.setattr(main, "_run", lambda: ran.append(__import__("sys").argv[1:]))
    main.main()
    assert ran == ([["studio"]] if opens else [])


def test_a_path_is_added_for_the_agents(project):
    """Authors should not have to write JSON by hand; a message stays a message."""
    (project / "maps").mkdir()
    (project / "maps/a.md").write_text("A street.")
    assert qf("studio", "add-path", "./maps/", "Maps.", "-p", str(project)).code == 0
    stored = json.loads((project / "filepaths.json").read_text())
    assert stored == {"paths": [{"path": "maps", "description": "Maps."}]}
    refused = qf("studio", "add-path", ".", "All.", "-p", str(project))
    assert (refused.code, "whole project" in refused.err) == (3, True)
    assert "add-path" not in studio(project, "How do I add a path?").err


def test_a_tool_that_asks_shows_each_value_on_a_line():
    """The author must be able to read a wanted edit, value by value. (STU-30.4)"""
    changes = {"endings.e.name": "Three Cups", "hook": "Two houses."}
    wanted = ToolApproval(tool="edit_artifact", arguments={"stage": "grow", "changes": changes})
    assert describe_request(wanted).splitlines()[1:] == [
        "  stage: grow",
        "  endings.e.name: Three Cups",
        "  hook: Two houses.",
    ]
    assert len(describe_request(ToolApproval(tool="ship_story", arguments={})).splitlines()) == 1


def test_an_enter_before_the_application_is_an_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter pressed too early must count, and the terminal must return to its old mode."""
    termios = pytest.importorskip("termios")
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        before = termios.tcgetattr(theirs)
        os.write(ours, b"Hello.\rI a\x1bm")
        with read_typed_lines() as typed:
            assert typed == "Hello.\nI am"
            os.write(ours, b"\r")
            assert os.read(theirs, 10) == b"\r"
        assert termios.tcgetattr(theirs) == before
    os.close(ours)
