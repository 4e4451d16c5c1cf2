"""Tests of ``qf dream``: how a run begins, its output, and what a stopped run keeps."""

import json

import pytest

from questfoundry.composition.registries.providers import SCENES_NOTE
from questfoundry.composition.settings.new_project import create_project
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


def dream(server, project, *arguments, **given):
    return qf("dream", *arguments, "-p", str(project), env=server.env, **given)


def unfinished(project):
    """Stop the run dream-1 in Summarize, and return the answered calls."""
    with DreamServer(refuse=2) as server:
        assert dream(server, project, "-I", "A noir").code == 5
        return server.answered


def test_an_idea_becomes_a_vision(server, project):
    """The author learns result, file and cost; progress goes to standard error. (CLI-2.1)"""
    said = dream(server, project, "--log", "-I", "A noir", code=0)
    assert "DREAM is finished (version 1)" in said.out
    assert "loyalty against truth; memory" in said.out
    assert f"Saved in {project}/artifacts/dream.yaml" in said.out
    assert "Run dream-1: 3 calls, 3,300 tokens," in said.out
    assert "$0.0105" in said.out
    assert f"Show all of it with: qf show dream --project {project}. You can edit" in said.out
    assert "genre: mystery" in (project / "artifacts" / "dream.yaml").read_text()
    for phase in ("Discuss", "Summarize", "Serialize"):
        assert f"{phase} with openai/gpt-4o" in said.err
    assert "1 turn, 1 call, 1,100 tokens" in said.err
    assert "$0.0035" in said.err
    assert "Discuss" not in said.out
    # A log file is often shared, so it must not contain the key.
    calls = (project / "logs" / "llm_calls.jsonl").read_text()
    assert len(calls.splitlines()) == 3
    assert (project / "logs" / "debug.jsonl").exists()
    assert server.env["OPENAI_API_KEY"] not in calls


def test_the_brief_and_the_discussion_are_shown(server, project):
    """The author must see what was said, and what the artifact was made from."""
    dream(server, project, "-i", "A noir", typed="More rain.\n/done\n", code=0)
    said = qf("show", "dream", "--brief", "-p", str(project), code=0).out
    assert "DREAM, discussion of dream-1\n\nTo the model:\nStory idea: A noir" in said
    assert "To the model:\nMore rain." in said
    assert "Model:\nThought 2: the tide decides." in said
    assert said.endswith("Brief:\nA noir mystery under water.\n")
    document = qf("show", "dream", "--brief", "--json", "-p", str(project)).document
    assert (document["run"], document["brief"]) == ("dream-1", "A noir mystery under water.")
    assert [each["role"] for each in document["discussion"]] == ["user", "assistant"] * 2


def test_the_result_as_json(server, project):
    """Any line besides the document would break the JSON for a program. (CLI-2.3)"""
    document = dream(server, project, "-I", "--json", "A noir").document
    assert {key: document["artifact"][key] for key in VISION} == VISION
    assert (document["stage"], document["run"], document["version"]) == ("dream", "dream-1", 1)
    assert document["usage"]["calls"] == 3
    assert document["usage"]["cost"] == pytest.approx(0.0105)


def test_a_piped_idea(server, project):
    """Scripts can pass the idea through a pipe."""
    dream(server, project, typed="A noir from a pipe\n", code=0)
    assert "A noir from a pipe" in str(server.bodies[0])


def test_interactive_without_a_terminal(server, project):
    """A script can lead the dialogue through a pipe, and lines after `/done` stay unread."""
    said = dream(server, project, "-i", typed="A noir\nMore rain.\n/done\nnever read\n", code=0)
    assert "What is your story about?" in said.out
    assert "Thought 2: the tide decides." in said.out
    assert "More rain." in str(server.bodies[1])
    assert "never read" not in str(server.bodies)


def test_a_command_that_does_not_exist_is_answered_with_the_list(server, project):
    """A typing error must cost nothing, as the idea and in the dialogue."""
    typed = "/idea\nA noir\n/quti\n/done\n"
    said = dream(server, project, "-i", "--max-turns", "1", typed=typed, code=0)
    assert "There is no command '/idea' here. The commands are: /quit" in said.err
    assert "There is no command '/quti' here." in said.err
    assert "/undo  remove your last message" in said.err
    assert "This was the last answer." in said.err
    assert len(server.bodies) == 3
    assert "/" not in str([body["messages"][-1]["content"] for body in server.bodies[:1]])


def test_without_a_terminal_it_decides_alone(server, project):
    """Without a terminal, a question would block a script forever."""
    dream(server, project, "A noir", typed="More rain.\n", code=0)
    assert len(server.bodies) == 3


@pytest.mark.parametrize(
    ("flag", "words"), [("-I", "dream needs an idea"), ("--resume", "There is no project")]
)
def test_without_an_idea_or_a_run_no_project_is_made(server, tmp_path, flag, words):
    """A command that cannot start must not leave a new project behind."""
    said = dream(server, tmp_path / "none", flag)
    assert (said.code, words in said.err) == (3, True)
    assert not (tmp_path / "none").exists()


def test_a_folder_becomes_a_project(server, tmp_path):
    """The first command should work without `qf init`, and tell of the new project."""
    folder = tmp_path / "The Drowned City"
    said = dream(server, folder, "-I", "A noir", code=0)
    assert f"Created a project in this folder: {folder}" in said.err
    assert "name: The Drowned City" in (folder / "project.yaml").read_text()


