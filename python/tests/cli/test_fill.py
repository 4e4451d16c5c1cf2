"""Tests of ``qf fill``, ``qf rewrite`` and ``qf prompt show fill PASSAGE`` with a local server."""

import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from ruamel.yaml import YAML

from questfoundry.domain.story.prose import remove_conditional_text
from tests.support.dream_server import DreamServer
from tests.support.novelist import prose_of
from tests.support.qf import Said, qf
from tests.support.small_story import TITLES
from tests.support.woven_project import edit, woven_project

ARCS = 4
PROSE = 1
"""The number of calls for the prose: one answer writes all 13 passages."""
CALLS = 1 + PROSE + 2
LOW = "passage::the-drowned-ledger-default-epilogue-1"
BELL = "passage::setup-1"


@pytest.fixture(scope="module")
def woven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = woven_project(tmp_path_factory.mktemp("fill") / "story")
    settings = folder / "project.yaml"
    settings.write_text(settings.read_text() + "research:\n  corpus: false\n")
    return folder


@pytest.fixture(scope="module")
def told(woven: Path) -> Said:
    """Return the output of ``qf fill``."""
    with DreamServer() as server:
        return qf("fill", "-I", "-p", str(woven), env=server.env)


@pytest.fixture
def written(woven: Path, told: Said, tmp_path: Path) -> Path:
    assert told.code == 0, told.err
    return Path(copytree(woven, tmp_path / "story"))


def artifact(project: Path) -> Any:
    return YAML(typ="safe", pure=True).load((project / "artifacts/fill.yaml").read_text())


def test_a_story_is_written_and_how_far_it_is_is_told(told: Said, written: Path) -> None:
    """Writing takes long, so the author sees progress and cost. (FIL-5.2)"""
    assert "Writing 13 passages with openai/gpt-4o" in told.err
    assert re.search(r"7 of 13 passages, [\d,]+ tokens, \$\d\.\d+, about \d+ s left", told.err)
    assert re.search(r"13 passages, [\d,]+ words, 1 call, 1,100 tokens, \$", told.err)
    _, _, reviewed = told.err.partition(f"Reviewing {ARCS} whole playthroughs with openai/gpt-4o\n")
    assert "\n  no findings\n" in f"\n{reviewed}"
    assert "FILL is finished (version 1)" in told.out
    assert f"{CALLS} calls" in told.out
    assert "Next: qf ship" in told.out
    assert artifact(written)["passages"][BELL]["prose"] == prose_of(TITLES["setup-1"])

    assert qf("grow", "--review").code == 2
    assert qf("fill", "--concurrency", "0").code == 2


def test_a_story_that_did_not_change_is_written_without_a_call(written: Path) -> None:
    """An unchanged story must not be paid for twice."""
    with DreamServer() as server:
        said = qf("fill", "-I", "--json", "-p", str(written), env=server.env)
        assert server.bodies == []
    assert (said.document["version"], said.document["usage"]["calls"]) == (2, 0)
    assert "1 call, 1 of them from the journal, 0 tokens" in said.err


def test_reviews_are_asked_for_by_a_flag_and_models_by_a_setting(written: Path) -> None:
    """Reviews cost calls, so a flag turns them off and a setting names a cheaper model."""
    settings = written / "project.yaml"
    settings.write_text(settings.read_text() + "fill:\n  review: openai/gpt-4.1\n")
    with DreamServer() as server:
        assert qf("fill", "-I", "--no-review", "-p", str(written), env=server.env).code == 0
        assert server.bodies == []
        assert qf("fill", "-I", "-p", str(written), env=server.env).code == 0
        assert [body["model"] for body in server.bodies] == ["gpt-4.1"] * (len(TITLES) + 1)


def test_an_edit_of_the_prose_is_taken_in(written: Path) -> None:
    """An edit of the prose becomes a version, which the next stage uses. (PRJ-2.1)"""
    path = written / "artifacts/fill.yaml"
    path.write_text(
        path.read_text().replace(prose_of(TITLES["setup-1"]), "The water falls. You wait.")
    )
    said = qf("show", "fill", "--json", "-p", str(written))
    assert "Stored your edit of artifacts/fill.yaml as version 2" in said.err
    assert artifact(written)["passages"][BELL]["prose"] == "The water falls. You wait."


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (f"{LOW}:", f"{LOW}s:", rf"line \d+: passages\.{LOW}s"),
        (f"{LOW}:", f"{LOW}s:", rf"passages\.{LOW}"),
        (f"|-\n      {prose_of(TITLES['setup-1'])}", "' '", r"line \d+: passages\.\S+\.prose"),
        ("person: second", "person: fourth", r"line \d+: voice\.person"),
    ],
)
def test_an_edit_that_is_not_valid_is_told_with_its_line(written, old, new, fault) -> None:
    """An error without a line would leave the author searching through the whole file. (FIL-6.2)"""
    path = written / "artifacts/fill.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    said = qf("show", "fill", "-p", str(written), code=3)
    assert re.search(fault, said.err), said.err


def test_a_story_that_was_woven_anew_can_be_seen_but_not_rewritten(written: Path) -> None:
    """After a change of structure, a rewrite would mix old and new prose."""
    edit(written, LOW, "passage::ebb", times=100)
    assert "12 passages are written" in qf("inspect", "-p", str(written)).out
    keyed = {"OPENAI_API_KEY": "none"}  # The rewrite asks the model that wrote the prose.
    said = qf("rewrite", "The Tide Bell", "--how", "shorter", "-p", str(written), env=keyed)
    assert (said.code, "no prose for passage::ebb" in said.err) == (3, True)
    assert qf("status", "--json", "-p", str(written)).document["next"] == "qf fill"


