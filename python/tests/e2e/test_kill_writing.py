"""Writing that was killed at any model call continues as if nothing had happened."""

from pathlib import Path
from shutil import copytree

import pytest

from tests.support.dream_server import DreamServer
from tests.support.qf_process import PATIENCE, QfProcess
from tests.support.small_story import TITLES
from tests.support.woven_project import woven_project

pytestmark = pytest.mark.slow  # each test starts processes

CALLS = 1 + 1 + len(TITLES) + 1 + 1
"""The voice, the prose in one answer, a review of each passage, the drama, and the playthroughs."""
ARGUMENTS = ("fill", "-I", "--review", "--concurrency")


@pytest.fixture(scope="module")
def woven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return woven_project(tmp_path_factory.mktemp("writing") / "story")


@pytest.fixture(scope="module")
def uninterrupted(woven: Path) -> str:
    """Return the artifact of an undisturbed run."""
    folder = Path(copytree(woven, woven.parent / "whole"))
    with DreamServer() as server:
        with QfProcess(*ARGUMENTS, "16", folder=folder, env=server.env) as process:
            assert process.end() == 0, process.err
        assert sum(server.answered.values()) == CALLS
    return artifact(folder).read_text()


def artifact(folder: Path) -> Path:
    return folder / "artifacts" / "fill.yaml"


@pytest.mark.parametrize("call", [1, 2, 6, CALLS - 1, CALLS])
def test_writing_that_was_killed_at_a_call_goes_on_without_asking_again(
    call: int, woven: Path, uninterrupted: str, tmp_path: Path
) -> None:
    """A kill must not repeat a paid call."""
    folder = Path(copytree(woven, tmp_path / "story"))
    with DreamServer(hold=call) as server:
        with QfProcess(*ARGUMENTS, "1", folder=folder, env=server.env) as process:
            assert server.held.wait(PATIENCE)
            process.kill()
        assert not artifact(folder).exists()
        server.hold = None
        with QfProcess(
            "fill", "-I", "--review", "--resume", folder=folder, env=server.env
        ) as process:
            assert process.end() == 0, process.err
        assert set(server.answered.values()) == {1}
        assert len(server.answered) == CALLS
    assert artifact(folder).read_text() == uninterrupted


def test_writing_that_was_killed_side_by_side_comes_to_the_same_story(
    woven: Path, uninterrupted: str, tmp_path: Path
) -> None:
    """An answer that arrives during the kill may be repeated."""
    folder = Path(copytree(woven, tmp_path / "story"))
    with DreamServer(hold=CALLS - 7) as server:
        with QfProcess(*ARGUMENTS, "16", folder=folder, env=server.env) as process:
            assert server.held.wait(PATIENCE)
            process.kill()
        server.hold = None
        with QfProcess(
            "fill", "-I", "--review", "--resume", folder=folder, env=server.env
        ) as process:
            assert process.end() == 0, process.err
        assert len(server.answered) == CALLS
        assert sum(server.answered.values()) <= CALLS + 16
    assert artifact(folder).read_text() == uninterrupted
