"""A run that was killed at any model call continues as if nothing had happened."""

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf_process import PATIENCE, QfProcess

pytestmark = pytest.mark.slow  # each test starts processes

LINES = ("More rain.", "/done")
CALLS = 5
"""Two turns of Discuss, Summarize, an invalid Serialize, and its repair."""

ALONE = 3
"""Condensed: a reply of Discuss that ends with the brief, an invalid Serialize, and its repair."""


def _project(folder):
    create_project(folder, "Drowned")
    (folder / "project.yaml").write_text("research:\n  corpus: false\n")
    return folder


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """Return the artifact of an undisturbed run."""
    folder = _project(tmp_path_factory.mktemp("whole") / "story")
    with DreamServer(repairs=1) as server:
        typed = "\n".join((*LINES, ""))
        with QfProcess(
            "dream", "-i", "A noir", folder=folder, env=server.env, typed=typed
        ) as process:
            assert process.end() == 0, process.err
        assert sum(server.answered.values()) == CALLS
    return (folder / "artifacts" / "dream.yaml").read_text()


@pytest.mark.parametrize("call", range(1, CALLS + 1))
def test_a_run_killed_at_a_model_call_is_resumed_without_asking_again(
    call, tmp_path, uninterrupted
):
    """No finished call is paid for twice, no line typed twice. (CLI-9.1)"""
    folder = _project(tmp_path / "story")
    said = min(call - 1, len(LINES))
    with DreamServer(repairs=1, hold=call) as server:
        env = server.env
        typed = "\n".join((*LINES, ""))
        with QfProcess("dream", "-i", "A noir", folder=folder, env=env, typed=typed) as process:
            assert server.held.wait(PATIENCE)
            process.kill()
        assert not (folder / "artifacts" / "dream.yaml").exists()
        server.hold = None
        rest = "\n".join((*LINES[said:], ""))
        with QfProcess("dream", "-i", "--resume", folder=folder, env=env, typed=rest) as process:
            assert process.end() == 0, process.err
        assert set(server.answered.values()) == {1}
        assert len(server.answered) == CALLS
    assert (folder / "artifacts" / "dream.yaml").read_text() == uninterrupted


@pytest.mark.parametrize("call", range(1, ALONE + 1))
def test_where_nobody_talks_the_brief_is_not_asked_for_again_either(call, tmp_path, uninterrupted):
    """The journal holds the brief from Discuss. (CLI-9.1)"""
    folder = _project(tmp_path / "story")
    with DreamServer(repairs=1, hold=call, sums_up=True) as server:
        command = ("dream", "A noir", "--condensed")
        with QfProcess(*command, folder=folder, env=server.env) as process:
            assert server.held.wait(PATIENCE)
            process.kill()
        server.hold = None
        with QfProcess("dream", "--resume", folder=folder, env=server.env) as process:
            assert process.end() == 0, process.err
            assert "the discussion ended with the brief" in process.err
        assert set(server.answered.values()) == {1}
        assert len(server.answered) == ALONE
    assert (folder / "artifacts" / "dream.yaml").read_text() == uninterrupted
