"""Author mistakes in the real program: a clear message, an exit code, and no traceback."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf import qf
from tests.support.qf_process import PATIENCE, QfProcess
from tests.support.wire_providers import free_port_url

pytestmark = pytest.mark.slow  # each test starts processes

BAD_INPUT, BAD_FILES, NO_PROVIDER, NO_ARTIFACT = 3, 4, 5, 6


@pytest.fixture
def project(tmp_path):
    create_project(tmp_path / "story", "Drowned")
    return tmp_path / "story"


@pytest.fixture
def server():
    with DreamServer() as running:
        yield running


def dream(project, *arguments, env):
    return qf("dream", "-I", *arguments, "-p", str(project), env=env)


def refused(said, code, *words):
    """Check the exit code, the words of the one message, and that there is no traceback."""
    assert said.code == code, said.err
    assert "Traceback" not in said.err
    for word in words:
        assert word in said.err
    return said


def goes_on(project, server):
    """Complete the unfinished run, and check that no call is made twice."""
    assert dream(project, "--resume", env=server.env).code == 0
    assert set(server.answered.values()) == {1}


def test_an_unknown_provider(project):
    """A typing error in a provider must name the flag and the nearest provider."""
    said = dream(project, "--provider", "opnai/gpt-4o", "x", env={})
    refused(said, BAD_INPUT, "--provider", "Did you mean openai/gpt-4o?")
    said = dream(project, "--provider-serialize", "gpt-4o", "x", env={})
    refused(said, BAD_INPUT, "--provider-serialize", "provider/model")


def test_a_model_without_tools_for_discuss(project, server):
    """Discuss needs tools, so an unsuitable model must fail before any call."""
    (project / "project.yaml").write_text("models:\n  openai/gpt-4o:\n    tools: false\n")
    said = dream(project, "x", env=server.env)
    refused(said, BAD_INPUT, "QF_PROVIDER", "cannot call tools", "--provider-discuss")
    assert server.bodies == []


def test_a_missing_key(project):
    """A new author must learn which variable holds the key."""
    said = dream(project, "--provider", "openai/gpt-4o", "x", env={})
    refused(said, BAD_INPUT, "OPENAI_API_KEY is not set")


def test_a_key_that_is_refused(project, server):
    """A new key must continue the run, and no output may show the key. (CLI-14.4)"""
    with DreamServer(refuse=2) as refusing:
        said = dream(project, "x", env=refusing.env)
    refused(said, NO_PROVIDER, "OPENAI_API_KEY", "Resume it with: qf dream --resume")
    assert server.env["OPENAI_API_KEY"] not in said.err
    goes_on(project, server)


def test_an_unreachable_server(project, server):
    """A server can be down for a while, so the run waits and the message names the address."""
    (project / "project.yaml").write_text("limits:\n  total_wait: 0.01\n")
    env = {**server.env, "OPENAI_BASE_URL": f"{free_port_url()}/v1"}
    said = dream(project, "x", env=env)
    refused(said, NO_PROVIDER, env["OPENAI_BASE_URL"], "Resume it with: qf dream --resume")
    goes_on(project, server)


def test_no_valid_artifact(project, server):
    """After failed repairs, the paid discussion and summary must not be lost."""
    with DreamServer(repairs=9) as stubborn:
        said = dream(project, "x", env=stubborn.env)
    refused(said, NO_ARTIFACT, "attempt 1 (inner): themes", "Resume it with: qf dream --resume")
    goes_on(project, server)
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nmae: x\n", ("line 1", "nmae: x", "Did you mean `name`?")),
        ("name: [x\n", ("line", "not valid YAML")),
        ("limits:\n  timeout: soon\n", ("line 2", "limits.timeout")),
    ],
)
def test_a_faulty_settings_file(project, text, words):
    """Every command reads the settings, so every command must show the same error."""
    (project / "project.yaml").write_text(text)
    refused(dream(project, "x", env={}), BAD_INPUT, *words)
    refused(qf("status", "-p", str(project)), BAD_INPUT, *words)
    refused(qf("doctor", "-p", str(project)), BAD_INPUT, *words)


def test_a_damaged_database(project, server):
    """Overwriting a damaged database would destroy what could still be repaired."""
    assert dream(project, "x", env=server.env).code == 0
    database = project / "story.db"
    for path in project.glob("story.db-*"):
        path.unlink()
    database.write_bytes(b"no database " * 500)
    refused(dream(project, "y", env=server.env), BAD_FILES, "story.db", "is damaged", "artifacts/")
    refused(qf("runs", "-p", str(project)), BAD_FILES, "is damaged")
    assert database.read_bytes().startswith(b"no database ")
    assert (project / "artifacts" / "dream.yaml").exists()


def test_a_place_where_nothing_can_be_written(tmp_path, server):
    """An unwritable place must fail before the first paid call."""
    (tmp_path / "file").write_text("")
    refused(dream(tmp_path / "file" / "story", "x", env=server.env), BAD_FILES, "cannot be")
    if Path("/proc/self").is_dir():
        refused(dream("/proc/self/story", "x", env=server.env), BAD_FILES, "cannot be")
    assert server.bodies == []


def test_an_artifact_that_cannot_be_written(project, server):
    """The calls are paid, so an unwritable artifact must not lose them."""
    (project / "artifacts").write_text("in the way")
    refused(dream(project, "x", env=server.env), BAD_FILES, "artifacts", "--resume")
    (project / "artifacts").unlink()
    goes_on(project, server)
    assert len(server.bodies) == 3
    assert (project / "artifacts" / "dream.yaml").exists()


def test_a_full_disk(project, server):
    """A paid answer is kept until the disk has space. A limit of the file size simulates it."""
    with QfProcess("runs", folder=project, env=server.env) as process:
        assert process.end() == 0
    room = (project / "story.db").stat().st_size + 20_000
    arguments = ("dream", "-I", "A noir " * 3000)
    with QfProcess(*arguments, folder=project, env=server.env, largest_file=room) as process:
        process.await_error("trying the journal again")
        assert "story.db" in process.err
        process.allow_large_files()
        assert process.end() == 0, process.err
    with closing(sqlite3.connect(project / "story.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(server.bodies) == 3


def test_a_prompt_that_is_not_there(project, server, tmp_path):
    """A wrong folder of prompts must be named, because the author set the folder."""
    (tmp_path / "prompts").mkdir()
    said = dream(project, "x", env={**server.env, "QF_PROMPTS_DIR": str(tmp_path / "prompts")})
    refused(said, BAD_INPUT, str(tmp_path / "prompts"))


def test_a_prompt_with_an_unknown_variable(project, server):
    """A mistake in a prompt must name the file before the first paid call."""
    prompt = project / "prompts" / "templates" / "dream" / "discuss.md"
    prompt.parent.mkdir(parents=True)
    prompt.write_text("<!-- section: system -->\n{{ nonsense }}\n<!-- section: opening -->\nx\n")
    refused(dream(project, "x", env=server.env), BAD_INPUT, str(prompt), "nonsense")
    assert server.bodies == []
    prompt.unlink()
    assert dream(project, "x", env=server.env).code == 0


def test_a_model_file_that_is_missing_or_cut_off(project, tmp_path):
    """An interrupted download leaves a broken file, so the error names the file."""
    said = dream(project, "--provider", "local/nowhere.gguf", "x", env={})
    refused(said, BAD_INPUT, "nowhere.gguf", "qf models list")
    truncated = tmp_path / "cut.gguf"
    truncated.write_bytes(b"GGUF" + b"\x03\x00\x00\x00" * 10)
    said = dream(project, "--provider", f"local/{truncated}", "x", env={})
    assert said.code in (BAD_INPUT, NO_PROVIDER), said.err
    refused(said, said.code, "cut.gguf")


def test_a_project_that_another_process_works_on(project, server):
    """Two commands that write would mix artifacts, but reading stays possible."""
    with DreamServer(hold=1) as holding:
        with QfProcess("dream", "-I", "A", folder=project, env=holding.env) as process:
            assert holding.held.wait(PATIENCE)
            said = dream(project, "B", env=server.env)
            refused(said, BAD_FILES, "dream, process ", "holds the project")
            assert qf("status", "-p", str(project)).code == 0
            process.kill()
        assert server.bodies == []
    goes_on(project, server)


def test_an_idea_that_is_no_text(project, server):
    """Binary input as an idea must fail before the first call."""
    with QfProcess("dream", "-I", folder=project, env=server.env, typed=b"\xff\xfe") as process:
        assert process.end() == BAD_INPUT
        assert "not UTF-8" in process.err


@pytest.mark.parametrize("command", [("dream", "-I"), ("run",), ("rewrite", "p", "--how")])
def test_words_that_are_no_text(project, server, command):
    """A shell passes arguments of any bytes, so invalid text must not reach the model."""
    said = qf(*command, "half \udcff", "-p", str(project), env=server.env)
    refused(said, BAD_INPUT, "not UTF-8 text")
    assert not server.bodies
