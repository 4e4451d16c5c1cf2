"""Tests of ``qf run``, which makes the whole story with one command."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from questfoundry.app.pipeline.run_pipeline import PipelineResult
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.spend_meter import Ledger
from questfoundry.cli import run_result_view
from questfoundry.composition.settings.new_project import create_project
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.chat.usage import Usage
from tests.support.dream_server import DreamServer
from tests.support.novelist import VOICE
from tests.support.qf import Said, qf

FOLDER = "a-noir-mystery-in-a-drowned-city"
IDEA = "A noir mystery in a drowned city"
STAGES = ("dream", "brainstorm", "seed", "grow", "fill", "ship")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said, DreamServer]:
    """Make a whole story in its own folder, and return the folder, the output and the server."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as patched, DreamServer() as server:
        patched.chdir(folder)
        return folder, qf("run", IDEA, "--no-minor-choices", env=server.env), server


def test_an_idea_becomes_a_story_to_play(told: tuple[Path, Said, DreamServer]) -> None:
    """One command must lead from an idea to a playable story. (PIP-7.1)"""
    folder, said, _ = told
    assert said.code == 0, said.err
    assert [path.name for path in folder.iterdir()] == [FOLDER]
    assert (folder / FOLDER / "exports" / "the-drowned-ledger.html").is_file()
    assert "Exported The Drowned Ledger: " in said.out
    assert "13 passages, 3 endings." in said.out
    assert f"Folder: {FOLDER}/exports\n" in said.out
    assert "no cost" not in said.out
    for words in ("play", "open", 'rewrite PASSAGE --how "darker"'):
        assert f"  qf {words} --project {FOLDER}\n" in said.out


def test_the_progress_tells_stage_and_passages(told: tuple[Path, Said, DreamServer]) -> None:
    """A run takes long, so the author sees the stage, the cost and the current passage."""
    _, said, _ = told
    places = [said.err.index(f"{stage.upper()} ({n} of 6)") for n, stage in enumerate(STAGES, 1)]
    assert places == sorted(places)
    assert f"Created a folder for this story: {told[0].resolve() / FOLDER}" in said.err
    assert "  finished: 3 calls, 3,300 tokens, $0.0105, " in said.err
    assert "Writing 13 passages with openai/gpt-4o" in said.err
    assert "  Genre   mystery, noir\n" in said.err


def test_what_is_serious_is_told_in_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    """The author must not publish a story with serious problems without knowing them."""
    found = {"kind": "time", "problem": "It is noon twice.", "fix": "Let it be one."}
    reading = {
        "bad": [{**found, "weight": "slight"}, {**found, "weight": "serious"}],
        "good": [{**found, "weight": "slight"}],
    }
    written = FillArtifact.model_validate(
        {
            "voice": VOICE,
            "passages": {each: {"prose": "Noon.", "reading": reading[each]} for each in reading},
        }
    )
    made = StageResult(
        artifact=written,
        summary=(),
        version=cast(ArtifactVersion, SimpleNamespace(stage="fill")),
        run="fill-1",
        path=Path("fill.yaml"),
        ledger=Ledger(usage=Usage(), cost=None),
    )
    result = SimpleNamespace(
        stage_results=(made,),
        ship_result=None,
        differing=(),
        next_step=None,
        seconds=1.0,
        spending=SimpleNamespace(usage=Usage(), cost=None),
        writing=None,
        proposals=0,
    )
    run_result_view.write_result(cast(PipelineResult, result), project=None)

    out = capsys.readouterr().out
    assert "serious problems in 1 passage:\n  bad\nFor details and suggested fixes: qf check" in out
    assert "  good" not in out


def test_the_same_command_finds_its_folder_and_goes_on(told, monkeypatch) -> None:
    """With another folder the author would pay for a second story."""
    monkeypatch.chdir(told[0])
    asked = len(told[2].bodies)
    with DreamServer() as server:
        again = qf("run", f" {IDEA}\n", env=server.env)
        within = qf("run", "--json", "-p", FOLDER, env=server.env)
        assert server.bodies == []
    assert (again.code, within.code) == (0, 0)
    assert "Nothing to do: all stages are finished." in again.out
    assert again.err.count(" is finished") == len(STAGES)
    assert asked == len(told[2].bodies)
    document = within.document
    assert (document["made"], document["shipped"], document["next"]) == ([], None, "")
    assert document["project"] == str((told[0] / FOLDER).resolve())


