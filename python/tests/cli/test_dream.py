"""``qf dream``: what begins a run, what is told of it, and what is kept when it stops."""

import json

import pytest

from questfoundry.composition.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf import qf
from tests.support.stage_runs import VISION


@pytest.fixture
def server():
    with DreamServer() as running:
        yield running


@pytest.fixture
def project(tmp_path):
    create_project(tmp_path / "story", "Drowned")
    return tmp_path / "story"


def dream(server, project, *arguments, typed=""):
    return qf("dream", *arguments, "-p", str(project), env=server.env, typed=typed)


def unfinished(project):
    """Leave dream-1 stopped in Summarize."""
    with DreamServer(refuse=2) as server:
        assert dream(server, project, "-I", "A noir").code == 5
        return server.answered


def test_an_idea_becomes_a_vision(server, project):
    """CLI-2.1. Told at the end: what was decided, where it is, what it took, what comes next."""
    said = dream(server, project, "-I", "A noir")
    assert said.code == 0
    assert "DREAM is settled (version 1)" in said.out
    assert "loyalty against truth; memory" in said.out
    assert f"Saved in {project}/artifacts/dream.yaml" in said.out
    assert "Run dream-1: 3 calls, 3,300 tokens," in said.out
    assert "$0.0105" in said.out
    assert f"Read it with qf show dream --project {project}, and edit" in said.out
    assert "genre: mystery" in (project / "artifacts" / "dream.yaml").read_text()


def test_progress_goes_to_standard_error(server, project):
    """CLI-2.2. Phases with their model, tokens and cost."""
    said = dream(server, project, "-I", "A noir")
    for phase in ("Discuss", "Summarize", "Serialize"):
        assert f"{phase} with openai/gpt-4o" in said.err
    assert "1 turn, 1 call, 1,100 tokens" in said.err
    assert "$0.0035" in said.err
    assert "Discuss" not in said.out


def test_the_result_as_json(server, project):
    """CLI-2.3. Standard output is the document alone."""
    document = dream(server, project, "-I", "--json", "A noir").document
    assert {key: document["artifact"][key] for key in VISION} == VISION
    assert (document["stage"], document["run"], document["version"]) == ("dream", "dream-1", 1)
    assert document["usage"]["calls"] == 3
    assert document["usage"]["cost"] == pytest.approx(0.0105)


def test_a_piped_idea(server, project):
    """CLI-2.4. Standard input is the idea where none is given and nobody is at a terminal."""
    said = dream(server, project, typed="A noir from a pipe\n")
    assert said.code == 0
    assert "A noir from a pipe" in str(server.bodies[0])


def test_interactive_without_a_terminal(server, project):
    """CLI-3.3. -i reads the dialogue from a pipe, the idea first."""
    said = dream(server, project, "-i", typed="A noir\nMore rain.\n/done\nnever read\n")
    assert said.code == 0
    assert "What is your story about?" in said.out
    assert "Thought 2: the tide decides." in said.out
    assert "More rain." in str(server.bodies[1])
    assert "never read" not in str(server.bodies)


def test_without_a_terminal_it_decides_alone(server, project):
    """CLI-3.4. One turn, nobody is asked."""
    said = dream(server, project, "A noir", typed="More rain.\n")
    assert said.code == 0
    assert len(server.bodies) == 3


def test_no_idea_is_told_and_makes_nothing(server, tmp_path):
    """CLI-2.5. Exit code 3, and the folder is no project."""
    said = dream(server, tmp_path / "none", "-I")
    assert said.code == 3
    assert "dream needs an idea" in said.err
    assert not (tmp_path / "none").exists()


def test_a_folder_becomes_a_project(server, tmp_path):
    """CLI-2.6. A missing one is made; one line says so."""
    folder = tmp_path / "The Drowned City"
    said = dream(server, folder, "-I", "A noir")
    assert said.code == 0
    assert f"This folder is now a project: {folder}" in said.err
    assert "name: The Drowned City" in (folder / "project.yaml").read_text()


@pytest.mark.parametrize("idea", [(), (" A  noir\n",)])
def test_an_unfinished_run_is_not_forgotten(server, project, idea):
    """CLI-5.1, CLI-5.8. The same command goes on, with its idea or without."""
    answered = unfinished(project)
    said = dream(server, project, "-I", *idea)
    assert said.code == 0
    assert "dream-1 is unfinished, and goes on" in said.err
    assert not answered.keys() & server.answered.keys()


def test_a_new_idea_begins_anew_and_mentions_the_unfinished_run(server, project):
    """CLI-5.2. One line, and the old run stays."""
    unfinished(project)
    said = dream(server, project, "-I", "A whodunit")
    assert said.code == 0
    assert "dream-1 stays unfinished" in said.err
    assert "run dream-2" in said.err


@pytest.mark.parametrize("named", [(), ("dream-1",)])
def test_resuming_goes_on_where_it_stopped(server, project, named):
    """CLI-5.3. The newest unfinished run, or the one named; its idea is known."""
    answered = unfinished(project)
    said = dream(server, project, "-I", "-v", "--resume", *named)
    assert said.code == 0
    assert said.err.count("model chosen by run dream-1") == 3
    assert "run dream-1 continues" in said.err
    assert "1 call, 1 of them from the journal" in said.err
    assert not answered.keys() & server.answered.keys()
    assert "Run dream-1: 3 calls" in said.out