def test_the_request_for_a_passage_is_shown_as_it_is_sent(written: Path) -> None:
    """An author can check the prompt of a passage without paying for a call. (FIL-7.1)"""
    shown = ("prompt", "show", "fill")
    with DreamServer() as server:
        said = qf(*shown, "Low Water", "-p", str(written), env=server.env)
        document = qf(*shown, LOW, "--json", "-p", str(written), env=server.env).document
        assert server.bodies == []
    assert said.code == 0, said.err
    assert "Low Water" in said.out
    assert "together with others" in said.err + said.out
    assert document["batched"] is True
    log = qf("log", "fill-1", "--full", "--json", "-p", str(written)).document
    [asked] = [each for each in log["entries"] if each["phase"].endswith("and others")]
    assert asked["request"]["messages"] == document["request"]["messages"]


def test_a_passage_is_rewritten_and_its_neighbours_are_named(written: Path) -> None:
    """The command names the neighbours that may no longer fit. (FIL-8.1)"""
    with DreamServer() as server:
        said = qf(
            "rewrite", "chained boats", "--how", "More dread.", "-p", str(written), env=server.env
        )
        asked = server.bodies[0]["messages"]
    assert said.code == 0, said.err
    assert remove_conditional_text(asked[2]["content"]) == prose_of("Chained Boats")
    assert "More dread." in asked[3]["content"]
    now = prose_of("Chained Boats anew")
    (text,) = artifact(written)["passages"]["passage::the-drowned-ledger-default-tail-1"].values()
    assert remove_conditional_text(text) == now
    assert now in " ".join(said.out.split())
    assert "version 2" in said.out
    neighbours = re.findall(r"qf rewrite (\S+) --how \.\.\.", said.out)
    assert neighbours == ["passage::the-drowned-ledger-default-commit-1", LOW]

    with DreamServer() as server:
        arguments = ("rewrite", LOW, "--how", "Shorter.", "--json", "-p", str(written))
        document = qf(*arguments, env=server.env).document
    assert document["passage"] == LOW
    assert document["version"] == 3
    assert document["neighbours"] == ["passage::the-drowned-ledger-default-tail-1"]
    assert document["usage"]["calls"] == 1


def test_a_rewriting_that_failed_goes_on_by_the_same_command(written: Path) -> None:
    """After a failed call, the same command continues its run and pays for no answer twice."""
    arguments = ("rewrite", BELL, "--how", "Shorter.", "-p", str(written))
    with DreamServer(refuse=1) as server:
        assert qf(*arguments, env=server.env).code == 5
        assert qf(*arguments, env=server.env).code == 0
        assert set(server.answered.values()) == {1}
        assert len(server.answered) == 1
    runs = qf("runs", "--json", "-p", str(written)).document
    assert [each["run"] for each in runs if each["stage"] == "rewrite"] == ["rewrite-1"]


def test_a_story_that_is_not_written_cannot_be_rewritten(tmp_path: Path) -> None:
    """A rewrite without prose must point to ``qf fill``, not end in a traceback."""
    folder = woven_project(tmp_path / "story")
    said = qf("rewrite", "The Tide Bell", "--how", "shorter", "-p", str(folder))
    assert (said.code, "qf fill" in said.err) == (3, True)
    assert qf("rewrite", "-p", str(folder)).code == 2


@pytest.mark.parametrize("name", ["findings", "doubts"])
def test_findings_are_warnings_of_a_check(written: Path, name: str) -> None:
    """Matters of taste must not fail the check, nor under their name of the first edition."""
    path = written / "artifacts/fill.yaml"
    path.write_text(
        path.read_text().replace(f"  {LOW}:\n", f"  {LOW}:\n    {name}: [It breaks off.]\n")
    )
    assert qf("show", "fill", "-p", str(written)).code == 0
    said = qf("check", "-p", str(written), code=0)
    assert re.search(rf"artifacts/fill\.yaml:\d+ +{LOW}: It breaks off\.", said.out)
    assert "Sound: 13 passages" in said.out
    (finding,) = qf("check", "--json", "-p", str(written)).document["doubts"]
    assert (finding["passage"], finding["problem"]) == (LOW, "It breaks off.")


def test_what_readers_of_the_whole_found_is_shown_with_how_to_mend_it(written: Path) -> None:
    """A finding is useful only with its place in the file and a suggested fix."""
    path, late = written / "artifacts/fill.yaml", "It is night, and it was noon."
    found = f"[{{kind: time, problem: '{late}', fix: Leave it out., weight: slight}}]"
    path.write_text(path.read_text().replace(f"  {LOW}:\n", f"  {LOW}:\n    reading: {found}\n"))
    assert qf("show", "fill", "-p", str(written)).code == 0
    said = qf("check", "-p", str(written))
    assert re.search(rf"fill\.yaml:\d+ +{LOW}: Time: {late} Leave it out\.", said.out)
    (finding,) = qf("check", "--json", "-p", str(written)).document["doubts"]
    assert (finding["passage"], finding["problem"]) == (LOW, f"Time: {late}")
    assert (finding["rule"], finding["fix"]) == ("prose.reading", "Leave it out.")
