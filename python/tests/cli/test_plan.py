"""Tests of the command line from a vision to a plan and its structure."""

import io
import re

import pytest

from questfoundry.cli.dialogue import Dialogue
from questfoundry.presentation.console import Screen
from questfoundry.presentation.interrupts import Interrupts
from tests.support.dream_server import DreamServer
from tests.support.qf import qf

STAGES = (
    ("dream", ["A diver"]),
    ("brainstorm", []),
    ("seed", []),
    ("grow", ["--no-minor-choices"]),
)


def made(folder, *stages):
    with DreamServer() as server:
        return [qf(stage, "-I", *idea, "-p", str(folder), env=server.env) for stage, idea in stages]


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """Return a project with a finished plan, and the output of each command."""
    folder = tmp_path_factory.mktemp("planned")
    return folder, made(folder, *STAGES[:3])


@pytest.fixture(scope="module")
def woven(tmp_path_factory):
    """Return a project with a structure, and the output of ``qf grow``."""
    folder = tmp_path_factory.mktemp("woven")
    return folder, made(folder, *STAGES)[-1]


def test_each_stage_names_the_next_and_the_plan_reads_well(planned) -> None:
    """A new author finds the next command, and judges the plan. (CLI-15.1)"""
    folder, said = planned
    assert [each.code for each in said] == [0, 0, 0]
    assert "Next: qf brainstorm" in said[0].out
    assert "Next: qf seed" in said[1].out
    assert "Next: qf grow" in said[2].out
    assert re.search(r"Characters +Mara Voss; Sergeant Ilk", said[1].out)
    assert re.search(r"Rejoins +Is there breath enough for two in the vault\?", said[2].out)

    shown = qf("show", "brainstorm", "-p", str(folder), code=0)
    for words in ("Mara Voss", "Concept: A diver who sells secrets.", "Question: Does Mara hand"):
        assert words in shown.out
    seed = qf("show", "seed", "-p", str(folder)).out
    for words in ("Weight: hard", "Commit", "Tail", "The tide bell wakes Mara."):
        assert words in seed
    data = qf("show", "seed", "--json", "-p", str(folder)).document["data"]
    assert list(data["beats"]) == data["order"]


def test_a_stage_that_depends_on_an_edit_is_stale(planned):
    """The author sees which edit made a stage stale, and can undo it."""
    folder, _ = planned
    path = folder / "artifacts" / "brainstorm.yaml"
    text = path.read_text()
    path.write_text(text.replace("Somebody stays below.", "Nobody comes back."))
    document = qf("status", "--json", "-p", str(folder)).document
    states = {each["stage"]: (each["state"], each["changed"]) for each in document["stages"]}
    qf("undo", "brainstorm", "-p", str(folder))

    assert states["brainstorm"] == ("ready", [])
    assert states["seed"] == ("stale", ["brainstorm"])
    assert document["next"] == "qf seed"
    after = qf("status", "--json", "-p", str(folder)).document
    assert [each["state"] for each in after["stages"][:3]] == ["ready"] * 3


def test_a_stage_without_the_one_before_says_so(tmp_path):
    """A stage run too early must name the missing command, also outside a project."""
    outside = qf("seed", "-I", "-p", str(tmp_path / "nowhere"))
    assert (outside.code, "There is no project" in outside.err) == (3, True)
    with DreamServer() as server:
        qf("dream", "-I", "A diver", "-p", str(tmp_path), env=server.env)
        said = qf("seed", "-I", "-p", str(tmp_path), env=server.env)
    assert said.code == 3
    assert "qf brainstorm" in said.err


def test_a_stage_can_be_made_anew_with_a_remark(planned):
    """A note improves a stage, and the old version stays available."""
    folder, _ = planned
    before = qf("show", "brainstorm", "--json", "-p", str(folder)).document["version"]
    with DreamServer() as server:
        said = qf(
            "brainstorm", "-I", "--redo", "The sergeant should survive", "-p", str(folder),
            env=server.env,
        )  # fmt: skip
        discuss = server.bodies[0]["messages"]
    assert said.code == 0
    assert "The sergeant should survive" in discuss[-1]["content"]
    assert any(message["role"] == "assistant" for message in discuss)
    assert qf("show", "brainstorm", "--json", "-p", str(folder)).document["version"] > before
    assert qf("undo", "brainstorm", "-p", str(folder)).code == 0
    assert qf("show", "brainstorm", "--json", "-p", str(folder)).document["version"] == before

    wrong = qf("brainstorm", "-I", "--redo", "x", "--resume", "-p", str(folder))
    assert (wrong.code, "--redo" in wrong.err) == (3, True)


def test_options_are_shown_with_numbers(capsys):
    """The author answers with a number, and a model's words must not act as markup or escapes."""
    Dialogue(Screen(), Interrupts(lambda: None)).show_options("Who?", ["[b]Mara", "\x1b[2JIlk"])
    shown = capsys.readouterr().out
    assert "Who?\n  1. [b]Mara\n  2. " in shown
    assert "\x1b" not in shown


async def test_where_options_are_shown_there_is_no_line_to_take_back(capsys, monkeypatch):
    """Without a line to take back, ``/undo`` must not reach the model as an answer."""
    monkeypatch.setattr("sys.stdin", io.StringIO("/undo\n2, but at night\n/undo\n"))
    dialogue = Dialogue(Screen(), Interrupts(lambda: None))
    dialogue.show_options("Who?", ["Mara", "Ilk"])
    assert await dialogue.next_line() == "2, but at night"
    assert "There is no message to remove." in capsys.readouterr().err
    assert await dialogue.next_line() == "/undo"


def test_the_structure_is_told_in_brief_and_reads_well(woven):
    """The author reads titles and labels, and needs the ids for further commands. (CLI-16.1)"""
    folder, said = woven
    assert said.code == 0
    assert re.search(r"Title +The Drowned Ledger", said.out)
    assert re.search(r"Passages +13: The Tide Bell; One Mouthpiece", said.out)
    shown = qf("show", "grow", "-p", str(folder)).out
    for words in ("The Tide Bell (passage::setup-1)", "Hold out the mouthpiece (choice::"):
        assert words in shown


def test_an_unsound_edit_is_told_with_its_line_and_taken_back(woven):
    """A broken structure would break all later stages."""
    folder, _ = woven
    path = folder / "artifacts" / "grow.yaml"
    text = path.read_text()
    line = text[: text.index("- id: choice::the-last-air-default-tail-1--on")].count("\n") + 1
    path.write_text(
        text.replace("to: passage::the-drowned-ledger-shared-1", "to: passage::gone", 1)
    )
    said = qf("status", "-p", str(folder), code=3)
    assert f"line {line}: passages.2.choices.0: " in said.err
    assert qf("undo", "-p", str(folder)).code == 0
    assert path.read_text() == text


def test_a_plan_that_cannot_be_told_is_refused_before_any_call(woven):
    """A plan that breaks a law must be refused before the author pays for a call. (GRW-3.2)"""
    folder, _ = woven
    path = folder / "artifacts" / "seed.yaml"
    text = path.read_text()
    with DreamServer() as server:
        path.write_text(re.sub(r"\n( *)- object::the-ledger\b", "", text))
        said = qf("grow", "-I", "Shorter.", "-p", str(folder), env=server.env)
        asked = server.bodies
    path.write_text(text)
    assert said.code == 3
    assert "object::the-ledger" in said.err
    assert asked == []