def test_a_project_is_worked_in_where_one_is(tmp_path, monkeypatch) -> None:
    """In a project folder, the command must not create another project inside."""
    create_project(tmp_path, "here")
    monkeypatch.chdir(tmp_path)
    with DreamServer() as server:
        said = qf("run", IDEA, "--to", "dream", "--json", env=server.env)
    document = said.document
    assert [each["stage"] for each in document["made"]] == ["dream"]
    assert (tmp_path / "artifacts" / "dream.yaml").is_file()
    assert not (tmp_path / FOLDER).exists()
    assert document["usage"]["calls"] == 3
    assert document["usage"]["cost"] == pytest.approx(0.0105)
    assert document["next"] == "qf brainstorm"
    assert document["made"][0]["summary"][0] == {"label": "Genre", "text": "mystery, noir"}


def test_a_failure_says_that_the_same_command_goes_on(tmp_path: Path) -> None:
    """The last line is the command that continues at no cost. (PIP-7.5)"""
    with DreamServer(refuse=5) as server:
        model = ("--provider", "openai/gpt-4o")
        said = qf("run", IDEA, "-p", str(tmp_path / "x"), *model, env=server.env)
    assert said.code == 5
    assert said.err.endswith(
        "Everything finished so far is saved. "
        f"Continue with: qf run --project {tmp_path / 'x'} {' '.join(model)}\n"
    )
    with DreamServer() as server:
        said = qf("run", "--to", "brainstorm", "-p", str(tmp_path / "x"), env=server.env)
        assert len(server.bodies) == 2
    assert "continuing run brainstorm-1" in said.err
    assert "1 more from the journal" in said.err
    assert "Finished: BRAINSTORM." in said.out


def test_a_budget_stops_it_cleanly(tmp_path: Path) -> None:
    """A budget that is too small is announced before the run, and it stops the run cleanly."""
    asked = ("run", IDEA, "--to", "dream", "-p", str(tmp_path), "--budget")
    with DreamServer() as server:
        said = qf(*asked, "1600tokens", env=server.env)
        assert (said.code, len(server.bodies)) == (7, 2)
        assert "The budget of 1,600 tokens is probably too small" in said.err.partition("DREAM")[0]
        assert "The budget of 1,600 tokens is reached." in said.err
        assert "Continue with: qf run" in said.err
        assert qf(*asked, "0.001usd", env=server.env).code == 0
        assert len(server.bodies) == 3
        assert qf(*asked, "much", env=server.env).code == 3
        model = ("--from", "dream", "--provider", "openai/unheard-of")
        unknown = qf(*asked, "1usd", *model, env=server.env)
    assert (unknown.code, "--budget 50000tokens" in unknown.err) == (3, True)


FAILING_STARTS = [
    (("--provider", "embedded"), "does not name a model"),
    (("--provider", "openai/gpt-4o"), "OPENAI_API_KEY is not set"),
    (("--provider", "nosuch/model"), "there is no provider"),
    (("--provider", "replay/dream-1"), "no run 'dream-1' to replay"),
    (("--log", "--provider", "local/nosuch"), "nosuch"),
]


@pytest.mark.parametrize(("options", "words"), FAILING_STARTS)
@pytest.mark.parametrize("command", [("run",), ("dream", "-I")])
def test_a_start_that_fails_leaves_no_project(tmp_path, monkeypatch, command, options, words):
    """The next command would find a project without a story, and continue nothing. (PIP-7.5)"""
    monkeypatch.chdir(tmp_path)
    said = qf(*command, IDEA, *options)
    assert (said.code, words in said.err) == (3, True), said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [("--to", "nosuch"), ("--from", "nosuch"), ("--budget", "5")])