def test_nothing_to_resume(server, project):
    """CLI-5.4. No unfinished run, one that is not there, and one that is complete."""
    said = dream(server, project, "--resume")
    assert (said.code, "No run of dream is unfinished" in said.err) == (3, True)
    said = dream(server, project, "--resume", "dream-7")
    assert (said.code, "no run 'dream-7'" in said.err) == (3, True)
    assert dream(server, project, "-I", "A noir").code == 0
    said = dream(server, project, "--resume", "dream-1")
    assert (said.code, "is complete" in said.err) == (3, True)


def test_resuming_outside_a_project(server, tmp_path):
    """CLI-5.5. There is nothing to resume, and nothing is made."""
    said = dream(server, tmp_path / "none", "--resume")
    assert (said.code, "There is no project" in said.err) == (3, True)
    assert not (tmp_path / "none").exists()


def test_a_resumed_dialogue_without_a_terminal_ends(server, project):
    """CLI-5.6. What the author said counts; nobody is there to say more."""
    with DreamServer(refuse=3) as first:
        assert dream(first, project, "-i", "A noir", typed="More rain.\n/done\n").code == 5
        spoken = len(first.answered)
    said = dream(server, project, "--resume")
    assert said.code == 0
    assert spoken == 2
    assert "More rain." in str(server.bodies[0])
    assert len(server.bodies) == 2


def test_verbosity_1_names_what_chose_the_models_and_the_prompts(server, project):
    """CLI-2.7: a model for each phase, by flag, key and variable."""
    (project / "project.yaml").write_text("providers:\n  default: openai/gpt-4o-mini\n")
    env = {**server.env, "QF_PROVIDER": "", "QF_PROVIDER_SERIALIZE": "openai/gpt-4.1"}
    flags = ("--provider-discuss", "openai/gpt-4.1-mini", "-v", "-I", "A noir")
    said = qf("dream", *flags, "-p", str(project), env=env)
    assert said.code == 0
    lines = said.err.splitlines()
    chosen = [line.strip() for line in lines if "model chosen by" in line]
    assert chosen == [
        "model chosen by --provider-discuss",
        "model chosen by providers.default in project.yaml",
        "model chosen by QF_PROVIDER_SERIALIZE",
    ]
    assert [body["model"] for body in server.bodies] == ["gpt-4.1-mini", "gpt-4o-mini", "gpt-4.1"]
    assert "prompt templates/dream/discuss from " in said.err
    assert "checking attempt" not in said.err


def test_verbosity_2_tells_of_validation(project):
    """CLI-2.8. And of each call."""
    with DreamServer(repairs=1) as server:
        said = dream(server, project, "-vv", "-I", "A noir")
    assert said.code == 0
    assert "attempt 1: themes: " in said.err
    assert "attempt 2 is valid" in said.err
    assert "asking openai/gpt-4o, about " in said.err
    assert "2 attempts, 2 calls" in said.err


def test_the_provider_flag_stands_above_the_variable(server, project):
    """CLI-2.9. For all phases."""
    said = dream(server, project, "-I", "--provider", "openai/gpt-4o-mini", "A noir")
    assert said.code == 0
    assert {body["model"] for body in server.bodies} == {"gpt-4o-mini"}


def test_turns_and_size_can_be_bounded(server, project):
    """CLI-2.10. After the last turn nobody is asked; the size is fixed for the model."""
    flags = ("-i", "--max-turns", "1", "--size", "micro", "A noir")
    said = dream(server, project, *flags, typed="")
    assert said.code == 0
    assert len(server.bodies) == 3
    schema = json.dumps(server.bodies[-1]["response_format"])
    assert '"micro"' in schema
    assert '"medium"' not in schema


def test_logging_by_flag(server, project):
    """CLI-2.11: calls and events are written, the key is not."""
    assert dream(server, project, "--log", "-I", "A noir").code == 0
    calls = (project / "logs" / "llm_calls.jsonl").read_text()
    assert len(calls.splitlines()) == 3
    assert (project / "logs" / "debug.jsonl").exists()
    assert server.env["OPENAI_API_KEY"] not in calls


def test_the_embedded_model_is_named_where_nothing_is_configured(project):
    """CLI-2.12. One line, before anything is asked: here a prompt of the project is broken."""
    broken = project / "prompts" / "templates" / "dream" / "modes.md"
    broken.parent.mkdir(parents=True)
    broken.write_text("<!-- section: nothing -->")
    said = qf("dream", "-I", "A noir", "-p", str(project))
    assert said.code == 3
    assert "so the embedded model smollm2-135m writes a rough draft" in said.err


def test_an_edit_is_taken_in_before_a_stage(server, project):
    """CLI-6.1. One line says so, and the edit is a version of its own."""
    assert dream(server, project, "-I", "A noir").code == 0
    path = project / "artifacts" / "dream.yaml"
    path.write_text(path.read_text().replace("brooding", "sunny"))
    said = dream(server, project, "-I", "Another")
    assert said.code == 0
    assert "Stored your edit of artifacts/dream.yaml as version 2." in said.err
    assert "(version 3)" in said.out


@pytest.mark.parametrize(
    "flags", [("--size", "huge"), ("--max-turns", "0"), ("--nonsense",), ("one", "two")]
)
def test_wrong_usage(server, project, flags):
    """CLI-1.6. Exit code 2, before anything is done."""
    said = dream(server, project, *flags)
    assert said.code == 2
    assert "Usage: " in said.err
    assert server.bodies == []
