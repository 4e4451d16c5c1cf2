"""Commands that read and curate a project: one success and one bad input for each."""

import json
import re

import pytest

from questfoundry.composition.settings.new_project import create_project
from questfoundry.composition.settings.paths import models_folder
from tests.support.dream_server import DreamServer
from tests.support.qf import qf
from tests.support.stage_runs import VISION


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a project with a vision, shared by tests that do not change it."""
    folder = tmp_path_factory.mktemp("made") / "story"
    create_project(folder, "Drowned")
    with DreamServer(repairs=1) as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 0
        yield folder, server.env


@pytest.fixture
def project(tmp_path):
    """Return a project with a vision that a test may change."""
    folder = tmp_path / "story"
    with DreamServer() as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 0
    return folder


def test_init_makes_a_project_and_overwrites_none(tmp_path, monkeypatch) -> None:
    """A new author needs a folder and the next command, nothing else."""
    monkeypatch.chdir(tmp_path)
    said = qf("init", "My Story", code=0)
    assert (tmp_path / "my-story" / "project.yaml").exists()
    assert "Next: qf dream" in said.out
    document = qf("init", "Other", "-p", "elsewhere", "--json").document
    assert document["project"] == str(tmp_path / "elsewhere")
    assert (tmp_path / "elsewhere" / "project.yaml").exists()

    assert qf("init", "One", "-p", str(tmp_path)).code == 0
    said = qf("init", "Two", "-p", str(tmp_path))
    assert (said.code, "is already a project" in said.err) == (3, True)
    assert "name: One" in (tmp_path / "project.yaml").read_text()


def test_status_says_what_comes_next(tmp_path):
    """A returning author learns the next command, also after a failure. (CLI-7.3)"""
    assert qf("init", "One", "-p", str(tmp_path)).code == 0
    said = qf("status", "-p", str(tmp_path))
    assert (said.code, re.search(r"dream +missing", said.out) is not None) == (0, True)
    assert f"Next: qf dream --project {tmp_path}" in said.out
    with DreamServer(refuse=1) as server:
        qf("dream", "-I", "A noir", "-p", str(tmp_path), env=server.env)
    document = qf("status", "--json", "-p", str(tmp_path)).document
    assert document["next"] == "qf dream --resume"
    stage = document["stages"][0]
    assert (stage["state"], stage["unfinished"]) == ("unfinished", "dream-1")
    assert "401" in stage["problem"]


def test_show_has_the_artifact(made):
    """People read the artifact as an outline, and programs get the unchanged data."""
    folder, _ = made
    said = qf("show", "dream", "-p", str(folder), code=0)
    assert "DREAM, version 1, from dream-1" in said.out
    assert "Creative vision  A drowned city keeps its secrets" in said.out
    assert not [line for line in said.out.splitlines() if line != line.rstrip()]
    document = qf("show", "dream", "--json", "-p", str(folder)).document
    assert (document["version"], document["origin"]) == (1, "dream-1")
    assert document["data"].items() >= VISION.items()


def test_show_and_undo_without_an_artifact(tmp_path) -> None:
    """A missing artifact must name the command that creates it."""
    qf("init", "One", "-p", str(tmp_path))
    said = qf("show", "dream", "-p", str(tmp_path))
    assert (said.code, "Run the stage dream: qf dream" in said.err) == (3, True)
    said = qf("show", "dreem", "-p", str(tmp_path))
    assert (said.code, "There is no stage 'dreem'" in said.err) == (3, True)

    said = qf("undo", "-p", str(tmp_path))
    assert (said.code, "nothing to undo" in said.err) == (3, True)


def test_show_takes_in_an_edit_and_undo_goes_back_a_version(project) -> None:
    """Undo must never delete a version, so the author can always go back."""
    path = project / "artifacts" / "dream.yaml"
    path.write_text(path.read_text().replace("brooding", "sunny"))
    said = qf("show", "dream", "-p", str(project))
    assert "Stored your edit of artifacts/dream.yaml as version 2." in said.err
    assert "version 2, from your edit" in said.out
    assert re.search(r"Tone +sunny", said.out)

    said = qf("undo", "dream", "-p", str(project))
    assert (said.code, "Restored DREAM to version 1" in said.out) == (0, True)
    assert "brooding" in path.read_text()
    document = qf("undo", "--json", "-p", str(project)).document
    assert document == {"stage": "dream", "left": 1, "now": None, "others": []}
    assert not path.exists()


def test_an_edit_that_is_not_valid_is_told_and_can_be_taken_back(project) -> None:
    """An invalid edit must name its line, and undo must restore the file."""
    path = project / "artifacts" / "dream.yaml"
    good = path.read_text()
    path.write_text(good.replace("size: micro", "size: huge"))
    for command in (("status",), ("show", "dream"), ("dream", "-I", "x")):
        said = qf(*command, "-p", str(project), code=3)
        assert re.search(r"line \d+: size: ", said.err)
    said = qf("undo", "-p", str(project))
    assert (said.code, "Discarded your edit" in said.out) == (0, True)
    assert path.read_text() == good
    assert "version 1" in qf("show", "dream", "-p", str(project)).out

    path.write_text("genre: [")
    assert qf("show", "dream", "-p", str(project)).code == 3
    assert qf("undo", "--json", "-p", str(project)).document == {"restored": ["dream"]}
    assert "genre: mystery" in path.read_text()


def test_runs_lists_what_was_used(made, tmp_path):
    """The author checks the cost of each run."""
    folder, _ = made
    said = qf("runs", "-p", str(folder), code=0)
    assert re.search(r"dream-1 +completed .* 4 +4,400 ", said.out)
    [run] = qf("runs", "--json", "-p", str(folder)).document
    assert run["models"]["discuss"] == "openai/gpt-4o"
    assert run["usage"] == {
        "calls": 4,
        "input_tokens": 4000,
        "output_tokens": 400,
        "estimated": False,
        "seconds": run["usage"]["seconds"],
        "cost": pytest.approx(0.014),
    }
    qf("init", "One", "-p", str(tmp_path))
    assert "No runs yet." in qf("runs", "-p", str(tmp_path)).out


def test_log_lists_the_calls_of_a_run(made) -> None:
    """The log shows what each call cost, and the full log what was said. (CLI-8.2)"""
    folder, _ = made
    said = qf("log", "dream-1", "-p", str(folder), code=0)
    row = re.compile(r"^\d +(\w+) +model call +openai/gpt-4o +1,000 +100", re.MULTILINE)
    phases = row.findall(said.out)
    assert phases == ["discuss", "summarize", "serialize", "serialize"]
    assert "the tide decides" not in said.out
    full = qf("log", "dream-1", "--full", "-p", str(folder)).out
    assert "--- answer of gpt-4o (stop)\nThought 1: the tide decides." in full
    assert "--- system" in full
    document = qf("log", "dream-1", "--json", "-p", str(folder)).document
    assert "request" not in document["entries"][0]
    document = qf("log", "dream-1", "--json", "--full", "-p", str(folder)).document
    assert document["entries"][1]["response"]["text"] == "A noir mystery under water."

    said = qf("log", "dream-9", "-p", str(made[0]))
    assert (said.code, "The runs are: dream-1" in said.err) == (3, True)


def test_a_recorded_run_is_replayed_without_a_server(made):
    """A recorded run lets others reproduce a story without a key or a server."""
    folder, _ = made
    qf("dream", "--provider", "replay/dream-1", "-p", str(folder), code=0)
    assert "This run replays dream-1" in qf("log", "dream-2", "-p", str(folder)).out


def test_prompt_show_is_what_would_be_sent_if_it_is(made) -> None:
    """The author checks a prompt and its cost before the call."""
    folder, env = made
    said = qf("prompt", "show", "dream", "discuss", "-p", str(folder), env=env, code=0)
    assert "Discuss would send this to openai/gpt-4o" in said.err
    assert "--- system\n" in said.out
    assert "--- tool search_corpus" in said.out
    assert "Left out: web_search" in said.err
    document = qf("prompt", "show", "dream", "serialize", "--json", "-p", str(folder), env=env)
    assert document.document["request"]["messages"][0]["role"] == "system"
    assert document.document["based_on"]

    said = qf("prompt", "show", "dreem", "discuss", "-p", str(folder), env=env)
    assert (said.code, "There is no stage" in said.err) == (3, True)
    assert qf("prompt", "show", "dream", "muse", "-p", str(folder), env=env).code == 2

    asking = ("prompt", "show", "dream", "summarize", "-p", str(folder))
    assert not qf(*asking, "--json", env=env).document["spared"]
    with (folder / "project.yaml").open("a", encoding="utf-8") as settings:
        settings.write("\nphases: condensed\n")
    assert "Only if its reply has none:\nSummarize would send this" in qf(*asking, env=env).err
    assert qf(*asking, "--json", env=env).document["spared"]
    data = qf(*asking[:3], "serialize", *asking[4:], env=env).err
    assert (
        "Discuss also asks for the data. Only if its reply has none:\nSerialize would send this"
        in data
    )
    assert not qf(*asking[:3], "discuss", "--json", *asking[4:], env=env).document["spared"]


def test_doctor_tells_what_counts_and_what_will_not_work(made) -> None:
    """Settings are shown with their origins, and no key is shown. (CLI-10.3)"""
    folder, env = made
    said = qf("doctor", "-p", str(folder), env=env, code=0)
    assert re.search(r"model for discuss +openai/gpt-4o +QF_PROVIDER", said.out)
    assert re.search(r"OPENAI_API_KEY +set", said.out)
    assert re.search(r"ANTHROPIC_API_KEY +not set", said.out)
    assert re.search(r"openai +http://127\.0\.0\.1\S+ +yes +gpt-4o", said.out)
    assert "No problems found." in said.out
    assert env["OPENAI_API_KEY"] not in said.out + said.err

    said = qf(
        "doctor", "-p", str(folder), env={**env, "QF_PROVIDER_DISCUSS": "openai/gpt-9"}, code=1
    )
    assert "Problem: openai/gpt-9, chosen by QF_PROVIDER_DISCUSS, cannot be used" in said.err


def test_doctor_probes_only_when_asked(made):
    """A probe costs tokens, so `qf doctor` must not probe unless asked."""
    folder, _ = made
    with DreamServer() as server:
        assert "called" not in qf("doctor", "-p", str(folder), env=server.env).out
        assert not server.answered
        said = qf("doctor", "--probe", "-p", str(folder), env=server.env)
        assert len(server.answered) == 1
    assert said.code == 0
    assert re.search(r"openai/gpt-4o +called", said.out)
    assert re.search(r"This test used [\d,]+ tokens, which are not counted", said.out)


def test_doctor_as_json(tmp_path):
    """The author checks the setup before a project exists, and the check must create nothing."""
    said = qf("doctor", "--json", "-p", str(tmp_path), env={"QF_PROVIDER": "opnai/gpt-4o"}, code=1)
    assert "Did you mean openai/gpt-4o?" in said.document["problems"][0]
    assert said.document["keys"]["ANTHROPIC_API_KEY"] is False
    assert list(tmp_path.iterdir()) == []


def test_models_are_listed_and_found(tmp_path, monkeypatch) -> None:
    """The author finds models by name; a wrong name fails before a long download."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = models_folder()
    folder.mkdir(parents=True)
    (folder / "mine.gguf").write_bytes(b"x" * 3_000_000)
    assert re.search(r"local/mine +3 +\S+mine\.gguf", qf("models", "list").out)
    listed = qf("models", "list", "--json").document
    assert {"model": "local/mine", "path": str(folder / "mine.gguf"), "bytes": 3_000_000} in listed
    assert qf("models", "path").out.strip() == str(folder)
    assert qf("models", "path", "mine", "--json").document == {"path": str(folder / "mine.gguf")}
    said = qf("models", "path", "other")
    assert (said.code, "There is no local model 'other'" in said.err) == (3, True)

    said = qf("models", "pull", "gpt-4o", "--json", code=3)
    assert said.document["error"]["code"] == 3
    assert "smollm2-135m" in said.document["error"]["message"]


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("show", "dream"),
        ("undo",),
        ("runs",),
        ("log", "dream-1"),
        ("prompt", "show", "dream", "discuss"),
    ],
)
def test_outside_a_project_one_is_told_how_to_begin(command, tmp_path):
    """In a wrong folder, the command must say how to begin and create nothing."""
    said = qf(*command, "-p", str(tmp_path))
    assert (said.code, "Make a project: qf init NAME" in said.err) == (3, True)
    said = qf(*command, "--json", "-p", str(tmp_path))
    assert json.loads(said.out)["error"]["code"] == 3
    assert list(tmp_path.iterdir()) == []