def test_a_start_that_fails_keeps_the_author_s_files(tmp_path, options):
    """A folder with notes can become a project, and must not lose them. (PIP-7.5)"""
    folder, notes = tmp_path / "x", tmp_path / "x" / "outline" / "a.md"
    notes.parent.mkdir(parents=True)
    notes.write_text("The bells ring.")
    (folder / ".gitignore").write_text("mine")
    said = qf("run", IDEA, "-p", str(folder), *options)
    assert said.code == 3
    assert said.err.endswith("so the new project was removed again.\n")
    assert sorted(folder.rglob("*")) == [folder / ".gitignore", notes.parent, notes]


def test_nothing_to_begin_with_makes_nothing(tmp_path, monkeypatch) -> None:
    """Without an idea, no empty project may appear."""
    monkeypatch.chdir(tmp_path)
    assert "There is no project" in qf("run").err
    assert qf("run", IDEA, "--language", "no language").code == 3
    assert qf("run", IDEA, "--preview", "--size", "micro", "--json").document["stages"][0][
        "typical"
    ]
    assert qf("run", "-i", typed="\n").code == 3
    assert qf("run", "-i", typed="/quit\n").err.endswith("Nothing was started.\n")
    assert list(tmp_path.iterdir()) == []


def test_the_language_is_the_projects(tmp_path: Path) -> None:
    """A story in two languages would be useless, so a different language is refused."""
    asked = ("run", "Um mergulhador", "--to", "dream", "-p", str(tmp_path))
    with DreamServer() as server:
        assert qf(*asked, "--language", "pt-BR", env=server.env).code == 0
        assert "pt-BR" in json.dumps(server.bodies)
        assert qf(*asked, env=server.env).code == 0
        said = qf(*asked, "--language", "de", env=server.env)
    assert said.code == 3
    assert "write `language: de` in project.yaml" in said.err


def test_a_replay_is_of_one_stage(tmp_path: Path) -> None:
    """A recording covers one stage, so replaying it for the pipeline would fail midway."""
    with DreamServer() as server:
        qf("run", IDEA, "--to", "dream", "-p", str(tmp_path), env=server.env)
    said = qf("run", "--provider", "replay/dream-1", "-p", str(tmp_path))
    assert (said.code, "single stage" in said.err) == (3, True)


def test_the_author_is_asked_after_each_stage(tmp_path: Path) -> None:
    """The author shapes each stage before the next one costs money. (PIP-8.1)"""
    folder = tmp_path / "x"
    editor = "sed -i s/brooding/wry/"
    typed = "\n".join(
        (IDEA, "/done", "Colder.", "/done", "/edti", "/edit", "", "/done", "/quit", "never read")
    )
    with DreamServer() as server:
        said = qf(
            *("run", "-i", "-p", str(folder)),
            env={**server.env, "EDITOR": editor, "VISUAL": editor},
            typed=typed,
        )
        assert "Colder." in str(server.bodies)
        assert "/edti" not in str(server.bodies)
    assert "There is no command '/edti' here. The commands are: /edit, /quit" in said.err
    assert said.code == 0, said.err
    assert "What is your story about?" in said.out
    for version in (1, 2, 3):
        assert f"DREAM is finished (version {version}):" in said.out
    assert "BRAINSTORM is finished (version 1):" in said.out
    assert "Whoever holds it decides who pays." in said.out
    assert "SEED" not in said.out
    assert said.err.endswith(f"Continue with: qf run -i --project {folder}\n")
    assert "tone: wry" in (folder / "artifacts" / "dream.yaml").read_text()


@pytest.mark.parametrize(
    ("editor", "words"),
    [("sed -i 's/size:.*/size: huge/'", "Your edit is not valid yet:"), ("none", "Set EDITOR, or")],
)
def test_an_edit_that_fails_is_told_and_asked_for_again(tmp_path, editor, words) -> None:
    """Neither a mistake in the editor nor a missing editor must end the run."""
    with DreamServer() as server:
        said = qf(
            *("run", IDEA, "-i", "-p", str(tmp_path)),
            env={**server.env, "EDITOR": editor, "VISUAL": editor},
            typed="/done\n/edit\n/quit\n",
        )
    assert words in said.err
    assert said.out.count("DREAM is finished (version 1):") == 2