@pytest.mark.parametrize("idea", [(), (" A  noir\n",)])
def test_an_unfinished_run_is_not_forgotten(server, project, idea):
    """Repeating an interrupted command must continue its run and pay for no answer twice."""
    answered = unfinished(project)
    said = dream(server, project, "-I", *idea, code=0)
    assert "Resuming the unfinished dream-1." in said.err
    assert not answered.keys() & server.answered.keys()


def test_a_new_idea_begins_anew_and_mentions_the_unfinished_run(server, project):
    """A new idea must not continue the old run, and the author learns that the old run remains."""
    unfinished(project)
    said = dream(server, project, "-I", "A whodunit", code=0)
    assert "dream-1 stays unfinished" in said.err
    assert "run dream-2" in said.err


@pytest.mark.parametrize("named", [(), ("dream-1",)])
def test_resuming_goes_on_where_it_stopped(server, project, named):
    """A resumed run must use its own models and pay for no answer twice. (CLI-5.3)"""
    answered = unfinished(project)
    said = dream(server, project, "-I", "-v", "--resume", *named, code=0)
    assert said.err.count("model chosen by run dream-1") == 3
    assert "continuing run dream-1" in said.err
    assert "1 call, 1 of them from the journal" in said.err
    assert not answered.keys() & server.answered.keys()
    assert "Run dream-1: 3 calls" in said.out


def test_nothing_to_resume(server, project):
    """Each failure of `--resume` has another cause, and the message names the cause."""
    said = dream(server, project, "--resume")
    assert (said.code, "There is no unfinished run of dream" in said.err) == (3, True)
    said = dream(server, project, "--resume", "dream-7")
    assert (said.code, "no run 'dream-7'" in said.err) == (3, True)
    assert dream(server, project, "-I", "A noir").code == 0
    said = dream(server, project, "--resume", "dream-1")
    assert (said.code, "is complete" in said.err) == (3, True)


def test_a_resumed_dialogue_without_a_terminal_ends(server, project):
    """A resumed dialogue must not wait for an author who is not there."""
    with DreamServer(refuse=3) as first:
        assert dream(first, project, "-i", "A noir", typed="More rain.\n/done\n").code == 5
        spoken = len(first.answered)
    dream(server, project, "--resume", code=0)
    assert spoken == 2
    assert "More rain." in str(server.bodies[0])
    assert len(server.bodies) == 2


def test_verbosity_1_names_what_chose_the_models_and_the_prompts(server, project):
    """With several places for settings, the author must see which place chose each model."""
    (project / "project.yaml").write_text("providers:\n  default: openai/gpt-4o-mini\n")
    env = {**server.env, "QF_PROVIDER": "", "QF_PROVIDER_SERIALIZE": "openai/gpt-4.1"}
    flags = ("--provider-discuss", "openai/gpt-4.1-mini", "-v", "-I", "A noir")
    said = qf("dream", *flags, "-p", str(project), env=env, code=0)
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
    """A prompt author needs each rejected attempt and its reason."""
    with DreamServer(repairs=1) as server:
        said = dream(server, project, "-vv", "-I", "A noir")
    assert said.code == 0
    assert "attempt 1: themes: " in said.err
    assert "attempt 2 is valid" in said.err
    assert "asking openai/gpt-4o, about " in said.err
    assert "2 attempts, 2 calls" in said.err


def test_the_provider_flag_stands_above_the_variable(server, project):
    """A flag must win over an environment variable, or the author would pay for the wrong model."""
    dream(server, project, "-I", "--provider", "openai/gpt-4o-mini", "A noir", code=0)
    assert {body["model"] for body in server.bodies} == {"gpt-4o-mini"}


def test_turns_and_size_can_be_bounded(server, project):
    """A script must be able to limit the turns of the discussion and fix the story's size."""
    flags = ("-i", "--max-turns", "1", "--size", "micro", "A noir")
    dream(server, project, *flags, typed="", code=0)
    assert len(server.bodies) == 3
    assert '"size"' not in json.dumps(server.bodies[-1]["response_format"])
    assert "size: micro" in (project / "artifacts" / "dream.yaml").read_text()


def test_the_scenes_are_named_if_nothing_is_configured(project):
    """The author must know that the scenes write, before any text appears."""
    broken = project / "prompts" / "templates" / "dream" / "modes.md"
    broken.parent.mkdir(parents=True)
    broken.write_text("<!-- section: nothing -->")
    said = qf("dream", "-I", "A noir", "-p", str(project), code=3)
    assert f"so {SCENES_NOTE}" in said.err


def test_an_edit_is_taken_in_before_a_stage(server, project):
    """A stage must not overwrite an edit that was not stored yet. (CLI-6.1)"""
    assert dream(server, project, "-I", "A noir").code == 0
    path = project / "artifacts" / "dream.yaml"
    path.write_text(path.read_text().replace("brooding", "sunny"))
    said = dream(server, project, "-I", "Another", code=0)
    assert "Stored your edit of artifacts/dream.yaml as version 2." in said.err
    assert "(version 3)" in said.out


@pytest.mark.parametrize(
    "flags", [("--size", "huge"), ("--max-turns", "0"), ("--nonsense",), ("one", "two")]
)
def test_wrong_usage(server, project, flags):
    """A mistyped option must fail before any model call."""
    said = dream(server, project, *flags, code=2)
    assert "Usage: " in said.err
    assert server.bodies == []
