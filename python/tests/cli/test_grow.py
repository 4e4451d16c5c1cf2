"""Tests of the command line from a plan to a structure."""

import re

import pytest

from tests.support.dream_server import DreamServer
from tests.support.qf import qf

STAGES = (
    ("dream", ["A diver"]),
    ("brainstorm", []),
    ("seed", []),
    ("grow", ["--no-minor-choices"]),
)


@pytest.fixture(scope="module")
def woven(tmp_path_factory):
    """Return a project with a structure, and the output of ``qf grow``."""
    folder = tmp_path_factory.mktemp("woven")
    with DreamServer() as server:
        said = [qf(stage, "-I", *idea, "-p", str(folder), env=server.env) for stage, idea in STAGES]
    return folder, said[-1]


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
    """A broken structure would break every later stage, so its line is named and undo restores the
    file. (GRW-4.2)
    """
    folder, _ = woven
    path = folder / "artifacts" / "grow.yaml"
    text = path.read_text()
    line = text[: text.index("- id: choice::the-last-air-default-tail-1--on")].count("\n") + 1
    path.write_text(
        text.replace("to: passage::the-drowned-ledger-shared-1", "to: passage::gone", 1)
    )
    said = qf("status", "-p", str(folder))
    assert said.code == 3
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
